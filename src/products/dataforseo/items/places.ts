// Places of maps, local finders and local packs as DataForSEO's elements.
import type { MapItem } from '../../../contract/items.ts';
import { type Element, elementOf, ratingOf, textsOf } from './parts.ts';

export const packOf = (item: MapItem): Element =>
  elementOf('local_pack', item, {
    title: item.title,
    description: item.description ?? descriptionOf(item),
    domain: item.domain,
    phone: item.phone,
    url: item.url,
    booking_url: null,
    is_paid: item.isPaid,
    rating: ratingOf(item.rating),
    cid: item.cid,
    // Beyond the provider's element, which has no place for them.
    address: item.address,
    place_id: item.placeId,
    category: item.category,
    latitude: item.coordinates?.latitude ?? null,
    longitude: item.coordinates?.longitude ?? null,
  });

const descriptionOf = ({ category, address }: MapItem): string | null => [category, address].filter(Boolean).join(' · ') || null;

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const clockOf = (text: string): { hour: number; minute: number } | null => {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(text) ?? [];
  return hour === undefined ? null : { hour: Number(hour), minute: Number(minute) };
};

function hoursOf({ hours, openState }: MapItem): object | null {
  if (hours === null && openState === null) return null;
  const days = DAYS.map((day) => [day, hours?.[day]?.map(({ open, close }) => ({ open: clockOf(open), close: clockOf(close) })) ?? null]);
  return { timetable: hours === null ? null : Object.fromEntries(days), current_status: openState };
}

export const spotOf = (item: MapItem): Element =>
  elementOf(item.isPaid ? 'maps_paid_item' : 'maps_search', item, {
    domain: item.domain,
    title: item.title,
    original_title: null,
    url: item.url,
    contact_url: null,
    book_online_url: null,
    rating: ratingOf(item.rating),
    rating_distribution: null,
    snippet: item.description,
    address: item.address,
    address_info: item.addressInfo && {
      borough: item.addressInfo.borough,
      address: item.addressInfo.street,
      city: item.addressInfo.city,
      zip: item.addressInfo.zip,
      region: item.addressInfo.region,
      country_code: item.addressInfo.countryCode,
    },
    place_id: item.placeId,
    phone: item.phone,
    main_image: item.thumbnail,
    total_photos: null,
    category: item.category,
    additional_categories: textsOf(item.categories),
    price_level: item.priceLevel,
    work_hours: hoursOf(item),
    feature_id: null,
    cid: item.cid,
    latitude: item.coordinates?.latitude ?? null,
    longitude: item.coordinates?.longitude ?? null,
    is_claimed: item.isClaimed,
  });
