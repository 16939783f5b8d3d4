// Builds items from the view models that replace YouTube's renderers since 2024.
import type { PlaylistItem, Publisher, VideoItem } from '../../../contract/items.ts';
import { playlistItem, videoItem } from '../../items.ts';
import { playlistUrl, shortsUrl, watchUrl } from './items.ts';
import { below, type JsonObject, listBelow, objectBelow, textBelow } from './json.ts';
import { countOf, ORIGIN, pictureOf, secondsOf, targetOf, wordsOf } from './words.ts';

/** A part of the lines below the title, with its target. */
interface Part {
  readonly text: string;
  readonly endpoint: unknown;
}

function partsOf(value: JsonObject): Part[] {
  const rows = listBelow(value, 'metadata', 'lockupMetadataViewModel', 'metadata', 'contentMetadataViewModel', 'metadataRows');
  return rows.flatMap((row) =>
    listBelow(row, 'metadataParts').flatMap((part) => {
      const text = wordsOf(below(part, 'text'));
      return text === null ? [] : [{ text, endpoint: below(part, 'text', 'commandRuns', 0, 'onTap', 'innertubeCommand') }];
    }),
  );
}

function publisherIn(parts: readonly Part[]): Publisher | null {
  for (const { text, endpoint } of parts) {
    const id = textBelow(endpoint, 'browseEndpoint', 'browseId');
    if (id?.startsWith('UC')) return { id, name: text, url: targetOf(endpoint) ?? `${ORIGIN}/channel/${id}`, verified: false };
  }
  return null;
}

/** Returns the picture and its badges: of one video, or of the top one of a stack. */
function imageOf(value: JsonObject): { readonly thumbnail: string | null; readonly badges: readonly string[] } {
  const image =
    objectBelow(value, 'contentImage', 'thumbnailViewModel') ??
    objectBelow(value, 'contentImage', 'collectionThumbnailViewModel', 'primaryThumbnail', 'thumbnailViewModel');
  const badges = listBelow(image, 'overlays').flatMap((overlay) => [
    ...listBelow(overlay, 'thumbnailOverlayBadgeViewModel', 'thumbnailBadges'),
    ...listBelow(overlay, 'thumbnailBottomOverlayViewModel', 'badges'),
  ]);
  return {
    thumbnail: pictureOf(below(image, 'image')),
    badges: badges.flatMap((badge) => wordsOf(below(badge, 'thumbnailBadgeViewModel', 'text')) ?? []),
  };
}

const idAndTitle = (value: JsonObject) => ({
  id: textBelow(value, 'contentId'),
  title: wordsOf(below(value, 'metadata', 'lockupMetadataViewModel', 'title')),
});

export const isVideoLockup = (value: JsonObject): boolean =>
  /_(?:VIDEO|SHORTS?|MOVIE|EPISODE)$/.test(textBelow(value, 'contentType') ?? '');
export const isPlaylistLockup = (value: JsonObject): boolean =>
  /_(?:PLAYLIST|ALBUM|PODCAST|MIX|COURSE)$/.test(textBelow(value, 'contentType') ?? '');

export function lockupVideoOf(value: JsonObject): VideoItem | null {
  const { id, title } = idAndTitle(value);
  if (id === null || title === null) return null;
  const parts = partsOf(value);
  const { thumbnail, badges } = imageOf(value);
  const duration = badges.find((badge) => secondsOf(badge) !== null) ?? null;
  const plain = parts.filter((part) => !part.endpoint).map((part) => part.text);
  const views = plain.find((text) => /\d/.test(text)) ?? null;
  return videoItem({
    videoId: id,
    title,
    url: textBelow(value, 'contentType')?.includes('SHORT') ? shortsUrl(id) : watchUrl(id),
    thumbnail,
    source: 'YouTube',
    channel: publisherIn(parts),
    duration,
    durationSeconds: secondsOf(duration),
    views: countOf(views),
    date: plain.find((text) => text !== views && /\d/.test(text)) ?? null,
  });
}

export function lockupPlaylistOf(value: JsonObject): PlaylistItem | null {
  const { id, title } = idAndTitle(value);
  if (id === null || title === null) return null;
  const { thumbnail, badges } = imageOf(value);
  return playlistItem({
    playlistId: id,
    title,
    url: playlistUrl(id),
    thumbnail,
    videoCount: countOf(badges.find((badge) => /\d/.test(badge)) ?? null),
    channel: publisherIn(partsOf(value)),
  });
}

/** A short in a shelf of shorts. */
export function shortOf(value: JsonObject): VideoItem | null {
  const command = below(value, 'onTap', 'innertubeCommand');
  const id =
    textBelow(command, 'reelWatchEndpoint', 'videoId') ?? /shorts-shelf-item-([\w-]{11})$/.exec(textBelow(value, 'entityId') ?? '')?.[1];
  const title = wordsOf(below(value, 'overlayMetadata', 'primaryText'));
  if (!id || title === null) return null;
  return videoItem({
    videoId: id,
    title,
    url: shortsUrl(id),
    thumbnail: pictureOf(below(value, 'thumbnail')) ?? pictureOf(below(value, 'thumbnailViewModel', 'thumbnailViewModel', 'image')),
    source: 'YouTube',
    views: countOf(wordsOf(below(value, 'overlayMetadata', 'secondaryText'))),
  });
}
