// Converts the lists of SerpApi's responses to items.
import { type AdvertiserItem, noItems, type OrganicItem, type Publisher, type SerpItems } from '../../contract/items.ts';
import { advertiserItem, channelItem, imageItem, mapItem, newsItem, organicItem, playlistItem, relatedItem, videoItem } from '../items.ts';
import { isObject, type Json, objects, strings } from '../model-json.ts';
import type { SerpQuery } from '../serp.ts';
import { secondsIn } from './duration.ts';
import { imageIn, lineIn, linksIn, ratingIn, titledIn } from './fields.ts';
import { momentIn } from './markup.ts';
import { countIn, numberIn, objectIn, webAddressIn } from './response.ts';
import { readBoxes } from './serpapi-boxes.ts';

const all = <Item>(value: unknown, read: (item: Json) => Item | null): Item[] =>
  objects(value).flatMap((item) => {
    const known = read(item);
    return known === null ? [] : [known];
  });

const BLOCKS: ReadonlySet<unknown> = new Set(['top', 'bottom', 'right', 'middle']);

function organicOf(item: Json): OrganicItem | null {
  const known = titledIn(item, 'link');
  if (!known) return null;
  const sitelinks = objectIn(item.sitelinks);
  const facts = objectIn(objectIn(objectIn(item.rich_snippet).top).detected_extensions);
  return organicItem({
    ...known,
    displayUrl: lineIn(item.displayed_link),
    siteName: lineIn(item.source),
    snippet: lineIn(item.snippet),
    highlighted: strings(item.snippet_highlighted_words),
    date: lineIn(item.date),
    sitelinks: [...linksIn(sitelinks.expanded, 'link'), ...linksIn(sitelinks.inline, 'link'), ...linksIn(sitelinks.list, 'link')],
    images: imageIn(item.thumbnail),
    rating: ratingIn(facts.rating, facts.reviews),
  });
}

function advertiserOf(item: Json): AdvertiserItem | null {
  const known = titledIn(item, 'link');
  if (!known) return null;
  return advertiserItem({
    ...known,
    block: BLOCKS.has(item.block_position) ? (item.block_position as AdvertiserItem['block']) : 'top',
    trackingUrl: webAddressIn(item.tracking_link),
    displayUrl: lineIn(item.displayed_link),
    advertiser: lineIn(item.source),
    description: lineIn(item.description) ?? lineIn(item.snippet),
    sitelinks: linksIn(item.sitelinks, 'link'),
    extensions: strings(item.extensions),
    phone: lineIn(item.phone),
    rating: ratingIn(item.rating, item.reviews),
    images: imageIn(item.thumbnail),
  });
}

function channelOf(value: unknown): Publisher | null {
  const channel = isObject(value) ? value : { name: value };
  const name = lineIn(channel.name);
  return name === null ? null : { id: null, name, url: webAddressIn(channel.link), verified: channel.verified === true };
}

function videoOf(item: Json, source: string | null) {
  const known = titledIn(item, 'link');
  if (!known) return null;
  const duration = lineIn(item.length) ?? lineIn(item.duration);
  return videoItem({
    ...known,
    videoId: lineIn(item.video_id) ?? new URL(known.url).searchParams.get('v'),
    description: lineIn(item.description),
    thumbnail: webAddressIn(objectIn(item.thumbnail).static) ?? webAddressIn(item.thumbnail),
    source: source ?? lineIn(item.platform),
    channel: channelOf(item.channel),
    duration,
    durationSeconds: secondsIn(duration),
    views: countIn(item.views),
    date: lineIn(item.published_date) ?? lineIn(item.date),
    isLive: item.live === true,
    keyMoments: objects(item.key_moments).flatMap((moment) => {
      const [time, title] = [lineIn(moment.time), lineIn(moment.title)];
      return time === null || title === null ? [] : [{ time, title, url: webAddressIn(moment.link) }];
    }),
  });
}

function newsOf(item: Json) {
  const known = titledIn(item, 'link');
  if (!known) return null;
  return newsItem({
    ...known,
    source: lineIn(item.source) ?? lineIn(objectIn(item.source).name),
    snippet: lineIn(item.snippet),
    thumbnail: webAddressIn(item.thumbnail),
    date: lineIn(item.date),
    publishedAt: momentIn(item.iso_date),
    isLive: item.live === true,
  });
}

/** A story with several reports has no URL. Its first report represents it. */
const reportsOf = (value: unknown): Json[] =>
  objects(value).flatMap((item) => (item.link === undefined ? [objectIn(item.highlight), ...objects(item.stories)] : [item]));

function imageOf(item: Json) {
  const url = webAddressIn(item.link) ?? webAddressIn(item.source);
  if (url === null) return null;
  return imageItem({
    url,
    title: lineIn(item.title),
    imageUrl: webAddressIn(item.original),
    thumbnail: webAddressIn(item.thumbnail),
    width: countIn(item.original_width),
    height: countIn(item.original_height),
    source: lineIn(item.source_name) ?? (webAddressIn(item.source) === null ? lineIn(item.source) : null),
  });
}

function placeOf(item: Json) {
  const title = lineIn(item.title);
  if (title === null) return null;
  const { latitude, longitude } = objectIn(item.gps_coordinates);
  const [north, east] = [numberIn(latitude), numberIn(longitude)];
  const id = lineIn(item.place_id);
  return mapItem({
    title,
    // Digits are the id on the map. Other ids are those of the Places API.
    placeId: id === null || /^\d+$/.test(id) ? null : id,
    cid: lineIn(item.data_cid) ?? (id !== null && /^\d+$/.test(id) ? id : null),
    url: webAddressIn(objectIn(item.links).website) ?? webAddressIn(item.website),
    address: lineIn(item.address),
    phone: lineIn(item.phone),
    category: lineIn(item.type),
    rating: ratingIn(item.rating, item.reviews),
    priceLevel: lineIn(item.price),
    coordinates: north === null || east === null ? null : { latitude: north, longitude: east },
    openState: lineIn(item.hours),
    description: lineIn(item.description),
    thumbnail: webAddressIn(item.thumbnail),
    isPaid: item.sponsored === true,
  });
}

function playlistOf(item: Json) {
  const known = titledIn(item, 'link');
  const playlistId = lineIn(item.playlist_id) ?? (known && new URL(known.url).searchParams.get('list'));
  if (!known || !playlistId) return null;
  const videos = linksIn(item.videos, 'link').map(({ title, url }) => ({ title, url, duration: null }));
  const thumbnail = webAddressIn(item.thumbnail);
  return playlistItem({ ...known, playlistId, thumbnail, videoCount: countIn(item.video_count), channel: channelOf(item.channel), videos });
}

function channelResultOf(item: Json) {
  const known = titledIn(item, 'link');
  if (!known) return null;
  return channelItem({
    ...known,
    channelId: /\/channel\/([\w-]{1,64})/.exec(known.url)?.[1] ?? null,
    handle: lineIn(item.handle),
    description: lineIn(item.description),
    thumbnail: webAddressIn(item.thumbnail),
    verified: item.verified === true,
    subscribers: countIn(item.subscribers),
    videoCount: countIn(item.video_count),
  });
}

/** Groups and entries with a picture lead to entities. */
function relatedOf(item: Json) {
  const keyword = lineIn(item.query) ?? lineIn(item.title);
  return keyword === null || item.items !== undefined || item.image !== undefined
    ? null
    : relatedItem({ keyword, url: webAddressIn(item.link) });
}

export function readResults(response: Json, query: SerpQuery): SerpItems {
  const isYoutube = query.engine === 'youtube';
  const places = Array.isArray(response.local_results) ? response.local_results : objectIn(response.local_results).places;
  const advertisedPlaces =
    query.engine === 'googlelocal' ? objects(response.ads_results).map((item) => ({ ...item, sponsored: true })) : [];
  const videos = [...objects(response.inline_videos), ...objects(response.video_results)];
  return {
    ...noItems(),
    ...readBoxes(response, query),
    organic: all(response.organic_results ?? response.web_results, organicOf),
    advertisers: all(response.ads ?? response.ads_results, advertiserOf),
    videos: all(videos, (item) => videoOf(item, isYoutube ? 'YouTube' : null)),
    images: all([...objects(response.images_results), ...objects(response.inline_images)], imageOf),
    maps: all([...advertisedPlaces, ...objects(places)], placeOf),
    news: all([...reportsOf(response.news_results), ...reportsOf(response.top_stories)], newsOf),
    playlist: all(response.playlist_results, playlistOf),
    channel: all(response.channel_results, channelResultOf),
    related: all(response.related_searches ?? response.related_results, relatedOf),
  };
}
