// Fills the page "Quality": canaries, agreement of sources, quality and parsing over a day, layouts, and two cases with kept pages.
import type { Db } from '#product/platform/db.js';
import { compress } from '#product/platform/gzip.js';
import { until } from '../wait.ts';

export interface QualityContent {
  readonly openCase: string;
  readonly dismissedCase: string;
  /** A request that a failing source answered. */
  readonly objectId: string;
}

type Source = readonly [
  engine: string,
  source: string,
  failingHours: number | null,
  outcomes: Readonly<Record<string, readonly [string, string | null]>>,
];

const passed = ['passed', null] as const;
const MISSING =
  'No result of wikipedia.org is among the first 3. The first results are of shopping.example, deals.example and offers.example.';
const OUTSIDE = 'The path /wiki/Photosynthesis of wikipedia.org is not among the first 10 results.';

const SOURCES: readonly Source[] = [
  ['google', 'page', null, { 'google-brand': passed, 'google-article': passed, 'google-brand-de': passed }],
  ['google', 'serper', null, { 'google-brand': passed, 'google-article': passed }],
  ['bing', 'page', 6, { 'bing-brand': ['failed', MISSING], 'bing-article': ['failed', OUTSIDE] }],
  ['bing', 'upstream', null, { 'bing-brand': passed, 'bing-article': ['inconclusive', 'The attempt ended with blocked.'] }],
  ['yahoo', 'page', 30, { 'yahoo-brand': ['failed', MISSING], 'yahoo-article': passed }],
  ['baidu', 'page', null, { 'baidu-brand': passed, 'baidu-article': passed }],
  ['whois', 'registry', null, { 'whois-google': passed, 'whois-wikipedia': passed }],
];
const SWITCHED_OFF = ['yahoo', 'page'] as const;

const [STEP_MINUTES, DAY_MINUTES, WEEK_HOURS] = [10, 1440, 168];

type Counts = (hoursAgo: number, wave: number) => readonly number[];

const quality =
  (pages: number, mean: number, low: number): Counts =>
  (_hours, wave) => [pages + wave, Math.round((pages + wave) * low), Math.round((pages + wave) * mean * 1000)];
/** The quality falls when the source begins to fail. */
const falling: Counts = (hours, wave) => (hours < 6 ? quality(18, 0.56, 0.6) : quality(18, 0.95, 0.03))(hours, wave);
const agreement =
  (value: number): Counts =>
  () => [2, ...[value + 0.08, value + 0.03, 0.9, value].map((one) => Math.round(2000 * Math.min(1, one))), value < 0.5 ? 2 : 0];
const found =
  (pages: number, share: (hours: number) => number): Counts =>
  (hours, wave) => [pages + wave, Math.round((pages + wave) * 10 * share(hours)), (pages + wave) * 10];

const SERIES: readonly (readonly [name: string, key: string, counts: Counts])[] = [
  ['quality', 'live/google/page', quality(40, 0.97, 0.01)],
  ['quality', 'live/google/serper', quality(12, 0.98, 0)],
  ['quality', 'live/bing/page', falling],
  ['quality', 'live/baidu/page', quality(6, 0.86, 0.08)],
  ['parsing', 'live/google', found(52, () => 0.93)],
  ['parsing', 'live/bing', found(18, (hours) => (hours < 6 ? 0.41 : 0.88))],
  ['parsing', 'live/baidu', found(6, () => 0.9)],
  ['agreement', 'google/page~serper', agreement(0.91)],
  ['agreement', 'bing/page~upstream', (hours, wave) => agreement(hours < 6 ? 0.31 : 0.84)(hours, wave)],
];

const DIFFERENCES = [
  ['shopping.example', 'deals.example', 'offers.example', 'coupons.example'],
  ['running.example', 'marathon.example', 'shoes.example'],
  ['shopping.example', 'deals.example', 'a-very-long-name-of-a-shop-with-many-words.example'],
  [],
];

const KEYWORDS = ['running shoes', 'clay pots', 'storm lantern', 'walking boots'];

const PUBLISHED = { name: 'fill_published', text: 'select 1 as one from canaries limit 1' };
const PUBLISH_MS_MAX = 60_000;

/** The service must have canaries on. It publishes them seconds after its start. */
export async function fillQuality(db: Db, accountId: string): Promise<QualityContent> {
  await until(async () => (await db.query(PUBLISHED)).length > 0, { msMax: PUBLISH_MS_MAX, problem: () => 'no canaries were published' });
  await fillSeries(db);
  await fillCanaries(db);
  const ids = await addRequests(db, accountId);
  await fillDifferences(db, ids);
  return { ...(await fillCases(db, ids)), objectId: ids[0]! };
}

async function fillSeries(db: Db): Promise<void> {
  const rows = SERIES.flatMap(([name, key, counts]) =>
    [
      ...Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, n) => n * STEP_MINUTES),
      ...Array.from({ length: WEEK_HOURS }, (_, n) => (n + 1) * 60),
    ].map((minutesAgo, n) => ({
      name,
      key,
      minutesAgo,
      isHour: n >= DAY_MINUTES / STEP_MINUTES,
      counts: counts(minutesAgo / 60, Math.round(3 + 3 * Math.sin(minutesAgo / 90))),
    })),
  );
  for (const [table, unit, isHour] of [
    ['series_minutes', 'minute', false],
    ['series_hours', 'hour', true],
  ] as const)
    await db.query(
      {
        name: `fill_quality_${table}`,
        text: `insert into ${table} (name, at, key, counts, levels)
          select r.name, date_trunc('${unit}', now()) - make_interval(mins => r."minutesAgo"), r.key, r.counts, '{}'
          from json_to_recordset($1) as r (name text, key text, "minutesAgo" int, counts bigint[]) on conflict do nothing`,
      },
      [JSON.stringify(rows.filter((row) => row.isHour === isHour))],
    );
}

async function fillCanaries(db: Db): Promise<void> {
  const sources = SOURCES.map(([engine, source, hours, outcomes]) => ({
    engine,
    source,
    hours,
    reason: hours === null ? null : (Object.values(outcomes).find(([outcome]) => outcome === 'failed')?.[1] ?? null),
    off: SWITCHED_OFF[0] === engine && SWITCHED_OFF[1] === source,
  }));
  const states = SOURCES.flatMap(([engine, source, , outcomes], n) =>
    Object.entries(outcomes).map(([canary, [outcome, reason]], m) => ({
      engine,
      source,
      canary,
      outcome,
      reason,
      minutes: 7 * n + 11 * m + 2,
    })),
  );
  await db.query(
    {
      name: 'fill_canary_sources',
      text: `with given as (select * from json_to_recordset($1) as r (engine text, source text, hours double precision, reason text, off boolean)),
        off as (
          insert into disabled_sources (engine, source, set_by) select engine, source, 'canaries' from given where off returning engine, source, since
        )
        insert into canary_sources (engine, source, failing_since, reason, switched_off_at, next_run_at)
        select g.engine, g.source, now() - make_interval(secs => g.hours * 3600), g.reason, off.since, now() + interval '1 day'
        from given g left join off on off.engine = g.engine and off.source = g.source
        on conflict (engine, source) do update set failing_since = excluded.failing_since, reason = excluded.reason,
          switched_off_at = excluded.switched_off_at, next_run_at = excluded.next_run_at`,
    },
    [JSON.stringify(sources)],
  );
  await db.query(
    {
      name: 'fill_canary_states',
      text: `insert into canary_states (engine, source, canary, due_at, last_at, last_outcome, last_reason)
        select engine, source, canary, now() + interval '1 day', now() - make_interval(mins => minutes), outcome, reason
        from json_to_recordset($1) as r (engine text, source text, canary text, outcome text, reason text, minutes int)
        on conflict (engine, source, canary) do update
        set due_at = excluded.due_at, last_at = excluded.last_at, last_outcome = excluded.last_outcome, last_reason = excluded.last_reason`,
    },
    [JSON.stringify(states)],
  );
}

/** Live requests that the failing source answered. Returns their ids. */
async function addRequests(db: Db, accountId: string): Promise<string[]> {
  const requests = KEYWORDS.map((keyword, n) => ({
    request: { keyword, searchEngine: 'bing', region: null },
    attempts: [{ source: 'page', outcome: 'valid', ms: 700 + 90 * n }],
    detail: n === 3 ? {} : { quality: 0.45 + 0.2 * n, qualityReasons: n === 0 ? ['unrelated', 'fewResults'] : ['fewResults'] },
    minutes: 20 + 50 * n,
  }));
  const rows = await db.query<{ id: string }>(
    {
      name: 'fill_quality_requests',
      text: `with given as (
          select new_id() as id, r.* from json_to_recordset($1) as r (request json, attempts json, detail json, minutes int)
        ),
        created as (
          insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, created_at, expires_at)
          select 2, id, 'serp', $2, true, request, 1, false, now() - make_interval(mins => minutes), now() + interval '3 days' from given
        )
        insert into results (retention_class, id, faulty, verdict, attempts, detail, generated_at)
        select 2, id, false, 'valid', attempts, detail, now() - make_interval(mins => minutes) from given returning id`,
    },
    [JSON.stringify(requests), accountId],
  );
  return rows.map(({ id }) => id);
}

async function fillDifferences(db: Db, ids: readonly string[]): Promise<void> {
  const rows = DIFFERENCES.map((hosts, n) => ({
    id: ids[n],
    hosts,
    others: ['wikipedia.org', 'shop.example'].slice(n % 2),
    minutes: 25 + 55 * n,
  }));
  await db.query(
    {
      name: 'fill_differences',
      text: `insert into cross_check_differences (object_id, engine, source_a, source_b, agreement, hosts_a, hosts_b, at)
        select id, 'bing', 'page', 'upstream', 0.31, array(select json_array_elements_text(hosts)), array(select json_array_elements_text(others)),
          now() - make_interval(mins => minutes)
        from json_to_recordset($1) as r (id text, hosts json, others json, minutes int)`,
    },
    [JSON.stringify(rows)],
  );
}

/** Two usual layouts and two in doubt: id, device, pages an hour, items found of ten, and how many hours ago it began. */
const LAYOUTS = [
  ['bing-desktop-usual-000001', 'desktop', 14, 9, 160],
  ['bing-desktop-new-00000002', 'desktop', 11, 3, 6],
  ['bing-mobile-usual-0000003', 'mobile', 8, 9, 160],
  ['bing-mobile-maps-00000004', 'mobile', 3, 5, 60],
] as const;

async function fillCases(db: Db, ids: readonly string[]): Promise<Pick<QualityContent, 'openCase' | 'dismissedCase'>> {
  const [, doubtful, , understood] = LAYOUTS;
  for (const [id, device, pages, items, hours] of LAYOUTS)
    await db.query(
      {
        name: 'fill_layout',
        text: `with layout as (
            insert into layouts (id, engine, device, shapes, names, first_seen, pages)
            values ($1, 'bing', $2, '', '', now() - make_interval(hours => $5), $3::int * $5::int)
          )
          insert into layout_hours (layout_id, hour, pages, judged, found, requested, filled, unparsed, suspect)
          select $1, date_trunc('hour', now()) - make_interval(hours => n), $3, $3, $3::int * $4::int, $3::int * 10, array[$3::bigint], 0, 0
          from generate_series(0, $5::int) as n`,
      },
      [id, device, pages, items, hours],
    );
  const open = async (layout: string, device: string, state: string, figures: object): Promise<string> => {
    const text = `insert into cases (layout_id, engine, device, kind, state, figures, opened_at, closed_at, changed_by)
      values ($1, 'bing', $2, 'yield', $3, $4, now() - interval '5 hours', case when $3 = 'open' then null else now() - interval '1 hour' end,
        case when $3 = 'open' then null else 'ines' end) returning id`;
    const [row] = await db.query<{ id: string }>({ name: 'fill_case', text }, [layout, device, state, JSON.stringify(figures)]);
    return row!.id;
  };
  const openCase = await open(doubtful[0], doubtful[1], 'open', {
    pages: 66,
    share: 0.44,
    yield: 0.3,
    neighboursYield: 0.9,
    arrays: ['related', 'paa'],
  });
  const dismissedCase = await open(understood[0], understood[1], 'dismissed', {
    pages: 31,
    share: 0.12,
    yield: 0.5,
    neighboursYield: 0.9,
    arrays: [],
  });
  for (const [n, keyword] of KEYWORDS.slice(0, 2).entries()) {
    const { bytes, size } = await compress(pageOf(keyword));
    const organic = [1, 2, 3].map((position) => ({
      position,
      title: `Guide ${position} to ${keyword}`,
      url: `https://guide${position}.example/`,
    }));
    await db.query(
      {
        name: 'fill_case_page',
        text: `insert into case_pages (layout_id, n, object_id, expires_at, query, content_type, status, outcome, reason, found, body, body_size)
          values ($1, $2, $3, now() + interval '3 days', $4, 'text/html', 200, 'valid', null, $5, $6, $7)`,
      },
      [
        doubtful[0],
        n + 1,
        ids[n],
        JSON.stringify({
          engine: 'bing',
          keyword,
          region: { canonicalName: 'United States', countryCode: 'US', type: 'Country', latitude: 39, longitude: -95 },
          language: 'en',
          isMobile: false,
          maxResults: 10,
        }),
        JSON.stringify({ organic, related: [] }),
        bytes,
        size,
      ],
    );
  }
  return { openCase, dismissedCase };
}

/** Ten results, of which the last seven have another structure. */
function pageOf(keyword: string): string {
  const results = Array.from({ length: 10 }, (_, n) =>
    n < 3
      ? `<li class="b_algo"><h2><a href="https://guide${n + 1}.example/">Guide ${n + 1} to ${keyword}</a></h2><p>All about ${keyword}.</p></li>`
      : `<article><h3><a href="https://shop${n + 1}.example/">Buy ${keyword}, offer ${n + 1}</a></h3><p>Prices of ${keyword}.</p></article>`,
  );
  return `<!doctype html><html lang="en"><head><title>${keyword} - Search</title></head><body><form><input name="q" value="${keyword}"></form>
<ol>${results.join('\n')}</ol></body></html>`;
}
