// Whether a full house is slower, or an old one: the same work with few, a million and (asked for with --objects) more stored objects, and with many days of them.
import { createPlaceOrder } from '../dist/business/orders/place.js';
import { pack } from '../dist/platform/gzip.js';
import { drainOurs, JSON_HEADERS, median, PLACE_SETTINGS, storedRequest } from './cases.mjs';
import { resultOf } from './fetches.mjs';
import { load } from './load.mjs';

const SMALL = 10_000;
const CHUNK = 100_000;
const JOBS = 20_000;
const DAYS = 90;
const WHAT = ['creates', 'settles', 'reads'];

/** Days ahead cost what days past cost: each is a partition of every large table. */
const MAKE_DAYS = { name: 'growth_days', text: 'select make_partitions($1)' };

/** Finished objects of today with their charges, as `place` and `settle` would have left them: one after the other, all over the day. */
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

/** Objects from all over the day, found without reading all of them. */
const SOME = {
  name: 'growth_ids',
  text: `select distinct found.id from (select random() as share from generate_series(1, 100)) as moment cross join lateral (
      select id from results where id >= id_at(date_trunc('day', now(), 'UTC') + (now() - date_trunc('day', now(), 'UTC')) * moment.share) order by id limit 1
    ) as found`,
};

async function fill(stage, from, to, request) {
  // Stored bodies end with the brace that closes their object.
  const body = await pack(`${resultOf(1000)}}`);
  for (let first = from + 1; first <= to; first += CHUNK) {
    const last = Math.min(to, first + CHUNK - 1);
    await stage.db.query(FILL, [first, last, stage.account.id, request, body.bytes, body.size, body.crc, from, to]);
  }
  // What the server does by itself in the course of a day; a day is not vacuumed for what was inserted. One by one: several together would be one
  // transaction, in which nothing can be vacuumed.
  for (const text of ['analyze objects', 'analyze results', 'vacuum analyze ledger', 'checkpoint']) await stage.db.script(text);
}

/** Creates, claims with settles, and reads of objects all over the house. */
async function ratesOf(stage, api, request, { roundCount, seconds }) {
  const [creates, settles, reads] = [[], [], []];
  const place = createPlaceOrder(stage.db, PLACE_SETTINGS);
  const item = { request, priority: 'NORMAL', cost: 1, overCost: 1, waits: false, delayDays: 0 };
  const items = Array.from({ length: 1000 }, () => item);
  const ids = await stage.db.query(SOME);
  const batch = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ keyword: `shoes ${index}`, region: 'US' })));
  const list = JSON.stringify(ids.map(({ id }) => id));
  const post = async (path, body, perRequest) => {
    const headers = JSON_HEADERS(stage.key);
    const got = await load({ origin: api.base, path, method: 'POST', headers, body, connections: 4, seconds });
    if (got.failed > 0) throw new Error(`${got.failed} of ${got.requests} requests failed`);
    return (got.requests * perRequest) / got.seconds;
  };
  for (let round = 0; round < roundCount; round++) {
    creates.push(await post('/serp/new/list', batch, 1000));
    await stage.db.script('truncate queue');
    for (let count = 0; count < JOBS / 1000; count++) await place({ account: stage.account, kind: 'serp', items, idempotency: null });
    const started = performance.now();
    const done = await drainOurs(stage, JOBS);
    settles.push(done / ((performance.now() - started) / 1000));
    reads.push(await post('/serp/list', list, ids.length));
  }
  return { creates: median(creates), settles: median(settles), reads: median(reads) };
}

export async function growth(stage, settings) {
  const { objects = 1_000_000, say = () => undefined } = settings;
  const api = await stage.startApi();
  const request = await storedRequest(stage, api);
  const sizes = [SMALL, 1_000_000, objects].filter((size, index, all) => size <= objects && all.indexOf(size) === index);
  const rates = [];
  let stored = 0;
  for (const size of sizes) {
    await fill(stage, stored, size, request);
    stored = size;
    rates.push({ size, ...(await ratesOf(stage, api, request, settings)) });
    say(`  ${JSON.stringify(rates.at(-1), (_, value) => (typeof value === 'number' ? Math.round(value) : value))}\n`);
  }
  // The small house once more: what the machine did meanwhile must not be taken for growth.
  await stage.reset();
  await fill(stage, stored + 1, stored + 1 + SMALL, request);
  const again = await ratesOf(stage, api, request, settings);
  await stage.db.query(MAKE_DAYS, [DAYS]);
  const old = await ratesOf(stage, api, request, settings);
  await api.stop();
  const small = (what) => (rates[0][what] + again[what]) / 2;
  const row = (name, what, ours, bare, limit) => ({ name: `${what}/s ${name}`, ours: ours[what], bare, limit, expected: 0.85 });
  return [
    ...rates.slice(1).flatMap(({ size, ...at }) => {
      const limit = `at ${SMALL.toLocaleString('en')} objects, before and after`;
      return WHAT.map((what) => row(`at ${size.toLocaleString('en')} objects`, what, at, small(what), limit));
    }),
    ...WHAT.map((what) => row(`with ${DAYS} days kept`, what, old, again[what], 'in a new house')),
  ];
}
