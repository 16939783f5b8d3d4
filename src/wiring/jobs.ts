// Builds the job handlers: how each kind of object is collected.
import type { KeywordResults } from '../business/keyword-results.ts';
import type { Config } from '../config.ts';
import { collectAi } from '../products/ai/collect.ts';
import { collectKeyword } from '../products/keyword/collect.ts';
import { collectSerp } from '../products/serp/collect.ts';
import type { PageObserver } from '../products/serp/observe.ts';
import { createJudging, type Judging } from '../products/serp/quality/judging.ts';
import type { JobTable } from '../worker/loop.ts';
import type { SourceAccess } from './source-access.ts';

/** The parts that use the database. A process without one has none of them. */
export interface JobParts {
  /** Stored keyword results. */
  readonly keywordResults: KeywordResults | null;
  readonly judging: Judging;
  /** Counts the pages of live searches by layout. */
  readonly layouts: PageObserver | null;
}

export function jobTable(
  sourceAccess: SourceAccess,
  config: Config,
  { keywordResults = null, judging = createJudging(), layouts = null }: Partial<JobParts> = {},
): JobTable {
  const settings = { attemptsMax: config.SOURCE_ATTEMPTS_MAX, retryAfterSeconds: config.SOURCE_RETRY_SECONDS };
  const { circuits } = sourceAccess;
  return {
    serp: (job) =>
      collectSerp(job, {
        engineOf: (name, mode) => sourceAccess.engines(mode)[name],
        routeOf: sourceAccess.serpRoute,
        circuits,
        settings,
        judging,
        layouts,
      }),
    keyword: (job) =>
      collectKeyword(job, {
        routeOf: sourceAccess.keywordRoute,
        circuits,
        settings,
        month: () => new Date().toISOString().slice(0, 7),
        stored: config.KEYWORD_CACHE ? keywordResults : null,
      }),
    ai: (job) => collectAi(job, { routeOf: sourceAccess.modelRoute, pageFetchOf: sourceAccess.pageFetch, circuits, settings }),
  };
}
