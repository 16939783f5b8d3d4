// The parts of a YouTube page in the sandbox, in YouTube's own data format.
import type { Dataset, Listing } from '../../sandbox/dataset.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns eleven characters. The first four encode the number, so all videos of a query have different ids. */
export function videoId(dataset: Dataset, label: string, index: number): string {
  const spelled = [18, 12, 6, 0].map((bits) => ALPHABET[(index >> bits) & 63]);
  const picked = Array.from({ length: 7 }, (_, position) => dataset.pick(`${label} ${index} ${position}`, [...ALPHABET]));
  return [...spelled, ...picked].join('');
}

const run = (text: string) => ({ runs: [{ text }] });

function owner(dataset: Dataset, index: number) {
  const name = `${dataset.pick(`owner ${index}`, ['Harbour', 'Meridian', 'Compass', 'Lantern'])} Channel`;
  const handle = `/@${name.toLowerCase().replaceAll(' ', '')}`;
  const browseId = `UC${videoId(dataset, 'owner', dataset.number(`owner ${index}`, 4))}ABCDEFGHIJK`;
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
      thumbnail: { thumbnails: [{ url: `https://i.ytimg.com/vi/${id}/hq720.jpg`, width: 720, height: 404 }] },
      title: run(listing.title),
      ownerText: owner(dataset, index),
      detailedMetadataSnippets: [
        { snippetText: { runs: [{ text: 'About ' }, { text: dataset.words, bold: true }, { text: `. ${listing.snippet}` }] } },
      ],
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
      title: { simpleText: `${dataset.words} every day` },
      navigationEndpoint: { browseEndpoint: { browseId: channelId, canonicalBaseUrl: '/@everyday' } },
      thumbnail: { thumbnails: [{ url: '//yt3.ggpht.com/sandbox=s176', width: 176, height: 176 }] },
      descriptionSnippet: run(`All about ${dataset.words}.`),
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
              image: { sources: [{ url: 'https://i.ytimg.com/vi/sandbox/hq720.jpg', width: 720, height: 404 }] },
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
      metadata: { lockupMetadataViewModel: { title: { content: `${dataset.words}: the whole course` } } },
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
        onTap: {
          innertubeCommand: { commandMetadata: { webCommandMetadata: { url: `/shorts/${id}` } }, reelWatchEndpoint: { videoId: id } },
        },
        overlayMetadata: {
          primaryText: { content: `${dataset.words} in a minute, part ${index}` },
          secondaryText: { content: '13K views' },
        },
      },
    };
  });
  return { gridShelfViewModel: { contents } };
}

export function adSlot(dataset: Dataset) {
  const target = `https://shop${100 + dataset.number('ad', 900)}.example/`;
  const navigationEndpoint = {
    urlEndpoint: { url: `https://www.googleadservices.com/pagead/aclk?sa=L&adurl=${encodeURIComponent(target)}` },
  };
  const promotedSparklesWebRenderer = {
    title: { simpleText: `Buy ${dataset.words} online` },
    description: { simpleText: 'Large choice and quick delivery' },
    websiteText: { simpleText: new URL(target).hostname },
    navigationEndpoint,
  };
  return {
    adSlotRenderer: {
      fulfillmentContent: { fulfilledLayout: { inFeedAdLayoutRenderer: { renderingContent: { promotedSparklesWebRenderer } } } },
    },
  };
}
