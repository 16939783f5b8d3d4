// Groups failing callbacks by their receiving host.
import { hostOf } from './callback-url.ts';

export interface FailingCallback {
  readonly callback: string;
  /** Why the last attempt failed. */
  readonly reason: string | null;
}

export interface FailingHost {
  readonly host: string;
  readonly count: number;
  readonly lastReason: string | null;
}

const HOSTS_MAX = 20;

/**
 * Selects failing callbacks: those whose last attempt is recorded as failed. A claim counts its attempt before it is sent, so
 * the outbox alone cannot tell a failed attempt from one that is being sent. `limit` is a parameter, such as `$1`.
 */
export const selectFailing = (limit: string): string => `select o.live, o.request->>'callback' as callback, d.reason
    from (select object_id, retention_class from outbox where attempt > 0 order by next_at desc limit ${limit}) as b
    join objects o on o.id = b.object_id and o.retention_class = b.retention_class
    cross join lateral (
      select ok, reason from deliveries where object_id = b.object_id and retention_class = b.retention_class order by attempt desc limit 1
    ) as d
    where not d.ok`;

/** Groups by host as the delivery log does. The rest of the URL belongs to the customer. */
export function failingHostsOf(failing: readonly FailingCallback[]): FailingHost[] {
  const hosts = new Map<string, { count: number; lastReason: string | null }>();
  for (const { callback, reason } of failing) {
    const host = hostOf(callback);
    const known = hosts.get(host) ?? { count: 0, lastReason: reason };
    hosts.set(host, { ...known, count: known.count + 1 });
  }
  return [...hosts]
    .map(([host, figures]) => ({ host, ...figures }))
    .sort((a, b) => b.count - a.count)
    .slice(0, HOSTS_MAX);
}
