// Converts a place of Google's Places API to an item.
import type { MapItem } from '../../../contract/items.ts';
import { mapItem } from '../../items.ts';
import { type Json, objects, strings, text } from '../../model-json.ts';
import { plainIn } from '../../providers/markup.ts';
import { countIn, numberIn, objectIn, webAddressIn } from '../../providers/response.ts';

/** The requested fields. Every field costs, so only those that an item shows. */
export const FIELDS = [
  'id',
  'displayName',
  'formattedAddress',
  'addressComponents',
  'location',
  'types',
  'primaryTypeDisplayName',
  'rating',
  'userRatingCount',
  'priceLevel',
  'websiteUri',
  'googleMapsUri',
  'internationalPhoneNumber',
  'regularOpeningHours',
  'currentOpeningHours.openNow',
  'businessStatus',
  'editorialSummary',
]
  .map((field) => `places.${field}`)
  .join(',');

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const PRICES: Readonly<Record<string, string>> = {
  PRICE_LEVEL_FREE: 'free',
  PRICE_LEVEL_INEXPENSIVE: '$',
  PRICE_LEVEL_MODERATE: '$$',
  PRICE_LEVEL_EXPENSIVE: '$$$',
  PRICE_LEVEL_VERY_EXPENSIVE: '$$$$',
};

function clockOf(point: Json): string | null {
  const [hour, minute] = [countIn(point.hour) ?? 0, countIn(point.minute) ?? 0];
  return hour > 24 || minute > 59 ? null : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Returns the opening hours by day. A place that never closes has an opening and no end. */
function hoursOf(value: unknown): MapItem['hours'] {
  const hours: Record<string, { open: string; close: string }[]> = {};
  for (const period of objects(objectIn(value).periods)) {
    const open = objectIn(period.open);
    const day = DAYS[countIn(open.day) ?? 0];
    const [from, to] = [clockOf(open), period.close === undefined ? '24:00' : clockOf(objectIn(period.close))];
    if (!day || from === null || to === null) continue;
    hours[day] = [...(hours[day] ?? []), { open: from, close: to }];
  }
  return Object.keys(hours).length === 0 ? null : hours;
}

function openStateOf(place: Json): string | null {
  if (place.businessStatus === 'CLOSED_PERMANENTLY') return 'permanently closed';
  if (place.businessStatus === 'CLOSED_TEMPORARILY') return 'temporarily closed';
  const now = objectIn(place.currentOpeningHours).openNow;
  return typeof now === 'boolean' ? (now ? 'open' : 'closed') : null;
}

function addressPartsOf(value: unknown): MapItem['addressInfo'] {
  const components = objects(value);
  if (components.length === 0) return null;
  const part = (type: string, short = false): string | null => {
    const component = components.find((candidate) => strings(candidate.types).includes(type));
    return component ? plainIn(short ? component.shortText : component.longText) : null;
  };
  const street = [part('route'), part('street_number')].filter((piece) => piece !== null).join(' ');
  return {
    street: street === '' ? null : street,
    borough: part('sublocality'),
    city: part('locality') ?? part('postal_town'),
    region: part('administrative_area_level_1'),
    zip: part('postal_code'),
    countryCode: part('country', true),
  };
}

export function placeOf(place: Json, rank: number): MapItem | null {
  const title = plainIn(objectIn(place.displayName).text);
  if (!title) return null;
  const [value, location] = [numberIn(place.rating), objectIn(place.location)];
  const [latitude, longitude] = [numberIn(location.latitude), numberIn(location.longitude)];
  const types = strings(place.types);
  const onMap = webAddressIn(place.googleMapsUri);
  return mapItem({
    title,
    placeId: text(place.id),
    cid: onMap && new URL(onMap).searchParams.get('cid'),
    url: webAddressIn(place.websiteUri),
    address: plainIn(place.formattedAddress),
    addressInfo: addressPartsOf(place.addressComponents),
    phone: plainIn(place.internationalPhoneNumber),
    category: plainIn(objectIn(place.primaryTypeDisplayName).text) ?? types[0] ?? null,
    categories: types,
    rating: value === null ? null : { value, max: 5, votes: countIn(place.userRatingCount) },
    priceLevel: PRICES[text(place.priceLevel) ?? ''] ?? null,
    coordinates: latitude !== null && longitude !== null ? { latitude, longitude } : null,
    openState: openStateOf(place),
    hours: hoursOf(place.regularOpeningHours),
    description: plainIn(objectIn(place.editorialSummary).text),
    rank,
  });
}
