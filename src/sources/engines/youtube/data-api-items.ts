// Converts the items of YouTube's Data API: videos, channels and playlists, also as results.
import type { ChannelItem, OrganicItem, PlaylistItem, Publisher, SerpItems, VideoItem } from '../../../contract/items.ts';
import { channelItem, organicItem, playlistItem, videoItem } from '../../items.ts';
import { type Json, text } from '../../model-json.ts';
import { isoSeconds, shownDuration } from '../../providers/duration.ts';
import { momentIn, plainIn } from '../../providers/markup.ts';
import { countIn, objectIn, webAddressIn } from '../../providers/response.ts';
import type { SerpPage } from '../../serp.ts';

const HOME = 'https://www.youtube.com';
const SIZES = ['maxres', 'standard', 'high', 'medium', 'default'];

function thumbnailOf(snippet: Json): string | null {
  const pictures = objectIn(snippet.thumbnails);
  for (const size of SIZES) {
    const url = webAddressIn(objectIn(pictures[size]).url);
    if (url) return url;
  }
  return null;
}

function publisherOf(snippet: Json): Publisher | null {
  const [id, name] = [text(snippet.channelId), plainIn(snippet.channelTitle)];
  return name === null ? null : { id, name, url: id && `${HOME}/channel/${encodeURIComponent(id)}`, verified: false };
}

type Listed = VideoItem | ChannelItem | PlaylistItem;

function listedOf(entry: Json, rank: number): Listed | null {
  const [id, snippet] = [objectIn(entry.id), objectIn(entry.snippet)];
  // Titles in the search are escaped for HTML.
  const title = plainIn(snippet.title);
  if (!title) return null;
  const [description, thumbnail] = [plainIn(snippet.description), thumbnailOf(snippet)];
  const [videoId, channelId, playlistId] = [text(id.videoId), text(id.channelId), text(id.playlistId)];
  if (videoId) {
    return videoItem({
      videoId,
      title,
      url: `${HOME}/watch?v=${encodeURIComponent(videoId)}`,
      description,
      thumbnail,
      source: 'YouTube',
      channel: publisherOf(snippet),
      date: text(snippet.publishedAt),
      publishedAt: momentIn(snippet.publishedAt),
      isLive: snippet.liveBroadcastContent === 'live',
      rank,
    });
  }
  if (channelId) {
    return channelItem({ channelId, title, url: `${HOME}/channel/${encodeURIComponent(channelId)}`, description, thumbnail, rank });
  }
  if (!playlistId) return null;
  const url = `${HOME}/playlist?list=${encodeURIComponent(playlistId)}`;
  return playlistItem({ playlistId, title, url, thumbnail, channel: publisherOf(snippet), rank });
}

const asResults = (item: Listed): OrganicItem =>
  organicItem({
    type: 'videoId' in item ? 'video' : 'organic',
    title: item.title,
    url: item.url,
    siteName: 'YouTube',
    snippet: 'description' in item ? item.description : null,
    date: 'date' in item ? item.date : null,
    publishedAt: 'publishedAt' in item ? item.publishedAt : null,
    images: item.thumbnail ? [{ url: item.thumbnail, alt: null, sourceUrl: item.url }] : [],
    rank: item.rank,
  });

/**
 * As on the page, videos are the results. Without videos, channels and playlists are, so that results can be counted.
 */
export function itemsOf(entries: readonly Json[]): Pick<SerpItems, 'organic' | 'videos' | 'channel' | 'playlist'> {
  const listed = entries.flatMap((entry, index) => listedOf(entry, index + 1) ?? []);
  const videos = listed.filter((item): item is VideoItem => 'videoId' in item);
  return {
    videos,
    channel: listed.filter((item): item is ChannelItem => 'channelId' in item),
    playlist: listed.filter((item): item is PlaylistItem => 'playlistId' in item),
    organic: (videos.length > 0 ? videos : listed).map(asResults),
  };
}

/** Returns the page with durations and views. Live streams have no duration yet and report `P0D`. */
export function withDetails(found: SerpPage, details: readonly Json[]): SerpPage {
  const known = new Map(details.map((entry) => [text(entry.id), entry]));
  const videos = found.videos.map((video) => {
    const entry = known.get(video.videoId);
    if (!entry) return video;
    const seconds = isoSeconds(objectIn(entry.contentDetails).duration) || null;
    return {
      ...video,
      durationSeconds: seconds,
      duration: seconds === null ? null : shownDuration(seconds),
      views: countIn(objectIn(entry.statistics).viewCount),
    };
  });
  return { ...found, videos };
}
