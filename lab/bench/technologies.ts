// Homepages per second on one core and the technologies found, compared with a wappalyzer fork on the same pages.
import path from 'node:path';
import { parseDocument } from 'htmlparser2';
import type { Page } from '#product/sources/adapter.js';
import { loadFingerprints } from '#product/sources/registries/fingerprints/load.js';
import { detectTechnologies, mergeTechnologySets, ownTechnologies, type TechnologySet } from '#product/sources/registries/fingerprints.js';
import { loadAlternative } from './alternative.ts';
import type { BenchResult } from './cases.ts';
import type { BenchSettings } from './environment.ts';
import { type Homepage, homepages } from './homepages.ts';

const ALTERNATIVE = ['simple-wappalyzer', '1.1.103'] as const;

type NamedPage = Homepage & Page;

/** Repeats over all pages for the given time. Returns pages per second of CPU time. */
async function rate(pages: readonly NamedPage[], work: (page: NamedPage) => unknown, seconds: number): Promise<number> {
  for (const page of pages) await work(page);
  let count = 0;
  const before = process.cpuUsage();
  const started = performance.now();
  do {
    for (const page of pages) await work(page);
    count += pages.length;
  } while (performance.now() - started < seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  return count / ((user + system) / 1e6);
}

/** Counts the named technologies that were found. */
async function countFound(pages: readonly NamedPage[], namesOf: (page: NamedPage) => string[] | Promise<string[]>): Promise<number> {
  let found = 0;
  for (const page of pages) {
    const names = new Set(await namesOf(page));
    found += page.named.filter((name) => names.has(name)).length;
  }
  return found;
}

export async function technologies({ seconds }: BenchSettings): Promise<BenchResult[]> {
  const pages = homepages().map((page) => ({ ...page, request: { url: page.url }, status: 200 }));
  const named = pages.reduce((sum, page) => sum + page.named.length, 0);
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page.body), 0) / pages.length;
  const alternative = loadAlternative(...ALTERNATIVE);
  const larger = alternative ? loadFingerprints(path.join(alternative.folder, 'src')) : null;
  const sets: [string, TechnologySet][] = [['own set', ownTechnologies()]];
  if (larger) sets.push(['own and larger set', mergeTechnologySets(ownTechnologies(), larger)]);
  const askAlternative = async ({ url, headers, body }: NamedPage): Promise<{ name: string }[]> => {
    const { 'set-cookie': cookies, ...rest } = headers;
    return alternative!.package({ url, headers: { ...rest, ...(cookies ? { 'set-cookie': cookies.split('\n') } : {}) }, html: body });
  };
  const results: BenchResult[] = [];
  const tree = await rate(pages, ({ body }) => parseDocument(body), seconds / 2);
  const alternativeRate = alternative ? await rate(pages, askAlternative, seconds) : null;
  const alternativeFound = alternative
    ? await countFound(pages, async (page) => (await askAlternative(page)).map(({ name }) => name))
    : null;
  for (const [label, set] of sets) {
    const detect = (page: NamedPage) => detectTechnologies(page, undefined, set, 60_000);
    const ours = await rate(pages, detect, seconds);
    const oursFound = await countFound(pages, (page) => detect(page).map(({ name }) => name));
    const about = `${label}, ${set.technologies.length} technologies`;
    results.push({ name: `pages/s (${Math.round(bytes / 1000)} KB), ${about}`, ours, bare: tree, limit: 'htmlparser2, the tree alone' });
    if (alternative)
      results.push({
        name: `– beside ${ALTERNATIVE[0]}, ${larger!.technologies.length} technologies`,
        ours,
        bare: alternativeRate!,
        limit: ALTERNATIVE.join(' '),
      });
    results.push({ name: `found of ${named} named, ${label}`, ours: oursFound, bare: named, limit: 'all that are named' });
    if (alternative)
      results.push({ name: `– beside ${ALTERNATIVE[0]}`, ours: oursFound, bare: alternativeFound!, limit: ALTERNATIVE.join(' ') });
  }
  return results;
}
