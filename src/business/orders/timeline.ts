// The timeline of one object: steps with times, ledger entries, attempts and deliveries.
import { toDateTime, toInstant } from '../../contract/dates.ts';
import { errorOf } from '../../contract/failures.ts';
import type { ObjectTimeline, Step } from '../../contract/listing.ts';
import type { QualityReason } from '../../contract/quality.ts';
import type { Attempt } from '../../contract/serp.ts';
import { type Kind, PRIORITIES, type Verdict } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { shownCallback } from '../callbacks/callback-url.ts';
import { callbackStateOf, type Owner, stateOf } from './list.ts';

interface StoredQuality {
  readonly quality?: number | null;
  readonly qualityReasons?: readonly QualityReason[];
}

/** A timeline, and the fields that its watchers need. */
export interface Timeline {
  readonly life: ObjectTimeline;
  readonly retentionClass: number;
  /** The object is finished and its callback was delivered or given up. No further step is expected. */
  readonly isFinal: boolean;
}

export interface Timelines {
  /** Returns timelines in any order, without unknown, removed or foreign objects. */
  of(ids: readonly string[], owner: Owner): Promise<Timeline[]>;
  /** Returns a version per id that changes with the timeline. Removed objects are absent. */
  versions(watched: readonly { readonly id: string; readonly retentionClass: number }[]): Promise<Map<string, string>>;
}

const TIMELINES = { name: 'object_timelines', text: 'select object_timelines($1, $2, $3) as life' };
const VERSIONS = { name: 'timeline_versions', text: 'select * from timeline_versions($1, $2)' };
const ID = /^[0-9a-f]{24}$/;

interface TimelineRow {
  readonly id: string;
  readonly retentionClass: number;
  readonly kind: Kind;
  readonly account: number;
  readonly live: boolean;
  readonly cost: number;
  readonly overLimit: boolean;
  readonly request: { readonly callback?: string | null; readonly priority?: string } & Readonly<Record<string, unknown>>;
  readonly created: number;
  readonly expires: number;
  readonly queue: {
    readonly priority: number;
    readonly claimCount: number;
    readonly crashes: number;
    readonly running: boolean;
    readonly due: number;
    readonly deadline: number;
    readonly attempts: readonly Attempt[] | null;
  } | null;
  readonly result: {
    readonly faulty: boolean;
    readonly verdict: Verdict | null;
    readonly attempts: readonly Attempt[];
    readonly detail: StoredQuality & {
      readonly error?: string;
      readonly life?: { readonly claims: number; readonly earlier: number; readonly ms: number };
    };
    readonly generated: number;
    readonly size: number | null;
  } | null;
  readonly ledger:
    | readonly {
        readonly kind: 'charge' | 'reversal';
        readonly amount: number;
        readonly lots: Readonly<Record<string, number>>;
        readonly at: number;
      }[]
    | null;
  readonly deliveries:
    | readonly {
        readonly attempt: number;
        readonly status: number | null;
        readonly ok: boolean;
        readonly reason: string | null;
        readonly ms: number;
        readonly at: number;
      }[]
    | null;
  readonly callback: { readonly executed: boolean; readonly failed: boolean } | null;
  readonly outbox: { readonly attempt: number; readonly next: number } | null;
}

export function createTimelines(db: Db): Timelines {
  return {
    of: async (ids, owner) => {
      const known = ids.filter((id) => ID.test(id));
      if (known.length === 0) return [];
      const rows = await db.query<{ life: string }>(TIMELINES, [known, owner.account, owner.mode === null ? null : owner.mode === 'live']);
      return rows.map(({ life }) => toTimeline(JSON.parse(life) as TimelineRow, owner.account === null));
    },
    versions: async (watched) => {
      const rows = await db.query<{ id: string; version: string }>(VERSIONS, [
        watched.map(({ id }) => id),
        watched.map(({ retentionClass }) => retentionClass),
      ]);
      return new Map(rows.map(({ id, version }) => [id, version]));
    },
  };
}

function toTimeline(row: TimelineRow, forOperator: boolean): Timeline {
  const { result } = row;
  // What compatibility endpoints and traces stored is not part of the request. It may contain a callback's password.
  const { traceparent: _trace, task: _task, compatibility: _compatibility, ...request } = row.request;
  const callback = callbackStateOf(request.callback != null, result !== null, {
    sending: row.outbox !== null,
    executed: row.callback?.executed ?? false,
    failed: row.callback?.failed ?? false,
  });
  const life: ObjectTimeline = {
    id: row.id,
    kind: row.kind,
    mode: row.live ? 'live' : 'test',
    createdAt: toDateTime(new Date(row.created)),
    request: request.callback == null ? request : { ...request, callback: shownCallback(request.callback) },
    state: stateOf(result?.faulty ?? null),
    verdict: result?.verdict ?? null,
    error: result ? errorOf(result, result.detail, result.attempts) : null,
    ...qualityIn(result?.detail),
    callback,
    steps: stepsOf(row),
    // Show an entry that touched several lots as one entry per lot.
    ledger: (row.ledger ?? []).flatMap(({ kind, amount, lots, at }) =>
      Object.entries(lots).map(([lot, part]) => ({ at: toInstant(at), kind, amount: amount < 0 ? -part : part, lot })),
    ),
    attempts: [...(result?.attempts ?? row.queue?.attempts ?? [])],
    deliveries: (row.deliveries ?? []).map((delivery) => ({ ...delivery, at: toInstant(delivery.at) })),
    expiresAt: toDateTime(new Date(row.expires)),
    ...(forOperator ? { account: String(row.account) } : {}),
  };
  return { life, retentionClass: row.retentionClass, isFinal: result !== null && callback !== 'pending' };
}

/** Only finished SERPs have it. */
const qualityIn = ({ quality, qualityReasons = [] }: StoredQuality = {}): Pick<ObjectTimeline, 'quality' | 'qualityReasons'> =>
  quality === undefined ? {} : { quality, qualityReasons: [...qualityReasons] };

function stepsOf(row: TimelineRow): Step[] {
  const { queue, result } = row;
  const entry = (kind: string) => row.ledger?.find((each) => each.kind === kind);
  const step = (what: Step['what'], at: number | null | undefined, detail: object = {}): Step => ({
    at: at == null ? null : toInstant(at),
    what,
    detail,
  });
  const priority = queue ? PRIORITIES[queue.priority] : row.request.priority;
  const [charge, reversal] = [entry('charge'), entry('reversal')];
  const steps = [
    step('created', row.created),
    ...(charge ? [step('charged', charge.at, { credits: -charge.amount, ...(row.overLimit ? { overLimit: true } : {}) })] : []),
    step('queued', row.created, {
      ...(priority ? { priority } : {}),
      ...(queue ? { dueAt: toInstant(queue.due), deadlineAt: toInstant(queue.deadline) } : {}),
    }),
    ...workOf(row, step),
  ];
  if (result) {
    const at = reversal?.at ?? settledAt(row, result);
    steps.push(
      step('settled', at, { state: stateOf(result.faulty), verdict: result.verdict, ...(result.size ? { bytes: result.size } : {}) }),
    );
  }
  if (reversal) steps.push(step('reversed', reversal.at, { credits: reversal.amount }));
  for (const { at, ...detail } of row.deliveries ?? []) steps.push(step('callback', at, detail));
  return steps;
}

type Result = NonNullable<TimelineRow['result']>;
type MakeStep = (what: Step['what'], at: number | null, detail: object) => Step;

/** A reused result: its claims and times belong to the other object. */
const reusedAttempt = ({ attempts }: Result): Attempt | null => {
  const last = attempts.at(-1);
  return last?.source === 'reused' ? last : null;
};

/** Returns the time of the result, never before the object's creation, even if the source was queried earlier. */
function settledAt({ created }: TimelineRow, result: Result): number | null {
  const reusedFrom = reusedAttempt(result);
  if (reusedFrom) return Math.max(created, result.generated + (reusedFrom.ageSeconds ?? 0) * 1000);
  const ms = result.detail.life?.ms;
  return ms === undefined ? null : result.generated + ms;
}

/** Returns claims and attempts. The last claim began with the query. Of earlier claims, only attempts are stored. */
function workOf(row: TimelineRow, step: MakeStep): Step[] {
  const { queue, result } = row;
  if (!result) {
    if (!queue || queue.claimCount === 0) return [];
    const earlier = (queue.attempts ?? []).map((attempt) => step('attempt', null, attempt));
    const claim = { claims: queue.claimCount, running: queue.running, ...(queue.crashes > 0 ? { crashes: queue.crashes } : {}) };
    return queue.running ? [...earlier, step('claimed', null, claim)] : [step('claimed', null, claim), ...earlier];
  }
  const origin = { reused: true, askedAt: toInstant(result.generated) };
  const reusedFrom = reusedAttempt(result);
  if (reusedFrom) return [step('attempt', settledAt(row, result), { ...reusedFrom, ...origin })];
  const { claims, earlier, ms } = result.detail.life ?? { claims: undefined, earlier: result.attempts.length, ms: 0 };
  const last = result.attempts.slice(earlier);
  // A cached result is as old as its query, but the work on this object took only as long as its attempts.
  const isCached = last.at(-1)?.source === 'cache';
  const began = isCached ? result.generated + ms - last.reduce((sum, attempt) => sum + attempt.ms, 0) : result.generated;
  let at = began;
  const attemptSteps = last.map((attempt) => {
    const start = at;
    at += attempt.ms;
    return step('attempt', start, attempt.source === 'cache' ? { ...attempt, ...origin } : attempt);
  });
  return [
    ...result.attempts.slice(0, earlier).map((attempt) => step('attempt', null, attempt)),
    step('claimed', began, claims === undefined ? {} : { claims }),
    ...attemptSteps,
  ];
}
