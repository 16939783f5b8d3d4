import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { config, getAccount, getHtml, getJson, getJsonBySearchId, getLocations } from 'serpapi';
import { Serper } from 'serper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from '../../../test/service.ts';
import { loadRegions } from '../../business/regions/load.ts';
import { uuleOf } from '../../sources/engines/google/request.ts';
import { findPlace } from './places.ts';

let service: TestService;
let key: string;
let port: number;
beforeAll(async () => {
  service = await startTestService({ SYNC_WAIT_SECONDS: '20' });
  key = (await service.account({ credits: 10_000 })).test;
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(() => service.stop());

/** The SerpApi client has a fixed host. An agent redirects its connections. */
class Detour extends Agent {
  override createConnection() {
    return connect(port, '127.0.0.1');
  }
}
// biome-ignore lint/suspicious/noExplicitAny: the clients' responses have any type.
type Any = any;
config.requestOptions = { agent: new Detour() };
const options = (parameters: Record<string, unknown>): Any => ({ api_key: key, timeout: 30_000, ...parameters });
const serpapi = (parameters: Record<string, unknown>): Promise<Any> => getJson(options(parameters));
const rejection = async (asked: Promise<unknown>): Promise<{ error: string }> =>
  JSON.parse(await asked.then(() => '{}').catch((text) => (typeof text === 'string' ? text : JSON.stringify({ error: String(text) }))));
const serper = (apiKey = key): Any => new Serper({ apiKey, basePath: `http://127.0.0.1:${port}`, cache: false, timeout: 30_000 });
/** Sends a recorded request of another client. */
const send = async (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}, body?: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  const json: Any = /^[[{]/.test(text) ? JSON.parse(text) : undefined;
  return { status: response.status, json, text, ignored: response.headers.get('sextant-ignored')?.split(', ') ?? [] };
};
const linksOf = (list: { link: string }[]): string[] => list.map(({ link }) => link);
/** Returns what identifies each result: the link, or for a place all fields except its position. */
const namesOf = (list: Any[]): string[] => list.map(({ position, ...item }) => item.link ?? JSON.stringify(item));
const costOf = async (apiKey: string): Promise<number> => (await service.call('GET', '/usage', apiKey)).json.balance;

describe('the client of SerpApi', () => {
  test('searches Google in SerpApi’s format and is charged like any object', async () => {
    const response = await serpapi({ engine: 'google', q: 'green tea', location: 'Austin, Texas', hl: 'pt-br', gl: 'us' });
    expect(response.search_metadata).toMatchObject({
      status: 'Success',
      json_endpoint: expect.stringContaining(`/searches/${response.search_metadata.id}.json`),
      google_url: expect.stringMatching(/^https:\/\/www\.google\.com\/search\?q=green\+tea&uule=/),
    });
    expect(response.search_metadata.total_time_taken).toBeGreaterThanOrEqual(0);
    expect(response.search_parameters).toMatchObject({
      engine: 'google',
      q: 'green tea',
      location_requested: 'Austin, Texas',
      location_used: 'Austin,Texas,United States',
      google_domain: 'google.com',
      hl: 'pt-br',
      gl: 'us',
      device: 'desktop',
    });
    expect(response.search_information).toMatchObject({
      query_displayed: 'green tea',
      organic_results_state: 'Results for exact spelling',
    });
    expect(JSON.stringify(response)).not.toContain(key);
    expect(response.organic_results).toHaveLength(10);
    expect(response.organic_results[0]).toMatchObject({ position: 1, title: expect.any(String), link: expect.stringMatching(/^https?:/) });
    const stored = (await service.call('GET', `/serp/${response.search_metadata.id}`, key)).json;
    expect(stored.region.canonicalName).toMatch(/^Austin,Texas/);
    expect(stored.language).toBe('pt');
    expect(stored.compatibility).toBeUndefined();
    expect(stored.data.organic.map(({ url }: { url: string }) => url)).toEqual(linksOf(response.organic_results));
  });

  test('pages by start and num, and passes filters on to the engine', async () => {
    const [whole, second] = [await serpapi({ q: 'green tea', num: '20' }), await serpapi({ q: 'green tea', start: '10', tbs: 'qdr:d' })];
    expect(whole.organic_results).toHaveLength(20);
    expect(linksOf(second.organic_results)).toEqual(linksOf(whole.organic_results).slice(10));
    expect(second.organic_results[0].position).toBe(1);
    expect(second.serpapi_pagination).toMatchObject({ current: 2, next: expect.stringContaining('start=20') });
    expect(second.pagination.next).toMatch(/^https:\/\/www\.google\.com\/search\?.*start=20/);
    const stored = (await service.call('GET', `/serp/${second.search_metadata.id}`, key)).json;
    expect(stored.customUrlParameter).toEqual([{ name: 'tbs', value: 'qdr:d' }]);
  });

  test.each([
    ['google', 'q', 'organic_results', 'start'],
    ['google_light', 'q', 'organic_results', 'start'],
    ['google_images', 'q', 'images_results', 'ijn'],
    ['google_local', 'q', 'local_results', 'start'],
    ['google_maps', 'q', 'local_results', 'start'],
    ['google_videos', 'q', 'video_results', 'start'],
    ['bing', 'q', 'organic_results', 'first'],
    ['yahoo', 'p', 'organic_results', 'b'],
    ['yandex', 'text', 'organic_results', 'p'],
    ['youtube', 'search_query', 'video_results', 'sp'],
    ['naver', 'query', 'web_results', 'page'],
    ['baidu', 'q', 'organic_results', 'pn'],
    ['duckduckgo', 'q', 'organic_results', 'start'],
  ])('%s takes the query in %s, returns %s and pages by %s', async (engine, name, list, page) => {
    const first = await serpapi({ engine, [name]: 'black coffee' });
    expect([first.error, first[list]?.length > 0]).toEqual([undefined, true]);
    expect(first.search_metadata[`${engine}_url`]).toMatch(/^https:\/\//);
    const next = new URL(first.serpapi_pagination.next);
    expect([next.origin, next.searchParams.has('api_key'), next.searchParams.has(page)]).toEqual(['http://serpapi.com', false, true]);
    const second = await serpapi(Object.fromEntries(next.searchParams));
    const known = new Set(namesOf(first[list]));
    expect(namesOf(second[list] ?? []).filter((name) => known.has(name))).toEqual([]);
    expect(second[list]?.length).toBeGreaterThan(0);
  });

  test('the second page of Naver’s web documents has `start` 1 or `page` 2', async () => {
    const pageAt = async (given: object) =>
      linksOf((await serpapi({ engine: 'naver', query: 'paged coffee', where: 'web', ...given })).web_results);
    const [first, second] = [await pageAt({}), await pageAt({ start: '1' })];
    expect(second).toEqual(await pageAt({ page: '2' }));
    expect(second.filter((link) => first.includes(link))).toEqual([]);
    expect(await pageAt({ start: '16' })).toEqual(await pageAt({ page: '3' }));
  });

  test('pages of Yahoo, which shows 7 results on a page, do not overlap', async () => {
    const pageAt = async (first: string) => linksOf((await serpapi({ engine: 'yahoo', p: 'deep coffee', b: first })).organic_results);
    const pages = [await pageAt('51'), await pageAt('61')];
    expect([pages[0]!.length, new Set(pages.flat()).size]).toEqual([10, pages.flat().length]);
  });

  test('Google News has sources as objects, the news tab as text, and AI Mode blocks', async () => {
    const news = await serpapi({ engine: 'google_news', q: 'green tea' });
    expect(news.news_results[0].source).toEqual({ name: expect.any(String) });
    const tab = await serpapi({ tbm: 'nws', q: 'green tea', tbs: 'qdr:w' });
    expect(tab.search_parameters.engine).toBe('google');
    expect(tab.news_results[0].source).toEqual(expect.any(String));
    const stored = (await service.call('GET', `/serp/${tab.search_metadata.id}`, key)).json;
    expect(stored.keyword).toBe('green tea when:7d');
    expect(tab.search_information.query_displayed).toBe('green tea');
    const mode = await serpapi({ engine: 'google_ai_mode', q: 'green tea' });
    expect(mode.text_blocks.length).toBeGreaterThan(0);
    expect(mode.references.length).toBeGreaterThan(0);
    const paged = await send('GET', `/search?engine=google_ai_mode&q=green+tea&start=10&api_key=${key}`);
    expect([paged.status, paged.ignored, paged.json.text_blocks]).toEqual([200, ['start'], mode.text_blocks]);
  });

  test.each([
    ['isch', 'images_results'],
    ['lcl', 'local_results'],
    ['vid', 'video_results'],
  ])('the tab %s returns %s', async (tbm, list) => {
    expect((await serpapi({ tbm, q: 'green tea' }))[list].length).toBeGreaterThan(0);
  });

  test('an equal search within an hour has the same id and is free, also for a concurrent call', async () => {
    const parameters = { q: 'repeated tea', gl: 'us' };
    const before = await costOf(key);
    const same = await Promise.all([serpapi(parameters), serpapi({ ...parameters, no_cache: 'false' }), serpapi(parameters)]);
    const ids = new Set(same.map(({ search_metadata }) => search_metadata.id));
    expect([ids.size, before - (await costOf(key))]).toEqual([1, 1]);
    const other = await serpapi({ ...parameters, no_cache: true });
    expect([...ids]).not.toContain(other.search_metadata.id);
    expect(before - (await costOf(key))).toBe(2);
  });

  test('a failed search is not replayed', async () => {
    const first = await send('GET', `/search?q=test:faulty&api_key=${key}`);
    const second = await send('GET', `/search?q=test:faulty&api_key=${key}`);
    expect([first.status, second.status, first.json.search_metadata.status]).toEqual([503, 503, 'Error']);
    expect(second.json.search_metadata.id).not.toBe(first.json.search_metadata.id);
  });

  test('async returns at once, and the archive has the result with the same parameters', async () => {
    const first = await serpapi({ q: 'patient tea', start: '10', async: true });
    expect(first).toMatchObject({ search_metadata: { status: 'Processing', processed_at: null }, search_parameters: { start: '10' } });
    const { id } = first.search_metadata;
    const found: Any = await until(async () => {
      const archived: Any = await getJsonBySearchId(id, options({}));
      return archived.search_metadata.status === 'Success' && archived;
    });
    expect(found.search_metadata.id).toBe(id);
    expect(found.organic_results).toHaveLength(10);
    const again = await send('GET', `/searches/${id}.json?api_key=${key}&search_id=${id}`);
    expect(again.json).toEqual({ ...found, search_metadata: again.json.search_metadata, ...pagesOf(again.json) });
    expect((await send('GET', `/searches/token/${id}?api_key=${key}`)).status).toBe(200);
    for (const searchEngine of ['google', 'duckduckgo']) {
      const request = { keyword: 'own tea', region: 'DE', searchEngine, asynchronous: false };
      const native = (await service.call('POST', '/serp/new', key, request)).json;
      expect((await send('GET', `/searches/${native.id}?api_key=${key}`)).json.organic_results).toHaveLength(10);
    }
  });
  const pagesOf = ({ serpapi_pagination }: Any) => ({ serpapi_pagination });

  test('the archive knows only searches of the account', async () => {
    const { search_metadata } = await serpapi({ q: 'green tea' });
    const other = (await service.account()).test;
    const paths = [`/searches/${search_metadata.id}.json`, '/searches/0123456789abcdef01234567', '/searches/%00', '/searches/x.pdf'];
    for (const path of paths) {
      const { status, json } = await send('GET', `${path}?api_key=${other}`);
      expect([status, Object.keys(json)]).toEqual([404, ['error']]);
    }
  });

  test('HTML is the page of the engine, and is not stored unless it is wanted', async () => {
    expect(await getHtml(options({ q: 'html tea' }))).toMatch(/^\s*</);
    const { status, text } = await send('GET', `/search.html?q=html+tea&api_key=${key}`);
    expect([status, text.trimStart()[0]]).toEqual([200, '<']);
    const { search_metadata } = await serpapi({ q: 'html tea' });
    const missing = await send('GET', `/searches/${search_metadata.id}.html?api_key=${key}`);
    expect([missing.status, missing.json.error]).toEqual([404, expect.stringContaining('no HTML')]);
  });

  test('no page is offered that the account may not request', async () => {
    const limited = (await service.account({ maxResults: 20 })).test;
    const pageOf = async (start: string) => (await send('GET', `/search?q=limited+tea&start=${start}&api_key=${limited}`)).json;
    const [first, second] = [await pageOf('0'), await pageOf('10')];
    expect(Object.keys(first.serpapi_pagination.other_pages)).toEqual(['2']);
    expect([second.organic_results.length, second.serpapi_pagination, second.pagination]).toEqual([10, undefined, undefined]);
    const archived = (await send('GET', `/searches/${second.search_metadata.id}?api_key=${limited}`)).json;
    expect(archived.serpapi_pagination).toBeUndefined();
  });

  test('the timeline of a search does not show what the endpoint stored with it', async () => {
    const { search_metadata } = await serpapi({ q: 'timed tea' });
    const { status, json, text } = await service.call('GET', `/objects/${search_metadata.id}/life`, key);
    expect([status, json.request.keyword]).toEqual([200, 'timed tea']);
    expect(text).not.toContain('compatibility');
  });

  test('results are replayed until they are an hour old, also those that were reused', async () => {
    const parameters = { q: 'aging tea', gl: 'us' };
    const first = (await serpapi(parameters)).search_metadata.id;
    const age = (id: string, minutes: number) =>
      service.database.db.query({ name: `test_age_${minutes}`, text: UPDATE_AGE }, [id, minutes]);
    await age(first, 59);
    expect((await serpapi(parameters)).search_metadata.id).toBe(first);
    await age(first, 61);
    const second = (await serpapi(parameters)).search_metadata.id;
    expect(second).not.toBe(first);
    expect((await serpapi(parameters)).search_metadata.id).toBe(second);
  });
  test('a search of the hour before is found, and those of earlier hours are not looked up', async () => {
    const parameters = { q: 'hourly tea', gl: 'us' };
    const hoursAgo = (id: string, hours: number) => service.database.db.query({ name: `test_hours_${hours}`, text: MOVE_KEY }, [id, hours]);
    const first = (await serpapi(parameters)).search_metadata.id;
    await hoursAgo(first, 1);
    expect((await serpapi(parameters)).search_metadata.id).toBe(first);
    await hoursAgo(first, 2);
    const second = (await serpapi(parameters)).search_metadata.id;
    expect(second).not.toBe(first);
    const [row] = await service.database.db.query<{ key: string }>({ name: 'test_key', text: KEY_OF }, [second]);
    // A higher number would mean that the first search was looked up.
    expect(row!.key).toBe('000000');
  });
  const MOVE_KEY = `update idempotency
    set scope = regexp_replace(scope, '\\d+$', '') || (floor(extract(epoch from now()) / 3600)::bigint - $2::int)
    where scope like 'compatibility.%' and ids = array[$1::text]`;
  const KEY_OF = `select key from idempotency where scope like 'compatibility.%' and ids = array[$1::text]`;
  const UPDATE_AGE = 'update results set generated_at = now() - make_interval(mins => $2) where id = $1';

  test('a search is replayed however often it was removed before', async () => {
    const parameters = { q: 'removed tea', gl: 'us' };
    for (let count = 0; count < 35; count++) {
      const { search_metadata } = await serpapi(parameters);
      expect((await service.call('DELETE', `/serp/${search_metadata.id}`, key)).status).toBeLessThan(300);
    }
    const before = await costOf(key);
    const ids = new Set<string>();
    for (let count = 0; count < 3; count++) ids.add((await serpapi(parameters)).search_metadata.id);
    expect([ids.size, before - (await costOf(key))]).toEqual([1, 1]);
  });

  test('a replay does not wait for the account’s lock', async () => {
    const parameters = { q: 'locked tea', gl: 'us' };
    const { search_metadata } = await serpapi(parameters);
    const client = await service.database.db.connect();
    try {
      await client.query('begin; select 1 from account_modes for update');
      expect((await serpapi({ ...parameters, timeout: 10_000 })).search_metadata.id).toBe(search_metadata.id);
    } finally {
      await client.query('rollback');
      await client.end();
    }
  });

  test('the order of the parameters does not matter', async () => {
    const before = await costOf(key);
    const idOf = async (query: string) => (await send('GET', `/search?${query}&api_key=${key}`)).json.search_metadata.id;
    const ids = [
      await idOf('q=ordered+tea&gl=us&hl=en&tbs=qdr:d&safe=active'),
      await idOf('safe=active&tbs=qdr:d&hl=en&engine=google&gl=us&q=ordered+tea'),
    ];
    expect([new Set(ids).size, before - (await costOf(key))]).toEqual([1, 1]);
  });

  test('json_restrictor keeps only what it names', async () => {
    const restricted = await serpapi({ q: 'green tea', json_restrictor: 'organic_results[0:2].{title,link}' });
    expect(Object.keys(restricted)).toEqual(['organic_results']);
    expect(restricted.organic_results.map(Object.keys)).toEqual([
      ['title', 'link'],
      ['title', 'link'],
    ]);
    const before = await costOf(key);
    expect((await rejection(serpapi({ q: 'never asked', json_restrictor: 'a.{b' }))).error).toContain('json_restrictor');
    expect(await costOf(key)).toBe(before);
  });

  test('the account and the locations are readable', async () => {
    const account: Any = await getAccount(options({}));
    expect(account).toMatchObject({ account_status: 'Active', api_key: key });
    expect(account.total_searches_left).toBe(await costOf(key));
    expect(account.this_month_usage).toBeGreaterThan(0);
    const places: Any[] = await getLocations(options({ q: 'Austin', limit: 3 }));
    expect(places).toHaveLength(3);
    expect(places[0]).toMatchObject({ canonical_name: 'Austin,Texas,United States', gps: [expect.any(Number), expect.any(Number)] });
    expect(places[0].google_id).toBe(loadRegions().criteriaIdOf(places[0].id));
    const { search_parameters } = await serpapi({ q: 'green tea', location: places[0].id });
    expect(search_parameters.location_used).toBe(places[0].canonical_name);
    for (const path of ['/account', '/account.json', '/account.json%20'])
      expect((await send('GET', `${path}?api_key=${key}`)).status).toBe(200);
  });

  test('places are found as the provider finds them', async () => {
    const texas = encodeURIComponent(uuleOf('Austin,Texas,United States'));
    for (const query of ['location=Austin,+TX', `uule=${texas}`, 'lat=30.267&lon=-97.743', 'location=Austin,Texas&gl=de']) {
      const { json } = await send('GET', `/search?q=green+tea&${query}&api_key=${key}`);
      const stored = (await service.call('GET', `/serp/${json.search_metadata.id}`, key)).json;
      expect(findPlace(stored.region.canonicalName, loadRegions())?.countryCode, query).toBe('US');
    }
    const german = await send('GET', `/search?q=green+tea&google_domain=google.de&location=&gl=null&hl=None&api_key=${key}`);
    expect(german.json.search_parameters).toMatchObject({ google_domain: 'google.de', gl: 'de', hl: 'de' });
    const lr = await send('GET', `/search?engine=yandex&text=tea&lr=225&api_key=${key}`);
    expect((await service.call('GET', `/serp/${lr.json.search_metadata.id}`, key)).json.region.countryCode).toBe('RU');
  });

  test('parameters without effect are named in a header', async () => {
    const query =
      'q=green+tea&location=Austin,+Texas&gl=uk&hl=haw&device=tablet&end=30&search_id=1&zero_trace=false&color_scheme=dark&source=x';
    const { status, ignored } = await send('GET', `/search?${query}&api_key=${key}`);
    expect([status, ignored.sort()]).toEqual([200, ['color_scheme', 'device', 'end', 'gl', 'hl', 'search_id', 'zero_trace']]);
    expect((await send('GET', `/search?q=green+tea&gl=uk&hl=zh-cn&nfpr=false&filter=true&safe=off&api_key=${key}`)).ignored).toEqual([]);
  });

  test('a video search uses the country of a place, shows it and names the place as ignored', async () => {
    const austin = 'location=Austin,+Texas&q=green+tea';
    for (const query of [`engine=google_videos&${austin}`, `tbm=vid&${austin}`]) {
      const { json, ignored } = await send('GET', `/search?${query}&api_key=${key}`);
      const { location_requested, location_used, gl } = json.search_parameters;
      expect([location_requested, location_used, gl]).toEqual(['Austin, Texas', 'United States', 'us']);
      expect(ignored).toContain('location');
      expect((await service.call('GET', `/serp/${json.search_metadata.id}`, key)).json.region.type).toBe('country');
    }
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const serperVideos = (location: string) => send('POST', '/videos', headers, JSON.stringify({ q: 'tea', location }));
    const city = await serperVideos('Berlin, Germany');
    expect([city.ignored, city.json.searchParameters.location, city.json.searchParameters.gl]).toEqual([['location'], undefined, 'de']);
    const country = await serperVideos('Germany');
    expect([country.ignored, country.json.searchParameters.location]).toEqual([[], 'Germany']);
  });

  test('advanced fields become operators', async () => {
    const fields = 'q=tea&as_epq=green+leaf&as_oq=a+b&as_eq=milk+sugar&as_sitesearch=shop.example&as_dt=e&as_nlo=1&as_nhi=5&as_qdr=d10';
    const { json } = await send('GET', `/search?${fields}&api_key=${key}`);
    const stored = (await service.call('GET', `/serp/${json.search_metadata.id}`, key)).json;
    expect(stored.keyword).toBe('tea "green leaf" (a OR b) -milk -sugar -site:shop.example 1..5');
    expect(stored.customUrlParameter).toEqual([{ name: 'tbs', value: 'qdr:d10' }]);
  });

  test('gets empty results, failures and unsupported parameters in SerpApi’s format', async () => {
    const empty = await serpapi({ q: 'test:empty tea' });
    expect(empty).toMatchObject({ error: "Google hasn't returned any results for this query.", search_metadata: { status: 'Success' } });
    expect(empty.organic_results).toBeUndefined();
    expect((await serpapi({ engine: 'google_news', q: 'test:empty tea' })).error).toMatch(/^Google News hasn't/);
    expect((await rejection(serpapi({ q: 'test:faulty' }))).error).toMatch(
      /^We couldn't get valid results .* No source could be reached\.$/,
    );
    for (const [parameters, words] of [
      [{ q: 'tea', uule: 'x' }, 'Unsupported `x` location - uule parameter.'],
      [{ q: 'tea', engine: 'walmart' }, 'Unsupported `walmart` search engine.'],
      [{ q: 'tea', location: 'Nowhere at all' }, 'Unsupported `Nowhere at all` location - location parameter.'],
      [{ q: 'tea', gl: 'zz' }, 'Unsupported `zz` country - gl parameter.'],
      [{ q: 'tea', start: '95' }, 'beyond the first 100'],
      [{ q: 'tea', num: 'many' }, 'num must be a whole number'],
      [{ q: 'tea', device: 'watch' }, 'Unsupported `watch` device.'],
      [{ q: 'tea', google_domain: 'bing.com' }, 'google_domain'],
      [{ q: 'tea', tbm: 'shop' }, 'Unsupported `shop` tab'],
      [{ q: 'tea', async: 'perhaps' }, 'async must be true or false'],
      [{ q: 'tea', engine: 'google_maps', place_id: 'x' }, 'place_id is not supported'],
      [{ q: 'tea', engine: 'google_news', topic_token: 'x' }, 'topic_token is not supported'],
      [{ engine: 'google' }, 'Missing query `q` parameter.'],
      [{ engine: 'yandex', q: 'tea' }, 'Missing query `text` parameter.'],
    ] as const) {
      const rejected = await rejection(serpapi(parameters));
      expect(rejected.error, JSON.stringify(parameters)).toContain(words.replace(/\.$/, ''));
      expect(Object.keys(rejected)).toEqual(['error']);
    }
    expect((await send('GET', `/search?q=tea&output=md&api_key=${key}`)).json.error).toMatch(/^Unsupported `md` output/);
    expect(await rejection(serpapi({ q: 'tea', api_key: 'sxt_test_nobody' }))).toEqual({ error: 'Invalid API key.' });
  });

  test('GET /search.json is equal, and an account without credits gets 429', async () => {
    const { json } = await service.call('GET', `/search.json?engine=google&q=tea&api_key=${key}`, 'unused');
    expect(json.organic_results).toHaveLength(10);
    const poor = (await service.account({ credits: 0 })).test;
    const rejected = await service.call('GET', `/search.json?q=tea&api_key=${poor}`, 'unused');
    expect([rejected.status, rejected.json.error]).toEqual([
      429,
      expect.stringMatching(/^Your account has run out of searches\. No credits left/),
    ]);
  });

  test('the key may have either name, and two different keys are rejected', async () => {
    expect((await send('GET', `/search?q=tea&serp_api_key=${key}&source=python&engine=google&output=json`)).status).toBe(200);
    expect((await send('GET', `/search?q=tea&serp_api_key=${key}&api_key=${key}`)).status).toBe(200);
    expect((await send('GET', `/search?q=tea&serp_api_key=${key}&api_key=other`)).status).toBe(401);
    expect((await send('GET', `/search?q=tea&api_key=${key}&api_key=${key}`)).status).toBe(401);
    const scoped = await service.admin('POST', `/admin/accounts/${(await service.account()).id}/keys`, { mode: 'test', scopes: ['whois'] });
    const { status, json } = await send('GET', `/search?q=tea&api_key=${scoped.json.key}`);
    expect([status, json.error]).toEqual([403, expect.stringContaining('lacks the scope serp')]);
  });
});

describe('the client of Serper', () => {
  test('searches in Serper’s format, with pages', async () => {
    const response = await serper().search({ q: 'green tea', gl: 'us', hl: 'en', num: 10, location: 'Austin, Texas' });
    expect(response.searchParameters).toMatchObject({
      q: 'green tea',
      gl: 'us',
      hl: 'en',
      type: 'search',
      engine: 'google',
      autocorrect: true,
    });
    expect(response.organic).toHaveLength(10);
    expect(response.organic[0]).toMatchObject({ position: 1, title: expect.any(String), link: expect.stringMatching(/^https?:/) });
    expect([Array.isArray(response.peopleAlsoAsk), Array.isArray(response.relatedSearches)]).toEqual([true, true]);
    expect(response.credits).toBe(1);
    const next = await response.nextPage();
    expect(linksOf(next.organic).filter((link) => linksOf(response.organic).includes(link))).toEqual([]);
  });

  test.each(['news', 'images', 'videos', 'places'] as const)('searches for %s', async (method) => {
    const response = await serper()[method]('green tea');
    expect(response[method].length).toBeGreaterThan(0);
    expect(response[method][0]).toMatchObject({ position: 1, title: expect.any(String) });
  });

  test('a client that timed out and repeats its call is charged once, for one search and for a batch', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const before = await costOf(key);
    const single = '{"q":"test:slow:2 impatient tea"}';
    const impatient = fetch(`http://127.0.0.1:${port}/search`, { method: 'POST', headers, body: single, signal: AbortSignal.timeout(500) });
    await expect(impatient).rejects.toThrow();
    const repeated = await send('POST', '/search', headers, single);
    expect([repeated.status, repeated.json.organic.length, before - (await costOf(key))]).toEqual([200, 10, 1]);
    expect((await send('POST', '/search', headers, single)).json.credits).toBe(0);
    const batch = '[{"q":"batched tea"},{"q":"batched coffee"}]';
    for (const credits of [1, 0]) {
      const { json } = await send('POST', '/search', headers, batch);
      expect(json.map((one: Any) => [one.organic.length, one.credits])).toEqual([
        [10, credits],
        [10, credits],
      ]);
    }
    expect(before - (await costOf(key))).toBe(3);
  });

  test('a search that failed is not replayed, nor a batch whose searches all failed', async () => {
    const idOf = async () => {
      await send('POST', '/search', { 'x-api-key': key, 'content-type': 'application/json' }, '{"q":"test:faulty replayed"}');
      return (await service.call('GET', '/objects?q=replayed', key)).json.items.length;
    };
    expect([await idOf(), await idOf()]).toEqual([1, 2]);
    const batch = '[{"q":"test:faulty batched 1"},{"q":"test:faulty batched 2"}]';
    const countAfter = async () => {
      await send('POST', '/search', { 'x-api-key': key, 'content-type': 'application/json' }, batch);
      return (await service.call('GET', '/objects?q=batched', key)).json.items.filter(({ keyword }: Any) => /faulty/.test(keyword)).length;
    };
    expect([await countAfter(), await countAfter()]).toEqual([2, 4]);
  });

  test('the language of the response is the one that was searched in', async () => {
    const shown = async (fields: object) => (await serper().search({ q: 'spoken tea', ...fields })).searchParameters.hl;
    expect([await shown({ gl: 'de' }), await shown({ gl: 'de', hl: 'fr' }), await shown({})]).toEqual(['de', 'fr', 'en']);
  });

  test('unknown fields of any type are ignored and named, and known ones must be texts', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const odd = await send('POST', '/search', headers, '{"q":"tea","tags":["a"],"meta":{"a":1}}');
    expect([odd.status, odd.ignored]).toEqual([200, ['tags', 'meta']]);
    for (const body of ['{"q":["tea"]}', '{"q":"tea","location":{"a":1}}', '{"q":"tea","num":[10]}'])
      expect((await send('POST', '/search', headers, body)).status, body).toBe(400);
    const maps = await send('POST', '/maps', headers, '{"q":"cafe","ll":"@30.267,-97.743,14z","location":"Austin"}');
    expect(maps.ignored).toEqual(['location']);
    expect([maps.json.searchParameters.ll, maps.json.searchParameters.location]).toEqual(['@30.267,-97.743,14z', undefined]);
    const places = await send('POST', '/places', headers, '{"q":"cafe","ll":"@30.267,-97.743,14z","location":"Austin","tbs":"qdr:d"}');
    const { ll, location, tbs } = places.json.searchParameters;
    expect([places.ignored, ll, location, tbs]).toEqual([['ll', 'tbs'], undefined, 'Austin', undefined]);
  });

  test('a large batch waits with one listener', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error) => warnings.push(name);
    process.on('warning', onWarning);
    const batch = JSON.stringify(Array.from({ length: 20 }, (_, index) => ({ q: `test:slow:1 listened ${index}` })));
    const { json } = await send('POST', '/search', { 'x-api-key': key, 'content-type': 'application/json' }, batch);
    process.removeListener('warning', onWarning);
    expect([json.length, warnings.filter((name) => name === 'MaxListenersExceededWarning')]).toEqual([20, []]);
  });

  test('autocorrect and the age of results are passed on', async () => {
    expect((await serper().search({ q: 'autocorrected tea', autocorrect: false })).searchParameters.autocorrect).toBe(false);
    expect((await send('POST', '/news?q=aged+tea&tbs=qdr:w', { 'x-api-key': key })).json.news.length).toBeGreaterThan(0);
    const named = async (words: string) => (await service.call('GET', `/objects?q=${words}`, key)).json.items[0];
    expect((await named('aged')).keyword).toBe('aged tea when:7d');
    const { id } = await named('autocorrected');
    expect((await service.call('GET', `/serp/${id}`, key)).json.customUrlParameter).toEqual([{ name: 'nfpr', value: '1' }]);
  });

  test('GET and POST take a query string, a body or both', async () => {
    const headers = { 'x-api-key': key };
    const json = { ...headers, 'content-type': 'application/json' };
    for (const path of ['search', 'news', 'places', 'images'])
      expect(
        (await send('POST', `/${path}?q=tea&gl=us&hl=en&num=10&tbs=qdr:d`, json)).json[path === 'search' ? 'organic' : path].length,
      ).toBe(10);
    expect((await send('GET', '/search?q=tea&gl=us&hl=en', headers)).json.organic).toHaveLength(10);
    expect((await send('GET', '/images?q=tea', headers)).json.images).toHaveLength(10);
    const both = await send('POST', '/search?gl=de&num=20', json, '{"q":"tea","num":"10","site":"x","location":null,"page":""}');
    expect([both.json.searchParameters.gl, both.json.organic.length, both.ignored]).toEqual(['de', 10, ['site']]);
  });

  test('a batch has one response per search, in order, and is charged once per different search', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const before = await costOf(key);
    const { json } = await send('POST', '/search', headers, '[{"q":"one tea"},{"q":"two teas"},{"q":"one tea"}]');
    expect(json.map(({ searchParameters }: Any) => searchParameters.q)).toEqual(['one tea', 'two teas', 'one tea']);
    expect(json.every(({ organic }: Any) => organic.length === 10)).toBe(true);
    expect(json.map(({ credits }: Any) => credits)).toEqual([1, 1, 0]);
    expect(before - (await costOf(key))).toBe(2);
    const bad = await send('POST', '/search', headers, '[{"q":"three teas"},{"q":"tea","gl":"zz"},{"q":"tea"}]');
    expect([bad.status, bad.json]).toEqual([400, { statusCode: 400, message: expect.stringContaining('[1].gl') }]);
    const mixed = await send('POST', '/search', headers, '[{"q":"four teas"},{"q":"test:faulty"}]');
    expect(mixed.json.map(({ organic, statusCode }: Any) => [organic.length, statusCode])).toEqual([
      [10, undefined],
      [0, 502],
    ]);
    expect(before - (await costOf(key))).toBe(3);
    const again = await send('POST', '/search', headers, '[{"q":"four teas"},{"q":"test:faulty"}]');
    expect(again.json.map(({ organic, statusCode, credits }: Any) => [organic.length, statusCode, credits])).toEqual([
      [10, undefined, 0],
      [0, 502, 0],
    ]);
    expect(before - (await costOf(key))).toBe(3);
    for (const body of ['[]', `[${'{"q":"tea"},'.repeat(100)}{"q":"tea"}]`, '"tea"', '[["tea"]]'])
      expect((await send('POST', '/search', headers, body)).status, body.slice(0, 20)).toBe(400);
  });

  test('/maps, /webpage and /account respond, and methods without an engine are rejected in Serper’s format', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const maps = await send('POST', '/maps', headers, '{"q":"cafe","ll":"@30.267,-97.743,14z"}');
    expect(maps.json.places[0]).toMatchObject({ position: 1, title: expect.any(String) });
    const page = await send('POST', '/webpage', headers, '{"url":"https://shop.example/","includeMarkdown":true}');
    expect(page.json).toMatchObject({ text: expect.any(String), markdown: expect.any(String), credits: expect.any(Number) });
    const before = await costOf(key);
    const bad = await send('POST', '/webpage', headers, '{"url":"https://other.example/","includeMarkdown":"maybe"}');
    expect([bad.status, bad.json.message, before - (await costOf(key))]).toEqual([400, expect.stringContaining('includeMarkdown'), 0]);
    const scraped = await service.call(
      'POST',
      '/',
      'unused',
      { url: 'https://shop.example/' },
      { 'x-api-key': key, host: 'scrape.serper.dev' },
    );
    expect(scraped.json.text).toBe(page.json.text);
    const account = await send('GET', '/account', { 'x-api-key': key });
    expect(account.json).toEqual({ balance: await costOf(key), rateLimit: expect.any(Number) });
    for (const name of ['shopping', 'scholar', 'patents', 'autocomplete', 'reviews', 'lens'])
      expect((await send('POST', `/${name}`, headers, '{"q":"tea"}')).json).toEqual({ message: expect.any(String), statusCode: 400 });
  });

  test('gets errors in Serper’s format', async () => {
    expect(await serper('sxt_test_nobody').search('tea')).toMatchObject({ message: 'Unauthorized.', statusCode: 403 });
    expect(await serper().search({ q: '' })).toMatchObject({ statusCode: 400, message: expect.stringContaining('q is missing') });
    expect(await serper().search({ q: 'tea', location: 'Nowhere at all' })).toMatchObject({ statusCode: 400 });
    expect(await serper().search({ q: 'test:faulty' })).toMatchObject({ statusCode: 502 });
    const poor = (await service.account({ credits: 0 })).test;
    expect(await serper(poor).search('tea')).toMatchObject({ statusCode: 400, message: expect.stringContaining('Not enough credits') });
    const broken = await send('POST', '/search', { 'x-api-key': key, 'content-type': 'application/json' }, '{"q":');
    expect([broken.status, broken.json.statusCode]).toEqual([400, 400]);
  });
});

describe('requests are told apart', () => {
  test('a key is accepted only where the provider accepts it', async () => {
    expect((await service.call('POST', '/search', key, { q: 'tea' })).status).toBe(403);
    expect((await service.call('GET', '/search.json?q=tea', key)).status).toBe(401);
  });

  test('the host decides before the credential does', async () => {
    const at = (host: string, headers = {}, query = '') =>
      service.call('GET', `/search?q=tea${query}`, 'unused', undefined, { host, ...headers });
    expect((await at('google.serper.dev')).json).toEqual({ message: 'Unauthorized.', statusCode: 403 });
    expect((await at('serpapi.com:443', { 'x-api-key': key })).json).toEqual({ error: 'Invalid API key.' });
    expect((await at('serpapi.com', {}, `&api_key=${key}`)).json.organic_results).toHaveLength(10);
  });

  test('an unknown path answers in the form of the provider that the request names', async () => {
    expect(await send('GET', `/unknown?api_key=${key}`)).toMatchObject({ status: 404, json: { error: expect.any(String) } });
    expect(await send('POST', '/unknown', { 'x-api-key': key })).toMatchObject({ status: 404, json: { statusCode: 404 } });
    expect((await send('GET', '/unknown')).json).toMatchObject({ code: 404 });
  });
});
