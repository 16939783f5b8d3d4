// Tasks of the DataForSEO-compatible endpoint: recorded with their order, listed until they are collected.
import type { Order, OrderItem } from '../../contract/order.ts';
import type { StoredTask, TaskCallback, TaskLevel } from '../../contract/task.ts';
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

/** What a list says about a task. Its other fields may be large. */
export type TaskCall = Pick<StoredTask, 'path' | 'function' | 'level'>;

export interface ListedTask {
  readonly id: string;
  readonly task: TaskCall;
  /** The fields as they were sent, as JSON. Null unless they were requested. */
  readonly metadata: string | null;
  readonly cost: number;
  readonly createdAt: Date;
  readonly generatedAt: Date | null;
  /** Null until it is finished. */
  readonly faulty: boolean | null;
}

/** A failed task, or a callback that was given up. */
export interface TaskError {
  readonly id: string;
  /** `task_post` or `live` for a task, `pingback_url` or `postback_url` for a callback. */
  readonly functionName: string;
  readonly task: TaskCall & Pick<StoredTask, 'callback'>;
  readonly callback: string | null;
  readonly at: Date;
  /** HTTP status of the last response to the callback. Null: there was none. */
  readonly status: number | null;
  readonly ms: number | null;
}

export interface Owner {
  readonly account: number;
  readonly mode: Mode;
}

/** One page of the tasks of a period. */
export interface TaskPage {
  readonly from: Date;
  readonly to: Date;
  readonly offset: number;
  readonly limit: number;
}

export interface Tasks {
  /** Returns finished tasks of the last three days that were not collected, oldest first. */
  ready(owner: Owner, pathStart: string): Promise<ReadyTask[]>;
  /** Returns the endpoint of a task and the ids of all its objects, or null for an unknown task. */
  find(owner: Owner, id: string): Promise<{ readonly path: string; readonly ids: readonly string[] } | null>;
  /** The task is no longer listed as ready. */
  collect(owner: Owner, id: string): Promise<void>;
  /** Returns SERP tasks by the second of their creation. */
  list(owner: Owner, page: TaskPage & { readonly newestFirst: boolean; readonly hasMetadata: boolean }): Promise<ListedTask[]>;
  /** Returns failures of SERP tasks, newest task first. */
  errors(owner: Owner, page: TaskPage & { readonly functionName: string | null }): Promise<TaskError[]>;
}

/** The bounds exclude the partitions of all other days. */
const RECORD = {
  name: 'record_tasks',
  text: `insert into provider_tasks (object_id, account_id, live, path, tag, collected, posted, object_ids, expires_at)
    select t.ids[1], $1, $2, t.path, t.tag, t.delivery <> 'collected', t.delivery = 'posted', t.ids[2:], o.expires_at
    from (
      select p.path, p.tag, p.delivery, array(select i.id from unnest($7::text[]) with ordinality as i (id, n)
        where i.n >= p.first_item and i.n < p.first_item + p.item_count order by i.n) as ids
      from unnest($3::text[], $4::text[], $5::text[], $6::integer[], $8::integer[]) as p (path, tag, delivery, first_item, item_count)
    ) as t
    join objects o on o.id = t.ids[1] and o.id >= $9 and o.id <= $10`,
};
const READY_MAX = 1000;
/** Tasks that are examined for one list, whether they belong to it or not. */
const SCAN_MAX = 50_000;
const ERRORS_SCAN_MAX = 10_000;
const READY = { name: 'ready_tasks', text: 'select id, path, tag, created_at as "createdAt" from ready_tasks($1, $2, $3, $4, $5)' };
const FIND = {
  name: 'find_task',
  text: 'select path, object_ids as others from provider_tasks where object_id = $1 and account_id = $2 and live = $3',
};
const COLLECT = {
  name: 'collect_task',
  text: `update provider_tasks set collected = true, posted = false
    where object_id = $1 and account_id = $2 and live = $3 and (posted or not collected)`,
};
/** Not the whole task: its other fields may have thousands of characters, and one text needs less memory than its values. */
const LIST = {
  name: 'list_tasks',
  text: `select l.id, t.path, t.function, t.level, case when $8 then t.data::text end as metadata, l.cost, l.created_at as "createdAt",
      l.generated_at as "generatedAt", l.faulty
    from list_tasks($1, $2, $3, $4, $5, $6, $7) as l
    cross join lateral json_to_record(l.task) as t (path text, function text, level text, data json)`,
};
const ERRORS = {
  name: 'task_errors',
  text: `select e.id, e.function_name as "functionName", t.path, t.function, t.level, t.callback as kind, e.callback, e.at, e.status, e.ms
    from task_errors($1, $2, $3, $4, $5, $6, $7, $8) as e
    cross join lateral json_to_record(e.task) as t (path text, function text, level text, callback text)`,
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
    tasks.map(({ delivery }) => delivery),
    first,
    ids,
    tasks.map(({ count }) => count),
    sorted[0],
    sorted.at(-1),
  ]);
}

export function createTasks(db: Pick<Db, 'query'>): Tasks {
  return {
    ready: ({ account, mode }, pathStart) => db.query<ReadyTask>(READY, [account, mode === 'live', pathStart, SCAN_MAX, READY_MAX]),
    find: async ({ account, mode }, id) => {
      const [row] = await db.query<{ path: string; others: string[] }>(FIND, [id, account, mode === 'live']);
      return row ? { path: row.path, ids: [id, ...row.others] } : null;
    },
    collect: async ({ account, mode }, id) => {
      await db.query(COLLECT, [id, account, mode === 'live']);
    },
    list: async ({ account, mode }, { from, to, newestFirst, offset, limit, hasMetadata }) => {
      const values = [account, mode === 'live', from, to, newestFirst, offset, limit, hasMetadata];
      const rows = await db.query<Omit<ListedTask, 'task'> & CallRow>(LIST, values);
      return rows.map(({ path, function: name, level, ...row }) => ({ ...row, task: callOf({ path, function: name, level }) }));
    },
    errors: async ({ account, mode }, { from, to, functionName, offset, limit }) => {
      const values = [account, mode === 'live', from, to, functionName, offset, limit, ERRORS_SCAN_MAX];
      const rows = await db.query<Omit<TaskError, 'task'> & CallRow & { readonly kind: TaskCallback | null }>(ERRORS, values);
      return rows.map(({ path, function: name, level, kind, ...row }) => ({
        ...row,
        task: { ...callOf({ path, function: name, level }), ...(kind === null ? {} : { callback: kind }) },
      }));
    },
  };
}

interface CallRow extends Pick<TaskCall, 'path' | 'function'> {
  readonly level: TaskLevel | null;
}

const callOf = ({ level, ...call }: CallRow): TaskCall => ({ ...call, ...(level === null ? {} : { level }) });
