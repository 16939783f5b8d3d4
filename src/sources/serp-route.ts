// The route of a live search: which sources can answer an engine, and the order in which they are queried.
import type { Job } from '../contract/order.ts';
import type { Region } from '../contract/region.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import type { PageReader } from './page-reader.ts';
import type { ProviderSource } from './providers/source.ts';
import type { Source } from './route.ts';
import type { Engine, SerpPage, SerpQuery } from './serp.ts';
import type { BrowserFetch } from './transport/browser.ts';
import { type FetchPage, fetchFor } from './transport/fetch.ts';
import { type OutboundProxy, proxiesFor } from './transport/proxies.ts';

export type SerpSource = Source<SerpQuery, SerpPage>;

/** `own` is the engine's own source: its page, or its official API. Null without one. */
export type SerpRoute = (engine: Engine, own: SerpSource | null, job: Job) => SerpSource[];

export interface SerpRouteParts {
  /** Queried before the engine's own page: the operator pays for them and wants them used. */
  readonly providers: readonly ProviderSource[];
  /** Queried after the engine's own page: they return less, but they are free and need no key. */
  readonly fallbacks: readonly ProviderSource[];
  readonly toSource: (provider: ProviderSource) => SerpSource;
  readonly proxies: readonly (OutboundProxy & { readonly fetch: FetchPage })[];
  readonly browser: (Pick<BrowserFetch, 'through'> & FetchPage) | null;
  /** Where pages of this engine are parsed; undefined for the process itself. */
  readonly readerOf: (engine: Engine) => PageReader<SerpQuery, SerpPage> | undefined;
  /** The operator's own order, by the names of sources. */
  readonly orders: Readonly<Partial<Record<EngineName, readonly string[]>>>;
}

const API_MS_MAX = 90_000;

/** Returns the kind of a source that reads the engine's page through a proxy: `page` for `page-DE-1`. Null for all others. */
export const proxiedKind = (source: string): string | null => /^(page|browser)-/.exec(source)?.[1] ?? null;

export function createSerpRoute(parts: SerpRouteParts): SerpRoute {
  const provided = (list: readonly ProviderSource[], engine: Engine, { priority }: Job): SerpSource[] =>
    list
      .filter(({ engines }) => engines.includes(engine.name))
      // Deferred results take minutes, so only LOW and NORMAL jobs use them.
      .filter(({ name }) => !name.endsWith('-deferred') || priority === 'LOW' || priority === 'NORMAL')
      .map(parts.toSource);

  return (engine, own, job) => {
    const pages = own ? pageSources(engine, own, job, parts) : [];
    const all = [...provided(parts.providers, engine, job), ...pages, ...provided(parts.fallbacks, engine, job)];
    const order = parts.orders[engine.name];
    return order ? order.flatMap((name) => all.filter((source) => source.name === name || source.name.startsWith(`${name}-`))) : all;
  };
}

/** The engine's own page, in the browser first, through the proxies for the region or else directly. */
function pageSources(engine: Engine, own: SerpSource, job: Job, { proxies, browser, readerOf }: SerpRouteParts): SerpSource[] {
  // A browser or a proxy cannot replace an official API.
  if (engine.traits.api !== undefined) return [{ ...own, msMax: API_MS_MAX }];
  const reader = readerOf(engine);
  const page = { ...own, ratePerMinute: engine.traits.ratePerMinute, ...(reader ? { reader } : {}) };
  const pageBy = (name: string, fetch: FetchPage): SerpSource => ({ ...page, name, fetch: fetchFor(job.accountId, fetch) });
  const { region } = JSON.parse(job.request) as { region: Region };
  // A customer's URL is never fetched through a proxy: the IP address it resolves to there cannot be checked here.
  const usable = engine.traits.keywordIsUrl ? [] : proxiesFor(proxies, region.countryCode);
  if (usable.length === 0) return [...(browser ? [pageBy('browser', browser)] : []), page];
  return [
    ...(browser ? usable.map(({ label, proxy }) => pageBy(`browser-${label}`, browser.through(proxy()))) : []),
    ...usable.map(({ label, fetch }) => pageBy(`page-${label}`, fetch)),
  ];
}
