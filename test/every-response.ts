// Every kind of API response in the sandbox, for tests that check all of them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES } from '../src/contract/vocabulary.ts';
import { type TestService, until } from './service.ts';

/** A response with its type, such as `SERP` or `Usage`. */
export interface Named {
  readonly name: string;
  readonly json: unknown;
}

const WORDS = ['green tea', 'red shoes', 'hotel berlin', 'weather', 'laptop', 'garden chair', 'pizza near me', 'news'];
const PAGES = ['https://shop.example/', 'https://blog.example/news', 'https://script.example/app'];
const ENDS = ['test:empty', 'test:faulty', 'test:unparsed', 'test:blocked:1'];

function serpRequests(receiver: string): object[] {
  const usual = ENGINES.flatMap((searchEngine) =>
    (searchEngine === 'universal' ? PAGES : WORDS).map((keyword, index) => ({
      keyword,
      searchEngine,
      region: index % 2 === 0 ? 'US' : 'DE',
      isMobile: index % 3 === 1,
      priority: ['LOW', 'NORMAL', 'REALTIME', 'INSTANT'][index % 4],
      ...(index === 0
        ? { saveRawData: true, callback: `${receiver}/${searchEngine === 'bing' ? 'gone' : 'ok'}`, callbackFormat: 'JSON', maxResults: 30 }
        : {}),
    })),
  ).map((request) =>
    ['chatgpt', 'perplexity', 'google-aimode', 'universal'].includes(request.searchEngine) ? { ...request, maxResults: 10 } : request,
  );
  const own = {
    keyword: 'tea',
    customUserAgent: 'Tea/1.0',
    customUrlParameter: [
      { name: 'tbs', value: 'qdr:d' },
      { name: 'lr', value: null },
    ],
    customCookieParameter: [
      { name: 'a', value: '日本' },
      { name: 'b', value: null },
    ],
    voiceSearchHighFidelity: true,
  };
  return [
    ...usual.map((request) => ({ ...request })),
    ...ENDS.map((word) => ({ keyword: `${word} tea`, region: 'US' })),
    { ...own, regionSearch: { latitude: 52.52, longitude: 13.4, maxDistance: 5000, types: ['city'] } },
    { keyword: 'tea', region: 'FR', find: { domain: 'nowhere.example', stopWhenFound: false }, priority: 'INSTANT', asynchronous: false },
    { keyword: 'tea', regionSearch: { latitude: 48.8, longitude: 2.3, maxDistance: 90_000 }, freshness: 600 },
  ];
}

/** Creates objects of one kind, one by one. Returns them unfinished and finished. */
async function made(
  service: TestService,
  key: string,
  name: string,
  kind: string,
  requests: readonly object[],
  headers = {},
): Promise<Named[]> {
  const answers: Named[] = [];
  const ids: string[] = [];
  for (const [index, request] of requests.entries()) {
    // Times have whole seconds, and those of the last object must differ from the others.
    if (index === requests.length - 1) await sleep(1100);
    const path = kind === 'ai' ? ('prompt' in request ? '/ai/send-prompt' : '/ai/seo-analysis') : `/${kind}/new`;
    const { status, json } = await service.call('POST', path, key, kind === 'ai' ? request : { asynchronous: true, ...request }, headers);
    if (status !== 200) throw new Error(`${JSON.stringify(request)}: ${json.message}`);
    answers.push({ name, json });
    ids.push(json.id);
  }
  for (const id of ids) {
    const json = await until(async () => {
      const response = await service.call('GET', `/${kind}/${id}`, key);
      const { ready, faulty, callback, callbackExecuted, callbackFailed } = response.json;
      const isTold = callback === null || callbackExecuted || callbackFailed;
      return (ready || faulty) && isTold ? response.json : null;
    });
    answers.push({ name, json });
  }
  return answers;
}

/** The service needs `AI_RATE_SECONDS=0` and a short `SOURCE_RETRY_SECONDS`. */
export async function everyAnswer(service: TestService): Promise<Named[]> {
  const limit = { hour: 100_000, day: 900_000, action: 'overcharge', chargeMultiplier: 2 };
  const [rich, archived] = [
    await service.account({ credits: 900_000 }),
    await service.account({
      name: 'Other',
      email: 'other@mail.example',
      credits: 50,
      archive: true,
      limit: { ...limit, hour: 1 },
      profile: { organization: 'Tea', countryCode: 'DE', website: 'https://tea.example', gender: 'female' },
    }),
  ];
  const key = rich.test;
  await service.admin('POST', `/admin/accounts/${archived.id}/credits`, { total: 7, mode: 'test', expiresAt: '2036-01-01T00:00:00Z' });
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(request.url === '/gone' ? 410 : 204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (name: string, path: string, as = key): Promise<Named> => ({ name, json: (await service.call('GET', path, as)).json });
  await service.call('GET', '/events', key);
  const serps = await made(service, key, 'SERP', 'serp', serpRequests(receiver));
  const found = serps.find(({ json }) => {
    const { keyword, data } = json as { keyword: string; data: { organic: unknown[] } | null };
    return keyword === 'green tea' && (data?.organic.length ?? 0) > 2;
  });
  const domain = (found!.json as { data: { organic: { domain: string }[] } }).data.organic[2]!.domain;
  serps.push(...(await made(service, key, 'SERP', 'serp', [{ keyword: 'green tea', region: 'US', find: { domain }, freshness: 60 }])));
  const byOthers = [
    ...(await made(
      service,
      archived.test,
      'SERP',
      'serp',
      [
        { keyword: 'tea', region: 'US' },
        { keyword: 'coffee', region: 'US' },
      ],
      { 'sextant-client': 'dashboard' },
    )),
    ...(await made(service, archived.test, 'Keyword', 'keyword', [{ keywords: ['tea'], region: 'US' }], { 'sextant-client': 'dashboard' })),
  ];
  const keywords = await made(service, key, 'Keyword', 'keyword', [
    { keywords: WORDS, region: 'US' },
    { keywords: WORDS, region: 'CN', source: 'baidu', priority: 'LOW', callback: `${receiver}/ok`, callbackFormat: 'JSON' },
    { keywords: ['tea'], region: 'US', suggestions: true, language: 'en', searchPartners: false, freshness: 60 },
    { keywords: null, url: 'https://shop.example/', region: 'DE', suggestions: true, priority: 'INSTANT' },
    { keywords: ['test:faulty'], regionSearch: { latitude: 1, longitude: 2 }, callback: `${receiver}/gone` },
    {
      keywords: ['test:blocked:1 shoes'],
      regionSearch: { latitude: 48.8, longitude: 2.3, types: ['city'] },
      asynchronous: false,
      freshness: 5,
    },
    { keywords: ['test:empty'], region: 'US', suggestions: true },
  ]);
  const jobs = await made(service, key, 'AIResponse', 'ai', [
    { prompt: 'What is tea?', externalIdentifier: 'mine', callback: `${receiver}/ok` },
    { prompt: 'test:faulty', aiService: 'chatgpt', priority: 'LOW' },
    { url: 'https://shop.example/' },
    ...['blog', 'hotel', 'berlin', 'garden', 'laptop', 'news'].map((name) => ({
      url: `https://${name}.example/?q=news`,
      aiService: 'chatgpt',
    })),
    { prompt: 'Who drinks coffee?', aiService: 'chatgpt', callback: `${receiver}/gone` },
  ]);
  jobs.push({ name: 'AIResponse', json: (await service.call('POST', '/ai/send-prompt', key, { prompt: 'Later', scheduleTo: 3 })).json });
  const names = [
    'shop.example',
    'tea.example',
    'garden.com',
    'berlin.de',
    'free.example',
    'unregistered-tea.com',
    '8.8.8.8',
    'blog.org',
    'a.co.uk',
    'news.net',
  ];
  const lookups = await Promise.all(names.map((name) => get('Whois', `/whois/${name}`)));
  const technologies = await Promise.all(
    names.filter((name) => /[a-z]/.test(name)).map((name) => get('Technologies', `/technologies/${name}`)),
  );
  jobs.push(...(await made(service, archived.test, 'AIResponse', 'ai', [{ prompt: 'Over the limit' }])));
  // Late enough that all times differ from before.
  const late = await service.account({ credits: 3 });
  technologies.push(await get('Technologies', '/technologies/late.example'));
  const firstId = (serps.find(({ json }) => (json as { ready: boolean }).ready)!.json as { id: string }).id;
  const failedId = (serps.find(({ json }) => (json as { faulty: boolean }).faulty)!.json as { id: string }).id;
  server.close();
  const exported = await service.call('GET', '/objects/export', key);
  return [
    ...serps,
    ...byOthers,
    ...keywords,
    ...jobs,
    ...lookups.filter(({ json }) => (json as { domain?: string }).domain !== undefined),
    ...technologies.filter(({ json }) => (json as { domain?: string }).domain !== undefined),
    ...(await Promise.all([
      get('User', '/user'),
      get('User', '/user', archived.test),
      get('User', '/user', late.test),
      get('RegionList', '/region/list?countryCode=DE&items=50'),
      get('RegionList', '/region/list?query=berlin'),
      get('RegionList', '/region/list?page=2&type=city'),
      get('RegionList', '/region/list?query=nowhere-at-all'),
      get('Usage', '/usage'),
      get('Usage', '/usage', archived.test),
      get('ObjectList', '/objects?limit=100'),
      get('ObjectTimeline', `/objects/${firstId}/life`),
      get('ObjectTimeline', `/objects/${failedId}/life`),
      get('Ranks', `/ranks?domain=${domain}`),
      get('EventList', '/events?limit=100'),
      get('EventList', '/events?limit=20&format=JSON'),
    ])),
    ...exported.text
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ name: 'Exported', json: JSON.parse(line) })),
    { name: 'Quote', json: (await service.call('POST', '/quote', key, { type: 'serp', request: { keyword: 'tea', region: 'US' } })).json },
    ...(await Promise.all(
      [
        '/admin/overview',
        '/admin/audit',
        `/admin/accounts/${rich.id}`,
        `/admin/accounts/${rich.id}/keys`,
        `/admin/accounts/${rich.id}/ledger?mode=test`,
        `/admin/deliveries?objectId=${firstId}`,
        '/admin/delivery-log',
        `/admin/objects/${firstId}/deliveries`,
        '/admin/sources',
      ].map(async (path) => ({
        name: 'Admin',
        json: (await service.admin('GET', path)).json,
      })),
    )),
  ];
}

export type Leaf = readonly [path: string, value: unknown];

/** Returns every value of a response with its path. Entries of a list share one path. The body of an event is the JSON of an object. */
export function* leavesOf(value: unknown, path: string): Generator<Leaf> {
  if (Array.isArray(value)) {
    yield [path, value.length === 0 ? 'an empty list' : 'a list'];
    for (const entry of value) yield* leavesOf(entry, `${path}[]`);
  } else if (typeof value === 'object' && value !== null) {
    yield [path, 'an object'];
    for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, `${path}.${name}`);
  } else if (typeof value === 'string' && path === 'EventList.items[].body') yield* leavesOf(JSON.parse(value), path);
  else yield [path, value];
}
