// `sextant batch`: searches from a file through a running service, one result per line, gone on with after any interruption.
import { readFileSync } from 'node:fs';
import { JournalProblem, openJournal } from './batch-journal.ts';
import { type BatchDefaults, readRows } from './batch-rows.ts';
import { type BatchService, type Outcomes, Refusal, runBatch } from './batch-run.ts';
import type { Progress } from './progress.ts';
import { readWords, UsageProblem } from './words.ts';

export interface BatchParts {
  /** The service at an address, both as given; null means the configured one. */
  readonly connect: (url: string | null, key: string | null) => Promise<BatchService>;
  readonly readInput: () => Promise<string>;
  readonly progress: Progress;
  readonly print: (text: string) => void;
  /** For people who watch; not part of the answer. */
  readonly tell: (text: string) => void;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

const PART_DEFAULT = 100;
const PART_MAX = 1000;
const BAD = ['refused', 'faulty', 'gone'];
const OPTIONS = ['engine', 'region', 'language', 'results', 'priority'] as const;

const said = (outcomes: Outcomes): string =>
  Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');

/** Answers the exit status. */
export async function batchVerb(given: readonly string[], parts: BatchParts): Promise<number> {
  const words = readWords(given, 'batch');
  const [file, more] = words.plain;
  if (file === undefined || more !== undefined)
    throw new UsageProblem('sextant batch keywords.csv --out results.jsonl, or - for standard input. Try: sextant help batch');
  const out = words.required('out');
  const partMax = Number(words.option('part') ?? PART_DEFAULT);
  if (!Number.isInteger(partMax) || partMax < 1 || partMax > PART_MAX)
    throw new UsageProblem(`--part must be a whole number from 1 to ${PART_MAX}.`);
  const defaults: BatchDefaults = {
    ...Object.fromEntries(OPTIONS.flatMap((name) => (words.option(name) === undefined ? [] : [[name, words.option(name)]]))),
    ...(words.flag('mobile') ? { mobile: 'true' } : {}),
  };
  const rows = readRows(await textOf(file, parts), defaults);
  if (rows.length === 0) throw new UsageProblem(`There is no keyword in ${file}.`);
  const service = await parts.connect(words.option('url') ?? null, words.option('key') ?? null);
  const journal = await openJournal(out);
  const before = journal.done.size;
  try {
    if (before > 0) parts.tell(`going on after ${before} of ${rows.length} lines`);
    const outcomes = await runBatch(rows, journal, service, { partMax, buyAgain: words.flag('buy-again') }, (done, counts) =>
      parts.progress.update(done, rows.length, said(counts)),
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
      parts.tell(`Interrupted after ${journal.done.size} of ${rows.length} lines; the same command goes on.`);
      return 130;
    }
    if (error instanceof Refusal || error instanceof JournalProblem) throw error;
    throw new JournalProblem(`${(error as Error).message} The same command goes on after ${journal.done.size} of ${rows.length} lines.`, {
      cause: error,
    });
  } finally {
    journal.close();
  }
}

async function textOf(file: string, parts: BatchParts): Promise<string> {
  if (file === '-') return parts.readInput();
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageProblem(`${file} cannot be read.`, { cause });
  }
}
