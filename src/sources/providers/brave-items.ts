// Converts the blocks of a Brave response to items, ranked in Brave's order.
import type { ItemPosition, MapItem, NewsItem, OrganicItem, VideoItem } from '../../contract/items.ts';
import { mapItem, newsItem, organicItem, videoItem } from '../items.ts';
import { type Json, objects, strings, text } from '../model-json.ts';
import { secondsIn } from './duration.ts';
import { boldIn, momentIn, plainIn } from './markup.ts';
import { countIn, numberIn, objectIn, webAddressIn } from './response.ts';

const pictureOf = (result: Json): string | null =>
  webAddressIn(objectIn(result.thumbnail).original) ?? webAddressIn(objectIn(result.thumbnail).src);
const siteOf = (result: Json): string | null => plainIn(objectIn(result.profile).name) ?? plainIn(objectIn(result.profile).long_name);
const shownUrlOf = ({ meta_url }: Json): string | null => {
  const { hostname, path } = objectIn(meta_url);
  return text(hostname) && `${text(hostname)}${text(path) === null ? '' : ` ${text(path)}`}`;
};
const listIn = (response: Json, block: string): Json[] => objects(objectIn(response[block]).results);

function organicOf(result: Json): OrganicItem | null {
  const [url, title] = [webAddressIn(result.url), plainIn(result.title)];
  if (!url || !title) return null;
  const picture = pictureOf(result);
  return organicItem({
    title,
    url,
    displayUrl: shownUrlOf(result),
    siteName: siteOf(result),
    snippet: plainIn(result.description),
    highlighted: boldIn(result.description),
    date: plainIn(result.age),
    publishedAt: momentIn(result.page_age),
    images: picture ? [{ url: picture, alt: null, sourceUrl: url }] : [],
    sitelinks: objects(objectIn(result.deep_results).buttons).flatMap((button) => {
      const [link, name] = [webAddressIn(button.url), plainIn(button.title)];
      return link && name ? [{ title: name, url: link, description: null }] : [];
    }),
  });
}

function newsOf(result: Json): NewsItem | null {
  const [url, title] = [webAddressIn(result.url), plainIn(result.title)];
  if (!url || !title) return null;
  return newsItem({
    title,
    url,
    source: plainIn(result.source) ?? siteOf(result) ?? text(objectIn(result.meta_url).hostname),
    snippet: plainIn(result.description),
    thumbnail: pictureOf(result),
    date: plainIn(result.age),
    publishedAt: momentIn(result.page_age),
    isLive: result.is_live === true,
  });
}

function videoOf(result: Json): VideoItem | null {
  const [url, title] = [webAddressIn(result.url), plainIn(result.title)];
  if (!url || !title) return null;
  const video = objectIn(result.video);
  const author = objectIn(video.author);
  const channel = plainIn(author.name) ?? plainIn(video.creator);
  const duration = text(video.duration);
  return videoItem({
    title,
    url,
    description: plainIn(result.description),
    thumbnail: webAddressIn(objectIn(video.thumbnail).original) ?? pictureOf(result),
    source: plainIn(video.publisher),
    channel: channel === null ? null : { id: null, name: channel, url: webAddressIn(author.url), verified: false },
    duration,
    durationSeconds: secondsIn(duration),
    views: countIn(video.views),
    date: plainIn(result.age),
    publishedAt: momentIn(result.page_age),
    isLive: result.is_live === true,
  });
}

function placeOf(result: Json): MapItem | null {
  const title = plainIn(result.title);
  if (!title) return null;
  const address = objectIn(result.postal_address);
  const [latitude, longitude] = Array.isArray(result.coordinates) ? result.coordinates.map(numberIn) : [];
  const rating = objectIn(result.rating);
  const value = numberIn(rating.ratingValue);
  const categories = strings(result.categories);
  return mapItem({
    title,
    url: webAddressIn(result.url),
    address: plainIn(address.displayAddress),
    addressInfo: {
      street: plainIn(address.streetAddress),
      borough: null,
      city: plainIn(address.addressLocality),
      region: plainIn(address.addressRegion),
      zip: plainIn(address.postalCode),
      countryCode: plainIn(address.country),
    },
    phone: plainIn(objectIn(result.contact).telephone),
    category: categories[0] ?? null,
    categories,
    rating: value === null ? null : { value, max: numberIn(rating.bestRating) ?? 5, votes: countIn(rating.reviewCount) },
    priceLevel: plainIn(result.price_range),
    coordinates: latitude != null && longitude != null ? { latitude, longitude } : null,
    description: plainIn(result.description),
    thumbnail: pictureOf(result),
  });
}

/** Returns every block, each item with its rank. `mixed` lists blocks and single results in page order. */
export function itemsOf(response: Json) {
  const blocks = {
    web: listIn(response, 'web').map(organicOf),
    news: listIn(response, 'news').map(newsOf),
    videos: listIn(response, 'videos').map(videoOf),
    locations: listIn(response, 'locations').map(placeOf),
  };
  let rank = 0;
  const place = (item: ItemPosition | null | undefined) => {
    if (item && item.rank === null) item.rank = ++rank;
  };
  for (const reference of objects(objectIn(response.mixed).main)) {
    const block = blocks[reference.type as keyof typeof blocks];
    if (!block) continue;
    if (reference.all === true) for (const item of block) place(item);
    else place(block[countIn(reference.index) ?? -1]);
  }
  const known = <Item>(items: readonly (Item | null)[]): Item[] => items.filter((item) => item !== null);
  return { organic: known(blocks.web), news: known(blocks.news), videos: known(blocks.videos), maps: known(blocks.locations) };
}
