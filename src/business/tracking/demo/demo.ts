// Creates the demo project of a test key. The planner then fills its history, see backfill.ts.
import { errors } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import type { Project } from '../../../contract/tracking.ts';
import type { Db } from '../../../platform/db.ts';
import type { AlertRules, Notes, Projects, TrackedKeywords } from '../interfaces.ts';
import { DEMO_DAYS, DEMO_KEYWORDS, DEMO_PREFIX, DEMO_RULE, demoNotes, demoProject } from './keywords.ts';

export interface DemoParts {
  readonly db: Db;
  readonly projects: Pick<Projects, 'create' | 'get' | 'row'>;
  readonly keywords: Pick<TrackedKeywords, 'add'>;
  readonly notes: Pick<Notes, 'create' | 'list'>;
  readonly rules: Pick<AlertRules, 'create' | 'list'>;
  /** Domains of the sandbox with positions for all keywords of the demo: the own one, then its competitors. */
  readonly sites: readonly string[];
}

/** The first key of an advisory lock. The second is the account. */
const LOCK = 7283014;

const ACQUIRE_LOCK = { name: 'demo_lock', text: 'select pg_advisory_xact_lock($1, $2)' };
const FIND = {
  name: 'demo_find',
  text: `select public_id from projects where account_id = $1 and not live and starts_with(name, $2) order by id limit 1`,
};
/** One slot per day, the newest of which is the last that needs no check. A project that has such slots gets no further ones. */
const ADD_SLOTS = {
  name: 'demo_slots',
  text: `with added as (
      insert into project_slots (account_id, project_id, slot, kind, state, depth, due_at, starts_at)
      select p.account_id, p.id, p.last_slot - n * 1440, 'backfill', 'running', p.max_results, d.due_at, d.due_at
      from projects p, generate_series(0, $3::integer - 1) as n,
        lateral (select slot_time(p.last_slot - n * 1440) at time zone p.time_zone as due_at) as d
      where p.account_id = $1 and p.public_id = $2 and not exists (
        select 1 from project_slots s where s.account_id = p.account_id and s.project_id = p.id and s.kind = 'backfill')
      on conflict (account_id, project_id, slot) do nothing
      returning 1)
    update projects set next_at = tracking_now()
    where account_id = $1 and public_id = $2 and state = 'active' and exists (select 1 from added)`,
};

/** Each step leaves alone what exists, so that a second call completes a demo whose creation was interrupted. */
export function createDemo({ db, projects, keywords, notes, rules, sites }: DemoParts): (account: Account) => Promise<Project> {
  const complete = async (account: Account, id: string): Promise<Project> => {
    const row = (await projects.row({ accountId: account.id, mode: account.mode }, id))!;
    await keywords.add(account, row, { keywords: [...DEMO_KEYWORDS] });
    if ((await notes.list(row)).length === 0) for (const note of demoNotes(new Date())) await notes.create(row, note);
    if ((await rules.list(row)).length === 0) await rules.create(row, DEMO_RULE);
    await db.query(ADD_SLOTS, [account.id, id, DEMO_DAYS]);
    return (await projects.get(account, id))!;
  };
  /** Two processes at once would create two projects, so one of them waits. */
  const create = (account: Account): Promise<Project> =>
    db.transaction(async (query) => {
      await query(ACQUIRE_LOCK, [LOCK, account.id]);
      const [known] = await query<{ public_id: string }>(FIND, [account.id, DEMO_PREFIX]);
      return complete(account, known?.public_id ?? (await projects.create(account, demoProject(sites))).id);
    });
  /** The transaction holds a connection while its steps use others, so calls at once would wait for each other's connections. */
  let last: Promise<unknown> = Promise.resolve();
  const running = new Map<string, Promise<Project>>();
  return async (account) => {
    if (account.mode !== 'test') throw errors.badParameter('apikey', 'is a live key', 'Use a test key. The demo uses the sandbox.');
    const known = running.get(account.keyId);
    if (known) return known;
    const made = last.then(() => create(account)).finally(() => running.delete(account.keyId));
    running.set(account.keyId, made);
    last = made.catch(() => undefined);
    return made;
  };
}
