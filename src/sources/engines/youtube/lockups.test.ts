// Checks that YouTube's newer view models produce the same items as its renderers.
import { describe, expect, it } from 'vitest';
import { isPlaylistLockup, isVideoLockup, lockupPlaylistOf, lockupVideoOf, shortOf } from './lockups.ts';

const image = (badge: string) => ({
  thumbnailViewModel: {
    image: { sources: [{ url: 'https://i.example/1.jpg' }] },
    overlays: [{ thumbnailBottomOverlayViewModel: { badges: [{ thumbnailBadgeViewModel: { text: badge } }] } }],
  },
});
const channel = { browseEndpoint: { browseId: 'UC1' }, commandMetadata: { webCommandMetadata: { url: '/@leaf' } } };
const described = (title: string, ...plain: string[]) => ({
  lockupMetadataViewModel: {
    title: { content: title },
    metadata: {
      contentMetadataViewModel: {
        metadataRows: [
          { metadataParts: [{ text: { content: 'Leaf', commandRuns: [{ onTap: { innertubeCommand: channel } }] } }] },
          { metadataParts: plain.map((content) => ({ text: { content } })) },
        ],
      },
    },
  },
});

describe('a lockup', () => {
  it('of a video has its length, views and channel', () => {
    const value = {
      contentId: 'aaaaaaaaaaa',
      contentType: 'LOCKUP_CONTENT_TYPE_VIDEO',
      contentImage: image('9:52'),
      metadata: described('How to brew', '1.2M views', '3 years ago'),
    };
    expect(isVideoLockup(value)).toBe(true);
    expect(lockupVideoOf(value)).toMatchObject({
      videoId: 'aaaaaaaaaaa',
      title: 'How to brew',
      url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      thumbnail: 'https://i.example/1.jpg',
      channel: { id: 'UC1', name: 'Leaf', url: 'https://www.youtube.com/@leaf' },
      durationSeconds: 592,
      views: 1_200_000,
      date: '3 years ago',
    });
  });

  it('of a playlist has the number of its videos', () => {
    const value = {
      contentId: 'PL1',
      contentType: 'LOCKUP_CONTENT_TYPE_PLAYLIST',
      contentImage: { collectionThumbnailViewModel: { primaryThumbnail: image('24 videos') } },
      metadata: described('The whole course'),
    };
    expect(isPlaylistLockup(value)).toBe(true);
    expect(lockupPlaylistOf(value)).toMatchObject({ playlistId: 'PL1', videoCount: 24, channel: { name: 'Leaf' } });
  });

  it('without a title is not an item', () => {
    expect(lockupVideoOf({ contentId: 'aaaaaaaaaaa' })).toBeNull();
    expect(lockupPlaylistOf({ contentId: 'PL1' })).toBeNull();
    expect(shortOf({ entityId: 'shorts-shelf-item-aaaaaaaaaaa' })).toBeNull();
  });
});

describe('a short', () => {
  it('has the id of its entity name when its command has none', () => {
    const overlayMetadata = { primaryText: { content: 'Tea in a minute' }, secondaryText: { content: '136K views' } };
    expect(shortOf({ entityId: 'shorts-shelf-item-aaaaaaaaaaa', overlayMetadata })).toMatchObject({
      url: 'https://www.youtube.com/shorts/aaaaaaaaaaa',
      views: 136_000,
    });
  });
});
