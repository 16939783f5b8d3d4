// Tasks of the DataForSEO-compatible endpoint: their ids, and what is stored with the objects of a task.

/** Levels of detail in which the result of a task can be collected. */
export const TASK_LEVELS = ['regular', 'advanced', 'html'] as const;
export type TaskLevel = (typeof TASK_LEVELS)[number];

/** `pingback` is a GET without a body, `postback` a POST with the compressed result. */
export type TaskCallback = 'pingback' | 'postback';

/** Stored in the request of each object of a task, as its last field. */
export interface StoredTask {
  /** The endpoint, such as `serp/google/organic`. */
  readonly path: string;
  readonly function: 'task_post' | 'live';
  /** The task as it was sent, without passwords of callback URLs. Only the first object of a task has it. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The criteria id of the region. Null: it has none. */
  readonly locationCode?: number | null;
  readonly callback?: TaskCallback;
  /** The level of a postback, and of a live SERP task. */
  readonly level?: TaskLevel;
}

/** One task of an order: some of its items, one after the other. */
export interface OrderedTask {
  readonly path: string;
  readonly tag: string | null;
  /** The number of items. */
  readonly count: number;
  /** A live task is never listed as ready, one that is posted only if its callback is given up. */
  readonly delivery: 'collected' | 'posted' | 'live';
}

const OBJECT_ID = /^[0-9a-f]{24}$/;
const TASK_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})0{8}$/;

/** Returns the id of an object in the form of a UUID, as DataForSEO writes ids. The last eight digits are zeros. */
export const taskIdOf = (objectId: string): string =>
  `${objectId.slice(0, 8)}-${objectId.slice(8, 12)}-${objectId.slice(12, 16)}-${objectId.slice(16, 20)}-${objectId.slice(20)}00000000`;

/** Returns the id of the object, or null. Both forms of the id are accepted. */
export function objectIdOf(taskId: string): string | null {
  const id = taskId.toLowerCase();
  return OBJECT_ID.test(id) ? id : (TASK_ID.exec(id)?.slice(1).join('') ?? null);
}
