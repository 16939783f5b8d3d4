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
