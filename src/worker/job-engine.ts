// The engine of a job, read from its request without parsing it.
import type { Job } from '../contract/order.ts';

/** Escaped quotes inside a keyword cannot match. */
const ENGINE = /"(?:searchEngine|source|aiService)":"([a-z0-9-]+)"/;

/** Returns the engine, the keyword source or the AI service. Null without one. */
export const engineOf = ({ request }: Pick<Job, 'request'>): string | null => ENGINE.exec(request)?.[1] ?? null;
