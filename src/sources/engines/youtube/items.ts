// Makes items of YouTube's classic renderers: videos, shorts, channels, playlists.
import type { ChannelItem, PlaylistItem, Publisher, VideoItem } from '../../../contract/items.ts';
import { channelItem, orNull, playlistItem, videoItem } from '../../items.ts';
import { type Bag, bagBelow, below, listBelow, textBelow } from './data.ts';
import { countOf, ORIGIN, pictureOf, secondsOf, targetOf, wordsOf } from './words.ts';

export const watchUrl = (videoId: string): string => `${ORIGIN}/watch?v=${videoId}`;
export const shortsUrl = (videoId: string): string => `${ORIGIN}/shorts/${videoId}`;
export const playlistUrl = (playlistId: string): string => `${ORIGIN}/playlist?list=${playlistId}`;

const hasBadge = (badges: readonly unknown[], style: RegExp): boolean =>
  badges.some((badge) => style.test(textBelow(badge, 'metadataBadgeRenderer', 'style') ?? ''));

/** Who published it, by the line under the title. */
export function publisherOf(value: Bag): Publisher | null {
  for (const line of ['ownerText', 'longBylineText', 'shortBylineText']) {
    const run = below(value, line, 'runs', 0);
    const name = wordsOf(below(run, 'text'));
    if (name === null) continue;
    const id = textBelow(run, 'navigationEndpoint', 'browseEndpoint', 'browseId');
    return {
      id,
      name,
      url: targetOf(below(run, 'navigationEndpoint')) ?? (id ? `${ORIGIN}/channel/${id}` : null),
      verified: hasBadge(listBelow(value, 'ownerBadges'), /VERIFIED/),
    };
  }
  return null;
}

/** The times that are laid over a thumbnail; the same place says `LIVE`. */
function overlaysOf(value: Bag): { readonly time: string | null; readonly live: boolean } {
  for (const overlay of listBelow(value, 'thumbnailOverlays')) {
    const status = bagBelow(overlay, 'thumbnailOverlayTimeStatusRenderer');
    if (status) return { time: wordsOf(below(status, 'text')), live: textBelow(status, 'style') === 'LIVE' };
  }
  return { time: null, live: false };
}

/** Some of the description, around the words that were asked for. */
export function excerptOf(value: Bag): unknown {
  return (
    below(value, 'detailedMetadataSnippets', 0, 'snippetText') ?? below(value, 'descriptionSnippet') ?? below(value, 'descriptionText')
  );
}

export function videoOf(value: Bag): VideoItem | null {
  const videoId = textBelow(value, 'videoId');
  const title = wordsOf(below(value, 'title')) ?? wordsOf(below(value, 'headline'));
  if (videoId === null || title === null) return null;
  const { time, live } = overlaysOf(value);
  const shown = wordsOf(below(value, 'lengthText')) ?? time;
  const duration = shown !== null && /\d:\d\d/.test(shown) ? shown : null;
  return videoItem({
    videoId,
    title,
    // A short in the list of results also leads to /shorts/; one video keeps one address, so that ranks can be followed.
    url: watchUrl(videoId),
    description: wordsOf(excerptOf(value)),
    thumbnail: pictureOf(below(value, 'thumbnail')),
    source: 'YouTube',
    channel: publisherOf(value),
    duration,
    durationSeconds: secondsOf(duration),
    views: countOf(wordsOf(below(value, 'viewCountText')) ?? wordsOf(below(value, 'shortViewCountText'))),
    date: wordsOf(below(value, 'publishedTimeText')),
    isLive: live || hasBadge(listBelow(value, 'badges'), /LIVE_NOW/),
  });
}

/** A short in a shelf of shorts, as it was before 2025. */
export function reelOf(value: Bag): VideoItem | null {
  const video = videoOf(value);
  return video?.videoId ? { ...video, url: shortsUrl(video.videoId) } : null;
}

export function channelOf(value: Bag): ChannelItem | null {
  const channelId = textBelow(value, 'channelId');
  const title = wordsOf(below(value, 'title')) ?? wordsOf(below(value, 'displayName'));
  if (title === null) return null;
  // Since 2022 YouTube puts the handle where the subscribers were, and the subscribers where the videos were.
  const counts = [wordsOf(below(value, 'subscriberCountText')), wordsOf(below(value, 'videoCountText'))];
  const moved = counts[0]?.startsWith('@') ?? false;
  const path = textBelow(value, 'navigationEndpoint', 'browseEndpoint', 'canonicalBaseUrl');
  const url = channelId ? `${ORIGIN}/channel/${channelId}` : targetOf(below(value, 'navigationEndpoint'));
  if (url === null) return null;
  return channelItem({
    channelId,
    title,
    url,
    handle: moved ? (counts[0] ?? null) : path?.startsWith('/@') ? orNull(path.slice(1)) : null,
    description: wordsOf(below(value, 'descriptionSnippet')),
    thumbnail: pictureOf(below(value, 'thumbnail')),
    verified: hasBadge(listBelow(value, 'ownerBadges'), /VERIFIED/),
    subscribers: countOf((moved ? counts[1] : counts[0]) ?? null),
    videoCount: moved ? null : countOf(counts[1] ?? null),
  });
}

/** A playlist, or a mix that YouTube made. */
export function playlistOf(value: Bag): PlaylistItem | null {
  const playlistId = textBelow(value, 'playlistId');
  const title = wordsOf(below(value, 'title'));
  if (playlistId === null || title === null) return null;
  const videos = listBelow(value, 'videos').flatMap((part) => {
    const video = bagBelow(part, 'childVideoRenderer');
    const id = textBelow(video, 'videoId');
    const name = wordsOf(below(video, 'title'));
    return id && name ? [{ title: name, url: watchUrl(id), duration: wordsOf(below(video, 'lengthText')) }] : [];
  });
  const count = textBelow(value, 'videoCount') ?? wordsOf(below(value, 'videoCountText')) ?? wordsOf(below(value, 'videoCountShortText'));
  return playlistItem({
    playlistId,
    title,
    url: playlistUrl(playlistId),
    thumbnail: pictureOf(below(value, 'thumbnails', 0)) ?? pictureOf(below(value, 'thumbnail')),
    videoCount: countOf(count),
    channel: publisherOf(value),
    videos,
  });
}
