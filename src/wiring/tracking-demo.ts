// Connects the demo project of tracking with the sandbox: its sites, and pages of past days.
import type { PageOn } from '../business/tracking/demo/backfill.ts';
import { DEMO_KEYWORDS } from '../business/tracking/demo/keywords.ts';
import type { Config } from '../config.ts';
import type { SerpData } from '../contract/items.ts';
import type { Job } from '../contract/order.ts';
import { domainOf } from '../sources/sandbox/brands.ts';
import { DAY_PARAMETER } from '../sources/sandbox/server.ts';
import { themeOf } from '../sources/sandbox/themes.ts';
import { jobTable } from './jobs.ts';
import type { SourceAccess } from './source-access.ts';

/** Domains that rank for all keywords of the demo: the own one, then its competitors. */
export const demoSites = (): readonly string[] => (themeOf(DEMO_KEYWORDS[0]!.keyword).regulars ?? []).map(domainOf);

/** No object has this id. It appears only in references to requests at the sandbox. */
const NO_OBJECT = '0'.repeat(24);

/** Collects pages as a worker does: over HTTP, with the parser and the verdict of every other SERP. */
export function createPageOn(sourceAccess: SourceAccess, config: Config): PageOn {
  const { serp } = jobTable(sourceAccess, config);
  return async (accountId, request, day) => {
    const dated = { ...JSON.parse(request), customUrlParameter: [{ name: DAY_PARAMETER, value: day }] };
    const job: Job = {
      id: NO_OBJECT,
      kind: 'serp',
      // The sandbox only: live sources know no other day than today.
      mode: 'test',
      accountId,
      priority: 'LOW',
      attempt: 1,
      crashes: 0,
      overdue: false,
      request: JSON.stringify(dated),
      history: [],
      waitedMs: 0,
    };
    const end = await serp(job);
    return end.outcome === 'done' ? { data: JSON.parse(end.body) as SerpData, verdict: end.verdict } : null;
  };
}
