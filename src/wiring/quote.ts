// The sources that a quote names, and which of them charge the operator per call.
import { errors } from '../contract/errors.ts';
import type { Account, Job, OrderItem } from '../contract/order.ts';
import type { Quote } from '../contract/quote.ts';
import type { AiService, EngineName, KeywordSource, Kind, Lookup } from '../contract/vocabulary.ts';
import type { KeywordQuery } from '../sources/keywords/query.ts';
import { PAID_SOURCES } from '../sources/spending.ts';
import type { SourceAccess } from './source-access.ts';

type RouteSources = Pick<SourceAccess, 'engines' | 'serpRoute' | 'keywordRoute' | 'modelRoute' | 'pageFetch'>;

export function createRouteOf(sourceAccess: RouteSources): (kind: Kind | Lookup, item: OrderItem, account: Account) => Quote['route'] {
  const namesOf = (kind: Kind | Lookup, item: OrderItem, { mode }: Account): string[] => {
    if (kind === 'whois' || kind === 'technologies') return [mode === 'test' ? 'sandbox' : kind === 'whois' ? 'registry' : 'page'];
    // A route depends only on these fields of a job.
    const job = { mode, priority: item.priority, request: item.request } as Job;
    const request = JSON.parse(item.request) as { searchEngine: EngineName; source: KeywordSource; aiService: AiService };
    if (kind === 'keyword') return sourceAccess.keywordRoute({ source: request.source } as KeywordQuery, job).map(({ name }) => name);
    if (kind === 'ai') return sourceAccess.modelRoute(request.aiService, job).map(({ name }) => name);
    const engine = sourceAccess.engines(mode)[request.searchEngine];
    if (!engine) throw errors.badParameter('searchEngine', `${request.searchEngine} has no source on this server`);
    return sourceAccess.serpRoute(engine, job).map(({ name }) => name);
  };
  return (kind, item, account) => namesOf(kind, item, account).map((source) => ({ source, paid: PAID_SOURCES.has(source) }));
}
