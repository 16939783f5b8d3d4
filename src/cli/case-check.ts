// Parses kept pages with the current parsers and prints the differences by field.
import type { PageDiff } from '../products/serp/page-diff.ts';
import { table } from './arguments.ts';
import type { Progress } from './progress.ts';

export interface ComparedPage {
  readonly name: string;
  readonly engine: string;
  readonly diff: PageDiff;
}

export interface ComparedSummary {
  readonly engine: string;
  readonly pages: number;
  readonly changed: number;
  readonly gained: number;
  readonly lost: number;
}

const VALUE_LENGTH_MAX = 60;

export async function comparePages(
  pages: AsyncIterable<{ readonly total: number; readonly page: ComparedPage }>,
  progress: Progress,
): Promise<ComparedPage[]> {
  const compared: ComparedPage[] = [];
  for await (const { page, total } of pages) {
    compared.push(page);
    // A short run needs no progress.
    // Pages that were kept since the total was counted add to it.
    if (total > 20) progress.update(compared.length, Math.max(total, compared.length), page.name);
  }
  progress.end();
  return compared;
}

/** Returns the exit code: 1 when something differs. */
export function printCompared(compared: readonly ComparedPage[], json: boolean, print: (text: string) => void): number {
  const changes = compared.flatMap(({ name, diff }) => diff.changes.map((change) => ({ page: name, ...change })));
  const summary = summarise(compared);
  if (json) print(JSON.stringify({ summary, changes }));
  else {
    if (changes.length > 0) print(`${table(changes.map((row) => ({ ...row, old: shown(row.old), new: shown(row.new) })))}\n`);
    print(table(summary.map((row) => ({ ...row }))));
  }
  return changes.length === 0 ? 0 : 1;
}

function summarise(compared: readonly ComparedPage[]): ComparedSummary[] {
  return [...new Set(compared.map(({ engine }) => engine))].sort().map((engine) => {
    const own = compared.filter((page) => page.engine === engine);
    const sum = (count: (diff: PageDiff) => number): number => own.reduce((total, { diff }) => total + count(diff), 0);
    return {
      engine,
      pages: own.length,
      changed: own.filter(({ diff }) => diff.changes.length > 0).length,
      gained: sum(({ gained }) => gained),
      lost: sum(({ lost }) => lost),
    };
  });
}

function shown(value: unknown): string {
  const item = (typeof value === 'object' ? value : null) as Readonly<Record<string, unknown>> | null;
  const name = [item?.question, item?.title, item?.keyword].find((one) => typeof one === 'string');
  const text = name === undefined ? JSON.stringify(value) : `${name} ${item!.url ?? ''}`.trim();
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX - 1)}…` : text;
}
