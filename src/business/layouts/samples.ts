// Shows a kept page of a case: what the parser found, what the page shows, and what of that is in no item.
import type { CasePage, PageEvidence, PageOutcome, ShownPage } from '../../contract/cases.ts';
import { toDateTime } from '../../contract/dates.ts';
import { ITEM_ARRAYS } from '../../contract/items.ts';
import { missedOf } from './missed.ts';
import type { CaseQuery } from './store.ts';

export interface StoredCasePage {
  readonly caseId: string;
  readonly n: number;
  readonly objectId: string;
  readonly keptAt: Date;
  readonly expiresAt: Date;
  readonly query: CaseQuery;
  readonly contentType: string;
  readonly status: number;
  readonly outcome: PageOutcome;
  readonly reason: string | null;
  readonly found: Readonly<Record<string, unknown>> | null;
  readonly body: string;
}

/** Returns what a page shows, or null when that cannot be read. */
export type ShowPage = (html: string, engine: string) => Promise<ShownPage | null>;

const FIRST_ITEMS = 3;
const HEADINGS_LISTED = 30;

export function sampleView(page: StoredCasePage, shown: ShownPage | null): CasePage {
  const items = ITEM_ARRAYS.flatMap((name) => {
    const list = page.found?.[name];
    return Array.isArray(list) ? [[name, list as object[]] as const] : [];
  });
  return {
    n: page.n,
    keptAt: toDateTime(page.keptAt),
    expiresAt: toDateTime(page.expiresAt),
    objectId: page.objectId,
    keyword: page.query.keyword,
    bytes: Buffer.byteLength(page.body),
    outcome: page.outcome,
    reason: page.reason,
    found: Object.fromEntries(items.map(([name, list]) => [name, list.length])),
    firstItems: Object.fromEntries(items.map(([name, list]) => [name, list.slice(0, FIRST_ITEMS)])),
    shown: shown && evidenceView(shown, page.found),
    url: `/admin/cases/${page.caseId}/pages/${page.n}`,
  };
}

function evidenceView({ outsideHosts, headings, ...shown }: ShownPage, found: StoredCasePage['found']): PageEvidence {
  const missed = missedOf(headings, outsideHosts, found);
  return {
    ...shown,
    outsideHosts: outsideHosts.length,
    headings: headings.slice(0, HEADINGS_LISTED),
    missedHeadings: missed.headings,
    missedHosts: missed.hosts,
  };
}
