// Turns finished checks into points. Every worker has a recorder; `record_points()` accepts each point once.

import type { RuleSettings } from '../../../contract/tracking-alerts.ts';
import { DatabaseUnavailable, type Db } from '../../../platform/db.ts';
import { StorageUnavailable } from '../../../platform/s3.ts';
import type { Store } from '../../orders/objects.ts';
import type { Recorder } from '../interfaces.ts';
import type { JudgeRules, Slot } from '../types.ts';
import { createReadFinished, type FinishedCheck } from './finished.ts';
import { type CheckOutcome, needsObject, outcomeOf, UNPARSED } from './outcome.ts';
import { createPages, type Pages, pagesOf, withIds } from './pages.ts';
import { type CheckRecord, recordPoints } from './record.ts';
import { emptyPoint } from './rows.ts';

/** The enabled rules of a project. They apply to slots after `sinceSlot`. */
export type RulesOf = (
  projectId: number,
  revision: number,
) => Promise<readonly { readonly id: string; readonly name: string; readonly sinceSlot: Slot; readonly settings: RuleSettings }[]>;

export interface RecorderParts {
  readonly fetchAny: Store['fetchAny'];
  readonly judge: JudgeRules;
  readonly rulesOf: RulesOf;
  readonly onError: (message: string, error: unknown) => void;
}

const BATCH = 100;
const BATCHES_MAX = 2;
/** Objects that wait for a batch. Others are found by `run`. */
const WAITING_MAX = 10_000;
/** Checks that one statement looks at. */
const LOOK_MAX = 500;
const LOOKS_MAX = 50;
/** A check that failed to be read or recorded as often as this always will. */
const FAILURES_MAX = 3;
const FAILING_OBJECTS_MAX = 10_000;
/** SQLSTATE of values that the database does not accept. Other errors are not the fault of the check. */
const REFUSED = /^2[23]/;

export function createRecorder(db: Db, parts: RecorderParts): Recorder {
  const readFinished = createReadFinished(db);
  const pages = createPages(db);
  const waiting: string[] = [];
  const running = new Set<Promise<unknown>>();
  const unreadable = createCounter();
  const refused = createCounter();
  let stopped = false;

  /** Returns null for a check that must be looked at again later. */
  const readOutcome = async (check: FinishedCheck, stored: Parameters<typeof outcomeOf>[1]): Promise<CheckOutcome | null> => {
    try {
      const outcome = await outcomeOf(check, stored);
      unreadable.delete(check.objectId);
      return outcome;
    } catch (error) {
      if (error instanceof StorageUnavailable) return null;
      parts.onError('check result unreadable', error);
      return unreadable.add(check.objectId) < FAILURES_MAX ? null : { kind: 'failed', code: UNPARSED };
    }
  };

  const recordBatch = async (found: readonly FinishedCheck[]): Promise<number> => {
    const batch = oldestPerKeyword(found);
    const ids = batch.filter(needsObject).map(({ objectId }) => objectId);
    const stored = new Map((ids.length > 0 ? await parts.fetchAny(ids) : []).map((object) => [object.id, object]));
    const outcomes: [FinishedCheck, CheckOutcome][] = [];
    for (const check of batch) {
      const outcome = await readOutcome(check, stored.get(check.objectId));
      if (outcome) outcomes.push([check, outcome]);
    }
    const records: CheckRecord[] = [];
    for (const some of byProject(outcomes)) records.push(...(await recordsOf(some)));
    return (await recordSeparably(records)).length;
  };

  /** A project that fails, as when it was removed meanwhile, must not affect the others. Its checks stay pending. */
  const recordsOf = async (some: readonly [FinishedCheck, CheckOutcome][]): Promise<CheckRecord[]> => {
    try {
      return await toRecords(some, pages, parts.rulesOf);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      parts.onError('checks not recorded', error);
      return [];
    }
  };

  /** If the call fails while the database is available, a bad record must not affect the others. */
  const recordSeparably = async (records: readonly CheckRecord[]): Promise<CheckRecord[]> => {
    if (records.length === 0) return [];
    try {
      return await recordPoints(db, records, parts.judge);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const [first] = records;
      if (records.length === 1) {
        parts.onError('check not recorded', error);
        return recordSeparably(withoutPoint(first!, error));
      }
      const done: CheckRecord[] = [];
      for (const record of records) done.push(...(await recordSeparably([record])));
      return done;
    }
  };

  /** Returns the record of a failed check when the database refused its point too often, and nothing while it is looked at again. */
  const withoutPoint = ({ check, point, rules }: CheckRecord, error: unknown): CheckRecord[] => {
    const isRefused = REFUSED.test((error as { code?: string }).code ?? '') && point.code !== UNPARSED;
    if (!isRefused || refused.add(check.objectId) < FAILURES_MAX) return [];
    return [{ check, point: emptyPoint(check.slot, UNPARSED), url: null, retrySeconds: null, rules }];
  };

  /** Errors leave the checks pending. They are looked at again later. */
  const recordWaiting = async (ids: readonly string[]): Promise<void> => {
    try {
      await recordBatch(await readFinished(ids, BATCH));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) parts.onError('checks not recorded', error);
    }
  };
  const start = (): void => {
    while (!stopped && waiting.length > 0 && running.size < BATCHES_MAX) {
      const batch = recordWaiting(waiting.splice(0, BATCH)).finally(() => {
        running.delete(batch);
        start();
      });
      running.add(batch);
    }
  };

  return {
    finished: (objectIds) => {
      if (stopped) return;
      waiting.push(...objectIds.slice(0, Math.max(0, WAITING_MAX - waiting.length)));
      start();
    },
    run: async () => {
      let count = 0;
      for (let looks = 0; looks < LOOKS_MAX && !stopped; looks++) {
        const found = await readFinished(null, LOOK_MAX);
        for (let from = 0; from < found.length; from += BATCH) count += await recordBatch(found.slice(from, from + BATCH));
        if (found.length === 0) break;
      }
      return count;
    },
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** Counts failures of objects, of a limited number of them. */
function createCounter(): { add(id: string): number; delete(id: string): void } {
  const counts = new Map<string, number>();
  return {
    add: (id) => {
      const count = (counts.get(id) ?? 0) + 1;
      if (counts.has(id) || counts.size < FAILING_OBJECTS_MAX) counts.set(id, count);
      return count;
    },
    delete: (id) => counts.delete(id),
  };
}

/** `record_points()` accepts one point per keyword and call. The others follow when they are looked at again. */
function oldestPerKeyword(checks: readonly FinishedCheck[]): FinishedCheck[] {
  const oldest = new Map<string, FinishedCheck>();
  for (const check of checks) {
    const key = `${check.projectId}:${check.keywordId}`;
    const other = oldest.get(key);
    if (!other || check.slot < other.slot) oldest.set(key, check);
  }
  return [...oldest.values()];
}

/** Gives the pages of one project their ids. */
async function toRecords(some: readonly [FinishedCheck, CheckOutcome][], pages: Pages, rulesOf: RulesOf): Promise<CheckRecord[]> {
  const { accountId, projectId, revision } = some[0]![0];
  const rules = await rulesOf(projectId, revision);
  const seen = some.flatMap(([, outcome]) => (outcome.kind === 'point' ? pagesOf(outcome.point) : []));
  const ids = await pages.idsOf({ accountId, id: projectId }, seen);
  let used = 0;
  return some.map(([check, outcome]): CheckRecord => {
    const applying = rules.filter(({ sinceSlot }) => sinceSlot < check.slot);
    const more = { check, rules: applying, retrySeconds: outcome.kind === 'retry' ? outcome.seconds : null };
    if (outcome.kind !== 'point')
      return { ...more, point: emptyPoint(check.slot, outcome.kind === 'failed' ? outcome.code : UNPARSED), url: null };
    const { length } = pagesOf(outcome.point);
    const point = withIds(outcome.point, check.slot, ids.slice(used, used + length));
    used += length;
    return { ...more, point, url: outcome.point.page?.url ?? null };
  });
}

function byProject(outcomes: readonly [FinishedCheck, CheckOutcome][]): [FinishedCheck, CheckOutcome][][] {
  const groups = new Map<string, [FinishedCheck, CheckOutcome][]>();
  for (const outcome of outcomes) {
    // A change of the project between two rows of one batch makes two groups.
    const key = `${outcome[0].projectId}:${outcome[0].revision}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()];
}
