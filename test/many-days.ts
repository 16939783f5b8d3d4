// Fills an account with result pages of many past days, like a daily job.
import { compress } from '../src/platform/gzip.ts';
import type { TestService } from './service.ts';

export interface TrackedKeyword {
  readonly keyword: string;
  readonly engine: string;
  readonly region: string;
  /** The position on a day, counted back from today; null: not among the ten. */
  readonly positionOn: (daysAgo: number) => number | null;
}

const COPY = {
  name: 'copy_day',
  text: `with old as (select id_at(now() - make_interval(days => $2, mins => $3)) || right(md5($1 || $2 || $3), 16) as id),
    made as (
      insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, created_at, expires_at)
      select o.retention_class, old.id, o.kind, o.account_id, o.live, o.request, o.cost, false, now() - make_interval(days => $2, mins => $3), now() + interval '9 days'
      from objects o, old where o.id = $1),
    charged as (
      insert into ledger (ref, kind, account_id, live, amount, lots, at)
      select old.id, l.kind, l.account_id, l.live, l.amount, l.lots, now() - make_interval(days => $2, mins => $3)
      from ledger l, old where l.ref = $1 and l.kind = 'charge')
    insert into results (retention_class, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc)
    select r.retention_class, old.id, false, r.verdict, r.attempts, r.detail, now() - make_interval(days => $2, mins => $3), $4, $5, $6 from results r, old where r.id = $1`,
};

const TODAY = { name: 'fill_today', text: 'update results set body = $2, body_size = $3, body_crc = $4 where id = $1' };

/** Returns the tracked domain. One real page per keyword is the template of all its days. */
export async function fillDays(service: TestService, key: string, days: number, followed: readonly TrackedKeyword[]): Promise<string> {
  const { db } = service.database;
  const yesterday = "date_trunc('day', now(), 'UTC') - interval '1 day'";
  for (const [table, parent, from] of [
    ['objects_past', 'objects_days', yesterday],
    ['results_past', 'results_days', yesterday],
    ['ledger_past', 'ledger', "date_trunc('month', now() - interval '1 day', 'UTC')"],
  ])
    await db.script(`do $$ begin
      execute format('create table ${table} partition of ${parent} for values from (%L) to (%L)', '00', id_at(${from}));
    end $$`);
  const domain = 'harbour.example';
  for (const [nth, { keyword, engine, region, positionOn }] of followed.entries()) {
    const body = { keyword, searchEngine: engine, region, asynchronous: false };
    const { json } = await service.call('POST', '/serp/new', key, body);
    const others = json.data.organic as { position: number }[];
    for (let day = 0; day <= days; day++) {
      const place = positionOn(day);
      const organic = others.map((item) => (item.position === place ? { ...item, url: `https://${domain}/${nth}`, domain } : item));
      const { bytes, size, crc } = await compress(`${JSON.stringify({ ...json.data, organic })}}`);
      if (day === 0) await db.query(TODAY, [json.id, bytes, size, crc]);
      else await db.query(COPY, [json.id, day, nth * 7, bytes, size, crc]);
    }
  }
  return domain;
}

/** A pseudo-random curve, always the same. */
export function wander(from: number, seed: number): (daysAgo: number) => number | null {
  return (daysAgo) => {
    const place = Math.round(from + 2.5 * Math.sin((daysAgo + seed) / 7) + 1.5 * Math.sin((daysAgo * seed) / 3));
    return place < 1 ? 1 : place > 10 ? null : place;
  };
}
