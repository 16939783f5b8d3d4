// Converts elements of DataForSEO's pages to items, sorted into the arrays by type.
import { type AdvertiserItem, type Image, noItems, type Price, type Rating, type SerpItems } from '../../contract/items.ts';
import { advertiserItem, imageItem, mapItem, newsItem, organicItem, videoItem } from '../items.ts';
import { isObject, type Json, objects, strings } from '../model-json.ts';
import type { SerpQuery } from '../serp.ts';
import { BOX_PARSERS } from './dataforseo-boxes.ts';
import { positionOf, ratingOf, timestampIn } from './dataforseo-parts.ts';
import { YOUTUBE_PARSERS } from './dataforseo-youtube.ts';
import { lineIn, linksIn, titledIn } from './fields.ts';
import { countIn, numberIn, objectIn, webAddressIn } from './response.ts';

export type ItemParser = (item: Json, into: SerpItems, query: SerpQuery) => void;

const imagesOf = (value: unknown): Image[] =>
  objects(value).flatMap((image) => {
    const url = webAddressIn(image.image_url);
    return url === null ? [] : [{ url, alt: lineIn(image.alt), sourceUrl: webAddressIn(image.url) }];
  });

function priceOf(value: unknown): Price | null {
  if (!isObject(value)) return null;
  const [current, currency] = [numberIn(value.current), lineIn(value.currency)];
  const displayed = lineIn(value.displayed_price) ?? (current === null ? null : `${current}${currency === null ? '' : ` ${currency}`}`);
  return displayed === null ? null : { current, currency, displayed };
}

const readOrganic: ItemParser = (item, into) => {
  const known = titledIn(item);
  if (!known) return;
  const faq = objects(objectIn(item.faq).items).flatMap((entry) => {
    const [question, answer] = [lineIn(entry.title), lineIn(entry.description)];
    return question === null || answer === null ? [] : [{ question, answer }];
  });
  into.organic.push(
    organicItem({
      ...known,
      ...positionOf(item),
      displayUrl: lineIn(item.breadcrumb),
      siteName: lineIn(item.website_name),
      snippet: lineIn(item.description),
      highlighted: strings(item.highlighted),
      date: lineIn(item.pre_snippet),
      publishedAt: timestampIn(item.timestamp),
      sitelinks: linksIn(item.links),
      images: imagesOf(item.images),
      rating: ratingOf(item.rating),
      price: priceOf(item.price),
      isFeatured: item.is_featured_snippet === true,
      isAmp: item.amp_version === true,
      faq,
    }),
  );
};

/** Ads are above or below the results of their page. */
function blockOf(item: Json, into: SerpItems): AdvertiserItem['block'] {
  if (item.position === 'right') return 'right';
  const page = countIn(item.page) ?? 1;
  return into.organic.some((result) => result.page === page) ? 'bottom' : 'top';
}

const readPaid: ItemParser = (item, into) => {
  const known = titledIn(item);
  if (!known) return;
  into.advertisers.push(
    advertiserItem({
      ...known,
      ...positionOf(item),
      block: blockOf(item, into),
      displayUrl: lineIn(item.breadcrumb),
      advertiser: lineIn(item.website_name),
      description: lineIn(item.description),
      descriptionRows: strings(item.description_rows),
      sitelinks: linksIn(item.links),
      rating: ratingOf(item.rating),
      price: priceOf(item.price),
      images: imagesOf(item.images),
    }),
  );
};

/** A local pack has fewer fields than the map. Missing ones stay null. */
const readPlace: ItemParser = (item, into) => {
  const title = lineIn(item.title);
  if (title === null) return;
  const [latitude, longitude] = [numberIn(item.latitude), numberIn(item.longitude)];
  const address = item.address_info;
  into.maps.push(
    mapItem({
      title,
      ...positionOf(item),
      placeId: lineIn(item.place_id),
      cid: lineIn(item.cid),
      url: webAddressIn(item.url),
      address: lineIn(item.address),
      addressInfo: isObject(address)
        ? {
            street: lineIn(address.address),
            borough: lineIn(address.borough),
            city: lineIn(address.city),
            region: lineIn(address.region),
            zip: lineIn(address.zip),
            countryCode: lineIn(address.country_code),
          }
        : null,
      phone: lineIn(item.phone),
      category: lineIn(item.category),
      categories: strings(item.additional_categories),
      rating: ratingOf(item.rating) as Rating | null,
      priceLevel: lineIn(item.price_level),
      coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
      openState: lineIn(objectIn(item.work_hours).current_status),
      description: lineIn(item.description) ?? lineIn(item.snippet),
      thumbnail: webAddressIn(item.main_image),
      isPaid: item.is_paid === true || item.type === 'maps_paid_item',
      isClaimed: typeof item.is_claimed === 'boolean' ? item.is_claimed : null,
    }),
  );
};

/** A separate news item, or an element of a top stories box. */
const readReport: ItemParser = (item, into) => {
  const known = titledIn(item);
  if (!known) return;
  into.news.push(
    newsItem({
      ...known,
      ...positionOf(item),
      source: lineIn(item.source) ?? lineIn(item.domain),
      snippet: lineIn(item.snippet),
      thumbnail: webAddressIn(item.image_url),
      date: lineIn(item.time_published) ?? lineIn(item.date),
      publishedAt: timestampIn(item.timestamp),
      isAmp: item.amp_version === true,
    }),
  );
};

const readImage: ItemParser = (item, into) => {
  const url = webAddressIn(item.url);
  if (url === null) return;
  into.images.push(
    imageItem({
      url,
      ...positionOf(item),
      title: lineIn(item.title),
      alt: lineIn(item.alt),
      imageUrl: webAddressIn(item.source_url) ?? webAddressIn(item.image_url),
      thumbnail: webAddressIn(item.encoded_url),
      source: lineIn(item.subtitle),
    }),
  );
};

const readVideo: ItemParser = (item, into) => {
  const known = titledIn(item);
  if (known)
    into.videos.push(videoItem({ ...known, ...positionOf(item), source: lineIn(item.source), publishedAt: timestampIn(item.timestamp) }));
};

/** The elements of a box have the position of the box. */
const eachOf =
  (read: ItemParser): ItemParser =>
  (box, into, query) => {
    for (const item of objects(box.items)) read({ ...item, rank_absolute: box.rank_absolute, page: box.page }, into, query);
  };

const PARSERS: ReadonlyMap<unknown, ItemParser> = new Map<unknown, ItemParser>([
  ['organic', readOrganic],
  ['paid', readPaid],
  ['local_pack', readPlace],
  ['maps_search', readPlace],
  ['maps_paid_item', readPlace],
  ['news_search', readReport],
  ['top_stories', eachOf(readReport)],
  ['images_search', readImage],
  ['images', eachOf(readImage)],
  ['video', eachOf(readVideo)],
  ...BOX_PARSERS,
  ...YOUTUBE_PARSERS,
]);

/** Types without an array are ignored. */
export function readItems(elements: readonly Json[], query: SerpQuery): SerpItems {
  const into = noItems();
  for (const element of elements) PARSERS.get(element.type)?.(element, into, query);
  return into;
}
