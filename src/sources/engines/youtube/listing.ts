// Sorts the entries of a YouTube page into the arrays of a SERP.
import type { ChannelItem, OrganicItem, PlaylistItem, SerpItems, VideoItem } from '../../../contract/items.ts';
import { noItems } from '../../../contract/items.ts';
import { organicItem } from '../../items.ts';
import { adsOf } from './ads.ts';
import { channelOf, excerptOf, playlistOf, reelOf, videoOf } from './items.ts';
import type { JsonObject } from './json.ts';
import { isPlaylistLockup, isVideoLockup, lockupPlaylistOf, lockupVideoOf, shortOf } from './lockups.ts';
import type { Entry } from './walk.ts';
import { boldIn } from './words.ts';

const asResults = (item: VideoItem | ChannelItem | PlaylistItem, value: JsonObject): OrganicItem => {
  const snippet = 'description' in item ? item.description : null;
  const picture = item.thumbnail;
  return organicItem({
    type: 'videoId' in item ? 'video' : 'organic',
    title: item.title,
    url: item.url,
    siteName: 'YouTube',
    snippet,
    highlighted: snippet ? boldIn(excerptOf(value)) : [],
    date: 'date' in item ? item.date : null,
    images: picture ? [{ url: picture, alt: null, sourceUrl: item.url }] : [],
    rank: item.rank,
  });
};

const PARSERS: Readonly<Record<string, (value: JsonObject) => VideoItem | ChannelItem | PlaylistItem | null>> = {
  channelRenderer: channelOf,
  compactChannelRenderer: channelOf,
  playlistRenderer: playlistOf,
  compactPlaylistRenderer: playlistOf,
  radioRenderer: playlistOf,
  compactRadioRenderer: playlistOf,
  reelItemRenderer: reelOf,
  shortsLockupViewModel: shortOf,
  lockupViewModel: (value) => (isVideoLockup(value) ? lockupVideoOf(value) : isPlaylistLockup(value) ? lockupPlaylistOf(value) : null),
};

/** A short has two URLs but one id. */
const keyOf = (item: VideoItem | ChannelItem | PlaylistItem): string => ('videoId' in item && item.videoId) || item.url;

/** Videos are repeated in `organic`. Without videos, channels or playlists are, so that results can be counted. */
export function itemsOf(entries: readonly Entry[]): SerpItems {
  const items = noItems();
  const listed: { readonly item: VideoItem | ChannelItem | PlaylistItem; readonly value: JsonObject }[] = [];
  const parsed = entries.map(({ kind, value }) => (kind === 'ad' ? null : (PARSERS[kind] ?? videoOf)(value)));
  // A video can be in a shelf and in the list. The list has precedence.
  const inList = new Set(parsed.flatMap((item, index) => (item && !entries[index]!.shelved ? [keyOf(item)] : [])));
  const seen = new Set<string>();
  let rank = 0;
  for (const [index, { kind, value, shelved }] of entries.entries()) {
    if (kind === 'ad') {
      for (const ad of adsOf(value)) items.advertisers.push({ ...ad, rank: ++rank });
      continue;
    }
    const item = parsed[index];
    if (!item || seen.has(keyOf(item)) || (shelved && inList.has(keyOf(item)))) continue;
    seen.add(keyOf(item));
    item.rank = ++rank;
    if ('videoId' in item) items.videos.push(item);
    else if ('playlistId' in item) items.playlist.push(item);
    else items.channel.push(item);
    if (!shelved) listed.push({ item, value });
  }
  const videos = listed.filter(({ item }) => 'videoId' in item);
  items.organic = (videos.length > 0 ? videos : listed).map(({ item, value }) => asResults(item, value));
  return items;
}
