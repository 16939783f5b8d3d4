// Evidence of two versions on one database: work that crossed from one to the other, missing events, and errors in their logs.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Db } from '#product/platform/db.js';
import type { Evidence } from '../chaos/evidence.ts';
import type { History } from '../chaos/history.ts';
import type { BareEnvironment, RunningProcess } from '../environment.ts';
import { count } from '../report.ts';
import { CHECKED } from './invariant-checker.ts';

const run = promisify(execFile);

/** Runs the migrations of the build in `root`. */
export async function migrateWith(root: string, { postgres, folder }: BareEnvironment): Promise<void> {
  const env = { ...CHECKED, PATH: process.env.PATH, DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, 'migrate') };
  await run(process.execPath, [path.join(root, 'dist', 'main.js'), 'migrate'], { env });
}

interface Crossing {
  readonly history: History;
  readonly events: Evidence['events'];
  /** The URLs of the older APIs and the tokens of the older workers. */
  readonly oldBases: ReadonlySet<string>;
  readonly oldTokens: ReadonlySet<string>;
}

export interface Crossings {
  readonly oldToNew: number;
  readonly newToOld: number;
  readonly readsAcross: number;
  readonly deletesAcross: number;
}

/** How many objects one version began and the other continued. */
export function crossingsOf({ history, events, oldBases, oldTokens }: Crossing): Crossings {
  const createdByOld = new Map<string, boolean>();
  for (const { answers } of history.orders)
    for (const { base, ids, replayed } of answers) for (const id of replayed ? [] : (ids ?? [])) createdByOld.set(id, oldBases.has(base!));
  const ends = events.filter(({ what, id, lease }) => what === 'queue.delete' && lease && createdByOld.has(id));
  const count = (byOld: boolean, endedOld: boolean): number =>
    ends.filter(({ id, lease }) => createdByOld.get(id) === byOld && oldTokens.has(lease!) === endedOld).length;
  const across = (calls: readonly { id: string; base?: string; status: number | null }[]): number =>
    calls.filter(({ id, base, status }) => status! < 300 && createdByOld.has(id) && createdByOld.get(id) !== oldBases.has(base!)).length;
  return {
    oldToNew: count(true, false),
    newToOld: count(false, true),
    readsAcross: across(history.reads),
    deletesAcross: across(history.deletes.filter(({ status }) => status !== null)),
  };
}

/** Finished objects that were created after the event feed was opened and are missing from it. */
export async function unfedOf(db: Db): Promise<number> {
  const [row] = await db.query<{ unfed: number }>({
    name: 'unfed',
    text: `select count(*)::integer as unfed from event_feeds f join objects o on o.account_id = f.account_id and o.live = f.live
      where o.created_at > f.since and not o.deleted and exists (select from results r where r.id = o.id)
        and not exists (select from events e where e.id = o.id)`,
  });
  return row!.unfed;
}

/** Error messages of the processes, with their counts. */
export function complaintsOf(processes: readonly RunningProcess[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of processes)
    for (const line of one.printed().split('\n')) {
      if (!line.includes('"level":"error"')) continue;
      const { message, error, code = '', cause } = JSON.parse(line);
      const words = [message, error, code || (cause?.code ?? '')].filter(Boolean).join(' ');
      count(counts, words);
    }
  return counts;
}
