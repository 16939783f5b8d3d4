// Lists of locations and languages. A list of all locations is long, so it is sent in parts.
import type { Readable } from 'node:stream';
import type { Regions } from '../../../business/regions/regions.ts';
import type { Region } from '../../../contract/region.ts';
import { stateOf } from '../../../products/dataforseo/codes.ts';
import { pathOf } from '../../../products/dataforseo/data.ts';
import { LISTED_ENGINES } from '../../../products/dataforseo/endpoints.ts';
import { streamedList } from './list-stream.ts';
import type { Call, DataForSeoParts, Route } from './parts.ts';
import { LANGUAGES } from './place-fields.ts';
import { listed } from './serp-tasks.ts';

/** Such as `City` and `Metropolitan Area`. */
const typeOf = (type: Region['type']): string | null =>
  type === null
    ? null
    : type.replaceAll(/(^|[ _-])([a-z])/g, (_, gap: string, letter: string) => (gap === '' ? '' : ' ') + letter.toUpperCase());

function* locationsOf(regions: Regions, country: string | null): Generator<string> {
  for (const { criteriaId, region } of regions.withCriteriaIds()) {
    if (country !== null && region.countryCode !== country) continue;
    yield JSON.stringify({
      location_code: criteriaId,
      location_name: region.canonicalName,
      location_code_parent: region.parentId === null ? null : regions.criteriaIdOf(region.parentId),
      country_iso_code: region.countryCode,
      location_type: typeOf(region.type),
    });
  }
}

function countOf(regions: Regions, country: string | null): number {
  let count = 0;
  for (const { region } of regions.withCriteriaIds()) if (country === null || region.countryCode === country) count++;
  return count;
}

function locationList({ request, started }: Call, data: Record<string, unknown>, regions: Regions): Readable {
  const { country } = request.params as { country?: string };
  const code = country === undefined ? null : country.toUpperCase();
  const shown = { ...data, ...(code === null ? {} : { country: code }) };
  const count = code === null ? codedCount(regions) : countOf(regions, code);
  return streamedList({ state: stateOf(20000), path: pathOf(request.url), data: shown }, count, locationsOf(regions, code), started);
}

const counts = new WeakMap<Regions, number>();
function codedCount(regions: Regions): number {
  let count = counts.get(regions);
  if (count === undefined) {
    count = countOf(regions, null);
    counts.set(regions, count);
  }
  return count;
}

const LANGUAGE_LIST = LANGUAGES.map(({ code, names }) => ({ language_name: names[0], language_code: code }));

export function locationRoutes(route: Route, { regions }: DataForSeoParts): void {
  const lists = [
    ...LISTED_ENGINES.map((se) => ({ start: `serp/${se}`, data: { api: 'serp', se } })),
    { start: 'keywords_data/google_ads', data: { api: 'keywords_data', se: 'google_ads' } },
  ];
  for (const { start, data } of lists) {
    for (const path of [`${start}/locations`, `${start}/locations/:country`])
      route('GET', path, async (call) => locationList(call, { ...data, function: 'locations' }, regions));
    route('GET', `${start}/languages`, async (call) => listed(call, { ...data, function: 'languages' }, LANGUAGE_LIST));
  }
  route('GET', 'serp/google/ai_mode/languages', async (call) =>
    listed(call, { api: 'serp', se: 'google', se_type: 'ai_mode', function: 'languages' }, LANGUAGE_LIST),
  );
}
