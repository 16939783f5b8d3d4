// Parses the places in the JSON of Naver's list of places and of its search page.
import type { MapItem, Rating } from '../../../contract/items.ts';
import { mapItem } from '../../items.ts';
import { readHtml, textOf } from '../../page/html.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { type Fields, isFields, jsonBehind } from './json.ts';

export interface PlaceList {
  readonly places: readonly MapItem[];
  /** Number of places that Naver reports for the query, or null if unknown. */
  readonly total: number | null;
}

const PLACE_PAGE = 'https://map.naver.com/p/entry/place/';

/** Names have the words of the query in bold. */
const wordsIn = (value: unknown): string | null =>
  typeof value === 'string' ? orNull(/[<&]/.test(value) ? textOf(readHtml(value)) : fold(value)) : null;

const numberIn = (value: unknown): number | null => {
  const text = typeof value === 'string' ? value.replaceAll(',', '') : value;
  const number = typeof text === 'number' || (typeof text === 'string' && text.trim() !== '') ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

function ratingOf(place: Fields): Rating | null {
  const value = numberIn(place.visitorReviewScore) ?? numberIn(place.visitorReviewsScore);
  if (value === null || value <= 0) return null;
  return { value, max: 5, votes: numberIn(place.visitorReviewCount) ?? numberIn(place.visitorReviewsTotal) };
}

function openStateOf(place: Fields): string | null {
  const hours = isFields(place.newBusinessHours) ? place.newBusinessHours : isFields(place.businessStatus) ? place.businessStatus : {};
  return wordsIn(hours.status) ?? wordsIn(hours.description);
}

function placeOf(place: Fields): MapItem | null {
  const id = typeof place.id === 'number' ? String(place.id) : wordsIn(place.id);
  const title = wordsIn(place.name);
  if (!id || !/^[\w-]{1,40}$/.test(id) || !title) return null;
  const [longitude, latitude] = [numberIn(place.x), numberIn(place.y)];
  const category = wordsIn(place.category) ?? (Array.isArray(place.category) ? wordsIn(place.category[0]) : null);
  const parts = [wordsIn(place.commonAddress), wordsIn(place.roadAddress) ?? wordsIn(place.address)];
  return mapItem({
    title,
    placeId: id,
    url: absoluteUrl(wordsIn(place.homepageUrl) ?? wordsIn(place.homePage), PLACE_PAGE) ?? `${PLACE_PAGE}${id}`,
    address: wordsIn(place.fullAddress) ?? orNull(parts.filter((part) => part !== null).join(' ')),
    phone: wordsIn(place.phone) ?? wordsIn(place.tel) ?? wordsIn(place.virtualPhone),
    category,
    categories: (category ?? '').split(/\s*[,>]\s*/).filter((word) => word !== ''),
    rating: ratingOf(place),
    coordinates: longitude !== null && latitude !== null ? { latitude, longitude } : null,
    openState: openStateOf(place),
    description: wordsIn(place.microReview) ?? (Array.isArray(place.microReview) ? wordsIn(place.microReview[0]) : null),
    thumbnail: absoluteUrl(wordsIn(place.imageUrl), PLACE_PAGE),
    isPaid: typeof place.adId === 'string' && place.adId !== '',
  });
}

/** Returns the unpaid list: `placeList(…).businesses`, `restaurantList(…)` and similar. */
function listIn(state: Fields): { readonly items: readonly unknown[]; readonly total: number | null } | null {
  const queries = Object.entries(isFields(state.ROOT_QUERY) ? state.ROOT_QUERY : {}).filter(([name]) =>
    /^(?!ad)\w*(?:List|places)\(/i.test(name),
  );
  const lists = queries.flatMap(([, answer]) => {
    const list = isFields(answer) && isFields(answer.businesses) ? answer.businesses : answer;
    return isFields(list) && Array.isArray(list.items) ? [{ items: list.items as unknown[], total: numberIn(list.total) }] : [];
  });
  return lists.sort((one, other) => other.items.length - one.items.length)[0] ?? null;
}

/** Returns null when the page has no list of places. That differs from an empty list. */
export function placesIn(bytes: Buffer): PlaceList | null {
  const state = jsonBehind(bytes, '__APOLLO_STATE__', /^\s*=\s*(?=\{)/);
  const list = isFields(state) ? listIn(state) : null;
  if (!list || !isFields(state)) return null;
  const seen = new Set<string>();
  const places = list.items.flatMap((item) => {
    const known = isFields(item) && typeof item.__ref === 'string' ? state[item.__ref] : item;
    const place = isFields(known) ? placeOf(known) : null;
    if (!place?.placeId || place.isPaid || seen.has(place.placeId)) return [];
    seen.add(place.placeId);
    return [place];
  });
  return { places, total: list.total };
}

export const placePage = (placeId: string): string => `${PLACE_PAGE}${placeId}`;
