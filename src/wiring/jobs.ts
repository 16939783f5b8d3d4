// Builds the job handlers: how each kind of object is collected.
import type { KeywordResults } from '../business/keyword-answers.ts';
import type { Config } from '../config.ts';
import { collectAi } from '../products/ai/collect.ts';
import { collectKeyword } from '../products/keyword/collect.ts';
import { collectSerp } from '../products/serp/collect.ts';
import type { JobTable } from '../worker/loop.ts';
import type { SourceAccess } from './source-access.ts';

/** `answers` stores keyword results; null in a process without a database. */
export function jobTable(world: SourceAccess, config: Config, answers: KeywordResults | null = null): JobTable {
  const settings = { attemptsMax: config.SOURCE_ATTEMPTS_MAX, retryAfterSeconds: config.SOURCE_RETRY_SECONDS };
  const { circuits } = world;
  return {
    serp: (job) => collectSerp(job, { engineOf: (name, mode) => world.engines(mode)[name], routeOf: world.serpRoute, circuits, settings }),
    keyword: (job) =>
      collectKeyword(job, {
        routeOf: world.keywordRoute,
        circuits,
        settings,
        month: () => new Date().toISOString().slice(0, 7),
        stored: config.KEYWORD_CACHE ? answers : null,
      }),
    ai: (job) => collectAi(job, { routeOf: world.modelRoute, pageFetchOf: world.pageFetch, circuits, settings }),
  };
}
