// `sextant batch`: runs requests from a file through a running service. Can be resumed.
import path from 'node:path';
import { type Arguments, parseArguments, UsageProblem } from './arguments.ts';
import { JournalProblem, openJournal } from './batch-journal.ts';
import { BATCH_COLUMNS, BATCH_KINDS, type BatchKind, type ColumnValues } from './batch-kinds.ts';
import { writeResultsCsv } from './batch-results.ts';
import { readRows } from './batch-rows.ts';
import { type BatchService, type Outcomes, Rejection, runBatch } from './batch-run.ts';
import type { Progress } from './progress.ts';
import { readBytes, textOf } from './text-file.ts';

export interface BatchParts {
  /** Connects to the service. Null means the configured URL or key. */
  readonly connect: (url: string | null, key: string | null, kind: BatchKind) => Promise<BatchService>;
  readonly readInput: () => Promise<Buffer>;
  readonly progress: Progress;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly log: (text: string) => void;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

const SIZE_DEFAULT = 100;
const SIZE_MAX = 1000;
/** Rejections that are printed. All of them are in the result file. */
const REJECTIONS_SHOWN = 5;
const FAILED = ['refused', 'faulty', 'gone'];

const outcomeText = (outcomes: Outcomes): string =>
  Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');

/** Returns the exit code. */
export async function batchCommand(argv: readonly string[], parts: BatchParts): Promise<number> {
  const args = parseArguments(argv, 'batch');
  const [file, more] = args.plain;
  if (file === undefined || more !== undefined)
    throw new UsageProblem('Usage: sextant batch keywords.csv --out results.jsonl, or - for standard input. Try: sextant help batch');
  const [out, csv] = [args.required('out'), args.option('csv')];
  checkFiles(file, out, csv);
  const batchSize = Number(args.option('batch-size') ?? SIZE_DEFAULT);
  if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > SIZE_MAX)
    throw new UsageProblem(`--batch-size must be a whole number from 1 to ${SIZE_MAX}.`);
  const kind = BATCH_KINDS[(args.option('kind') ?? 'serp') as keyof typeof BATCH_KINDS];
  const rows = readRows(textOf(await readBytes(file, parts.readInput)), defaultsOf(args, kind), kind);
  if (rows.length === 0) throw new UsageProblem(`${file} has no ${kind.subject}.`);
  const service = await parts.connect(args.option('url') ?? null, args.option('key') ?? null, kind);
  const journal = await openJournal(out, kind.name);
  const before = journal.done.size;
  const rejections: string[] = [];
  const onRejected = (line: number, message: string): void => void rejections.push(`Line ${line}: ${message}`);
  try {
    if (before > 0) parts.log(`resuming after ${before} of ${rows.length} lines`);
    const outcomes = await runBatch(
      rows,
      journal,
      service,
      { batchSize, reorderExpired: args.flag('reorder-expired'), kind, onRejected },
      (done, counts) => parts.progress.update(done, rows.length, outcomeText(counts)),
    );
    parts.progress.end();
    for (const rejection of rejections.slice(0, REJECTIONS_SHOWN)) parts.log(rejection);
    if (csv !== undefined) await writeResultsCsv(out, csv, kind);
    const bad = FAILED.reduce((sum, name) => sum + (outcomes[name] ?? 0), 0);
    const summary = `${journal.done.size} of ${rows.length} lines are in ${out}${csv === undefined ? '' : ` and ${csv}`}${before === rows.length ? ' already' : ''}`;
    parts.print(
      args.json
        ? JSON.stringify({ out, ...(csv === undefined ? {} : { csv }), lines: rows.length, done: journal.done.size, before, outcomes })
        : `${summary}${outcomeText(outcomes) === '' ? '' : `: ${outcomeText(outcomes)}`}`,
    );
    return bad > 0 ? 1 : 0;
  } catch (error) {
    parts.progress.end();
    if (parts.signal.aborted) {
      parts.log(`Interrupted after ${journal.done.size} of ${rows.length} lines. Run the same command to continue.`);
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

/** The CSV file is replaced, so it must be neither the input nor the result file. */
function checkFiles(input: string, out: string, csv: string | undefined): void {
  if (/\.csv$/i.test(out))
    throw new UsageProblem(`--out is a file of JSON lines. Try: --out ${out.replace(/csv$/i, 'jsonl')} --csv ${out}`);
  if (csv !== undefined && [input, out].some((other) => path.resolve(other) === path.resolve(csv)))
    throw new UsageProblem(`--csv would replace ${csv}. Choose another file.`);
}

/** Defaults for rows without these columns. */
function defaultsOf(args: Arguments, kind: BatchKind): ColumnValues {
  const argv = BATCH_COLUMNS.filter((name) => args.option(name) !== undefined);
  const unsupported = argv.find((name) => !kind.columns.includes(name));
  if (unsupported) throw new UsageProblem(`--${unsupported} does not apply to --kind ${kind.name}. Try: sextant help batch`);
  return Object.fromEntries(argv.map((name) => [name, args.option(name)]));
}
