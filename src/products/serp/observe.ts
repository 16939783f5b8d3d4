// Reports the pages of a live search to the table of layouts, with what the parser found on each.
import type { CaseQuery } from '../../business/layouts/store.ts';
import type { LayoutTable, SeenPage } from '../../business/layouts/table.ts';
import type { PageOutcome } from '../../contract/cases.ts';
import type { Job } from '../../contract/order.ts';
import { compress } from '../../platform/gzip.ts';
import type { Page } from '../../sources/adapter.ts';
import { failureOf } from '../../sources/attempt.ts';
import type { Collected } from '../../sources/collect.ts';
import type { Source } from '../../sources/route.ts';
import { type Engine, hasCustomOptions, type SerpPage, type SerpQuery } from '../../sources/serp.ts';
import { expectedOf } from './case-page.ts';

export type PageObserver = Pick<LayoutTable, 'observe'>;

export interface ObservedSearch {
  readonly layouts: PageObserver | null;
  readonly job: Pick<Job, 'id' | 'mode'>;
  readonly engine: Engine;
  readonly source: Pick<Source<SerpQuery, SerpPage>, 'adapter'>;
  readonly query: SerpQuery;
}

type Collect = (collected: Collected<SerpPage>) => void;

const PAGE_CHARACTERS_MAX = 2_000_000;
/** Compressed. */
const SAMPLE_BYTES_MAX = 500_000;
const FOUND_LENGTH_MAX = 500_000;

/**
 * Pages of test mode, and responses of providers and official APIs, have no layout of the engine. With custom options a
 * customer decides which page the engine returns: such pages must not make a layout familiar, old or doubtful for others.
 */
export async function observeSearch<Result>(observed: ObservedSearch, search: (onCollected: Collect) => Promise<Result>): Promise<Result> {
  const { layouts, job, engine, source, query } = observed;
  if (layouts === null || job.mode !== 'live' || source.adapter !== engine || hasCustomOptions(query)) return search(() => undefined);
  let collected: Collected<SerpPage> = { found: [], pages: [] };
  const report = (outcome: 'valid' | 'suspect'): void => {
    for (const [index, page] of collected.pages.entries()) observePage(observed, layouts, page, index, collected.found[index]!, outcome);
    if (collected.failure) observeFailure(observed, layouts, collected.failure, collected.pages.length);
  };
  try {
    const result = await search((given) => {
      collected = given;
    });
    report('valid');
    return result;
  } catch (thrown) {
    if (collected.pages.length > 0) report(failureOf(thrown).error.outcome === 'suspect' ? 'suspect' : 'valid');
    else observeFailure(observed, layouts, thrown, 0);
    throw thrown;
  }
}

function observePage(
  observed: ObservedSearch,
  layouts: PageObserver,
  page: Page,
  index: number,
  found: SerpPage,
  outcome: 'valid' | 'suspect',
): void {
  observe(observed, layouts, page, index, outcome === 'valid' && found.empty ? 'empty' : outcome, found, null);
}

function observeFailure(observed: ObservedSearch, layouts: PageObserver, thrown: unknown, index: number): void {
  const { error, page } = failureOf(thrown);
  if (page && error.outcome === 'unparsed') observe(observed, layouts, page, index, 'unparsed', null, error.message);
}

function observe(
  { job, engine, query }: ObservedSearch,
  layouts: PageObserver,
  page: Page,
  index: number,
  outcome: PageOutcome,
  found: SerpPage | null,
  reason: string | null,
): void {
  const { signs } = page;
  if (!signs) return;
  const seen: SeenPage = {
    engine: engine.name,
    device: query.isMobile ? 'mobile' : 'desktop',
    sketches: signs.sketches,
    outcome,
    isFirst: index === 0,
    requested: Math.min(query.maxResults, engine.traits.pageSize),
    found: found ?? {},
  };
  // A page that a customer names may be secret. No sample is kept of it.
  const isKept = index === 0 && !engine.traits.keywordIsUrl;
  layouts.observe(isKept ? { ...seen, sample: () => sampleOf(job, query, page, outcome, found, reason) } : seen);
}

async function sampleOf(
  job: Pick<Job, 'id'>,
  query: SerpQuery,
  page: Page,
  outcome: PageOutcome,
  found: SerpPage | null,
  reason: string | null,
): ReturnType<NonNullable<SeenPage['sample']>> {
  const text = { charactersMax: PAGE_CHARACTERS_MAX };
  const body = page.compressText ? await page.compressText(text) : await compress(page.body.slice(0, PAGE_CHARACTERS_MAX));
  const items = found === null ? null : expectedOf({ outcome, reason, found, leadsOn: false });
  if (body.bytes.length > SAMPLE_BYTES_MAX || JSON.stringify(items).length > FOUND_LENGTH_MAX) return null;
  const contentType = page.headers['content-type'] ?? 'text/html';
  return { objectId: job.id, query: caseQueryOf(query), contentType, status: page.status, outcome, reason, found: items, body };
}

export const caseQueryOf = ({ engine, keyword, region, language, isMobile, maxResults }: SerpQuery): CaseQuery => ({
  engine,
  keyword,
  region,
  language,
  isMobile,
  maxResults,
});
