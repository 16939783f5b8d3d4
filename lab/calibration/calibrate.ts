// Scores every captured page and its corruptions with layouts that are learned from the other pages.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createEngineTable } from '#product/sources/catalogue.js';
import type { Engine } from '#product/sources/serp.js';
import { type CorpusEntry, corpusEntries, readEntry } from '../bench/page-sources.ts';
import { createRandom } from '../random.ts';
import { type Label, labelScore } from '../robustness/compare.ts';
import type { CorpusPage } from './corpus-page.ts';
import { CORRUPTION_NAMES, type CorruptionName, corrupt } from './corruptions.ts';
import { type CalibrationRequest, familiarityWith, type ReadPage, readPage } from './read.ts';

export interface Scored {
  readonly id: string;
  readonly engine: string;
  readonly quality: number | null;
  readonly reasons: readonly string[];
  readonly verdict: string;
  /** Against the label of the untouched page. */
  readonly f1: number | null;
}
export interface ScoredCorruption extends Scored {
  readonly corruption: CorruptionName;
}

export interface Calibration {
  readonly seed: number;
  readonly pages: number;
  readonly untouched: readonly Scored[];
  readonly corrupted: readonly ScoredCorruption[];
}

export interface CalibrationOptions {
  readonly seed: number;
  readonly engines: readonly string[] | null;
  /** Every n-th page only. */
  readonly every: number;
  /** Only the pages of this half, with the layouts of the other half. Null: all pages. */
  readonly half: 1 | 2 | null;
}

type Entry = CorpusEntry & { readonly id: string; readonly lang?: string };
export interface Sample {
  readonly page: CorpusPage;
  readonly label: Label;
  readonly request: CalibrationRequest;
  readonly read: ReadPage;
}

const access = { apiKey: 'lab', model: 'lab', baseUrl: 'https://api.openai.com' };
/** Recorded for pages whose query is unknown. */
const UNKNOWN_QUERY = /^\(.*\)$/;
const DELIVERED = new Set(['valid', 'empty']);
const ASKED_STEP = 10;
const ASKED_MAX = 100;

/** Results are requested in tens. The label tells how many were shown; how many were requested is not recorded. */
const askedFor = ({ organic = [] }: Label): number =>
  Math.min(ASKED_MAX, Math.max(ASKED_STEP, Math.ceil(organic.length / ASKED_STEP) * ASKED_STEP));

export function samplesIn(corpus: string, only: readonly string[] | null): Sample[] {
  const engines = createEngineTable({ chatgpt: access, perplexity: access });
  const lines = readFileSync(path.join(corpus, 'labels.jsonl'), 'utf8').split('\n').filter(Boolean);
  const labels = new Map(lines.map((line) => JSON.parse(line) as Label).map((label) => [label.id, label]));
  return (corpusEntries(corpus) as Entry[]).flatMap((entry) => {
    const engine: Engine | null | undefined = engines[entry.engine];
    const label = labels.get(entry.id);
    const isKnown = entry.query !== undefined && !UNKNOWN_QUERY.test(entry.query);
    if (!engine || !label || entry.tier !== 'core' || !isKnown || (only && !only.includes(entry.engine))) return [];
    const bytes = readEntry(corpus, entry);
    const request = { engine, keyword: entry.query!, language: entry.lang?.slice(0, 2) ?? null, maxResults: askedFor(label) };
    const read = readPage(bytes, request, () => null);
    const results = read.found?.organic.map(({ url, title, snippet }) => ({ url, title, snippet })) ?? [];
    return [{ page: { id: entry.id, bytes, query: entry.query!, language: read.language, results }, label, request, read }];
  });
}

const scoreOf = ({ page, label, request }: Sample, { verdict, quality, found }: ReadPage): Scored => ({
  id: page.id,
  engine: request.engine.name,
  quality: quality?.quality ?? null,
  reasons: quality?.qualityReasons ?? [],
  verdict,
  f1: labelScore(label, { verdict, data: found }),
});

/** The half does not depend on the other pages, so a page stays in its half when pages are added. */
export const halfOf = (id: string): 1 | 2 => (((createHash('sha256').update(id).digest()[0] ?? 0) & 1) === 0 ? 1 : 2);

export function calibrate(corpus: string, options: CalibrationOptions): Calibration {
  const samples = samplesIn(corpus, options.engines);
  const isChosen = ({ page }: Sample): boolean => options.half === null || halfOf(page.id) === options.half;
  const chosen = samples.filter(isChosen).filter((_, index) => index % options.every === 0);
  const random = createRandom(options.seed);
  const corrupted: ScoredCorruption[] = [];
  const untouched = chosen.map((sample) => {
    const { page, request } = sample;
    const others = samples.filter((other) => other !== sample && other.request.engine === request.engine);
    const known = options.half === null ? others : others.filter((other) => !isChosen(other));
    const familiarity = familiarityWith(known.flatMap(({ read }) => (read.signs ? [read.signs] : [])));
    // Blocked pages and pages without results have nothing that could be corrupted.
    if (sample.read.verdict === 'valid' && page.results.length > 1) {
      for (const corruption of CORRUPTION_NAMES) {
        const changed = corrupt(
          corruption,
          page,
          others.filter(isChosen).map((other) => other.page),
          random.fork(`${page.id} ${corruption}`),
        );
        if (!changed) continue;
        const read = readPage(changed.bytes, { ...request, language: changed.language ?? request.language }, familiarity);
        corrupted.push({ corruption, ...scoreOf(sample, read) });
      }
    }
    return scoreOf(sample, readPage(page.bytes, request, familiarity));
  });
  return { seed: options.seed, pages: untouched.length, untouched, corrupted };
}

export const isDelivered = ({ verdict }: Scored): boolean => DELIVERED.has(verdict);
