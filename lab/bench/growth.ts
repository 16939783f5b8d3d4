// Whether a full or long-running database is slower: the same work with few, a million and (--objects) more objects, and with many days.
import { createPlaceOrder } from '#product/business/orders/place.js';
import { compress } from '#product/platform/gzip.js';
import { loadWaiting } from '../load.ts';
import { median } from '../report.ts';
import { type BenchResult, drainOurs, goodRate, itemOf, JSON_HEADERS, PLACE_SETTINGS, storedRequest } from './cases.ts';
import type { BenchApi, BenchEnvironment, BenchSettings } from './environment.ts';
import { resultOf } from './fetches.ts';

const SMALL = 10_000;
const CHUNK = 100_000;
const JOBS = 20_000;
const DAYS = 90;
const WHAT = ['creates', 'settles', 'reads'] as const;
type What = (typeof WHAT)[number];
type Rates = Readonly<Record<What, number>>;

/** Future days cost as much as past ones: each is a partition of every large table. */
const MAKE_DAYS = { name: 'growth_days', text: 'select make_partitions($1)' };

/** Finished objects with their charges, spread over today, as `place` and `settle` would have left them. */
const FILL = {
  name: 'growth_fill',
  text: `with made as (
      select id_at(date_trunc('day', now(), 'UTC') + (now() - date_trunc('day', now(), 'UTC')) * ((n - $8::bigint)::float8 / ($9::bigint - $8)))
        || encode(substr(sha256(convert_to(n::text, 'UTF8')), 1, 8), 'hex') as id
      from generate_series($1::bigint, $2::bigint) as n
    ), objects as (
      insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at)
      select 0, id, 'serp', $3, false, $4, 1, false, now() + interval '7 days' from made
    ), results as (
      insert into results (retention_class, id, faulty, verdict, attempts, generated_at, body, body_size, body_crc)
      select 0, id, false, 'valid', '[]', now(), $5, $6, $7 from made
    )
    insert into ledger (ref, kind, account_id, live, amount, lots) select id, 'charge', $3, false, -1, '{}' from made`,
};

/** Objects from all over the day, found without a full scan. */
const SOME = {
  name: 'growth_ids',
  text: `select distinct found.id from (select random() as share from generate_series(1, 100)) as moment cross join lateral (
      select id from results where id >= id_at(date_trunc('day', now(), 'UTC') + (now() - date_trunc('day', now(), 'UTC')) * moment.share) order by id limit 1
    ) as found`,
};

async function fill(environment: BenchEnvironment, from: number, to: number, request: string): Promise<void> {
  // Stored bodies end with the brace that closes their object.
  const body = await compress(`${resultOf(1000)}}`);
  for (let first = from + 1; first <= to; first += CHUNK) {
    const last = Math.min(to, first + CHUNK - 1);
    await environment.db.query(FILL, [first, last, environment.account.id, request, body.bytes, body.size, body.crc, from, to]);
  }
  // The server does this by itself in the course of a day. One statement each, because VACUUM cannot run inside a transaction.
  for (const text of ['analyze objects', 'analyze results', 'vacuum analyze ledger', 'checkpoint']) await environment.db.script(text);
}

/** Rates of creates, of claims with settles, and of reads from all over the day. */
async function ratesOf(
  environment: BenchEnvironment,
  api: BenchApi,
  request: string,
  { roundCount, seconds }: BenchSettings,
): Promise<Rates> {
  const [creates, settles, reads]: [number[], number[], number[]] = [[], [], []];
  const place = createPlaceOrder(environment.db, PLACE_SETTINGS);
  const item = itemOf(request);
  const items = Array.from({ length: 1000 }, () => item);
  const ids = await environment.db.query<{ id: string }>(SOME);
  const batch = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ keyword: `shoes ${index}`, region: 'US' })));
  const list = JSON.stringify(ids.map(({ id }) => id));
  const post = async (path: string, body: string, perRequest: number): Promise<number> => {
    const requests = [{ path, method: 'POST', headers: JSON_HEADERS(environment.key), body }];
    return goodRate(await loadWaiting({ origin: api.base, requests, clients: 4, seconds }), perRequest).rate;
  };
  for (let round = 0; round < roundCount; round++) {
    creates.push(await post('/serp/new/list', batch, 1000));
    await environment.db.script('truncate queue');
    for (let count = 0; count < JOBS / 1000; count++) await place({ account: environment.account, kind: 'serp', items, idempotency: null });
    const started = performance.now();
    const done = await drainOurs(environment, JOBS);
    settles.push(done / ((performance.now() - started) / 1000));
    reads.push(await post('/serp/list', list, ids.length));
  }
  return { creates: median(creates), settles: median(settles), reads: median(reads) };
}

export async function growth(environment: BenchEnvironment, settings: BenchSettings): Promise<BenchResult[]> {
  const { objects, say } = settings;
  const api = await environment.startApi();
  const request = await storedRequest(environment, api);
  const sizes = [SMALL, 1_000_000, objects].filter((size, index, all) => size <= objects && all.indexOf(size) === index);
  const rates: (Rates & { readonly size: number })[] = [];
  let stored = 0;
  for (const size of sizes) {
    await fill(environment, stored, size, request);
    stored = size;
    rates.push({ size, ...(await ratesOf(environment, api, request, settings)) });
    say(`  ${JSON.stringify(rates.at(-1), (_, value) => (typeof value === 'number' ? Math.round(value) : value))}\n`);
  }
  // Measure the small database again, so that other load of the machine is not taken for growth.
  await environment.reset();
  await fill(environment, stored + 1, stored + 1 + SMALL, request);
  const again = await ratesOf(environment, api, request, settings);
  await environment.db.query(MAKE_DAYS, [DAYS]);
  const old = await ratesOf(environment, api, request, settings);
  await api.stop();
  const small = (what: What): number => (rates[0]![what] + again[what]) / 2;
  const row = (name: string, what: What, ours: Rates, bare: number, limit: string): BenchResult => ({
    name: `${what}/s ${name}`,
    ours: ours[what],
    bare,
    limit,
    expected: 0.85,
  });
  return [
    ...rates.slice(1).flatMap(({ size, ...at }) => {
      const limit = `at ${SMALL.toLocaleString('en')} objects, before and after`;
      return WHAT.map((what) => row(`at ${size.toLocaleString('en')} objects`, what, at, small(what), limit));
    }),
    ...WHAT.map((what) => row(`with ${DAYS} days kept`, what, old, again[what], 'in a new house')),
  ];
}
