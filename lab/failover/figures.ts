// The figures of one trial, and the guarantees that did not hold.
import type { Client } from 'pg';
import type { Receipt } from '../chaos/receiver.ts';
import { ledgerProblems } from '../cluster-test/ledger-check.ts';
import { brokenOf, round } from '../report.ts';
import type { Verdict } from '../resilience/invariant-checker.ts';
import { WORKERS } from './hosts.ts';
import type { Promotion } from './primary-watch.ts';
import type { AcknowledgedWrite } from './write-probe.ts';

/** Every process must work on the new primary this soon after the promotion. */
const WORKING_SECONDS_MAX = 5;
/** By then a process must have left a replaced primary: it asks all hosts every second and waits at most 3 s for a response. */
const LIMIT_MS = 4000;

export interface Observed {
  readonly faultAt: number;
  readonly promotion: Promotion | null;
  /** When commits worked again on the primary. */
  readonly availableAt: number;
  /** Times of commits on the replaced primary; null when no host was replaced. */
  readonly replacedCommits: readonly number[] | null;
  readonly writes: readonly AcknowledgedWrite[];
  readonly acknowledged: ReadonlySet<string>;
  readonly verdict: Verdict;
  readonly synchronous: boolean;
}

export interface Figures {
  readonly acknowledged: number;
  readonly lost: number;
  /** Objects that ended twice. */
  readonly doubled: number;
  /** Objects whose callback was accepted more than once, which the contract allows. */
  readonly callbacksTwice: number;
  /** The longest time in which an API acknowledged no create. */
  readonly unavailableSeconds: number;
  /** From the fault to the promotion of a host; null without one. */
  readonly promotionSeconds: number | null;
  /** From the fault until commits worked again. After a promotion they may have to wait for a standby. */
  readonly databaseSeconds: number;
  /** By process: from the promotion, or without one from when commits worked again, to the first write that was kept; null when there was none. */
  readonly workingSeconds: Readonly<Record<string, number | null>>;
  readonly callbacksFromReplaced: number;
  readonly commitsOnReplaced: number;
  readonly violations: readonly string[];
  /** What to read when a guarantee did not hold. */
  readonly details: readonly string[];
  readonly broken: readonly string[];
}

export async function figuresOf(client: Client, observed: Observed): Promise<Figures> {
  const { faultAt, promotion, availableAt, replacedCommits, acknowledged, verdict, synchronous } = observed;
  const { evidence } = verdict;
  const kept = new Set(evidence.objects.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !kept.has(id)).length;
  const from = promotion?.at ?? availableAt;
  const working = { ...apisWorking(observed, kept, from), ...(await workersWorking(client, from)) };
  const workingSeconds = Object.fromEntries(
    Object.entries(working).map(([name, at]) => [name, at === null ? null : round((at - from) / 1000, 1)]),
  );
  const limit = promotion === null ? Number.POSITIVE_INFINITY : promotion.at + LIMIT_MS;
  const commitsOnReplaced = (replacedCommits ?? []).filter((at) => at > limit).length;
  const callbacks = await claimedElsewhere(client, verdict.receipts, limit);
  const ledger = await ledgerProblems(client);
  // Without synchronous replication commits may be lost, and with them what clients saw. The ledger must match nevertheless.
  const violations = [...(synchronous ? verdict.violations.map(({ rule, detail }) => `${rule}: ${detail}`) : []), ...ledger];
  const isWorking = (seconds: number | null): boolean => seconds !== null && seconds <= WORKING_SECONDS_MAX;
  return {
    acknowledged: acknowledged.size,
    lost,
    doubled: endedTwice(evidence.events),
    callbacksTwice: acceptedTwice(verdict.receipts),
    unavailableSeconds: longestGap(observed),
    databaseSeconds: round((availableAt - faultAt) / 1000, 1),
    promotionSeconds: promotion === null ? null : round((promotion.at - faultAt) / 1000, 1),
    workingSeconds,
    callbacksFromReplaced: callbacks.length,
    commitsOnReplaced,
    violations,
    details: [`working after: ${JSON.stringify(workingSeconds)}`, ...violations, ...callbacks],
    broken: brokenOf([
      [
        `every process works ${WORKING_SECONDS_MAX} s after the promotion, or after the database works again`,
        Object.values(workingSeconds).every(isWorking),
      ],
      ['no acknowledged object is lost', lost === 0 || !synchronous],
      ['the ledger and all invariants hold', violations.length === 0],
      ['only the new primary is written after the promotion', commitsOnReplaced === 0],
      ['no callback is sent from a replaced primary', callbacks.length === 0],
    ]),
  };
}

/** By API: when the first create that was kept was acknowledged. */
function apisWorking({ writes }: Observed, kept: ReadonlySet<string>, from: number): Record<string, number | null> {
  const first: Record<string, number | null> = {};
  for (const { api } of writes) first[api] = null;
  for (const { api, id, at } of writes) if (at >= from && kept.has(id)) first[api] = Math.min(at, first[api] ?? at);
  return first;
}

/** By worker: when it settled its first job. */
async function workersWorking(client: Client, from: number): Promise<Record<string, number | null>> {
  const { rows } = await client.query<{ client: string; at: Date }>(
    `select client, min(at) as at from chaos_events where what = 'result.insert' and at >= $1 group by client`,
    [new Date(from)],
  );
  return Object.fromEntries(WORKERS.map((name) => [name, rows.find((row) => row.client === name)?.at.getTime() ?? null]));
}

/**
 * Callbacks that were sent after `limit` and claimed on a replaced primary. Every claim on the present primary increases `attempt`, so a
 * callback that was received more often than that was claimed elsewhere.
 */
async function claimedElsewhere(client: Client, receipts: readonly Receipt[], limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string; claims: number }>(
    'select object_id as id, max(attempt) as claims from deliveries group by object_id',
  );
  const claims = new Map(rows.map((row) => [row.id, row.claims]));
  const received = new Map<string, number>();
  for (const { id, at } of receipts) if (at > limit) received.set(id, (received.get(id) ?? 0) + 1);
  return [...received].flatMap(([id, count]) => {
    const claimed = claims.get(id) ?? 0;
    return Array.from(
      { length: Math.max(0, count - claimed) },
      () => `callback of ${id}: received ${count} times, claimed ${claimed} times`,
    );
  });
}

function endedTwice(events: Verdict['evidence']['events']): number {
  const ends = events.filter(({ what }) => what === 'result.insert').map(({ id }) => id);
  return ends.length - new Set(ends).size;
}

function acceptedTwice(receipts: readonly Receipt[]): number {
  const accepted = receipts.filter((receipt) => receipt.accepted).map(({ id }) => id);
  return accepted.length - new Set(accepted).size;
}

/** Seconds, for the API that was unavailable for longest. */
function longestGap({ writes, faultAt }: Observed): number {
  let longest = 0;
  for (const api of new Set(writes.map((write) => write.api))) {
    const sorted = writes
      .filter((write) => write.api === api)
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    for (const [index, at] of sorted.entries()) if (at > faultAt) longest = Math.max(longest, at - (sorted[index - 1] ?? faultAt));
  }
  return round(longest / 1000, 1);
}
