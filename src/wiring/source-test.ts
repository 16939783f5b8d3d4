// Tests one source with one live search, without an account and without credits.

import type { Regions } from '../business/regions/regions.ts';
import { oneOffJob, outcomeOf } from '../cli/one-off.ts';
import type { Config } from '../config.ts';
import { errors } from '../contract/errors.ts';
import type { SourceTest, SourceTestResult } from '../contract/sources.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import type { Resolver } from '../platform/resolver.ts';
import { collectSerp } from '../products/serp/collect.ts';
import { readSerpRequest } from '../products/serp/validate.ts';
import type { Meter } from './meter.ts';
import { ONE_OFF_ACCOUNT } from './one-off-account.ts';
import { createPageParsing } from './parsing.ts';
import { createSourceAccess, PAGE_POLICY } from './source-access.ts';

export interface SourceTestParts {
  readonly config: Config;
  readonly regions: Regions;
  /** Calls to paid providers count, and their budgets hold. */
  readonly meter: Meter;
  readonly resolver: Resolver;
}

const [KEYWORD, REGION] = ['weather', 'US'];
/** `universal` searches for a URL. */
const PAGE = 'https://example.com/';
const TITLES_MAX = 3;
const TITLE_LENGTH_MAX = 120;

/**
 * Opens sources of its own: the cooldowns of the service neither prevent the test nor depend on it, and a source that is
 * switched off can be tested before it is switched on. A page is parsed in a thread, as in a worker.
 */
export async function testSource(
  engine: EngineName,
  { source, keyword, region = REGION }: SourceTest,
  { config, regions, meter, resolver }: SourceTestParts,
): Promise<SourceTestResult> {
  const parsing = createPageParsing(config, 1);
  const access = await createSourceAccess(config, parsing, meter, resolver);
  try {
    const isPage = access.engines('live')[engine]?.traits.keywordIsUrl === true;
    const fields = { keyword: keyword ?? (isPage ? PAGE : KEYWORD), searchEngine: engine, region, maxResults: 10 as const };
    const parts = {
      engines: access.engines,
      regions,
      prices: config.PRICES,
      guard: PAGE_POLICY,
      pageGuard: PAGE_POLICY,
      callbackFormat: config.CALLBACK_FORMAT,
    };
    const { request } = readSerpRequest(fields, { ...ONE_OFF_ACCOUNT, mode: 'live' }, parts);
    const job = oneOffJob('serp', request, 'live');
    const end = await collectSerp(job, {
      engineOf: (name) => access.engines('live')[name],
      routeOf: (wanted, given) => {
        const route = access.serpRoute(wanted, given);
        const chosen = source === undefined ? route.slice(0, 1) : route.filter(({ name }) => name === source);
        if (source !== undefined && chosen.length === 0)
          throw errors.badParameter('source', 'is not on the route', `Send one of ${route.map(({ name }) => name).join(', ') || 'none'}.`);
        return chosen;
      },
      circuits: access.circuits,
      settings: { attemptsMax: 1, retryAfterSeconds: [1] },
    });
    const attempt = end.attempts[0];
    const { error } = outcomeOf(end);
    const organic = end.outcome === 'done' ? (JSON.parse(end.body) as { organic: { title: string }[] }).organic : [];
    return {
      source: attempt?.source ?? null,
      outcome: attempt?.outcome ?? 'unreachable',
      ms: attempt?.ms ?? 0,
      results: organic.length,
      titles: organic.slice(0, TITLES_MAX).map(({ title }) => title.slice(0, TITLE_LENGTH_MAX)),
      error: end.outcome === 'faulty' && end.page ? `${error} (${end.page.reason})` : error,
    };
  } finally {
    await access.close();
    await parsing.threads.close();
  }
}
