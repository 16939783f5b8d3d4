// Lookups in memory: regions by name and by coordinates, keys by their hash.
import { createHmac } from 'node:crypto';
import { createAccounts } from '#product/business/accounts/accounts.js';
import { loadRegions } from '#product/business/regions/load.js';
import { PEPPER } from '../environment.ts';
import { type BenchResult, rounds } from './cases.ts';
import type { BenchEnvironment, BenchSettings } from './environment.ts';

const NAMES = [
  'US',
  'Berlin,Germany',
  'Munich,Bavaria,Germany',
  'Paris',
  'JP',
  'Sao Paulo',
  '10115,Berlin,Germany',
  'London,England,United Kingdom',
];
const PLACES = [
  [52.5, 13.4],
  [-33.9, 151.2],
  [40.7, -74],
  [35.7, 139.7],
] as const;

/** Calls per second. The clock is read once per 500 calls. */
async function rateOf(call: (number: number) => unknown, seconds: number): Promise<number> {
  let calls = 0;
  const started = performance.now();
  do {
    for (let count = 0; count < 500; count++) await call(calls++);
  } while (performance.now() - started < seconds * 1000);
  return calls / ((performance.now() - started) / 1000);
}

export async function memory(environment: BenchEnvironment, { roundCount, seconds }: BenchSettings): Promise<BenchResult[]> {
  const regions = loadRegions();
  const plain = new Map(NAMES.map((name) => [name, regions.resolve(name)]));
  const short = Math.min(seconds, 1);
  const byName = await rounds(
    roundCount,
    () => rateOf((n) => regions.resolve(NAMES[n % NAMES.length]!), short),
    () => rateOf((n) => plain.get(NAMES[n % NAMES.length]!), short),
  );
  const nearest = (n: number): unknown => {
    const [latitude, longitude] = PLACES[n % PLACES.length]!;
    return regions.nearest({ latitude, longitude });
  };
  const byPlace = await rounds(
    roundCount,
    () => rateOf(nearest, short),
    () => rateOf((n) => plain.get(NAMES[n % NAMES.length]!), short),
  );
  const accounts = createAccounts(environment.db, PEPPER);
  const byKey = await rounds(
    roundCount,
    () => rateOf(() => accounts.byKey(environment.key), short),
    () => rateOf(() => createHmac('sha256', 'bench').update(environment.key).digest(), short),
  );
  return [
    { name: 'regions by name/s', ...byName, limit: 'a Map that knows the answers' },
    { name: 'nearest region/s', ...byPlace, limit: 'a Map that knows the answers' },
    { name: 'key checks/s', ...byKey, limit: 'one HMAC of the key' },
  ];
}
