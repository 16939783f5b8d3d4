// The sources of each engine by the settings: what is configured, what is missing, and what to change.
import type { Config } from '../config.ts';
import type { EngineSources, MissingSource } from '../contract/sources.ts';
import { ENGINES, type EngineName } from '../contract/vocabulary.ts';
import { createEngineTable } from '../sources/catalogue.ts';
import { readProxies } from '../sources/transport/proxies.ts';
import { fullConfig } from './engines-page.ts';
import { createFallbacks, createProviders } from './providers.ts';

export type EngineSetup = Pick<EngineSources, 'engine' | 'missing'> & {
  /** Names of the configured sources, in the order in which they are queried. */
  readonly names: readonly string[];
  /** The engine has a page that anyone can open, and no official API instead. */
  readonly hasPage: boolean;
};

/** Settings that enable a source, by its name in `attempts`. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  serpapi: ['SERPAPI_KEY'],
  serper: ['SERPER_KEY'],
  upstream: ['UPSTREAM_URL', 'UPSTREAM_KEY'],
  'yandex-search': ['YANDEX_API_KEY', 'YANDEX_FOLDER_ID'],
  'yandex-search-deferred': ['YANDEX_API_KEY', 'YANDEX_FOLDER_ID', 'YANDEX_DEFERRED'],
  kakao: ['KAKAO_REST_KEY'],
  'naver-open': ['NAVER_CLIENT_ID', 'NAVER_CLIENT_SECRET'],
  'youtube-data': ['YOUTUBE_API_KEY'],
  'google-programmable': ['GOOGLE_CSE_KEY', 'GOOGLE_CSE_ID'],
  'google-places': ['GOOGLE_PLACES_KEY'],
  gemini: ['GEMINI_API_KEY'],
  brave: ['BRAVE_API_KEY', 'BRAVE_ENGINES'],
  openai: ['OPENAI_API_KEY'],
  perplexity: ['PERPLEXITY_API_KEY'],
  'bing-rss': ['BING_RSS'],
  browser: ['BROWSER_PATH'],
};

/** Returns the settings that enable a source. A test checks that every source is known here. */
export const settingsFor = (source: string): readonly string[] => NEEDED[source] ?? [];

/** Returns all engines with their configured and missing sources. The order of `SERP_ROUTES` counts. */
export function readEngineSetups(config: Config): EngineSetup[] {
  const full = fullConfig();
  return ENGINES.map((engine) => {
    const names = namesFor(engine, config);
    const api = apiOf(engine);
    const isMissing = (name: string): boolean => !names.some((known) => known === name || known.startsWith(`${name}-`));
    // The official API is the best advice, so it comes first.
    const possible = new Set([...(api === undefined ? [] : [api]), ...namesFor(engine, full, true)]);
    return {
      engine,
      names: ordered(names, config.SERP_ROUTES[engine]),
      missing: [...possible].filter(isMissing).map((name): MissingSource => ({ name, settings: [...settingsFor(name)] })),
      hasPage: api === undefined,
    };
  });
}

/** The official API that an engine uses instead of a page. */
function apiOf(engine: EngineName): string | undefined {
  const access = { apiKey: 'x', model: 'x', baseUrl: 'https://x.example' };
  return createEngineTable({ [engine]: access })[engine]?.traits.api;
}

function namesFor(engine: EngineName, config: Config, isFull = false): string[] {
  if (config.REPLAY_DIR !== null) return ['replay'];
  const answering = (list: ReturnType<typeof createProviders>) =>
    list.filter(({ engines }) => engines.includes(engine)).map(({ name }) => name);
  const own = apiOf(engine);
  const hasCredentials = own === undefined || settingsFor(own).every((name) => Boolean(config[name as keyof Config]));
  const hasBrowser = config.BROWSER_URL !== null || config.BROWSER_PATH !== null;
  const proxies = isFull ? [] : readProxies(config.PROXIES);
  // Pages for a country without a proxy are fetched directly.
  const isDirect = !proxies.some(({ country }) => country === null);
  const through = (kind: string): string[] => [...proxies.map(({ label }) => `${kind}-${label}`), ...(isDirect ? [kind] : [])];
  const pages = [...(hasBrowser ? through('browser') : []), ...through('page')];
  return [
    ...answering(createProviders(config)),
    ...(own === undefined ? pages : hasCredentials ? [own] : []),
    ...answering(createFallbacks(config)),
  ];
}

function ordered(names: readonly string[], order: readonly string[] | undefined): string[] {
  if (order === undefined) return [...names];
  return order.flatMap((wanted) => names.filter((name) => name === wanted || name.startsWith(`${wanted}-`)));
}

/** Free feeds return less than the page, so they do not count as a way around block pages. */
const FEEDS: ReadonlySet<string> = new Set(['bing-rss']);

/** Returns what an operator should change, or null. */
export function adviceFor({ names, missing, hasPage }: EngineSetup, isDisabled: (name: string) => boolean): string | null {
  const enabled = names.filter((name) => !isDisabled(name));
  const providers = missing.filter(({ name, settings }) => settings.length > 0 && name !== 'browser' && !FEEDS.has(name));
  const choices = providers.map(({ settings }) => settings.join(' and ')).slice(0, 3);
  const either = choices.join(', or ');
  if (names.length === 0) return `No source is configured. ${either === '' ? 'Check SERP_ROUTES.' : `Set ${either}.`}`;
  if (enabled.length === 0) return 'All sources are switched off, so requests fail. Switch one on.';
  const hasOnlyPage = hasPage && enabled.every((name) => name === 'page' || FEEDS.has(name));
  if (!hasOnlyPage) return null;
  return `No provider, no browser and no proxy: pages are often refused. Set ${[...choices, 'BROWSER_PATH', 'PROXIES'].join(', or ')}.`;
}
