// Fields of SERP and keyword requests: timing, region and callback. `at` is the path in a batch.
import { errors } from '../../contract/errors.ts';
import type { Region, RegionSearch } from '../../contract/region.ts';
import type { CallbackFormat, Priority } from '../../contract/vocabulary.ts';
import type { GuardPolicy } from '../../platform/ssrf-guard.ts';
import { callbackProblem } from '../callbacks/callback-url.ts';
import type { Regions } from '../regions/regions.ts';

export interface Timing {
  readonly priority: Priority;
  readonly asynchronous: boolean;
}

interface TimingFields {
  readonly priority?: Priority;
  readonly isRealTime?: boolean;
  readonly isLowPriority?: boolean;
  readonly asynchronous?: boolean;
}

/** `realTimeCounts` is false for the one source on which `isRealTime` has no effect. */
export function readTiming(request: TimingFields, at: string, realTimeCounts = true): Timing {
  const { isRealTime, isLowPriority } = request;
  if (isRealTime && isLowPriority) {
    throw errors.badParameter(`${at}isRealTime and ${at}isLowPriority`, 'cannot both be true', 'Send one of them, or `priority` instead.');
  }
  const older: Priority | null = isRealTime ? 'REALTIME' : isLowPriority ? 'LOW' : null;
  const ignored = isRealTime === true && !realTimeCounts;
  if (older !== null && !ignored && request.priority !== undefined && request.priority !== older) {
    const name = isRealTime ? 'isRealTime' : 'isLowPriority';
    throw errors.badParameter(`${at}${name}`, `says ${older}, but ${at}priority says ${request.priority}`, 'Send only one of them.');
  }
  const priority = request.priority ?? (ignored ? 'NORMAL' : older) ?? 'NORMAL';
  return { priority, asynchronous: request.asynchronous ?? (priority === 'LOW' || priority === 'NORMAL') };
}

interface RegionFields {
  readonly region?: string | number;
  readonly regionSearch?: Partial<RegionSearch>;
}

/** Resolves `region`, or finds the region nearest to `regionSearch`. With `region`, `regionSearch` is ignored. */
export function readRegion(request: RegionFields, regions: Regions, at: string): Region {
  if (request.region !== undefined) {
    const region = regions.resolve(request.region);
    if (region) return region;
    throw errors.badParameter(`${at}region`, 'is not known', hintFor(request.region, regions));
  }
  if (request.regionSearch === undefined) {
    throw errors.badParameter(`${at}region`, 'is missing', 'Send `region`, or `regionSearch` with latitude and longitude.');
  }
  const search = request.regionSearch;
  for (const name of ['latitude', 'longitude'] as const) {
    if (search[name] === undefined) throw errors.badParameter(`${at}regionSearch.${name}`, 'is missing');
  }
  const region = regions.nearest(search as RegionSearch);
  if (region) return region;
  const types = (search.types ?? []).map((type) => (type === 'governorate' ? 'governate' : type));
  const empty = types.filter((type) => regions.countOf(type) === 0);
  if (types.length > 0 && empty.length === types.length) {
    const named = [...new Set(empty)].map((type) => `“${type}”`).join(', ');
    throw errors.badParameter(`${at}regionSearch.types`, `contains only types without regions: ${named}`, NO_SUCH_REGIONS);
  }
  throw errors.badParameter(
    `${at}regionSearch.maxDistance`,
    'excludes every region near that point',
    'Allow a larger distance or more types.',
  );
}
/** For types of the contract that only Google's list of geographic targets contains. */
/** For types of the contract that only Google's list of geographic targets can fill. */
export const NO_SUCH_REGIONS =
  'Choose another type. The operator can add regions of this type with `sextant regions refresh` if Google’s list has any.';

function hintFor(region: string | number, regions: Regions): string {
  if (/^\d+$/.test(String(region)) && !regions.hasCriteriaIds)
    return 'Only criteria ids of countries are installed. Send a name, or ask the operator to run `sextant regions refresh`.';
  const near = typeof region === 'string' ? regions.near(region) : [];
  return near.length > 0
    ? `Did you mean ${near.map((name) => `“${name}”`).join(', ')}?`
    : 'Find regions by name with GET /region/list?query=….';
}

export function readCallback(callback: string | undefined, policy: GuardPolicy, at: string): string | null {
  if (callback === undefined) return null;
  const problem = callbackProblem(callback, policy);
  if (problem) throw errors.badParameter(`${at}callback`, problem);
  return callback;
}

/** By the contract, every value except `JSON` means `SIMPLE`. */
export function readFormat(format: unknown, fallback: CallbackFormat): CallbackFormat {
  if (format === undefined) return fallback;
  return format === 'JSON' ? 'JSON' : 'SIMPLE';
}
