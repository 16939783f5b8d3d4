// Technologies lookups: detects the technologies of a domain's homepage.
import { toDateTime } from '../contract/dates.ts';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import type { TechnologyItem } from '../contract/technology.ts';
import type { Technologies } from '../contract/whois.ts';
import { SourceError } from '../sources/adapter.ts';
import { CollectFailure, collect } from '../sources/collect.ts';
import { lookupError } from '../sources/lookup.ts';
import type { PageReader } from '../sources/page-reader.ts';
import { readDomain } from '../sources/registries/domain.ts';
import type { DnsEvidence, TechnologySet } from '../sources/registries/fingerprints.ts';
import { createTechnologies, type HomepageQuery } from '../sources/registries/homepage.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';

export interface TechnologiesParts {
  readonly fetchOf: (account: Account) => FetchPage;
  /** DNS records of the domain. If absent or failing, only the page is examined. */
  readonly dnsOf?: (name: string, account: Account) => Promise<DnsEvidence>;
  /** Replaces the built-in set of fingerprints. */
  readonly technologySet?: () => TechnologySet;
  /** Time limit for matching one page. */
  readonly technologiesBudgetMs?: number;
  /** Parses pages elsewhere, such as in another process. */
  readonly readerOf?: (account: Account) => PageReader<HomepageQuery, TechnologyItem[]> | undefined;
}

export function readTechnologiesDomain(text: string, account: Account): string {
  const read = readDomain(text, { allowExample: account.mode === 'test' });
  if ('problem' in read) throw errors.badParameter('domain', read.problem, 'Send a domain such as shop.com.');
  return read.name;
}

export async function lookUpTechnologies(name: string, account: Account, parts: TechnologiesParts): Promise<Technologies> {
  const fetch = parts.fetchOf(account);
  const adapter = createTechnologies(parts.technologySet, parts.technologiesBudgetMs);
  const dns = await recordsOf(name, account, parts);
  for (const scheme of ['https', 'http'] as const) {
    try {
      const query = { name, scheme, ...(dns ? { dns } : {}) };
      const context = { attempt: 1, tooLong: 'cut' } as const;
      const { found } = await collect(adapter, query, fetch, context, { pagesMax: 1, enough: () => true }, parts.readerOf?.(account));
      return {
        domain: name,
        updatedAt: toDateTime(new Date()),
        technologies: (found[0] ?? []).map((item) => ({ ...item, categories: item.categories.map((category) => ({ ...category })) })),
      };
    } catch (error) {
      const inner = error instanceof CollectFailure ? error.cause : error;
      // Some sites have no certificate. Retry them without TLS.
      const retryable = scheme === 'https' && inner instanceof SourceError && inner.outcome === 'unreachable';
      if (!retryable) throw lookupError('The website', error);
    }
  }
  throw errors.sourceUnavailable('The website');
}

/** Returns undefined when the resolver fails, because DNS records are optional. */
async function recordsOf(name: string, account: Account, parts: TechnologiesParts): Promise<DnsEvidence | undefined> {
  try {
    return await parts.dnsOf?.(name, account);
  } catch {
    return undefined;
  }
}
