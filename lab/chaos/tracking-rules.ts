// Rules for tracking: every due slot has exactly one outcome for each keyword, and every order of a check belongs to it.
import type { Client } from 'pg';
import type { Index, Rule } from './invariants.ts';

/** Rows about tracking after the run. Null in runs without projects. */
export interface TrackingEvidence {
  readonly projects: readonly {
    readonly id: number;
    readonly every: string;
    readonly first_slot: number;
    readonly last_slot: number;
    readonly slots: readonly number[];
  }[];
  /** Keywords by outcome in each slot of a project. A null outcome is a keyword that the cursor has passed without a trace. */
  readonly outcomes: readonly {
    readonly project_id: number;
    readonly slot: number;
    readonly outcome: string | null;
    readonly keywords: number;
  }[];
  readonly keywords: readonly { readonly project_id: number; readonly keywords: number }[];
  /** Orders by account: objects, and tries of all checks. */
  readonly orders: readonly { readonly account_id: number; readonly objects: number; readonly tries: number }[];
  /** Checks that were ordered more than once. */
  readonly retried: readonly { readonly checks: number }[];
  /** Projects that were stopped for want of credits. */
  readonly stops: readonly { readonly alerts: number }[];
  /** Checks whose object is not one of the account's, or was never charged. */
  readonly strays: readonly { readonly object_id: string }[];
  /** Keywords whose state is not that of their newest point. */
  readonly states: readonly { readonly keyword_id: number; readonly slot: number; readonly newest: number }[];
}

const QUERIES: Readonly<Record<keyof TrackingEvidence, string>> = {
  projects: `select p.id, p.every, p.last_slot, (select min(since_slot) from tracked_keywords k where k.project_id = p.id) as first_slot,
    array(select s.slot from project_slots s where s.project_id = p.id and s.kind in ('schedule', 'catchUp') order by s.slot) as slots from projects p`,
  outcomes: `select s.project_id, s.slot, o.outcome, count(*)::integer as keywords from project_slots s
    cross join lateral slot_outcomes(s.account_id, s.project_id, s.slot) as o group by 1, 2, 3`,
  keywords: 'select project_id, count(*)::integer as keywords from tracked_keywords group by 1',
  orders: `select a.account_id,
    (select count(*) from objects o where o.account_id = a.account_id and not o.live)::integer as objects,
    (select coalesce(sum(tries), 0) from checks c where c.account_id = a.account_id)::integer as tries
    from (select distinct account_id from projects) as a`,
  retried: 'select count(*)::integer as checks from checks where tries > 1',
  stops: `select count(*)::integer as alerts from tracking_alerts where kind = 'paused'`,
  strays: `select c.object_id from checks c where not exists (select 1 from objects o where o.id = c.object_id and o.account_id = c.account_id)
    or not exists (select 1 from ledger l where l.ref = c.object_id and l.kind = 'charge')`,
  states: `select t.keyword_id, t.last_slot as slot, n.slot as newest from keyword_states t cross join lateral (
      select r.slot from rank_points r join project_slots s on s.account_id = r.account_id and s.project_id = r.project_id and s.slot = r.slot
      where r.account_id = t.account_id and r.project_id = t.project_id and r.keyword_id = t.keyword_id and r.code / 10 <> 2
      order by s.due_at desc limit 1
    ) as n where n.slot <> t.last_slot`,
};

export async function collectTracking(client: Client): Promise<TrackingEvidence> {
  const rows: Record<string, unknown[]> = {};
  for (const [name, text] of Object.entries(QUERIES)) rows[name] = (await client.query(text)).rows;
  return rows as unknown as TrackingEvidence;
}

/** Slots by the schedule itself, counted here and not by the product: every hour, or every day. */
function expectedSlots({ every, first_slot, last_slot }: TrackingEvidence['projects'][number]): number[] {
  const step = every === 'hours' ? 60 : 1440;
  return Array.from({ length: (last_slot - first_slot) / step }, (_, index) => first_slot + (index + 1) * step);
}

const over =
  (check: (tracking: TrackingEvidence) => readonly string[]) =>
  ({ tracking }: Index): readonly string[] =>
    tracking ? check(tracking) : [];

export const trackingRules: readonly Rule[] = [
  [
    'every due slot has a row, and each only one',
    over(({ projects }) =>
      projects.flatMap((project) => {
        const expected = expectedSlots(project);
        return expected.join() === project.slots.join()
          ? []
          : [`project ${project.id}: due ${expected.join()}, rows ${project.slots.join()}`];
      }),
    ),
  ],
  [
    'every due slot has exactly one outcome: done, faulty, missed or paused',
    over(({ outcomes, keywords, projects }) => [
      ...outcomes
        .filter(({ outcome }) => outcome === null || outcome === 'open')
        .map(
          ({ project_id, slot, outcome, keywords: count }) =>
            `project ${project_id}, slot ${slot}: ${count} ${outcome ?? 'without an outcome'}`,
        ),
      ...projects.flatMap(({ id, slots }) => {
        const wanted = keywords.find(({ project_id }) => project_id === id)?.keywords ?? 0;
        return slots.flatMap((slot) => {
          const found = outcomes.filter((row) => row.project_id === id && row.slot === slot).reduce((sum, row) => sum + row.keywords, 0);
          return found === wanted ? [] : [`project ${id}, slot ${slot}: ${found} outcomes of ${wanted} keywords`];
        });
      }),
    ]),
  ],
  [
    'every order of a check belongs to one',
    over(({ orders, strays }) => [
      ...orders
        .filter(({ objects, tries }) => objects !== tries)
        .map(({ account_id, objects, tries }) => `account ${account_id}: ${objects} objects, ${tries} tries of checks`),
      ...strays.map(({ object_id }) => `${object_id} is not an order`),
    ]),
  ],
  [
    'the state of a keyword is that of its newest point',
    over(({ states }) => states.map(({ keyword_id, slot, newest }) => `keyword ${keyword_id}: state of ${slot}, newest point ${newest}`)),
  ],
];
