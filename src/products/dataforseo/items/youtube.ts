// Videos, channels and playlists of YouTube as DataForSEO's elements.
import type { AdvertiserItem, ChannelItem, PlaylistItem, VideoItem } from '../../../contract/items.ts';
import { type Element, elementOf, textsOf, timestampOf } from './parts.ts';

const BLOCK = { block_rank: 1, block_name: null };
const isShort = (url: string): boolean => /\/shorts\//.test(url);

export const videoOf = (item: VideoItem): Element =>
  elementOf('youtube_video', item, {
    ...BLOCK,
    title: item.title,
    url: item.url,
    video_id: item.videoId,
    thumbnail_url: item.thumbnail,
    channel_id: item.channel?.id ?? null,
    channel_name: item.channel?.name ?? null,
    channel_url: item.channel?.url ?? null,
    channel_logo: null,
    description: item.description,
    highlighted: null,
    badges: item.isLive ? ['LIVE'] : null,
    is_live: item.isLive,
    is_shorts: isShort(item.url),
    is_movie: false,
    views_count: item.views,
    publication_date: item.date,
    timestamp: timestampOf(item.publishedAt),
    duration_time: item.duration,
    duration_time_seconds: item.durationSeconds,
  });

export const paidVideoOf = (item: AdvertiserItem): Element =>
  elementOf('youtube_video_paid', item, {
    ...BLOCK,
    title: item.title,
    url: item.url,
    thumbnail_url: item.images[0]?.url ?? null,
    channel_name: item.advertiser,
    description: item.description,
  });

export const channelOf = (item: ChannelItem): Element =>
  elementOf('youtube_channel', item, {
    ...BLOCK,
    channel_id: item.channelId,
    name: item.title,
    url: item.url,
    logo: item.thumbnail,
    video_count: item.videoCount,
    is_verified: item.verified,
    description: item.description,
    subscribers_count: item.subscribers,
  });

/** The provider's documents name the number of videos in two ways, so both are written. */
export const playlistOf = (item: PlaylistItem): Element =>
  elementOf('youtube_playlist', item, {
    ...BLOCK,
    playlist_id: item.playlistId,
    title: item.title,
    url: item.url,
    thumbnail_url: item.thumbnail,
    channel_id: item.channel?.id ?? null,
    channel_name: item.channel?.name ?? null,
    channel_url: item.channel?.url ?? null,
    videos_count: item.videoCount,
    video_count: item.videoCount,
    preview_videos: textsOf(item.videos.map(({ title }) => title)),
  });
