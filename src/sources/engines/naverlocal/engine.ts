// Parses the list of places beside Naver's map.
import type { MapItem } from '../../../contract/items.ts';
import { type Page, type PageRequest, unreadable } from '../../adapter.ts';
import { organicItem, serpPage } from '../../items.ts';
import { readHtml, userAgentFor } from '../../page/html.ts';
import { utf8BytesOf } from '../../page/utf8-bytes.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { orNull } from '../../text.ts';
import { COOLDOWN_SECONDS, rejectBlockPages, rejectCaptcha } from '../naver/block-page.ts';
import { type PlaceList, placePage, placesIn } from '../naver/places.ts';
import { languagesOf } from '../naver/search.ts';
import { cookieWith, urlWith } from '../request-url.ts';

const LOCKED = ['query', 'start', 'display'];
const ADDRESS = 'https://pcmap.place.naver.com/place/list';
/** The list has at most seventy places per page, often fewer. */
const DISPLAY = 70;

function requestFor(query: SerpQuery, start: number): PageRequest {
  const { latitude, longitude, type } = query.region;
  // The centre of a whole country is not a useful position.
  const near: Record<string, string> =
    type === null || type.toLowerCase() === 'country' ? {} : { x: String(longitude), y: String(latitude) };
  const cookie = cookieWith({}, query);
  return {
    url: urlWith(ADDRESS, { query: query.keyword, ...near, display: String(DISPLAY), start: String(start), locale: 'ko' }, query, LOCKED),
    headers: {
      'user-agent': userAgentFor(query),
      'accept-language': languagesOf(query),
      referer: 'https://map.naver.com/',
      ...(cookie ? { cookie } : {}),
    },
  };
}

function nextOf(page: Page, query: SerpQuery, { places, total }: PlaceList): PageRequest | undefined {
  const start = Number.parseInt(new URL(page.request.url).searchParams.get('start') ?? '1', 10) || 1;
  const next = start + places.length;
  return places.length > 0 && total !== null && next <= total ? requestFor(query, next) : undefined;
}

/** Places are also results, each with its map URL. */
const asResults = (place: MapItem) =>
  organicItem({
    type: 'local',
    title: place.title,
    url: placePage(place.placeId ?? ''),
    snippet: place.description ?? orNull([place.category, place.address].filter((part) => part !== null).join(' · ')),
    rating: place.rating,
    images: place.thumbnail ? [{ url: place.thumbnail, alt: null, sourceUrl: null }] : [],
  });

export const naverlocal: Engine = {
  name: 'naverlocal',
  traits: {
    pageSize: 50,
    maxResults: 100,
    region: 'place',
    mobile: true,
    lockedParameters: LOCKED,
    ratePerMinute: 10,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => requestFor(query, 1),
  parse(page, query) {
    rejectBlockPages(page);
    const list = placesIn(utf8BytesOf(page));
    if (list === null) {
      rejectCaptcha(readHtml(page));
      throw unreadable('no list of places');
    }
    const maps = list.places.map((place, index) => ({ ...place, rank: index + 1 }));
    if (maps.length === 0) {
      if (list.total !== null && list.total > 0 && /[?&]start=1(?:&|$)/.test(page.request.url))
        throw unreadable('places are counted but not listed');
      return { found: serpPage({}, 0, true) };
    }
    const organic = maps.map((place) => ({ ...asResults(place), rank: place.rank }));
    const found = serpPage({ maps, organic }, list.total);
    const next = nextOf(page, query, list);
    return next ? { found, next } : { found };
  },
};
