// Objects of past days, as a service finds them after an outage.
import type { Db } from '../src/platform/db.ts';

const newIdOf = (days: number): string => `create or replace function new_id() returns text language sql volatile parallel safe as $$
  select lpad(to_hex(floor(extract(epoch from now() - make_interval(days => ${days})))::bigint), 8, '0')
    || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 16) $$`;

const partitionsOf = (days: number): string => `do $$ declare
    parent text;
    day constant timestamptz := date_trunc('day', now(), 'UTC') - make_interval(days => ${days});
    month constant timestamptz := date_trunc('month', day, 'UTC');
  begin
    for parent in select t || k from unnest(array['objects', 'results', 'failed_pages', 'callbacks', 'deliveries', 'events']) as t, unnest(array['_days', '_archive']) as k loop
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || '_' || to_char(day at time zone 'UTC', 'YYYYMMDD'), parent, id_at(day), id_at(day + interval '1 day'));
    end loop;
    execute format('create table if not exists %I partition of ledger for values from (%L) to (%L)',
      'ledger_' || to_char(month at time zone 'UTC', 'YYYYMM'), id_at(month), id_at(month + interval '1 month'));
  end $$`;

/** Creates the partitions of that day and of its month, as a running service would have. */
export const makePartitions = (db: Db, days: number): Promise<void> => db.script(partitionsOf(days));

/** Places orders as if a given number of days ago. Only the time of their charge stays new, because the ledger is append-only. */
export async function inThePast<T>(db: Db, days: number, place: () => Promise<T>, idsOf: (placed: T) => readonly string[]): Promise<T> {
  await makePartitions(db, days);
  await db.script(newIdOf(days));
  try {
    const placed = await place();
    const ids = idsOf(placed)
      .map((id) => `'${id}'`)
      .join(',');
    await db.script(`update objects set created_at = created_at - interval '${days} days', expires_at = expires_at - interval '${days} days' where id in (${ids});
      update queue set run_at = run_at - interval '${days} days', deadline_at = deadline_at - interval '${days} days' where object_id in (${ids})`);
    return placed;
  } finally {
    await db.script(newIdOf(0));
  }
}

/** Marks usage as counted up to now; the real count stays a minute behind. */
export const countEverything = (db: Db): Promise<void> => db.script(`update usage_counted set upto = clock_timestamp()`);
