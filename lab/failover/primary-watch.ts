// Watches the cluster from outside: which host is the primary, since when, and whether it accepts commits.
import type { Client } from 'pg';
import { destroyConnection } from '#product/platform/db-dedicated.js';
import { sleep } from '../wait.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import { DATABASES } from './hosts.ts';

const POLL_MS = 200;
const COMMIT_MS_MAX = 1500;
/** A primary that has not responded for this long is no longer known to be one. */
const KNOWN_MS = 2500;

/** Takes a new block each time, as creates do: a full disk may still have room in the log. */
export const COMMIT_TABLE = 'create table reference_commits (filling text)';
const COMMIT = "insert into reference_commits select string_agg(md5(random()::text), '') from generate_series(1, 60)";

/** A promotion, when the agent of the new primary reported it for the first time. */
export interface Promotion {
  readonly host: string;
  readonly timeline: number;
  readonly at: number;
}

export interface PrimaryWatch {
  /** The host that reported to be the primary a moment ago. */
  current(): string | null;
  /** The first promotion after this time. */
  promotionAfter(at: number): Promotion | null;
  /** When the first commit after this time succeeded. */
  commitAfter(at: number): number | null;
  /** When commits worked again after the last failed one; null while they fail, `at` when none failed. */
  availableSince(at: number): number | null;
  stop(): Promise<void>;
}

export function watchPrimary(cluster: DatabaseCluster, database: string): PrimaryWatch {
  const promotions: Promotion[] = [];
  const commits: { readonly at: number; readonly ok: boolean }[] = [];
  const seen = new Map<string, { readonly timeline: number; readonly at: number }>();
  let running = true;

  const pollHost = async (host: string): Promise<void> => {
    for (; running; await sleep(POLL_MS)) {
      const timeline = await cluster.primaryTimeline(host);
      if (timeline === null) continue;
      const at = Date.now();
      const highest = Math.max(0, ...promotions.map((promotion) => promotion.timeline));
      if (timeline > highest) promotions.push({ host, timeline, at });
      if (timeline >= highest) seen.set(host, { timeline, at });
    }
  };
  const current = (): string | null => {
    const known = [...seen].filter(([, { at }]) => Date.now() - at < KNOWN_MS);
    return known.sort(([, a], [, b]) => b.timeline - a.timeline)[0]?.[0] ?? null;
  };
  /** Commits on the primary only while its agent confirms it, so never on a replaced one. */
  const commitLoop = async (): Promise<void> => {
    let connection = null as { readonly host: string; readonly client: Client } | null;
    for (; running; await sleep(POLL_MS)) {
      const host = current();
      let ok = false;
      try {
        if (host === null) throw new Error('no primary is known');
        if (connection?.host !== host) {
          if (connection) destroyConnection(connection.client);
          connection = { host, client: await cluster.connect(host, database, COMMIT_MS_MAX) };
        }
        await connection.client.query(COMMIT);
        ok = true;
      } catch {
        if (connection) destroyConnection(connection.client);
        connection = null;
      }
      commits.push({ at: Date.now(), ok });
    }
    if (connection) destroyConnection(connection.client);
  };
  const loops = Promise.all([...DATABASES.map(pollHost), commitLoop()]);

  return {
    current,
    promotionAfter: (after) => promotions.find(({ at }) => at > after) ?? null,
    commitAfter: (after) => commits.find(({ at, ok }) => ok && at > after)?.at ?? null,
    availableSince: (from) => {
      const since = commits.filter(({ at }) => at > from);
      const last = since.findLastIndex(({ ok }) => !ok);
      return last < 0 ? from : (since[last + 1]?.at ?? null);
    },
    stop: async () => {
      running = false;
      await loops;
    },
  };
}
