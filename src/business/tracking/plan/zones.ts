// Time zone names that a schedule may have.
import type { Db } from '../../../platform/db.ts';
import { createTtlCache } from '../../../platform/ttl-cache.ts';

export interface Zones {
  isZone(name: string): Promise<boolean>;
}

/** The server reads the files of all zones for this list, so it is cached. */
const READ = { name: 'tracking_zones', text: 'select name from pg_timezone_names' };
const CACHED_MS = 3_600_000;

/** Abbreviations such as EST are fixed offsets without daylight saving, and copies of the zone files have prefixes. */
const isPlace = (name: string): boolean => name === 'UTC' || (name.includes('/') && !/^(posix|right)\//.test(name));

/** The forecast and the dashboard compute with the zone too. */
function isKnownToIntl(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export function createZones(db: Db): Zones {
  const lists = createTtlCache<ReadonlySet<string>>({ entriesMax: 1, ttlMs: CACHED_MS });
  const read = async (): Promise<ReadonlySet<string>> => new Set((await db.query<{ name: string }>(READ)).map(({ name }) => name));
  return {
    isZone: async (name) => isPlace(name) && isKnownToIntl(name) && (await lists.get('all', read)).has(name),
  };
}
