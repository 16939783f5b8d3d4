// Gives a service a past: what it measured so far becomes what it measured some days ago.
import type { Db } from '#product/platform/db.js';

const AGE_ANSWERS = {
  name: 'lab_age_answers',
  text: `update answers set times = (
      select array_agg(one - make_interval(days => $1::integer) order by place) from unnest(times) with ordinality as t(one, place)
    )`,
};
const KEEP_MINUTES = {
  name: 'lab_keep_minutes',
  text: `insert into series_hours (name, at, key, counts, levels)
      select name, at - interval '1 day', key, counts, levels from series_minutes where name = any($1) on conflict do nothing`,
};
const DROP_MINUTES = { name: 'lab_drop_minutes', text: 'delete from series_minutes where name = any($1)' };
const SERIES = ['agreement', 'quality', 'parsing', 'engines'];

/** Moves stored answers into the past. */
export async function ageAnswers(db: Pick<Db, 'query'>, days: number): Promise<void> {
  await db.query(AGE_ANSWERS, [days]);
}

/** The alert rules compare the last hour with the hours of the week before. */
export async function ageSeries(db: Pick<Db, 'query'>): Promise<void> {
  await db.query(KEEP_MINUTES, [SERIES]);
  await db.query(DROP_MINUTES, [SERIES]);
}
