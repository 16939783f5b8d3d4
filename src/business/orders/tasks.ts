// Tasks of the DataForSEO-compatible endpoint: recorded with their order, listed until they are collected.
import type { Order, OrderItem } from '../../contract/order.ts';
import type { StoredTask } from '../../contract/task.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

/** Returns the item with the task in its stored request, which needs no further column. */
export const withTask = (item: OrderItem, task: StoredTask): OrderItem => ({
  ...item,
  request: `${item.request.slice(0, -1)},"task":${JSON.stringify(task)}}`,
});

/** Returns the task of a stored request, or null for a request of another endpoint. */
export const taskIn = (request: string): StoredTask | null => (JSON.parse(request) as { task?: StoredTask }).task ?? null;

export interface ReadyTask {
  readonly id: string;
  readonly path: string;
  readonly tag: string | null;
  readonly createdAt: Date;
}

export interface ListedTask {
  readonly id: string;
  readonly task: StoredTask;
  readonly cost: number;
  readonly createdAt: Date;
  readonly generatedAt: Date | null;
  /** Null until it is finished. */
  readonly faulty: boolean | null;
}

export interface Owner {
  readonly account: number;
  readonly mode: Mode;
}

export interface Tasks {
  /** Returns finished tasks of the last three days that were not collected, oldest first. */
  ready(owner: Owner, pathStart: string): Promise<ReadyTask[]>;
  /** Returns the ids of all objects of a task, or null for an unknown task. */
  objectsOf(owner: Owner, id: string): Promise<readonly string[] | null>;
  /** The task is no longer listed as ready. */
  collect(owner: Owner, id: string): Promise<void>;
  /** Returns the SERP tasks of a period, newest first. */
  list(owner: Owner, period: { readonly from: Date; readonly to: Date; readonly faulty: boolean }): Promise<ListedTask[]>;
}

/** The bounds exclude the partitions of all other days. */
const RECORD = {
  name: 'record_tasks',
  text: `insert into provider_tasks (object_id, account_id, live, path, tag, collected, object_ids, expires_at)
    select t.ids[1], $1, $2, t.path, t.tag, t.collected, t.ids[2:], o.expires_at
    from (
      select p.path, p.tag, p.collected, array(select i.id from unnest($7::text[]) with ordinality as i (id, n)
        where i.n >= p.first_item and i.n < p.first_item + p.item_count order by i.n) as ids
      from unnest($3::text[], $4::text[], $5::boolean[], $6::integer[], $8::integer[]) as p (path, tag, collected, first_item, item_count)
    ) as t
    join objects o on o.id = t.ids[1] and o.id >= $9 and o.id <= $10`,
};
const READY_MAX = 1000;
/** Tasks that are examined for one list, finished or not. */
const EXAMINED_MAX = 50_000;
const READY = {
  name: 'ready_tasks',
  text: `select t.object_id as id, t.path, t.tag, t.created_at as "createdAt" from (
      select * from provider_tasks p
      where p.account_id = $1 and p.live = $2 and not p.collected and p.object_id >= id_at(now() - interval '3 days') and starts_with(p.path, $3)
      order by p.object_id limit ${EXAMINED_MAX}
    ) as t
    where not exists (select 1 from queue q where q.object_id = t.object_id or q.object_id = any (t.object_ids))
    order by t.object_id limit ${READY_MAX}`,
};
const OBJECTS = {
  name: 'task_objects',
  text: 'select object_ids as others from provider_tasks where object_id = $1 and account_id = $2 and live = $3',
};
const COLLECT = {
  name: 'collect_task',
  text: 'update provider_tasks set collected = true where object_id = $1 and account_id = $2 and live = $3 and not collected',
};
const LIST_MAX = 5000;
const LIST = {
  name: 'list_tasks',
  text: 'select * from list_objects($1, $2, $3, $4, $5, $6, $7, null, null, null, null, $8, $9)',
};

/** Records the tasks of an order that was just placed, in its transaction. */
export async function recordTasks(query: Db['query'], { account, tasks = [] }: Order, ids: readonly string[]): Promise<void> {
  if (tasks.length === 0) return;
  let next = 1;
  const first = tasks.map(({ count }) => {
    next += count;
    return next - count;
  });
  const sorted = [...ids].sort();
  await query(RECORD, [
    account.id,
    account.mode === 'live',
    tasks.map(({ path }) => path),
    tasks.map(({ tag }) => tag),
    tasks.map(({ collected }) => collected),
    first,
    ids,
    tasks.map(({ count }) => count),
    sorted[0],
    sorted.at(-1),
  ]);
}

interface ListedRow {
  readonly id: string;
  readonly kind: string | null;
  readonly request: string;
  readonly cost: number;
  readonly created_ms: number;
  readonly generated_ms: number | null;
  readonly faulty: boolean | null;
}

export function createTasks(db: Pick<Db, 'query'>): Tasks {
  return {
    ready: ({ account, mode }, pathStart) => db.query<ReadyTask>(READY, [account, mode === 'live', pathStart]),
    objectsOf: async ({ account, mode }, id) => {
      const [row] = await db.query<{ others: string[] }>(OBJECTS, [id, account, mode === 'live']);
      return row ? [id, ...row.others] : null;
    },
    collect: async ({ account, mode }, id) => {
      await db.query(COLLECT, [id, account, mode === 'live']);
    },
    list: async ({ account, mode }, { from, to, faulty }) => {
      const state = faulty ? 'faulty' : null;
      const rows = await db.query<ListedRow>(LIST, [account, mode === 'live', null, from, to, 'serp', state, LIST_MAX, LIST_MAX]);
      return rows
        .filter(({ kind }) => kind !== null)
        .flatMap((row) => {
          const task = taskIn(row.request);
          return task?.data ? [toListed(row, task)] : [];
        });
    },
  };
}

const toListed = (row: ListedRow, task: StoredTask): ListedTask => ({
  id: row.id,
  task,
  cost: row.cost,
  createdAt: new Date(row.created_ms),
  generatedAt: row.generated_ms === null ? null : new Date(row.generated_ms),
  faulty: row.faulty,
});
