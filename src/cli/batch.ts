// `sextant batch`: runs requests from a file through a running service. Can be resumed.
import { readFileSync } from 'node:fs';
import { readWords, UsageProblem, type Words } from './arguments.ts';
import { JournalProblem, openJournal } from './batch-journal.ts';
import { BATCH_COLUMNS, BATCH_KINDS, type BatchKind, type Given } from './batch-kinds.ts';
import { readRows } from './batch-rows.ts';
import { type BatchService, type Outcomes, Rejection, runBatch } from './batch-run.ts';
import type { Progress } from './progress.ts';

export interface BatchParts {
  /** Connects to the service. Null means the configured URL or key. */
  readonly connect: (url: string | null, key: string | null, kind: BatchKind) => Promise<BatchService>;
  readonly readInput: () => Promise<string>;
  readonly progress: Progress;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly tell: (text: string) => void;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

const SIZE_DEFAULT = 100;
const SIZE_MAX = 1000;
const BAD = ['refused', 'faulty', 'gone'];

const said = (outcomes: Outcomes): string =>
  Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');

/** Returns the exit code. */
export async function batchCommand(given: readonly string[], parts: BatchParts): Promise<number> {
  const words = readWords(given, 'batch');
  const [file, more] = words.plain;
  if (file === undefined || more !== undefined)
    throw new UsageProblem('Usage: sextant batch keywords.csv --out results.jsonl, or - for standard input. Try: sextant help batch');
  const out = words.required('out');
  const batchSize = Number(words.option('batch-size') ?? SIZE_DEFAULT);
  if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > SIZE_MAX)
    throw new UsageProblem(`--batch-size must be a whole number from 1 to ${SIZE_MAX}.`);
  const kind = BATCH_KINDS[(words.option('kind') ?? 'serp') as keyof typeof BATCH_KINDS];
  const rows = readRows(await textOf(file, parts), defaultsOf(words, kind), kind);
  if (rows.length === 0) throw new UsageProblem(`${file} has no ${kind.subject}.`);
  const service = await parts.connect(words.option('url') ?? null, words.option('key') ?? null, kind);
  const journal = await openJournal(out, kind.name);
  const before = journal.done.size;
  try {
    if (before > 0) parts.tell(`resuming after ${before} of ${rows.length} lines`);
    const outcomes = await runBatch(
      rows,
      journal,
      service,
      { batchSize, reorderExpired: words.flag('reorder-expired'), kind },
      (done, counts) => parts.progress.update(done, rows.length, said(counts)),
    );
    parts.progress.end();
    const bad = BAD.reduce((sum, name) => sum + (outcomes[name] ?? 0), 0);
    const summary = `${journal.done.size} of ${rows.length} lines are in ${out}${before === rows.length ? ' already' : ''}`;
    parts.print(
      words.json
        ? JSON.stringify({ out, lines: rows.length, done: journal.done.size, before, outcomes })
        : `${summary}${said(outcomes) === '' ? '' : `: ${said(outcomes)}`}`,
    );
    return bad > 0 ? 1 : 0;
  } catch (error) {
    parts.progress.end();
    if (parts.signal.aborted) {
      parts.tell(`Interrupted after ${journal.done.size} of ${rows.length} lines. Run the same command to continue.`);
      return 130;
    }
    if (error instanceof Rejection || error instanceof JournalProblem) throw error;
    throw new JournalProblem(
      `${(error as Error).message} Run the same command to continue after ${journal.done.size} of ${rows.length} lines.`,
      {
        cause: error,
      },
    );
  } finally {
    journal.close();
  }
}

/** Defaults for rows without these columns. */
function defaultsOf(words: Words, kind: BatchKind): Given {
  const given = BATCH_COLUMNS.filter((name) => words.option(name) !== undefined);
  const odd = given.find((name) => !kind.columns.includes(name));
  if (odd) throw new UsageProblem(`--${odd} does not apply to --kind ${kind.name}. Try: sextant help batch`);
  return Object.fromEntries(given.map((name) => [name, words.option(name)]));
}

async function textOf(file: string, parts: BatchParts): Promise<string> {
  if (file === '-') return parts.readInput();
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageProblem(`Cannot read ${file}.`, { cause });
  }
}
