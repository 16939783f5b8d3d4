// The parts of a YouTube page in the test world, in YouTube's own data shapes.
import type { Listing, World } from './world.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Eleven characters; the number is spelled in the first four, so no two videos of a question share an id. */
export function videoId(world: World, label: string, index: number): string {
  const spelled = [18, 12, 6, 0].map((bits) => ALPHABET[(index >> bits) & 63]);
  const picked = Array.from({ length: 7 }, (_, place) => world.pick(`${label} ${index} ${place}`, [...ALPHABET]));
  return [...spelled, ...picked].join('');
}

const run = (text: string) => ({ runs: [{ text }] });

function owner(world: World, index: number) {
  const name = `${world.pick(`owner ${index}`, ['Harbour', 'Meridian', 'Compass', 'Lantern'])} Channel`;
  const handle = `/@${name.toLowerCase().replaceAll(' ', '')}`;
  const browseId = `UC${videoId(world, 'owner', world.number(`owner ${index}`, 4))}ABCDEFGHIJK`;
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

export function video(world: World, listing: Listing, index: number) {
  const id = videoId(world, 'video', index);
  const seconds = 60 + world.number(`length ${index}`, 3000);
  return {
    videoRenderer: {
      videoId: id,
      thumbnail: { thumbnails: [{ url: `https://i.ytimg.com/vi/${id}/hq720.jpg`, width: 720, height: 404 }] },
      title: run(listing.title),
      ownerText: owner(world, index),
      detailedMetadataSnippets: [
        { snippetText: { runs: [{ text: 'About ' }, { text: world.words, bold: true }, { text: `. ${listing.snippet}` }] } },
      ],
      publishedTimeText: { simpleText: `${1 + world.number(`age ${index}`, 11)} months ago` },
      lengthText: { simpleText: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` },
      viewCountText: { simpleText: `${world.number(`views ${index}`, 5_000_000).toLocaleString('en-US')} views` },
      navigationEndpoint: { commandMetadata: { webCommandMetadata: { url: `/watch?v=${id}` } }, watchEndpoint: { videoId: id } },
    },
  };
}

export function channel(world: World) {
  const channelId = `UC${videoId(world, 'channel', 1)}ABCDEFGHIJK`;
  return {
    channelRenderer: {
      channelId,
      title: { simpleText: `${world.words} every day` },
      navigationEndpoint: { browseEndpoint: { browseId: channelId, canonicalBaseUrl: '/@everyday' } },
      thumbnail: { thumbnails: [{ url: '//yt3.ggpht.com/test-world=s176', width: 176, height: 176 }] },
      descriptionSnippet: run(`All about ${world.words}.`),
      subscriberCountText: { simpleText: '@everyday' },
      videoCountText: { simpleText: `${1 + world.number('subscribers', 900)}K subscribers` },
    },
  };
}

export function playlist(world: World) {
  return {
    lockupViewModel: {
      contentId: `PL${videoId(world, 'playlist', 1)}`,
      contentType: 'LOCKUP_CONTENT_TYPE_PLAYLIST',
      contentImage: {
        collectionThumbnailViewModel: {
          primaryThumbnail: {
            thumbnailViewModel: {
              image: { sources: [{ url: 'https://i.ytimg.com/vi/test-world/hq720.jpg', width: 720, height: 404 }] },
              overlays: [
                {
                  thumbnailOverlayBadgeViewModel: {
                    thumbnailBadges: [{ thumbnailBadgeViewModel: { text: `${5 + world.number('list', 40)} videos` } }],
                  },
                },
              ],
            },
          },
        },
      },
      metadata: { lockupMetadataViewModel: { title: { content: `${world.words}: the whole course` } } },
    },
  };
}

/** Shorts stand in a shelf of their own and are no part of the list. */
export function shorts(world: World) {
  const contents = [1, 2, 3].map((index) => {
    const id = videoId(world, 'short', 900 + index);
    return {
      shortsLockupViewModel: {
        entityId: `shorts-shelf-item-${id}`,
        onTap: {
          innertubeCommand: { commandMetadata: { webCommandMetadata: { url: `/shorts/${id}` } }, reelWatchEndpoint: { videoId: id } },
        },
        overlayMetadata: { primaryText: { content: `${world.words} in a minute, part ${index}` }, secondaryText: { content: '13K views' } },
      },
    };
  });
  return { gridShelfViewModel: { contents } };
}

export function adSlot(world: World) {
  const target = `https://shop${100 + world.number('ad', 900)}.example/`;
  const navigationEndpoint = {
    urlEndpoint: { url: `https://www.googleadservices.com/pagead/aclk?sa=L&adurl=${encodeURIComponent(target)}` },
  };
  const promotedSparklesWebRenderer = {
    title: { simpleText: `Buy ${world.words} online` },
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
