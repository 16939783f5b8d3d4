// Fills an empty service, so that every page has something to show: results of each kind, callbacks, keys, time series and an alert.
import { createServer } from 'node:http';
import { LATENCY_BUCKETS_MS, SERIES, type SeriesName } from '#product/contract/series.js';
import { compress } from '#product/platform/gzip.js';
import type { Environment } from '../environment.ts';
import { type Call, callerOf, closeServer, freePort, listen } from '../net.ts';
import { until } from '../wait.ts';
import { fillQuality, type QualityContent } from './quality.ts';
import { startDemo, type TrackingContent } from './tracking.ts';

export interface Shown {
  readonly id: string;
  /** Selector of a part that only this kind of result has. */
  readonly shows: string;
}

export interface Content {
  readonly objects: Readonly<Record<string, Shown>>;
  readonly accountId: string;
  /** A domain with a ranking. */
  readonly domain: string;
  readonly tracking: TrackingContent;
  readonly quality: QualityContent;
}

const FINISH_MS_MAX = 120_000;
const SERIES_MINUTES = 60;

const serp = (keyword: string, searchEngine: string, region: string) => ['/serp/new', { keyword, searchEngine, region }] as const;
type Create = readonly [route: string, body: object, shows: string];

const CREATED: Readonly<Record<string, Create>> = {
  google: [...serp('running shoes', 'google', 'US'), '.hit'],
  googleimages: [...serp('lighthouse', 'googleimages', 'US'), '.image-grid img'],
  googlelocal: [...serp('pizza', 'googlelocal', 'Hamburg, Germany'), '.places-map svg'],
  youtube: [...serp('how to bake bread', 'youtube', 'US'), '.media img'],
  googlenews: [...serp('electric cars', 'googlenews', 'US'), '.media li'],
  'google-aimode': [...serp('best trail running shoes', 'google-aimode', 'US'), 'p'],
  before: [...serp('coffee machine', 'google', 'Berlin, Germany'), '.hit'],
  after: [...serp('coffee machine', 'google', 'Berlin, Germany'), '.hit'],
  'ai-answer': ['/ai/send-prompt', { prompt: 'Which running shoes are good for beginners?' }, 'p'],
  'page-analysis': ['/ai/seo-analysis', { url: 'https://shop.example/' }, 'li'],
  volumes: ['/keyword/new', { keywords: ['running shoes', 'trail shoes', 'walking boots'], region: 'US' }, 'svg, li'],
};

export async function fillService(environment: Environment, url: string, token: string): Promise<Content> {
  const customer = callerOf(url, environment.key);
  await fillSeries(environment);
  const demoFilled = await startDemo(customer);
  const ids = Object.fromEntries(
    await Promise.all(Object.entries(CREATED).map(async ([name, [route, body]]) => [name, await create(customer, route, body)] as const)),
  );
  await sendCallbacks(customer);
  await createKeys(callerOf(url, token), environment.accountId);
  for (const [name, id] of Object.entries(ids)) {
    const route = `${CREATED[name]![0].split('/')[1]}/${id}`;
    await until(async () => (await customer('GET', `/${route}`)).json.ready === true, {
      msMax: FINISH_MS_MAX,
      problem: () => `the request ${name} did not finish in time`,
    });
  }
  await reorderResults(environment, customer, ids.before!);
  const { json } = await customer('GET', `/serp/${ids.google}`);
  return {
    objects: Object.fromEntries(Object.entries(CREATED).map(([name, [, , shows]]) => [name, { id: ids[name]!, shows }])),
    accountId: environment.accountId,
    domain: json.data.organic[0].domain,
    tracking: await demoFilled(),
    quality: await fillQuality(environment.db, environment.accountId),
  };
}

async function create(customer: Call, route: string, body: object): Promise<string> {
  const isAi = route.startsWith('/ai/');
  const { status, json, text } = await customer('POST', route, isAi ? body : { ...body, asynchronous: true });
  if (status !== 200) throw new Error(`${route} returned ${status}: ${text}`);
  return json.id;
}

/**
 * Equal requests of one day have equal results. Gives one of them another order, with one result that the other does not have.
 * A stored body ends with the brace of the object around it.
 */
async function reorderResults({ db }: Environment, customer: Call, id: string): Promise<void> {
  const { data } = (await customer('GET', `/serp/${id}`)).json;
  const [first, second, third, ...others] = data.organic as { position: number; url: string; domain: string }[];
  const lost = { ...third!, url: 'https://kettle.example/machines', domain: 'kettle.example' };
  const organic = [second, first, ...others.slice(0, 2), lost, ...others.slice(2)].map((item, index) => ({ ...item, position: index + 1 }));
  const { bytes, size, crc } = await compress(`${JSON.stringify({ ...data, organic })}}`);
  const text = 'update results set body = $2, body_size = $3, body_crc = $4 where id = $1';
  await db.query({ name: 'reorder_results', text }, [id, bytes, size, crc]);
}

/** One receiver accepts, and nothing listens at the other. */
async function sendCallbacks(customer: Call): Promise<void> {
  let received = 0;
  const receiver = createServer((_request, response) => {
    received++;
    response.end('accepted');
  });
  const [port, unused] = [await listen(receiver), await freePort()];
  const keywords = ['desk lamp', 'floor lamp', 'reading lamp', 'lava lamp'];
  for (const keyword of keywords) {
    const body = { keyword, region: 'US', searchEngine: 'google' };
    await create(customer, '/serp/new', { ...body, callback: `http://127.0.0.1:${port}/results` });
    await create(customer, '/serp/new', { ...body, searchEngine: 'bing', callback: `http://127.0.0.2:${unused}/results` });
  }
  await until(() => received >= keywords.length, { msMax: FINISH_MS_MAX, problem: () => 'no callback arrived' });
  await closeServer(receiver);
}

async function createKeys(operator: Call, accountId: string): Promise<void> {
  for (const body of [
    { mode: 'test', name: 'Rank tracker' },
    { mode: 'test', name: 'Research agent', budget: 5000 },
    { mode: 'live', name: 'Production' },
  ]) {
    const { status, text } = await operator('POST', `/admin/accounts/${accountId}/keys`, body);
    if (status >= 300) throw new Error(`creating a key returned ${status}: ${text}`);
  }
}

/** A value that rises and falls over the hour, always the same. */
const wave = (minute: number, middle: number, seed: number): number =>
  Math.round(middle * (1 + 0.4 * Math.sin((minute + seed) / 6) + 0.15 * Math.sin((minute * (seed + 2)) / 3)));

type Values = (minute: number) => { readonly counts?: readonly number[]; readonly levels?: readonly number[] };

/** Runs of an engine. Latencies are in the second and third bucket. */
const runs =
  (middle: number, seed: number, share: (minute: number) => number, others = 1): Values =>
  (minute) => {
    const all = wave(minute, middle, seed);
    const ok = Math.round(all * share(minute));
    return { counts: [all, ok, ...(others === 2 ? [all - ok, 0] : [all - ok]), 0, Math.round(all * 0.7), all - Math.round(all * 0.7)] };
  };
const mostly = () => 0.98;
/** Most runs fail in the last minutes, so that the service opens an alert by itself. */
const failing = (minute: number) => (minute > SERIES_MINUTES - 6 ? 0.2 : 0.95);

const SERIES_VALUES: readonly (readonly [name: SeriesName, key: string, values: Values])[] = [
  ['engines', 'live/google', runs(40, 1, mostly)],
  ['engines', 'live/bing', runs(20, 5, failing)],
  ['sources', 'live/google/page', runs(42, 1, mostly, 2)],
  ['sources', 'live/bing/page', runs(22, 5, failing, 2)],
  ['queue', 'live/NORMAL', (minute) => ({ levels: [wave(minute, 30, 2), 8, wave(minute, 12, 2)] })],
  ['queue', 'live/LOW', (minute) => ({ levels: [wave(minute, 80, 9), 4, wave(minute, 60, 9)] })],
  ['credits', 'live', (minute) => ({ counts: [wave(minute, 60, 1), wave(minute, 3, 4)] })],
  ['callbacks', 'all', (minute) => ({ counts: [wave(minute, 50, 3), wave(minute, 2, 5)] })],
  ['outbox', 'live', (minute) => ({ levels: [wave(minute, 6, 3), 1, wave(minute, 20, 3)] })],
];

/** The service records one minute at a time. An hour of charts would need an hour, so the hour before is written here. */
async function fillSeries({ db }: Environment): Promise<void> {
  const rows = SERIES_VALUES.flatMap(([name, key, valuesOf]) =>
    Array.from({ length: SERIES_MINUTES }, (_, minute) => {
      const { counts = [], levels = [] } = valuesOf(minute);
      const length = SERIES[name].counts.length + (SERIES[name].latency ? LATENCY_BUCKETS_MS.length + 1 : 0);
      const all = Array.from({ length }, (_zero, index) => counts[index] ?? 0);
      return { name, key, minutesAgo: SERIES_MINUTES - minute, counts: all, levels };
    }),
  );
  await db.query(
    {
      name: 'fill_series',
      text: `insert into series_minutes (name, at, key, counts, levels)
        select r.name, date_trunc('minute', now()) - make_interval(mins => r."minutesAgo"), r.key, r.counts, r.levels
        from json_to_recordset($1) as r (name text, key text, "minutesAgo" int, counts bigint[], levels double precision[])`,
    },
    [JSON.stringify(rows)],
  );
}
