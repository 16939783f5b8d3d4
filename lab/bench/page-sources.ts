// Pages for the benches: captured ones of SEXTANT_CORPUS, and pages of the sandbox.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EngineName } from '#product/contract/vocabulary.js';
import { createDataset } from '#product/sources/sandbox/dataset.js';
import { SITES } from '#product/sources/sandbox-sites.js';
import type { Engine } from '#product/sources/serp.js';
import { plainQuery } from '#product/sources/stored-page.js';

export interface CorpusEntry {
  readonly engine: EngineName;
  readonly file: string;
  readonly tier: string;
  readonly query?: string;
}

export const corpusEntries = (corpus: string): CorpusEntry[] =>
  readFileSync(path.join(corpus, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CorpusEntry);

export const readEntry = (corpus: string, { file }: CorpusEntry): Buffer => readFileSync(path.join(corpus, file));

/** The page that the sandbox returns for a search. */
export function sandboxPage(engine: Engine, keyword: string): string {
  const { url, headers = {}, method = 'GET', body = '' } = engine.start(plainQuery(engine.name, { keyword }));
  const site = SITES.find((candidate) => candidate.serves(new URL(url)))!;
  return site.results({ method, url: new URL(url), headers, body }, createDataset(engine.name, keyword, '2026-11-15')).body;
}
