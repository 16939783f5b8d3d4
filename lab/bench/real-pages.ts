// Pages for `bench real-life`, written as a REPLAY_DIR: captured ones of SEXTANT_CORPUS, or generated ones of the same sizes.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createEngineTable, type EngineTable } from '#product/sources/catalogue.js';
import { readStored } from '#product/sources/stored-page.js';
import { createRandom } from '../random.ts';
import { corpusEntries, readEntry, sandboxPage } from './page-sources.ts';

/** Mean sizes of captured pages, in bytes. Generated pages are filled up to them with scripts. */
const SIZES = { google: 861_000, bing: 196_000, youtube: 526_000, baidu: 228_000, yandex: 288_000 };
export type RealEngine = keyof typeof SIZES;
export const REAL_ENGINES = Object.keys(SIZES) as RealEngine[];

const GENERATED_PAGES = 12;
/** A page without results would measure something else. */
const ITEMS_MIN = 3;

export interface RealPage {
  readonly engine: RealEngine;
  readonly keyword: string;
  readonly bytes: Buffer;
  readonly gzip: Buffer;
  /** What the parser makes of it, as JSON. */
  readonly result: string;
}

export interface RealPages {
  readonly isCaptured: boolean;
  readonly pages: readonly RealPage[];
}

/** Writes the usable pages into `folder`, at most `perEngineMax` of each engine. */
export function writeRealPages(folder: string, perEngineMax = Number.POSITIVE_INFINITY): RealPages {
  const engines = createEngineTable({});
  const corpus = process.env.SEXTANT_CORPUS;
  const candidates = corpus ? capturedPages(corpus) : REAL_ENGINES.flatMap((engine) => generatedPages(engine, engines));
  const pages: RealPage[] = [];
  const lines: string[] = [];
  const known = new Set<string>();
  for (const { engine, keyword, bytes } of candidates) {
    // Equal requests are one job.
    if (known.has(`${engine} ${keyword}`) || pages.filter((page) => page.engine === engine).length >= perEngineMax) continue;
    known.add(`${engine} ${keyword}`);
    const { verdict, data } = readStored(engine, bytes, engines, { query: { keyword } });
    const { organic = [] } = (data ?? {}) as { organic?: unknown[] };
    if (verdict !== 'valid' || organic.length < ITEMS_MIN) continue;
    const file = path.join(engine, `${pages.length}.html.gz`);
    const gzip = gzipSync(bytes);
    mkdirSync(path.join(folder, engine), { recursive: true });
    writeFileSync(path.join(folder, file), gzip);
    lines.push(JSON.stringify({ file, keyword }));
    pages.push({ engine, keyword, bytes, gzip, result: JSON.stringify(data) });
  }
  writeFileSync(path.join(folder, 'index.jsonl'), `${lines.join('\n')}\n`);
  return { isCaptured: corpus !== undefined, pages };
}

type Candidate = Pick<RealPage, 'engine' | 'keyword' | 'bytes'>;

function capturedPages(corpus: string): Candidate[] {
  return corpusEntries(corpus).flatMap((entry) => {
    const { engine, tier, query } = entry;
    const isWanted = tier === 'core' && query !== undefined && REAL_ENGINES.includes(engine as RealEngine);
    return isWanted ? [{ engine: engine as RealEngine, keyword: query, bytes: readEntry(corpus, entry) }] : [];
  });
}

function generatedPages(engine: RealEngine, engines: EngineTable): Candidate[] {
  return Array.from({ length: GENERATED_PAGES }, (_, number) => {
    const keyword = `red shoes ${number}`;
    const body = sandboxPage(engines[engine]!, keyword);
    return { engine, keyword, bytes: Buffer.from(body.replace('</body>', `${scriptsOf(SIZES[engine] - body.length, number)}</body>`)) };
  });
}

/** Scripts and styles make up most of a captured page. Their text is varied, so that it compresses like a real one. */
function scriptsOf(length: number, seed: number): string {
  const random = createRandom(seed + 1);
  let text = '';
  while (text.length < length) {
    const values = Array.from(
      { length: 40 },
      () => `"${random.integer(0, 1e9).toString(36)}":[${random.integer(0, 1e6)},null,"<b>${random.integer(0, 99)}"]`,
    );
    text += `<script nonce="${random.integer(0, 1e9).toString(36)}">(function(){var a={${values.join()}};window.w=a})();</script>`;
  }
  return text;
}
