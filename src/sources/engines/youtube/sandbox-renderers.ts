// The parts of a YouTube page in the sandbox, in YouTube's own data format.
import { brandFrom, domainOf } from '../../sandbox/brands.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { capitalised } from '../../sandbox/page-texts.ts';
import { handleOf } from '../../sandbox/panel-text.ts';
import { type PictureSize, pictureUrl } from '../../sandbox/pictures.ts';
import { priceFrom } from '../../sandbox/prices.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns eleven characters. The first four encode the number, so all videos of a query have different ids. */
export function videoId(dataset: Dataset, label: string, index: number): string {
  const spelled = [18, 12, 6, 0].map((bits) => ALPHABET[(index >> bits) & 63]);
  const picked = Array.from({ length: 7 }, (_, position) => dataset.pick(`${label} ${index} ${position}`, [...ALPHABET]));
  return [...spelled, ...picked].join('');
}

const run = (text: string) => ({ runs: [{ text }] });

/** Number of channels that share the videos of a query. */
const OWNERS = 8;
const VIDEO_SIZE = { width: 720, height: 404 };
const ICON_SIZE = { width: 176, height: 176 };

const picture = (dataset: Dataset, label: string, size: PictureSize) => ({
  url: pictureUrl(dataset.theme, dataset.draw(label), size),
  ...size,
});

/** Returns the text of a video with the query in bold. */
function excerpt(text: string, words: string) {
  const at = text.indexOf(words);
  const parts = [{ text: text.slice(0, at) }, { text: words, bold: true }, { text: text.slice(at + words.length) }];
  return { runs: parts.filter((part) => part.text !== '') };
}

function owner(dataset: Dataset, index: number) {
  const number = dataset.number(`owner ${index}`, OWNERS);
  const name = brandFrom(dataset.draw(`owner name ${number}`));
  const handle = `/@${handleOf(name)}`;
  const browseId = `UC${videoId(dataset, 'owner', number)}ABCDEFGHIJK`;
  return {
    runs: [
      {
        text: name,
        navigationEndpoint: {
          commandMetadata: { webCommandMetadata: { url: handle } },
          browseEndpoint: { browseId, canonicalBaseUrl: handle },
        },
      },
    ],
  };
}

export function video(dataset: Dataset, listing: Listing, index: number) {
  const id = videoId(dataset, 'video', index);
  const seconds = 60 + dataset.number(`length ${index}`, 3000);
  return {
    videoRenderer: {
      videoId: id,
      thumbnail: { thumbnails: [picture(dataset, `thumbnail ${index}`, VIDEO_SIZE)] },
      title: run(listing.title),
      ownerText: owner(dataset, index),
      detailedMetadataSnippets: [{ snippetText: excerpt(listing.snippet, dataset.words) }],
      publishedTimeText: { simpleText: `${1 + dataset.number(`age ${index}`, 11)} months ago` },
      lengthText: { simpleText: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` },
      viewCountText: { simpleText: `${dataset.number(`views ${index}`, 5_000_000).toLocaleString('en-US')} views` },
      navigationEndpoint: { commandMetadata: { webCommandMetadata: { url: `/watch?v=${id}` } }, watchEndpoint: { videoId: id } },
    },
  };
}

export function channel(dataset: Dataset) {
  const channelId = `UC${videoId(dataset, 'channel', 1)}ABCDEFGHIJK`;
  return {
    channelRenderer: {
      channelId,
      title: { simpleText: capitalised(`${dataset.words} every day`) },
      navigationEndpoint: { browseEndpoint: { browseId: channelId, canonicalBaseUrl: '/@everyday' } },
      thumbnail: { thumbnails: [picture(dataset, 'channel picture', ICON_SIZE)] },
      descriptionSnippet: run(`Tests, tips and news about ${dataset.words}. New videos every week.`),
      subscriberCountText: { simpleText: '@everyday' },
      videoCountText: { simpleText: `${1 + dataset.number('subscribers', 900)}K subscribers` },
    },
  };
}

export function playlist(dataset: Dataset) {
  return {
    lockupViewModel: {
      contentId: `PL${videoId(dataset, 'playlist', 1)}`,
      contentType: 'LOCKUP_CONTENT_TYPE_PLAYLIST',
      contentImage: {
        collectionThumbnailViewModel: {
          primaryThumbnail: {
            thumbnailViewModel: {
              image: { sources: [picture(dataset, 'playlist picture', VIDEO_SIZE)] },
              overlays: [
                {
                  thumbnailOverlayBadgeViewModel: {
                    thumbnailBadges: [{ thumbnailBadgeViewModel: { text: `${5 + dataset.number('list', 40)} videos` } }],
                  },
                },
              ],
            },
          },
        },
      },
      metadata: { lockupMetadataViewModel: { title: { content: capitalised(`${dataset.words}: the whole course`) } } },
    },
  };
}

/** Shorts are in their own shelf and not part of the list. */
export function shorts(dataset: Dataset) {
  const contents = [1, 2, 3].map((index) => {
    const id = videoId(dataset, 'short', 900 + index);
    return {
      shortsLockupViewModel: {
        entityId: `shorts-shelf-item-${id}`,
        thumbnail: { sources: [picture(dataset, `short ${index}`, VIDEO_SIZE)] },
        onTap: {
          innertubeCommand: { commandMetadata: { webCommandMetadata: { url: `/shorts/${id}` } }, reelWatchEndpoint: { videoId: id } },
        },
        overlayMetadata: {
          primaryText: { content: capitalised(`${dataset.words} in a minute, part ${index}`) },
          secondaryText: { content: `${2 + dataset.number(`short views ${index}`, 900)}K views` },
        },
      },
    };
  });
  return { gridShelfViewModel: { contents } };
}

export function adSlot(dataset: Dataset) {
  const draw = dataset.draw('ad');
  const brand = brandFrom(draw);
  const target = `https://www.${domainOf(brand)}/`;
  const navigationEndpoint = {
    urlEndpoint: { url: `https://www.googleadservices.com/pagead/aclk?sa=L&adurl=${encodeURIComponent(target)}` },
  };
  const promotedSparklesWebRenderer = {
    title: { simpleText: `${brand} – buy ${dataset.words} online` },
    description: {
      simpleText: `From ${priceFrom(draw, dataset.theme, dataset.country)}. Large choice and quick delivery.`,
    },
    websiteText: { simpleText: new URL(target).hostname },
    navigationEndpoint,
  };
  return {
    adSlotRenderer: {
      fulfillmentContent: { fulfilledLayout: { inFeedAdLayoutRenderer: { renderingContent: { promotedSparklesWebRenderer } } } },
    },
  };
}
