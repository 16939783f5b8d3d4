import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { until } from '../../test/service.ts';
import { createAudit } from '../business/accounts/audit.ts';
import { createCanaryStore } from '../business/canaries/store.ts';
import { readConfig } from '../config.ts';
import type { PublishedCanary } from '../contract/canaries.ts';
import { startCanaryWorker } from './canaries.ts';

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

test('a run that does not take place spends no budget', async () => {
  const store = createCanaryStore(database.db, createAudit(database.db, 'canaries'));
  await store.publish([CANARY]);
  await store.register([{ engine: 'google', source: 'page', canary: 'tea' }], 60);
  await database.db.script('update canary_states set due_at = now()');
  let routes = 0;
  const worker = startCanaryWorker({
    db: database.db,
    config: readConfig({ CANARY_INTERVAL_MINUTES: '1', CANARY_BUDGET: '{"page":5}' }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never,
    metrics: {} as never,
    series: { count: () => undefined },
    sourceAccess: {
      engines: () => ({ google: { name: 'google', traits: { pageSize: 10, maxResults: 100 } } }),
      // It leaves the route between the assignment and the run.
      fullSerpRoute: () => (routes++ === 0 ? [{ name: 'page' }] : []),
      circuits: { openCircuits: () => new Map() },
    } as never,
    resolver: {} as never,
    isBusy: () => false,
  });
  const read = async () =>
    (
      await database.db.query<{ calls: number | null; waits: boolean }>({
        name: 'budget',
        text: `select (select calls::integer from provider_days where provider = 'canary.page') as calls,
          due_at > now() and claimed_until is null as waits from canary_states`,
      })
    )[0]!;
  const found = await until(async () => {
    const row = await read();
    return row.waits && row.calls !== null ? row : null;
  });
  expect(found.calls).toBe(0);
  await worker.stop(1000);
});
