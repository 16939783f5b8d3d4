// Detects the technologies of a page and of the DNS records of its domain.
import type { TechnologyItem } from '../../contract/technology.ts';
import type { Page } from '../adapter.ts';
import { ADVERTISING } from './fingerprints/advertising.ts';
import { ANALYTICS } from './fingerprints/analytics.ts';
import { BOARDS } from './fingerprints/boards.ts';
import { slugOf } from './fingerprints/categories.ts';
import { DOMAINS } from './fingerprints/domains.ts';
import { evidenceOf } from './fingerprints/evidence.ts';
import { FRAMEWORKS } from './fingerprints/frameworks.ts';
import { LIBRARIES } from './fingerprints/libraries.ts';
import { MARKETING } from './fingerprints/marketing.ts';
import { type Hit, matchFingerprints, settleHits } from './fingerprints/match.ts';
import { NETWORKS } from './fingerprints/networks.ts';
import { PLUGINS } from './fingerprints/plugins.ts';
import { readRows } from './fingerprints/rows.ts';
import { SERVERS } from './fingerprints/servers.ts';
import { SHOPS } from './fingerprints/shops.ts';
import { SYSTEMS } from './fingerprints/systems.ts';
import type { DnsEvidence, Technology } from './fingerprints/technology.ts';
import { createTechnologySet, type TechnologySet } from './fingerprints/technology-set.ts';
import { WIDGETS } from './fingerprints/widgets.ts';

export type { DnsEvidence } from './fingerprints/technology.ts';
export { mergeTechnologySets, type TechnologySet } from './fingerprints/technology-set.ts';

const ROWS: readonly string[] = [
  SERVERS,
  NETWORKS,
  SYSTEMS,
  BOARDS,
  SHOPS,
  PLUGINS,
  FRAMEWORKS,
  LIBRARIES,
  ANALYTICS,
  ADVERTISING,
  MARKETING,
  WIDGETS,
  DOMAINS,
];
let own: TechnologySet | null = null;

/** Our own set. Its patterns are parsed at the first call, because most processes never use them. */
export function ownTechnologies(): TechnologySet {
  own ??= createTechnologySet(ROWS.flatMap(readRows));
  return own;
}

/** When this time is over, the matches so far are the result. */
const BUDGET_MS = 1000;

export function detectTechnologies(
  page: Page,
  dns?: DnsEvidence,
  set: TechnologySet = ownTechnologies(),
  budgetMs = BUDGET_MS,
): TechnologyItem[] {
  const deadline = performance.now() + budgetMs;
  const hits = settleHits(set, matchFingerprints(set, evidenceOf(page, dns), deadline));
  return [...hits].map(([technology, hit]) => itemOf(technology, hit, set));
}

function itemOf(technology: Technology, hit: Hit, set: TechnologySet): TechnologyItem {
  const categories = technology.categories.map(set.categoryOf);
  return {
    name: technology.name,
    slug: slugOf(technology.name),
    version: hit.version,
    confidence: hit.confidence,
    category: categories[0]?.name ?? null,
    categories,
    website: technology.website,
    icon: technology.icon,
    cpe: technology.cpe,
  };
}
