import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { until } from '../../test/service.ts';
import { createAudit } from '../business/accounts/audit.ts';
import { createCanaryStore } from '../business/canaries/store.ts';
import { createProviderBudgets } from '../business/provider-budgets.ts';
import { readConfig } from '../config.ts';
import type { PublishedCanary } from '../contract/canaries.ts';
import { unreachable } from '../sources/adapter.ts';
import { createCircuits } from '../sources/route.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';
import { startCanaryWorker } from './canaries.ts';
import { createMeter } from './meter.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

const request = {
  keyword: 'tea',
  region: { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 },
  language: 'en',
  isMobile: false,
  maxResults: 10,
  searchEngine: 'google',
  customUserAgent: null,
  customUrlParameter: [],
  customCookieParameter: [],
};
const CANARY: PublishedCanary = {
  id: 'tea',
  engine: 'google',
  question: 'tea',
  region: 'US',
  language: 'en',
  device: 'desktop',
  anchors: [{ title: 'tea', within: 3 }],
  checked: 2026,
  request: JSON.stringify(request),
};

interface Source {
  readonly name: string;
  readonly adapter?: unknown;
  readonly fetch?: FetchPage;
  readonly retryDelayMs?: null;
}

/** Runs the canary once, at a source with a budget of five runs. Returns the counted runs as soon as it waits for its next time. */
async function spentBy(routeOf: () => Source[]): Promise<number> {
  await database.db.script('truncate canaries, canary_sources, canary_states, canary_runs, provider_days');
  const store = createCanaryStore(database.db, createAudit(database.db, 'canaries'));
  await store.publish([CANARY]);
  await store.register([{ engine: 'google', source: 'page', canary: 'tea' }], 60);
  await database.db.script('update canary_states set due_at = now()');
  const worker = startCanaryWorker({
    db: database.db,
    config: readConfig({ CANARY_INTERVAL_MINUTES: '1', CANARY_BUDGET: '{"page":5}' }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never,
    metrics: { canary: () => undefined } as never,
    series: { count: () => undefined },
    sourceAccess: {
      engines: () => ({ google: { name: 'google', traits: { pageSize: 10, maxResults: 100 } } }),
      fullSerpRoute: routeOf,
      circuits: createCircuits(),
    } as never,
    resolver: {} as never,
    isBusy: () => false,
  });
  const found = await until(async () => {
    const [row] = await database.db.query<{ calls: number | null; waits: boolean }>({
      name: 'budget',
      text: `select (select calls::integer from provider_days where provider = 'canary.page') as calls,
        due_at > now() and claimed_until is null as waits from canary_states`,
    });
    return row!.waits && row!.calls !== null ? row! : null;
  });
  await worker.stop(1000);
  return found.calls!;
}

test('a run that does not take place spends no budget', async () => {
  let routes = 0;
  // It leaves the route between the assignment and the run.
  expect(await spentBy(() => (routes++ === 0 ? [{ name: 'page' }] : []))).toBe(0);
});

describe('a run whose provider has', () => {
  const runsLogged = async (): Promise<number> =>
    (await database.db.query<{ runs: number }>({ name: 'runs', text: 'select count(*)::integer as runs from canary_runs' }))[0]!.runs;
  const adapter = { start: () => ({ url: 'https://provider.example/' }), parse: () => ({ found: {} }) };
  const metered = (calls: number): Source[] => {
    const budgets = createProviderBudgets(database.db, { page: { calls } }, () => undefined);
    const fetch = createMeter({ providerCall: () => undefined }, budgets)('page', async () => Promise.reject(unreachable('no response')));
    return [{ name: 'page', adapter, fetch, retryDelayMs: null }];
  };

  test('no budget left does not take place: it is neither counted nor logged, and waits', async () => {
    const route = metered(0);
    expect([await spentBy(() => route), await runsLogged()]).toEqual([0, 0]);
  });

  test('budget left is counted and logged, even without an answer, and the next one leaves budget for the rest of the day', async () => {
    const route = metered(1);
    expect([await spentBy(() => route), await runsLogged()]).toEqual([1, 1]);
    const wait = { name: 'wait', text: 'select extract(epoch from due_at - now())::double precision as seconds from canary_states' };
    // Five runs a day, although the interval is one minute.
    expect((await database.db.query<{ seconds: number }>(wait))[0]!.seconds / 3600).toBeGreaterThan(4);
  });
});
