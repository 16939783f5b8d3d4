// Converts items of our lists to the items of SerpApi's lists.
import type {
  AdvertiserItem,
  ChannelItem,
  ImageItem,
  Link,
  MapItem,
  NewsItem,
  OrganicItem,
  PlaylistItem,
  Publisher,
  VideoItem,
} from '../../../contract/items.ts';
import { withoutEmpty } from '../search.ts';

const linksOf = (links: readonly Link[]) =>
  links.map(({ title, url, description }) => withoutEmpty({ title, link: url, snippet: description }));

/** Links with a text below them are expanded, others are in one line. */
function sitelinksOf(links: readonly Link[]): object | null {
  if (links.length === 0) return null;
  return links.some(({ description }) => description !== null) ? { expanded: linksOf(links) } : { inline: linksOf(links) };
}

function extensionsOf({ rating, price }: Pick<OrganicItem, 'rating' | 'price'>): object | null {
  if (!rating && !price) return null;
  const detected_extensions = withoutEmpty({
    rating: rating?.value,
    reviews: rating?.votes,
    price: price?.current,
    currency: price?.currency,
  });
  return { top: withoutEmpty({ detected_extensions, extensions: price ? [price.displayed] : [] }) };
}

export const organicOf = (item: OrganicItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title,
    link: item.url,
    displayed_link: item.displayUrl,
    source: item.siteName,
    snippet: item.snippet,
    snippet_highlighted_words: item.highlighted,
    date: item.date,
    thumbnail: item.images[0]?.url,
    sitelinks: sitelinksOf(item.sitelinks),
    rich_snippet: extensionsOf(item),
  });

export const adOf = (item: AdvertiserItem) =>
  withoutEmpty({
    position: item.position,
    block_position: item.block,
    title: item.title,
    link: item.url,
    tracking_link: item.trackingUrl,
    displayed_link: item.displayUrl,
    source: item.advertiser,
    description: item.description,
    sitelinks: linksOf(item.sitelinks),
    extensions: item.extensions,
    phone: item.phone,
    rating: item.rating?.value,
    reviews: item.rating?.votes,
    price: item.price?.displayed,
    thumbnail: item.images[0]?.url,
  });

/** The provider writes `11/17/2026, 06:41 AM, +0000 UTC`. */
export function longDateOf(iso: string): string | null {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = time.getUTCHours();
  const day = `${two(time.getUTCMonth() + 1)}/${two(time.getUTCDate())}/${time.getUTCFullYear()}`;
  return `${day}, ${two(hours % 12 || 12)}:${two(time.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}, +0000 UTC`;
}

/** News on the result page and in the news tab. The source is a text. */
export const storyOf = (item: NewsItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title,
    link: item.url,
    source: item.source ?? item.domain,
    date: item.date,
    iso_date: item.publishedAt,
    snippet: item.snippet,
    thumbnail: item.thumbnail,
    live: item.isLive ? true : null,
  });

/** News of Google News. The source is an object. */
export const reportOf = (item: NewsItem) => ({
  ...storyOf(item),
  source: { name: item.source ?? item.domain },
  ...(item.publishedAt === null ? {} : withoutEmpty({ date: item.date ?? longDateOf(item.publishedAt) })),
});

export const imageOf = (item: ImageItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title ?? item.alt,
    link: item.url,
    source: item.source ?? item.domain,
    thumbnail: item.thumbnail,
    original: item.imageUrl,
    original_width: item.width,
    original_height: item.height,
  });

/** A video among results or in Google's video tab. */
export const inlineVideoOf = (item: VideoItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title,
    link: item.url,
    thumbnail: item.thumbnail,
    channel: item.channel?.name,
    duration: item.duration,
    platform: item.source,
    date: item.date,
    snippet: item.description,
    live: item.isLive ? true : null,
    key_moments: item.keyMoments.map(({ time, title, url }) => withoutEmpty({ time, title, link: url })),
  });

const channelOf = (channel: Publisher | null) =>
  channel ? withoutEmpty({ name: channel.name, link: channel.url, verified: channel.verified ? true : null }) : null;

export const videoOf = (item: VideoItem) =>
  withoutEmpty({
    position_on_page: item.position,
    title: item.title,
    link: item.url,
    video_id: item.videoId,
    channel: channelOf(item.channel),
    published_date: item.date,
    views: item.views,
    length: item.duration,
    description: item.description,
    thumbnail: item.thumbnail ? { static: item.thumbnail } : null,
    live: item.isLive ? true : null,
    key_moments: item.keyMoments.map(({ time, title, url }) => withoutEmpty({ time, title, link: url })),
  });

export const channelResultOf = (item: ChannelItem) =>
  withoutEmpty({
    position_on_page: item.position,
    title: item.title,
    link: item.url,
    verified: item.verified ? true : null,
    handle: item.handle,
    subscribers: item.subscribers,
    video_count: item.videoCount,
    description: item.description,
    thumbnail: item.thumbnail,
  });

export const playlistOf = (item: PlaylistItem) =>
  withoutEmpty({
    position_on_page: item.position,
    title: item.title,
    link: item.url,
    playlist_id: item.playlistId,
    channel: channelOf(item.channel),
    video_count: item.videoCount,
    videos: item.videos.map(({ title, url, duration }) => withoutEmpty({ title, link: url, length: duration })),
    thumbnail: item.thumbnail,
  });

/** `place_id` is the id on the map, except in Google Maps, where it is that of the Places API. */
export const placeOf =
  (isMaps: boolean) =>
  (item: MapItem): Record<string, unknown> =>
    withoutEmpty({
      position: item.position,
      title: item.title,
      place_id: isMaps ? (item.placeId ?? item.cid) : (item.cid ?? item.placeId),
      data_cid: isMaps ? item.cid : null,
      rating: item.rating?.value,
      reviews: item.rating?.votes,
      price: item.priceLevel,
      type: item.category,
      types: item.categories,
      address: item.address,
      phone: item.phone,
      hours: item.openState,
      open_state: isMaps ? item.openState : null,
      description: item.description,
      thumbnail: item.thumbnail,
      gps_coordinates: item.coordinates,
      links: item.url && !isMaps ? { website: item.url } : null,
      website: isMaps ? item.url : null,
      sponsored: item.isPaid ? true : null,
    });
