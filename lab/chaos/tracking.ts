// Load of the tracking product: projects with schedules on a clock that runs faster, one of them with too few credits.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from 'pg';
import { ROOT } from '../paths.ts';
import { SLOT_OUTCOMES } from '../slot-outcomes.ts';
import { sleep } from '../wait.ts';

/** Schedules have whole hours, so the clock of schedules runs this many times as fast: an hour is 30 seconds. */
const SPEED = 120;
const KEYWORDS = 200;
/** The project without credits gets some when it has been stopped for this time. */
const GRANT_MS = 10_000;
const LOOK_MS = 1000;
const GRANTED = 2000;
/** Keywords that end faulty, blocked or empty, among the others. */
const MAGIC = ['test:faulty', 'test:blocked', 'test:empty', 'test:unparsed'];

interface Schedule {
  readonly every: 'hours' | 'weekdays';
  readonly timeZone: string;
  readonly windowMinutes: number;
  readonly account: 'tracked' | 'poor';
}
const PROJECTS: readonly Schedule[] = [
  { every: 'hours', timeZone: 'UTC', windowMinutes: 0, account: 'tracked' },
  { every: 'hours', timeZone: 'UTC', windowMinutes: 40, account: 'poor' },
  { every: 'weekdays', timeZone: 'Europe/Berlin', windowMinutes: 30, account: 'tracked' },
  { every: 'weekdays', timeZone: 'Asia/Kathmandu', windowMinutes: 0, account: 'tracked' },
];
const CREDITS = { tracked: 1_000_000, poor: 150 };

export interface TrackingLoad {
  /** Pauses all projects as their owner would, and waits until every check has its point. */
  stop(stallSeconds: number): Promise<void>;
}

/** As a variant is stored. The sandbox answers all of them. */
async function requestOf(): Promise<string> {
  const { loadRegions }: typeof import('#product/business/regions/load.js') = await import(
    pathToFileURL(path.join(ROOT, 'dist', 'business', 'regions', 'load.js')).href
  );
  return JSON.stringify({
    region: loadRegions().resolve('US'),
    regionSearch: null,
    priority: 'LOW',
    asynchronous: true,
    archivable: false,
    searchEngine: 'google',
    callback: null,
    callbackFormat: 'SIMPLE',
    maxResults: 10,
    isMobile: false,
    language: 'en',
    saveRawData: false,
    customUserAgent: null,
    customUrlParameter: [],
    customCookieParameter: [],
    voiceSearchHighFidelity: false,
  });
}

const SETTINGS = JSON.stringify({
  domains: [{ host: 'shop.example', path: '', match: 'site', given: { domain: 'shop.example' } }],
  competitors: [],
  brandTerms: [],
  curve: null,
  delivery: {},
  defaults: {},
  notes: '',
});

/** Two accounts with a test key each, and their projects. The first slots are due within a minute of the faster clock. */
async function fill(client: Client): Promise<void> {
  const start = new Date().toISOString();
  await client.query(`create or replace function tracking_now() returns timestamptz language sql stable as $$
    select timestamptz '${start}' + (now() - timestamptz '${start}') * ${SPEED} $$`);
  await client.query(SLOT_OUTCOMES);
  await client.query('select make_tracking_partitions(5, 0)');
  const request = await requestOf();
  const accounts: Record<string, number> = {};
  for (const [name, credits] of Object.entries(CREDITS)) {
    const { rows } = await client.query(
      `insert into accounts (name, email, contract, webhook_secret) values ($1, $1::text || '@mail.example', 'current', 'whsec_none') returning id`,
      [name],
    );
    const { id } = rows[0];
    accounts[name] = id;
    await client.query('insert into account_modes (account_id, live) values ($1, false), ($1, true)', [id]);
    await client.query(`insert into keys (id, account_id, live, hash) values ($1, $2, false, sha256(convert_to($1, 'UTF8')))`, [
      `chaos-${name}`,
      id,
    ]);
    await client.query('select grant_credits($1, false, $2, null)', [id, credits]);
    await client.query(
      `insert into search_variants (account_id, live, engine, region_id, language, is_mobile, request) values ($1, false, 'google', 'US', 'en', false, $2)`,
      [id, request],
    );
  }
  for (const { every, timeZone, windowMinutes, account } of PROJECTS) {
    // By day, the local time is half an hour ahead. Yesterday's slot is over.
    const { rows } = await client.query(
      `insert into projects (account_id, live, key_id, name, settings, max_results, every, time_zone, local_time, window_minutes, last_slot)
        select $1, false, 'chaos-' || $2::text, $2, $3, 10, $4, $5, date_trunc('minute', local + interval '30 minutes')::time, $6,
          case when $4 = 'hours' then slot_at(date_trunc('hour', tracking_now() at time zone 'UTC'))
            else slot_at((local + interval '30 minutes')::date - 1) end
        from (select tracking_now() at time zone $5 as local) as now returning id`,
      [accounts[account], account, SETTINGS, every, timeZone, windowMinutes],
    );
    const { id } = rows[0];
    await client.query('update projects p set next_at = next_slot_at(p) where id = $1', [id]);
    await client.query(
      `insert into tracked_keywords (account_id, project_id, variant_id, since_slot, keyword)
        select p.account_id, p.id, v.id, p.last_slot, case when n % 20 = 0 then ($2::text[])[1 + n / 20 % cardinality($2)] || ' ' || n else 'shoes ' || n end
        from projects p join search_variants v on v.account_id = p.account_id, generate_series(1, $3) as n where p.id = $1`,
      [id, MAGIC, KEYWORDS],
    );
  }
}

export async function startTracking(connect: () => Promise<Client>): Promise<TrackingLoad> {
  const client = await connect();
  await fill(client).finally(() => client.end());
  let granted = false;
  const grant = async (): Promise<void> => {
    if (granted) return;
    const other = await connect();
    await other
      .query(`select grant_credits(id, false, $1, null) from accounts where name = 'poor'`, [GRANTED])
      .then(() => {
        granted = true;
      })
      .finally(() => other.end());
  };
  // By the time of the machine: the clock of schedules runs faster. While the database is down, the next look grants.
  let stoppedAt: number | null = null;
  const grantToStopped = async (): Promise<void> => {
    if (granted) return;
    const other = await connect();
    const { rows } = await other.query(`select 1 from projects where state = 'credits'`).finally(() => other.end());
    if (rows.length === 0) return;
    stoppedAt ??= performance.now();
    if (performance.now() - stoppedAt >= GRANT_MS) await grant();
  };
  const timer = setInterval(() => void grantToStopped().catch(() => undefined), LOOK_MS);
  return {
    stop: async (stallSeconds) => {
      clearInterval(timer);
      await grant();
      const last = await connect();
      try {
        // The projects first: a planner that holds one would otherwise start another slot in between.
        await last.query(`begin;
          update projects set state = 'paused', next_at = null;
          update project_slots set state = 'paused', reason = 'paused' where state = 'running';
          commit`);
        await recorded(last, stallSeconds);
      } finally {
        await last.end();
      }
    },
  };
}

/** Waits until no check is pending. Gives up when none was recorded for `stallSeconds`; the rules then name those that are open. */
async function recorded(client: Client, stallSeconds: number): Promise<void> {
  let [least, moved] = [Number.POSITIVE_INFINITY, performance.now()];
  for (;;) {
    const { rows } = await client.query('select count(*)::integer as left from checks where state < 2');
    if (rows[0].left === 0) return;
    if (rows[0].left < least) [least, moved] = [rows[0].left, performance.now()];
    if (performance.now() - moved > stallSeconds * 1000) return;
    await sleep(250);
  }
}
