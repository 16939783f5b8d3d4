// Parses DataForSEO's elements of YouTube pages: videos, channels, playlists, paid videos.
import type { Publisher, SerpItems } from '../../contract/items.ts';
import { advertiserItem, channelItem, playlistItem, videoItem } from '../items.ts';
import type { Json } from '../model-json.ts';
import { positionOf, timestampIn } from './dataforseo-parts.ts';
import { lineIn, titledIn } from './fields.ts';
import { countIn, webAddressIn } from './response.ts';

function channelOf(item: Json): Publisher | null {
  const name = lineIn(item.channel_name);
  return name === null ? null : { id: lineIn(item.channel_id), name, url: webAddressIn(item.channel_url), verified: false };
}

function readVideo(item: Json, into: SerpItems): void {
  const known = titledIn(item);
  if (!known) return;
  into.videos.push(
    videoItem({
      ...known,
      ...positionOf(item),
      videoId: lineIn(item.video_id),
      description: lineIn(item.description),
      thumbnail: webAddressIn(item.thumbnail_url),
      source: 'YouTube',
      channel: channelOf(item),
      duration: lineIn(item.duration_time),
      durationSeconds: countIn(item.duration_time_seconds),
      views: countIn(item.views_count),
      date: lineIn(item.publication_date),
      publishedAt: timestampIn(item.timestamp),
      isLive: item.is_live === true,
    }),
  );
}

function readAdvertisedVideo(item: Json, into: SerpItems): void {
  const known = titledIn(item);
  if (!known) return;
  const [advertiser, description] = [lineIn(item.channel_name), lineIn(item.description)];
  into.advertisers.push(advertiserItem({ ...known, ...positionOf(item), type: 'video', advertiser, description }));
}

function readChannel(item: Json, into: SerpItems): void {
  const [title, url] = [lineIn(item.name), webAddressIn(item.url)];
  if (title === null || url === null) return;
  into.channel.push(
    channelItem({
      title,
      url,
      ...positionOf(item),
      channelId: lineIn(item.channel_id),
      handle: /\/(@[^/?#]{1,100})/.exec(url)?.[1] ?? null,
      description: lineIn(item.description),
      thumbnail: webAddressIn(item.logo),
      verified: item.is_verified === true,
      videoCount: countIn(item.video_count),
    }),
  );
}

function readPlaylist(item: Json, into: SerpItems): void {
  const [known, playlistId] = [titledIn(item), lineIn(item.playlist_id)];
  if (!known || playlistId === null) return;
  const thumbnail = webAddressIn(item.thumbnail_url);
  into.playlist.push(
    playlistItem({ ...known, ...positionOf(item), playlistId, thumbnail, videoCount: countIn(item.video_count), channel: channelOf(item) }),
  );
}

export const YOUTUBE_PARSERS: readonly [string, (item: Json, into: SerpItems) => void][] = [
  ['youtube_video', readVideo],
  ['youtube_video_paid', readAdvertisedVideo],
  ['youtube_channel', readChannel],
  ['youtube_playlist', readPlaylist],
];
