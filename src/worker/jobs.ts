// The table of job handlers: one row per kind of object.
import type { Job, JobEnd } from '../contract/order.ts';
import type { Kind } from '../contract/vocabulary.ts';

/** Finds out what becomes of one object. It may throw; then the object is tried again. */
export type JobHandler = (job: Job) => Promise<JobEnd>;

export type JobTable = Readonly<Record<Kind, JobHandler>>;
