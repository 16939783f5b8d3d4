import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import { COOKIE_BYTES_MAX, WIRE_BYTES_MAX } from '../../contract/parameters.ts';
import { ENGINES } from '../../contract/vocabulary.ts';
import { createHttpClient, type HttpClient } from '../../platform/http.ts';
import { createEngineTable } from '../../sources/catalogue.ts';
import type { Parameter, SerpQuery } from '../../sources/serp.ts';
import { createHttpFetch } from '../../sources/transport/http.ts';
import { readCookies, readUrlParameters, readUserAgent } from './options.ts';

let server: Server;
let client: HttpClient;
let port: number;
let last: IncomingMessage | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    last = request;
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 2, connectMsMax: 5000 });
});
afterAll(async () => {
  await client.close();
  server.close();
});

const model = { apiKey: 'x', model: 'x', baseUrl: 'https://model.example' };
const engines = createEngineTable({ chatgpt: model, perplexity: model });
const byPage = ENGINES.filter((name) => engines[name]!.traits.ownOptions !== false);
const query = (engine: SerpQuery['engine'], change: Partial<SerpQuery>): SerpQuery => ({
  engine,
  keyword: engine === 'universal' ? 'https://shop.example/page' : 'tea',
  region: { canonicalName: 'Berlin,Berlin,Germany', countryCode: 'DE', type: 'city', latitude: 52.5, longitude: 13.4 },
  language: 'de',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

/** Sends the engine's request with the real client to a local server. */
async function arrivedAt(question: SerpQuery): Promise<IncomingMessage> {
  const request = engines[question.engine]!.start(question);
  const { pathname, search } = new URL(request.url);
  await createHttpFetch(client)({ ...request, url: `http://127.0.0.1:${port}${pathname}${search}` }, { attempt: 1 });
  return last!;
}

const accepted = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '日本',
    'größe',
    'a b',
    'a;b',
    'a,b',
    '"quoted"',
    'back\\slash',
    '100%',
    '%E6%97%A5',
    'a=b',
    ' lead',
    '😀',
    'x'.repeat(2048),
    'é'.repeat(2048),
  ),
);
const parameters = fc.array(
  fc.record({
    name: text.filter((name) => name !== '' && name.isWellFormed()),
    value: fc.oneof(
      text.filter((value) => value.isWellFormed()),
      fc.constant(null),
    ),
  }),
  { maxLength: 50 },
);

/** What the engine receives by the documentation: each name with its last value. */
function lastOf(own: readonly Parameter[]): Map<string, string> {
  const result = new Map<string, string>();
  for (const { name, value } of own) {
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  return result;
}
const written = (value: string): string =>
  [...value].map((one) => (/[\u0021-\u007e]/.test(one) && !'",;\\'.includes(one) ? one : encodeURIComponent(one))).join('');

describe('accepted options arrive', () => {
  test('cookies, encoded like encodeURIComponent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...byPage), parameters, async (engine, own) => {
        const cookies = accepted(() => readCookies(own, 'customCookieParameter')) as Parameter[] | null;
        if (!cookies) return;
        const { headers } = await arrivedAt(query(engine, { cookieParameters: cookies }));
        const pairs = (headers.cookie ?? '').split('; ').filter(Boolean);
        for (const [name, value] of lastOf(cookies)) expect(pairs).toContain(`${written(name).replaceAll('=', '%3D')}=${written(value)}`);
      }),
      { numRuns: 300 },
    );
  });
  test('URL parameters, encoded like a form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...byPage), parameters, async (engine, own) => {
        const wanted = accepted(() => readUrlParameters(own, 'customUrlParameter')) as Parameter[] | null;
        if (!wanted) return;
        const { url } = await arrivedAt(query(engine, { urlParameters: wanted }));
        const got = new URL(url!, 'http://local.example').searchParams;
        const locked = engines[engine]!.traits.lockedParameters.map((name) => name.toLowerCase());
        for (const [name, value] of lastOf(wanted)) if (!locked.includes(name.toLowerCase())) expect(got.get(name)).toBe(value);
      }),
      { numRuns: 300 },
    );
  });
  test('user agents, without surrounding spaces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...byPage), text, async (engine, agent) => {
        const userAgent = accepted(() => readUserAgent(agent, ''));
        if (userAgent === null) {
          expect(/^[\u0020-\u007e]{1,250}$/.test(agent) && agent.trim() !== '').toBe(false);
          return;
        }
        const { headers } = await arrivedAt(query(engine, { userAgent }));
        expect(headers['user-agent']).toBe(agent.trim());
      }),
      { numRuns: 150 },
    );
  });
  test('Japanese reaches every engine that has a page', async () => {
    const own = [{ name: '日本', value: '日本; "a, b"' }];
    for (const engine of byPage) {
      const { headers, url } = await arrivedAt(query(engine, { cookieParameters: own, urlParameters: own }));
      expect(headers.cookie).toContain('%E6%97%A5%E6%9C%AC=%E6%97%A5%E6%9C%AC%3B%20%22a%2C%20b%22');
      expect(new URL(url!, 'http://local.example').searchParams.get('日本')).toBe('日本; "a, b"');
    }
  });
});

describe('400', () => {
  let service: TestService;
  let keys: { test: string; live: string };
  beforeAll(async () => {
    service = await startTestService({ SERPER_KEY: 'x', SERP_ROUTES: '{"google":["serper"]}' }, false);
    keys = await service.account();
  });
  afterAll(() => service.stop());
  const create = (fields: object, key = keys.test) => service.call('POST', '/serp/new', key, { keyword: 'tea', region: 'US', ...fields });

  test('more than a browser or a server accepts', async () => {
    const long = (count: number, value: string) => Array.from({ length: count }, (_, index) => ({ name: `n${index}`, value }));
    const messages = await Promise.all(
      [
        { customCookieParameter: [{ name: 'n', value: 'é'.repeat(2048) }] },
        { customCookieParameter: long(4, 'v'.repeat(2000)) },
        { customUrlParameter: long(4, 'v'.repeat(2000)) },
        { customUrlParameter: [{ name: 'n', value: '日'.repeat(2048) }] },
        { customUserAgent: '日本' },
      ].map(async (fields) => {
        const { status, json } = await create(fields);
        return [status, json.message];
      }),
    );
    expect(messages).toEqual([
      [400, `Bad input parameter: customCookieParameter[0] must have at most ${COOKIE_BYTES_MAX} bytes when it is encoded.`],
      [400, `Bad input parameter: customCookieParameter must have at most ${WIRE_BYTES_MAX} bytes in total when it is encoded.`],
      [400, `Bad input parameter: customUrlParameter must have at most ${WIRE_BYTES_MAX} bytes in total when it is encoded.`],
      [400, `Bad input parameter: customUrlParameter[0] must have at most ${WIRE_BYTES_MAX} bytes when it is encoded.`],
      [400, 'Bad input parameter: customUserAgent must be printable ASCII text without control characters.'],
    ]);
  });
  test.each(['chatgpt', 'perplexity'])('options for %s, which has no page', async (searchEngine) => {
    const one = await create({ searchEngine, customCookieParameter: [{ name: 'a', value: '1' }] });
    expect([one.status, one.json.message]).toEqual([
      400,
      `Bad input parameter: customCookieParameter cannot be sent to ${searchEngine} by any source of this service.`,
    ]);
    expect((await create({ searchEngine })).status).toBe(200);
  });
  test('options that the only source of a live route cannot send, before any charge', async () => {
    const cookie = { customCookieParameter: [{ name: 'a', value: '1' }] };
    const rejected = await create({ ...cookie, customUrlParameter: [{ name: 'tbs', value: 'qdr:d' }] }, keys.live);
    expect([rejected.status, rejected.json.message]).toEqual([
      400,
      'Bad input parameter: customCookieParameter cannot be sent to google by any source of this service.',
    ]);
    expect((await create({ customUrlParameter: [{ name: 'tbs', value: 'qdr:d' }] }, keys.live)).status).toBe(200);
    expect((await create({ ...cookie, searchEngine: 'seznam' }, keys.live)).status).toBe(200);
  });
  test('with a test key cookies in Japanese are accepted and charged', async () => {
    const { status, json } = await create({ customCookieParameter: [{ name: 'a', value: '日本' }] });
    expect([status, json.customCookieParameter]).toEqual([200, [{ name: 'a', value: '日本' }]]);
  });
});
