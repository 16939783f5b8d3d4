// Damaged responses of registries and providers. Every parser must return a result or throw a `SourceError`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#product/config.js';
import type { Adapter } from '#product/sources/adapter.js';
import type { KeywordQuery } from '#product/sources/keywords/query.js';
import type { RegistryQuery } from '#product/sources/registries/record.js';
import { ROOT } from '../paths.ts';
import { spoil, spoilJson, treeOf } from './mutate.ts';
import { createReader, MODEL, pagesOf, type ReadParts, SERP_QUERY, STATUSES } from './reader.ts';

const KEYWORD_QUERY: KeywordQuery = {
  keywords: ['red shoes', 'tea'],
  url: null,
  suggestions: false,
  source: 'google',
  region: { countryCode: 'US', canonicalName: 'United States', criteriaId: 2840 },
  language: 'en',
  searchPartners: true,
  month: '2026-11',
};
const DOMAIN: RegistryQuery = { kind: 'domain', name: 'shop.com', tld: 'com' };

export function fuzzWhois({ product, random, count, findings, say }: ReadParts): number {
  const read = createReader(product, findings);
  const folder = path.join(ROOT, 'src', 'sources', 'registries', 'fixtures', 'whois');
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const request = product.whois.start(DOMAIN);
  const rdap = pagesOf(product, product.rdap, DOMAIN)[0];
  for (let index = 0; index < count; index++) {
    if (index % 4 === 0 && rdap)
      read(
        'rdap',
        { ...rdap, status: random.pick(STATUSES), body: JSON.stringify(spoilJson(JSON.parse(rdap.body), random)) },
        DOMAIN,
        product.rdap,
        200,
      );
    else
      read(
        'whois',
        { request, url: request.url, status: 200, headers: {}, body: spoil(random.pick(texts), random).slice(0, 65_536) },
        DOMAIN,
        product.whois,
        200,
      );
  }
  say(`answers of registries: ${count} readings`);
  return count;
}

/** A provider with the query that it gets; the pair is typed where it is made. */
interface Provider<Query = never> {
  readonly name: string;
  readonly adapter: Adapter<Query, unknown>;
  readonly ask: Query;
}
const provider = <Query>(name: string, adapter: Adapter<Query, unknown>, query: Query): Provider =>
  ({ name, adapter, ask: query }) as unknown as Provider;

export function fuzzProviders({ product, random, count, findings, say }: ReadParts): number {
  const read = createReader(product, findings);
  const names = namesIn(path.join(ROOT, 'dist', 'sources'));
  // Every setting is set, so that every provider is built.
  const config = Object.fromEntries(
    Object.entries(product.SETTINGS).map(([name, { fallback }]) => [name, fallback ?? 'x']),
  ) as unknown as Config;
  const providers = [
    ...product.createProviders({ ...config, UPSTREAM_URL: 'https://up.example', BRAVE_ENGINES: ['google'], YANDEX_DEFERRED: true }),
    ...product.createFallbacks(config),
  ];
  const base = { baseUrl: 'https://provider.example', apiKey: 'k' };
  const cases: Provider[] = [
    ...providers.map(({ name, adapter, engines }) => provider(name, adapter, { ...SERP_QUERY, engine: engines[0] ?? 'google' })),
    provider(
      'google ads',
      product.createGoogleAds({
        developerToken: 'd',
        clientId: 'c',
        clientSecret: 's',
        refreshToken: 'r',
        customerId: '1',
        loginCustomerId: null,
        version: 'v23',
      }),
      KEYWORD_QUERY,
    ),
    provider('baidu ads', product.createBaidu({ userName: 'u', accessToken: 't' }), { ...KEYWORD_QUERY, source: 'baidu' }),
    provider('dataforseo keywords', product.createDataForSeoKeywords({ ...base, login: 'l', password: 'p' }), KEYWORD_QUERY),
    provider('naver searchad', product.createNaverSearchAd({ ...base, customerId: '1', secretKey: 's' }), {
      ...KEYWORD_QUERY,
      source: 'naver',
    }),
    provider('upstream keywords', product.createUpstreamKeywords(base), KEYWORD_QUERY),
    provider('yandex wordstat', product.createYandexWordstat({ ...base, folderId: 'f' }), { ...KEYWORD_QUERY, source: 'yandex' }),
    provider('chatgpt', product.createChatgpt(MODEL), { prompt: 'What?', system: null, schema: null, country: null }),
    provider('perplexity', product.createPerplexity(MODEL), { prompt: 'What?', system: null, schema: null, country: null }),
    provider('homepage', product.homepage, { name: 'shop.com' }),
  ];
  let runs = 0;
  for (const { name, adapter, ask } of cases) {
    const request = adapter.start(ask);
    const seeds = pagesOf(product, { start: () => request, name }, ask);
    for (let index = 0; index < Math.ceil(count / cases.length); index++, runs++) {
      const seed = seeds[0]?.body;
      const body = random.chance(0.1)
        ? spoil(seed ?? '{"results":[{"title":"x"}]}', random)
        : seed?.startsWith('{') && random.chance(0.5)
          ? JSON.stringify(spoilJson(JSON.parse(seed), random))
          : JSON.stringify(treeOf(random, names));
      read(name, { request, url: request.url, status: random.pick(STATUSES), headers: {}, body: body ?? '' }, ask, adapter, 500);
    }
  }
  say(`answers of ${cases.length} providers: ${runs} readings`);
  return runs;
}

/** Names that the parsers of providers look for, so that random trees reach their code. */
function namesIn(folder: string): string[] {
  const names = new Set<string>();
  for (const room of ['providers', 'keywords', 'models'])
    for (const file of readdirSync(path.join(folder, room)).filter((each) => each.endsWith('.js')))
      for (const [, name] of readFileSync(path.join(folder, room, file), 'utf8').matchAll(/[.'"]([a-z][A-Za-z_]{1,30})\b/g))
        names.add(name!);
  return [...names, '__proto__', 'constructor'];
}
