// Orders the rows of a batch in chunks and writes results. Safe to interrupt at any step.
import { hashOf, type Journal, JournalProblem, type Sent } from './batch-journal.ts';
import { BATCH_KINDS, type BatchKind, isLookup } from './batch-kinds.ts';
import { type BatchObject, groupRows, idsFor, rejectedRows, resultOf } from './batch-pack.ts';
import type { BatchRow } from './batch-rows.ts';

/** The service rejected a request. `index` is the index of the entry that the message names. */
export class Rejection extends Error {
  readonly status: number;
  readonly index: number | null;
  constructor(message: string, status: number, index: number | null, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.index = index;
  }
}

export interface BatchService {
  /** Creates all or none, once per idempotency key. Throws `Rejection`. */
  create(requests: readonly object[], idempotencyKey: string): Promise<readonly BatchObject[]>;
  fetch(ids: readonly string[]): Promise<readonly BatchObject[]>;
  /**
   * For kinds with an immediate result; charged once per key. Throws `Rejection`, with 502 or 504 when the source
   * failed.
   */
  lookUp(request: object, idempotencyKey: string): Promise<object>;
  /** Returns early when the batch is interrupted. */
  pause(ms: number): Promise<void>;
}

export interface BatchSettings {
  readonly batchSize: number;
  readonly reorderExpired: boolean;
  /** Default: `serp`. */
  readonly kind?: BatchKind;
  readonly now?: () => number;
  /** Called for each line that the service rejected, with its message. */
  readonly onRejected?: (line: number, message: string) => void;
}

export type Outcomes = Record<string, number>;

/** The service stores idempotency keys for 24 hours. */
const KEY_MS = 23 * 3_600_000;
const OPEN_MAX = 2000;
const LOOKUPS_MAX = 6;
const PAUSES_MS = [100, 250, 500, 1000, 2000, 3000];

interface Run {
  readonly open: ReadonlyMap<string, readonly BatchRow[]>;
  readonly outcomes: Outcomes;
  wait(chunk: readonly BatchRow[], ids: readonly string[]): void;
  /** `lost` is an order whose response was lost. */
  order(chunk: readonly BatchRow[], lost: Sent | null): Promise<void>;
  /** Writes finished results. Returns false when there are none. */
  collect(): Promise<boolean>;
}

function createRun(journal: Journal, service: BatchService, kind: BatchKind, onRejected: BatchSettings['onRejected']): Run {
  const open = new Map<string, BatchRow[]>();
  const outcomes: Outcomes = {};
  const finish = (row: BatchRow, outcome: string, more: object): void => {
    if (journal.done.has(row.line)) return;
    journal.finish(row.line, { [kind.subject]: row.subject, ...(row.reference ? { reference: row.reference } : {}), outcome, ...more });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (outcome === 'refused') onRejected?.(row.line, String((more as { error?: unknown }).error));
  };
  const wait: Run['wait'] = (chunk, ids) => {
    for (const [index, row] of chunk.entries())
      if (!journal.done.has(row.line)) open.set(ids[index]!, [...(open.get(ids[index]!) ?? []), row]);
  };
  const order: Run['order'] = async (chunk, lost) => {
    const sent = lost ?? journal.sending(chunk);
    if (isLookup(kind)) return lookUpAll(chunk, sent.key, journal, service, finish);
    const groups = groupRows(chunk, kind);
    try {
      const requests = groups.map(({ request }) => request);
      const ids = idsFor(chunk, groups, await service.create(requests, sent.key), kind);
      journal.made(sent.key, ids);
      wait(chunk, ids);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      journal.refused(sent.key);
      if (error.status !== 400) throw error;
      // Write rejected rows to the results and send the others without them.
      const rejected = rejectedRows(chunk, groups, error.index, error.message);
      for (const row of rejected) finish(row, 'refused', { error: error.message });
      const rest = chunk.filter((row) => !rejected.includes(row));
      if (rest.length > 0 && rejected.length > 0) await order(rest, null);
    }
  };
  const collect: Run['collect'] = async () => {
    const fetched = new Map((await service.fetch([...open.keys()])).map((one) => [one.id, one]));
    let any = false;
    for (const [id, waiting] of open) {
      const one = fetched.get(id);
      if (one && !one.ready && !one.faulty) continue;
      for (const row of waiting)
        if (one) {
          const { outcome, result } = resultOf(one, row, kind);
          finish(row, outcome, { id, result });
        } else finish(row, 'gone', { id, error: 'Object not found. Objects are removed when their retention ends.' });
      open.delete(id);
      any = true;
    }
    return any;
  };
  return { open, outcomes, wait, order, collect };
}

type Finish = (row: BatchRow, outcome: string, more: object) => void;

/** Runs a few lookups concurrently, each under its own key. Skips finished rows. */
async function lookUpAll(chunk: readonly BatchRow[], key: string, journal: Journal, service: BatchService, finish: Finish): Promise<void> {
  const open = chunk.filter(({ line }) => !journal.done.has(line));
  const lookUp = async (row: BatchRow): Promise<void> => {
    try {
      finish(row, 'valid', { result: await service.lookUp(row.request, `${key}-${row.line}`) });
    } catch (error) {
      if (!(error instanceof Rejection) || ![400, 502, 504].includes(error.status)) throw error;
      finish(row, error.status === 400 ? 'refused' : 'faulty', { error: error.message });
    }
  };
  let failed: { error: unknown } | null = null;
  const work = async (): Promise<void> => {
    for (let row = open.shift(); row && !failed; row = open.shift())
      await lookUp(row).catch((error: unknown) => {
        failed ??= { error };
      });
  };
  await Promise.all(Array.from({ length: LOOKUPS_MAX }, work));
  if (failed) throw (failed as { error: unknown }).error;
}

/** Continues the orders of an earlier run. Returns their lines. */
async function resume(rows: readonly BatchRow[], journal: Journal, run: Run, settings: BatchSettings): Promise<Set<number>> {
  const { now = Date.now, reorderExpired } = settings;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const ordered = new Set<number>();
  for (const sent of journal.sent) {
    const chunk = sent.lines.flatMap((line) => byLine.get(line) ?? []);
    const which = `${sent.lines[0]} to ${sent.lines.at(-1)}`;
    if (hashOf(chunk) !== sent.hash)
      throw new JournalProblem(
        `Lines ${which} were ordered with other contents or options. Restore the file and the options, or choose another --out.`,
      );
    if (chunk.every(({ line }) => journal.done.has(line))) continue;
    if (sent.ids === null && now() - sent.at > KEY_MS) {
      if (!reorderExpired)
        throw new JournalProblem(
          `The response for lines ${which} was lost more than 23 hours ago, so they may have been charged. --reorder-expired orders them again.`,
        );
      journal.refused(sent.key);
      continue;
    }
    for (const { line } of chunk) ordered.add(line);
    if (sent.ids === null) await run.order(chunk, sent);
    else run.wait(chunk, sent.ids);
  }
  return ordered;
}

export async function runBatch(
  rows: readonly BatchRow[],
  journal: Journal,
  service: BatchService,
  settings: BatchSettings,
  onProgress: (done: number, outcomes: Outcomes) => void,
): Promise<Outcomes> {
  const { kind = BATCH_KINDS.serp } = settings;
  const run = createRun(journal, service, kind, settings.onRejected);
  const batchSize = Math.min(settings.batchSize, kind.batchSizeMax);
  const ordered = await resume(rows, journal, run, settings);
  const pending = rows.filter(({ line }) => !ordered.has(line) && !journal.done.has(line));
  for (let [next, idle] = [0, 0]; next < pending.length || run.open.size > 0; ) {
    onProgress(journal.done.size, run.outcomes);
    if (next < pending.length && run.open.size < OPEN_MAX) {
      await run.order(pending.slice(next, next + batchSize), null);
      next += batchSize;
      // When the next order must wait for the rate limit, write finished results first.
      if (batchSize === 1 && run.open.size > 0) await run.collect();
      continue;
    }
    idle = (await run.collect()) ? 0 : Math.min(idle + 1, PAUSES_MS.length - 1);
    if (run.open.size > 0) await service.pause(PAUSES_MS[idle]!);
  }
  onProgress(journal.done.size, run.outcomes);
  return run.outcomes;
}
