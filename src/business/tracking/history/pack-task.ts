// Packs months of points that are no longer hot, then drops their rows.
import type { Db } from '../../../platform/db.ts';
import type { Task } from '../interfaces.ts';
import { MINUTES_A_DAY } from '../slots.ts';
import type { Slot } from '../types.ts';
import {
  type KeywordRange,
  mayBePacked,
  mergePacked,
  monthStart,
  PACK_LOCK,
  readHotMonths,
  readMonthSlots,
  readRange,
  readToday,
} from './months.ts';

/** Of each hour. A million keywords are packed within about a week. */
const MS_MAX = 15_000;
const KEYWORDS_AT_ONCE = 200;
const PROJECTS_MAX = 100_000;
const CHUNKS_MAX = 10_000;

const PENDING = {
  name: 'tracking_month_pending',
  text: `select exists (select 1 from checks c join projects p on p.id = c.project_id where c.slot >= $1 and c.slot < $2 and c.state < 2) as pending`,
};
const PROJECTS = {
  name: 'tracking_pack_projects',
  text: 'select account_id as "accountId", id from projects where id > $1 order by id limit 1',
};
/** The next keywords in the order of ids. */
const KEYWORDS = {
  name: 'tracking_pack_keywords',
  text: `select min(k.id) as first, max(k.id) as last from (
      select id from tracked_keywords where account_id = $1 and project_id = $2 and id > $3 order by id limit $4) as k`,
};
const LOCK = { name: 'tracking_pack_lock', text: 'select pg_try_advisory_xact_lock($1) as held' };
/** Only this month: all other clean-up has its own task. */
const DROP = { name: 'tracking_drop_month', text: 'select drop_tracking(36500, array[$1::integer], 0, 0, 0) as name' };

interface Project {
  readonly accountId: number;
  readonly id: number;
}

/**
 * The progress of one pass over the month that is being packed. A pass that adds nothing proves that all rows are packed.
 * After a restart a pass begins again; packed keywords cost only a read.
 */
interface Pass {
  readonly firstSlot: Slot;
  /** A new primary of the database may lack what the pass has packed or seen. */
  readonly takeovers: number;
  /** The last project that is done, and of the next one the last keyword. */
  project: number;
  keyword: number;
  /** Points that this pass has packed. */
  added: number;
}

/**
 * `hotMonths` whole months before this one stay rows. `historyDays` 0: packed months are kept for ever. The count of a run is the
 * number of removed partitions.
 */
export function createPackTask(db: Pick<Db, 'query' | 'transaction' | 'takeovers'>, hotMonths: number, historyDays: number): Task {
  let pass: Pass | null = null;
  const passOf = (firstSlot: Slot): Pass => ({ firstSlot, takeovers: db.takeovers(), project: 0, keyword: 0, added: 0 });

  /** Returns the oldest month that is due and has no pending checks, or null. */
  const dueMonth = async (): Promise<Slot | null> => {
    const [oldest] = await readHotMonths(db.query);
    if (oldest === undefined) return null;
    const today = await readToday(db.query);
    const end = monthStart(oldest, 1);
    if (monthStart(end, hotMonths) > today || !mayBePacked(oldest, today)) return null;
    const [row] = await db.query<{ pending: boolean }>(PENDING, [oldest, end]);
    return row!.pending ? null : oldest;
  };

  /** Returns the number of new packed points, or null when another process packs. */
  const packChunk = (project: Project, firstSlot: Slot, slots: readonly Slot[], range: KeywordRange): Promise<number | null> =>
    db.transaction(async (query) => {
      const [lock] = await query<{ held: boolean }>(LOCK, [PACK_LOCK]);
      if (!lock!.held) return null;
      return mergePacked(query, project, firstSlot, await existing(query, project, await readRange(query, project, slots, range)));
    });

  /** Returns false when the time is over, or another process packs. The pass is then continued in the next run. */
  const packProject = async (project: Project, current: Pass, isOver: () => boolean): Promise<boolean> => {
    const slots = await readMonthSlots(db.query, project, current.firstSlot, monthStart(current.firstSlot, 1));
    for (let chunks = 0; slots.length > 0 && chunks < CHUNKS_MAX; chunks++) {
      const values = [project.accountId, project.id, current.keyword, KEYWORDS_AT_ONCE];
      const [range] = await db.query<{ first: number | null; last: number }>(KEYWORDS, values);
      if (range!.first === null) break;
      const added = await packChunk(project, current.firstSlot, slots, { first: range!.first, last: range!.last });
      if (added === null) return false;
      current.added += added;
      current.keyword = range!.last;
      if (isOver()) return false;
    }
    current.project = project.id;
    current.keyword = 0;
    return true;
  };

  /** Returns the month once a whole pass has added nothing, else null. */
  const advance = async (isOver: () => boolean): Promise<Slot | null> => {
    const due = await dueMonth();
    if (due === null) return null;
    // A month that is older than the history is dropped as it is.
    if (historyDays > 0 && monthStart(due, 1) + historyDays * MINUTES_A_DAY < (await readToday(db.query))) return due;
    if (pass?.firstSlot !== due || pass.takeovers !== db.takeovers()) pass = passOf(due);
    for (let steps = 0; steps < PROJECTS_MAX && !isOver(); steps++) {
      const [project] = await db.query<Project>(PROJECTS, [pass.project]);
      if (project) {
        if (!(await packProject(project, pass, isOver))) return null;
      } else if (pass.added === 0) return due;
      else pass = passOf(due);
    }
    return null;
  };

  return {
    run: async () => {
      const started = performance.now();
      const packed = await advance(() => performance.now() - started > MS_MAX);
      if (packed === null) return 0;
      // Another process may drop partitions right now. Then the finished pass is used in the next run.
      const dropped = await db.query(DROP, [packed]);
      return dropped.length;
    },
  };
}

const EXISTING = {
  name: 'tracking_existing_keywords',
  text: 'select id from tracked_keywords where account_id = $1 and project_id = $2 and id = any ($3::integer[])',
};

/** A range of ids also has points of removed keywords. */
async function existing<Value>(query: Db['query'], { accountId, id }: Project, byKeyword: Map<number, Value>): Promise<Map<number, Value>> {
  const rows = await query<{ id: number }>(EXISTING, [accountId, id, [...byKeyword.keys()]]);
  const kept = new Set(rows.map((row) => row.id));
  return new Map([...byKeyword].filter(([keyword]) => kept.has(keyword)));
}
