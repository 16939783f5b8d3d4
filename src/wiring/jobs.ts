// Builds the job handlers: how each kind of object is collected.
import type { KeywordResults } from '../business/keyword-results.ts';
import type { Config } from '../config.ts';
import { collectAi } from '../products/ai/collect.ts';
import { collectKeyword } from '../products/keyword/collect.ts';
import { collectSerp } from '../products/serp/collect.ts';
import type { JobTable } from '../worker/loop.ts';
import type { SourceAccess } from './source-access.ts';

/** `answers` stores keyword results; null in a process without a database. */
export function jobTable(sourceAccess: SourceAccess, config: Config, answers: KeywordResults | null = null): JobTable {
  const settings = { attemptsMax: config.SOURCE_ATTEMPTS_MAX, retryAfterSeconds: config.SOURCE_RETRY_SECONDS };
  const { circuits } = sourceAccess;
  return {
    serp: (job) =>
      collectSerp(job, { engineOf: (name, mode) => sourceAccess.engines(mode)[name], routeOf: sourceAccess.serpRoute, circuits, settings }),
    keyword: (job) =>
      collectKeyword(job, {
        routeOf: sourceAccess.keywordRoute,
        circuits,
        settings,
        month: () => new Date().toISOString().slice(0, 7),
        stored: config.KEYWORD_CACHE ? answers : null,
      }),
    ai: (job) => collectAi(job, { routeOf: sourceAccess.modelRoute, pageFetchOf: sourceAccess.pageFetch, circuits, settings }),
  };
}
