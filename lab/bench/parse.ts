// Pages and megabytes per second of every parser on one core, compared with building the tree alone.
import { parseDocument } from 'htmlparser2';
import type { EngineName } from '#product/contract/vocabulary.js';
import type { EngineTable } from '#product/sources/catalogue.js';
import { createEngineTable } from '#product/sources/catalogue.js';
import { readStored } from '#product/sources/stored-page.js';
import { loadAlternative } from './alternative.ts';
import type { BenchResult } from './cases.ts';
import type { BenchSettings } from './environment.ts';
import { corpusEntries, readEntry, sandboxPage } from './page-sources.ts';

const access = { apiKey: 'bench', model: 'bench', baseUrl: 'https://api.openai.com' };

type Pages = Map<EngineName, Buffer[]>;

/** Real pages when SEXTANT_CORPUS names the folder, else pages of the sandbox. */
function pagesOf(engines: EngineTable): Pages {
  const corpus = process.env.SEXTANT_CORPUS;
  if (!corpus) return sandboxPages(engines);
  const pages: Pages = new Map();
  for (const entry of corpusEntries(corpus)) {
    const { engine, tier } = entry;
    if (tier !== 'core' || !engines[engine]) continue;
    pages.set(engine, [...(pages.get(engine) ?? []), readEntry(corpus, entry)]);
  }
  return pages;
}

function sandboxPages(engines: EngineTable): Pages {
  const pages: Pages = new Map();
  for (const engine of Object.values(engines)) {
    if (!engine) continue;
    const keyword = engine.name === 'universal' ? 'https://shop.example/page' : 'red shoes';
    pages.set(engine.name, [Buffer.from(sandboxPage(engine, keyword))]);
  }
  return pages;
}

/** Repeats over all pages for the given time. Returns pages per second of CPU time. */
function rate<Page>(pages: readonly Page[], work: (page: Page) => unknown, seconds: number): number {
  let count = 0;
  const before = process.cpuUsage();
  const started = performance.now();
  do {
    for (const page of pages) work(page);
    count += pages.length;
  } while (performance.now() - started < seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  return count / ((user + system) / 1e6);
}

export async function parse({ seconds }: BenchSettings): Promise<BenchResult[]> {
  const engines = createEngineTable({ chatgpt: access, perplexity: access });
  const cheerio = loadAlternative('cheerio', '1.2.0')?.package ?? null;
  const results: BenchResult[] = [];
  for (const [name, pages] of pagesOf(engines)) {
    const bytes = pages.reduce((sum, page) => sum + page.length, 0) / pages.length;
    const texts = pages.map(String);
    const ours = rate(pages, (page) => readStored(name, page, engines), seconds / 2);
    const bare = rate(texts, (text) => parseDocument(text), seconds / 2);
    const megabytes = ((ours * bytes) / 1e6).toFixed(1);
    results.push({
      name: `${name} pages/s (${Math.round(bytes / 1000)} KB, ${megabytes} MB/s)`,
      ours,
      bare,
      limit: 'htmlparser2, the tree alone',
    });
    if (cheerio) {
      const alternative = rate(texts, (text) => cheerio.load(text)('a h3, h2 a, h3 a').length, seconds / 2);
      results.push({ name: '– beside cheerio, one selector', ours, bare: alternative, limit: 'cheerio.load and one selector' });
    }
  }
  return results;
}
