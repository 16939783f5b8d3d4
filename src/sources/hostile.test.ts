// Random responses: an adapter returns a result or throws a SourceError, never anything else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Adapter, type Page, type PageRequest, SourceError } from './adapter.ts';
import { createBaidu } from './keywords/baidu.ts';
import { createGoogleAds } from './keywords/google.ts';
import type { KeywordQuery } from './keywords/query.ts';
import { createChatgpt } from './models/chatgpt.ts';
import { createPerplexity } from './models/perplexity.ts';
import { readDomain } from './registries/domain.ts';
import { homepage, technologies } from './registries/homepage.ts';
import { rdap } from './registries/rdap.ts';
import { whois } from './registries/whois.ts';

const keywordQuery: KeywordQuery = {
  keywords: ['red shoes', 'tea'],
  url: null,
  suggestions: false,
  source: 'google',
  region: { countryCode: 'US', canonicalName: 'United States', criteriaId: 2840 },
  language: 'en',
  searchPartners: true,
  month: '2026-11',
};
const prompt = { prompt: 'What?', system: null, schema: null, country: null };
const domain = { kind: 'domain' as const, name: 'shop.com', tld: 'com' };
const google = createGoogleAds({
  developerToken: 'd',
  clientId: 'c',
  clientSecret: 's',
  refreshToken: 'r',
  customerId: '1',
  loginCustomerId: null,
  version: 'v23',
});
const settings = { apiKey: 'k', model: 'm', baseUrl: 'https://provider.example' };
const metrics: PageRequest = {
  url: 'https://googleads.googleapis.com/v23/customers/1:generateKeywordHistoricalMetrics',
  method: 'POST',
  headers: { authorization: 'Bearer x' },
  body: '{}',
};

const CASES: [string, Adapter<never, unknown>, unknown, PageRequest | null][] = [
  ['Google’s token service', google as Adapter<never, unknown>, keywordQuery, null],
  ['Google Ads', google as Adapter<never, unknown>, keywordQuery, metrics],
  [
    'Google Ads ideas',
    google as Adapter<never, unknown>,
    { ...keywordQuery, suggestions: true },
    { ...metrics, url: metrics.url.replace(/:\w+$/, ':generateKeywordIdeas') },
  ],
  ['Baidu', createBaidu({ userName: 'u', accessToken: 't' }) as Adapter<never, unknown>, keywordQuery, null],
  [
    'Baidu suggestions',
    createBaidu({ userName: 'u', accessToken: 't' }) as Adapter<never, unknown>,
    { ...keywordQuery, suggestions: true },
    null,
  ],
  ['ChatGPT', createChatgpt(settings) as Adapter<never, unknown>, prompt, null],
  ['Perplexity', createPerplexity(settings) as Adapter<never, unknown>, prompt, null],
  ['WHOIS', whois as Adapter<never, unknown>, domain, null],
  ['WHOIS of the root', whois as Adapter<never, unknown>, { ...domain, name: 'shop.zz', tld: 'zz' }, null],
  ['RDAP', rdap as Adapter<never, unknown>, domain, null],
  ['a homepage', homepage as Adapter<never, unknown>, { name: 'shop.com' }, null],
  ['technologies', technologies as Adapter<never, unknown>, { name: 'shop.com' }, null],
];

/** Field names of the providers' responses, so that random objects resemble real ones. */
const NAMES = [
  'results',
  'text',
  'closeVariants',
  'keywordMetrics',
  'keywordIdeaMetrics',
  'monthlySearchVolumes',
  'error',
  'details',
  'header',
  'status',
  'failures',
  'body',
  'data',
  'output',
  'content',
  'type',
  'annotations',
  'choices',
  'message',
  'search_results',
  'citations',
  'usage',
  'objectClassName',
  'entities',
  'roles',
  'vcardArray',
  'events',
  'nameservers',
  'links',
  'services',
  'access_token',
  'action',
];
const WORDS = [
  'domain',
  'ip network',
  'message',
  'output_text',
  'url_citation',
  'registrar',
  'registrant',
  'completed',
  'web_search_call',
  'https://a.example/',
  'com',
  'x',
  '',
  '12',
  'adr',
  'fn',
];
const { node: tree } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...WORDS), fc.integer(), fc.boolean(), fc.constant(null), fc.double()),
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('node'), { maxKeys: 6 }),
  ),
}));
const line = fc.tuple(
  fc.constantFrom('', ' ', '   ', '% ', '[', '** '),
  fc.constantFrom('Registrant', 'Domain Name', 'Created', 'nic-hdl', 'Registrar', 'Name Servers', 'refer', 'é'),
  fc.constantFrom(':', '...:', '', '] ', ' : '),
  fc.string({ maxLength: 30 }),
  fc.constantFrom('\n', '\r\n', '\n\n'),
);
const body = fc.oneof(
  tree.map((value) => JSON.stringify(value) ?? ''),
  fc.array(line, { maxLength: 40 }).map((lines) => lines.map((parts) => parts.join('')).join('')),
  fc.string({ maxLength: 400 }),
);
const status = fc.constantFrom(200, 200, 200, 200, 204, 301, 400, 401, 403, 404, 418, 429, 500, 503, 599);

describe('any response', () => {
  it.each(CASES)('of %s is parsed or rejected', (_, adapter, query, given) => {
    const request = given ?? adapter.start(query as never);
    fc.assert(
      fc.property(body, status, (text, code) => {
        const page: Page = { request, url: request.url, status: code, headers: {}, body: text };
        try {
          const read = adapter.parse(page, query as never);
          expect(read).toHaveProperty('found');
          if (read.next) expect(URL.canParse(read.next.url)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('may contain any name in the path', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.domain(), fc.ipV4(), fc.ipV6(), fc.webUrl()),
        fc.boolean(),
        (text, allowExample) => {
          const read = readDomain(text, { allowExample });
          if ('problem' in read) expect(read.problem).toMatch(/^(?:is|has|ends) /);
          else expect(read.name).toMatch(/^[a-z0-9.:-]+$/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
