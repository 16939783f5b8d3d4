// Worker side of the queue table: claims in batches, heartbeats and reclaiming expired leases.
import { randomBytes } from 'node:crypto';
import type { Db } from './db.ts';

export interface ClaimedRow {
  readonly object_id: string;
  readonly kind: string;
  readonly priority: number;
  readonly claim_count: number;
  readonly crashes: number;
  readonly overdue: boolean;
  readonly attempts: string | null;
  readonly account_id: number;
  readonly live: boolean;
  readonly request: string;
  readonly waited_ms: number;
}

export interface Queue {
  /** Identifies this worker. It changes after the worker was declared dead. */
  token(): string;
  claim(want: number): Promise<ClaimedRow[]>;
  /**
   * Sends a heartbeat. Returns false when this worker was declared dead and lost its jobs; it continues under a new
   * token.
   */
  heartbeat(): Promise<boolean>;
  /** Releases jobs that are leased to this worker but not in `running`. Returns the number of released jobs. */
  releaseOrphans(running: readonly string[]): Promise<number>;
  /** Releases all jobs that this worker still holds. */
  release(): Promise<void>;
}

/** Minimum share of LOW and NORMAL jobs, however many more urgent ones wait. */
const SHARE = { low: 0.05, normal: 0.1 };

/**
 * Does not wait for the disk. After a server crash only the claim is lost: the jobs are claimed again, and of two
 * workers with the same job the one without the lease is rejected.
 */
const CLAIM = {
  name: 'claim',
  text: `select object_id, kind, priority, claim_count, crashes, overdue, attempts, account_id, live, request, waited_ms
    from set_config('synchronous_commit', 'off', true), claim_jobs($1, $2, $3, $4)`,
};
const HEARTBEAT = { name: 'beat', text: 'update workers set seen_at = now() where token = $1 returning token' };
const RELEASE = {
  name: 'release',
  text: `with gone as (delete from workers where token = $1)
    update queue set lease = null, due = true, claim_count = claim_count - 1 where lease = $1`,
};
/** `claim_count` stays: it is the fence against a late result. */
const RELEASE_ORPHANS = {
  name: 'disown',
  text: 'update queue set lease = null, due = true where lease = $1 and object_id <> all ($2::text[]) returning object_id',
};
const RECLAIM = { name: 'sweep', text: 'select reclaim_leases($1) as freed' };

export interface QueueSettings {
  /** Jobs with one of these labels run here, before jobs without a label. */
  readonly labels?: readonly string[];
  /** Jobs without a label do not run here. */
  readonly labelsOnly?: boolean;
}

export function createQueue(db: Db, { labels = [], labelsOnly = false }: QueueSettings = {}): Queue {
  let ownLabels = [...new Set(labels)];
  const newToken = () => randomBytes(9).toString('base64url');
  let token = newToken();
  const owed = { low: 0, normal: 0 };

  return {
    token: () => token,
    claim: async (want) => {
      owed.low = Math.min(owed.low + want * SHARE.low, want);
      owed.normal = Math.min(owed.normal + want * SHARE.normal, want);
      const reserve = [Math.floor(owed.low), Math.floor(owed.normal)];
      owed.low -= reserve[0]!;
      owed.normal -= reserve[1]!;
      // Another label comes first in every claim, so that none of them has to wait until the others have no jobs.
      ownLabels = [...ownLabels.slice(1), ...ownLabels.slice(0, 1)];
      return db.query<ClaimedRow>(CLAIM, [token, want, reserve, labelsOnly ? ownLabels : [...ownLabels, '']]);
    },
    heartbeat: async () => {
      const alive = (await db.query(HEARTBEAT, [token])).length > 0;
      if (!alive) token = newToken();
      return alive;
    },
    releaseOrphans: async (running) => (await db.query(RELEASE_ORPHANS, [token, running])).length,
    release: async () => {
      await db.query(RELEASE, [token]);
    },
  };
}

/** Releases the jobs of workers without a heartbeat for `leaseSeconds`. Returns their number. */
export async function reclaimLeases(db: Db, leaseSeconds: number): Promise<number> {
  const [row] = await db.query<{ freed: number }>(RECLAIM, [leaseSeconds]);
  return row?.freed ?? 0;
}
