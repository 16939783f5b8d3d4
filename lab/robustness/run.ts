// `npm run lab -- robustness`: do the parsers find the same items when a captured page changes without changing its meaning?
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createEngineTable } from '#product/sources/catalogue.js';
import { readStored } from '#product/sources/stored-page.js';
import { type CorpusEntry, corpusEntries, readEntry } from '../bench/page-sources.ts';
import { createRandom } from '../random.ts';
import { createSay, numberOption, round, type Say } from '../report.ts';
import { ARRAYS, keptShare, keptSnippets, type Label, labelScore, type Reading } from './compare.ts';
import { TRANSFORMATION_NAMES, type Transformation, transformPage } from './transformations.ts';

/** The mean over engines must not fall below this, whatever the transformation. */
const SCORE_MIN = 0.975;
const access = { apiKey: 'lab', model: 'lab', baseUrl: 'https://api.openai.com' };

type Entry = CorpusEntry & { readonly id: string };
/** Values by row and column of a table. */
type Cells = Map<string, Map<string, number[]>>;

const COLUMNS = ['untouched', ...TRANSFORMATION_NAMES] as const;

function add(cells: Cells, row: string, column: string, value: number | null): void {
  if (value === null) return;
  const columns = cells.get(row) ?? new Map<string, number[]>();
  cells.set(row, columns.set(column, [...(columns.get(column) ?? []), value]));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const meansOf = (cells: Cells): Record<string, Record<string, number>> =>
  Object.fromEntries(
    [...cells]
      .sort()
      .map(([row, columns]) => [row, Object.fromEntries([...columns].map(([name, values]) => [name, round(mean(values), 4)]))]),
  );

function printTable(title: string, cells: Cells, columns: readonly string[], say: Say): void {
  say(`\n${title.padEnd(16)}${columns.map((name) => name.padStart(11)).join('')}`);
  for (const [row, values] of Object.entries(meansOf(cells)))
    say(`${row.padEnd(16)}${columns.map((name) => (values[name]?.toFixed(3) ?? '–').padStart(11)).join('')}`);
}

function labelsIn(corpus: string): Map<string, Label> {
  const file = path.join(corpus, 'labels.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line) => JSON.parse(line) as Label).map((label) => [label.id, label]));
}

const optionOf = (args: readonly string[], name: string): string[] | null =>
  args
    .find((arg) => arg.startsWith(`--${name}=`))
    ?.slice(name.length + 3)
    .split(',') ?? null;

export async function runRobustness(args: string[]): Promise<number> {
  const corpus = process.env.SEXTANT_CORPUS;
  if (!corpus || !existsSync(path.join(corpus, 'index.jsonl'))) {
    process.stdout.write('Skipped: SEXTANT_CORPUS names no folder with captured pages (index.jsonl).\n');
    return 0;
  }
  const json = args.includes('--json');
  const say = createSay(json);
  const seed = numberOption(args, 'seed', 1);
  const onlyEngines = optionOf(args, 'engine');
  const names = (optionOf(args, 'only') as Transformation[] | null) ?? TRANSFORMATION_NAMES;
  const unknown = names.filter((name) => !TRANSFORMATION_NAMES.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown transformation: ${unknown.join(', ')}. Known: ${TRANSFORMATION_NAMES.join(', ')}.\n`);
    return 2;
  }
  const engines = createEngineTable({ chatgpt: access, perplexity: access });
  const labels = labelsIn(corpus);
  const scores: Cells = new Map();
  const kept: Cells = new Map();
  const losses: { id: string; transformation: string; lost: number }[] = [];
  const entries = (corpusEntries(corpus) as Entry[]).filter(
    ({ engine, tier }) => tier === 'core' && engines[engine] && (onlyEngines?.includes(engine) ?? true),
  );
  for (const entry of entries) {
    const bytes = readEntry(corpus, entry);
    const read = (page: Buffer): Reading => readStored(entry.engine, page, engines);
    const before = read(bytes);
    const label = labels.get(entry.id);
    const score = (reading: Reading): number | null => (label ? labelScore(label, reading) : null);
    add(scores, entry.engine, 'untouched', score(before));
    for (const name of names) {
      const after = read(transformPage(bytes, name, createRandom(seed).fork(`${entry.id} ${name}`)));
      add(scores, entry.engine, name, score(after));
      for (const array of ARRAYS) add(kept, array, name, keptShare(array, before, after));
      add(kept, 'snippets', name, keptSnippets(before, after));
      const lost = (score(before) ?? 0) - (score(after) ?? 0);
      if (lost > 0.001) losses.push({ id: entry.id, transformation: name, lost: round(lost, 3) });
    }
  }
  const means = meansOf(scores);
  const columns = COLUMNS.filter((name) => name === 'untouched' || names.includes(name));
  const overall = Object.fromEntries(
    columns.map((name) => [name, round(mean(Object.values(means).flatMap((row) => row[name] ?? [])), 4)]),
  ) as Record<string, number>;
  printTable('score', scores, columns, say);
  say(`${'mean'.padEnd(16)}${columns.map((name) => overall[name]!.toFixed(3).padStart(11)).join('')}`);
  printTable('items kept', kept, names, say);
  losses.sort((a, b) => b.lost - a.lost);
  if (args.includes('--losses')) for (const { id, transformation, lost } of losses) say(`${id} ${transformation} -${lost}`);
  const below = names.filter((name) => overall[name]! < SCORE_MIN);
  if (json) process.stdout.write(`${JSON.stringify({ seed, scores: means, overall, kept: meansOf(kept), losses }, null, 2)}\n`);
  say(below.length === 0 ? `\nPASS: ${entries.length} pages, seed ${seed}` : `\nFAIL: below ${SCORE_MIN}: ${below.join(', ')}`);
  return below.length === 0 ? 0 : 1;
}
