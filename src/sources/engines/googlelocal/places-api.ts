// Google's Places API (New). Its order differs from Google Maps, so it has its own source name.

import { noItems } from '../../../contract/items.ts';
import type { PageRequest } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { type Json, objects, text } from '../../model-json.ts';
import { coordinatesOf, countryOf } from '../../providers/coordinates.ts';
import { customParametersOf, googleLanguageOf } from '../../providers/custom-parameters.ts';
import { createGoogleProvider } from '../../providers/google-errors.ts';
import { organicFor } from '../../providers/mirror.ts';
import { addressOf, objectIn, readJson, unknownFormat } from '../../providers/response.ts';
import type { ProviderSource } from '../../providers/source.ts';
import type { SerpQuery } from '../../serp.ts';
import { FIELDS, placeOf } from './places-api-items.ts';

export interface GooglePlacesSettings {
  readonly apiKey: string;
  /** For example `https://places.googleapis.com`. */
  readonly baseUrl: string;
}

const GOOGLE = createGoogleProvider('Google Places');
const PAGE_SIZE = 20;
const RADIUS_METRES_MAX = 50_000;
const RADIUS_METRES: Readonly<Record<string, number>> = { neighborhood: 3000, 'postal code': 5000, borough: 8000, city: 15_000 };

function requestFor(query: SerpQuery, pageToken: string | null, settings: GooglePlacesSettings): PageRequest {
  customParametersOf(query, GOOGLE, []);
  const center = coordinatesOf(query);
  const radius = RADIUS_METRES[query.region.type?.toLowerCase() ?? ''] ?? RADIUS_METRES_MAX;
  return {
    url: addressOf(settings.baseUrl, '/v1/places:searchText'),
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': settings.apiKey, 'x-goog-fieldmask': `nextPageToken,${FIELDS}` },
    body: JSON.stringify({
      textQuery: query.keyword,
      languageCode: googleLanguageOf(query),
      regionCode: countryOf(query),
      pageSize: PAGE_SIZE,
      ...(center ? { locationBias: { circle: { center, radius } } } : {}),
      ...(pageToken === null ? {} : { pageToken }),
    }),
  };
}

const isFirst = (body: string | undefined): boolean => {
  const asked: unknown = JSON.parse(body ?? '{}');
  return text(objectIn(asked).pageToken) === null;
};

/**
 * Google omits empty fields, so an object without any field means no results. Any other object without places is
 * unknown.
 */
function isEmptyResponse(response: Json): boolean {
  return Object.keys(response).length === 0 || (Array.isArray(response.places) && response.places.length === 0);
}

export const createGooglePlaces = (settings: GooglePlacesSettings): ProviderSource => ({
  name: 'google-places',
  engines: ['googlelocal'],
  pageSize: PAGE_SIZE,
  fills: ['organic', 'maps'],
  adapter: {
    start: (query) => requestFor(query, null, settings),
    parse(page, query) {
      const response = readJson(page, GOOGLE);
      const first = isFirst(page.request.body);
      if (isEmptyResponse(response)) return { found: serpPage({}, first ? 0 : null, first) };
      const maps = objects(response.places).flatMap((place, index) => placeOf(place, index + 1) ?? []);
      if (maps.length === 0) throw unknownFormat(GOOGLE);
      const found = serpPage({ maps, organic: organicFor('googlelocal', { ...noItems(), maps }) });
      const token = text(response.nextPageToken);
      return token === null ? { found } : { found, next: requestFor(query, token, settings) };
    },
  },
});
