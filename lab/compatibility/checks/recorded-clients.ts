// Recorded requests of clients in Python and of hosted tools, as their sources send them (read 2026-11).
import assert from 'node:assert/strict';
import type { CompatibilityCheck, Site } from '../check.ts';
import { assertDifferentPages, type Json, send, sendGood } from '../recorded.ts';

const AGENT = { 'user-agent': 'python-requests/2.32.5', 'accept-encoding': 'gzip, deflate', accept: '*/*', connection: 'keep-alive' };
const area = 'Compatibility endpoints';

const query = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString();

const serpapiPython: CompatibilityCheck = {
  name: 'recorded-serpapi-python',
  area,
  tool: 'serpapi (PyPI), recorded',
  what: 'search, next_page, search_archive, locations, account; CrewAI’s tools use it',
  async run(site) {
    const get = (path: string) => sendGood(site, { path, headers: { 'user-agent': 'serpapi-python, 1.0.2', accept: '*/*' } });
    const first = (await get(`/search?${query({ q: 'black coffee', location: 'Austin, TX', engine: 'google', api_key: site.key })}`)).json;
    // The client adds the key to the address of the next page.
    const next = new URL(first.serpapi_pagination.next);
    assert.equal(next.origin, new URL(site.url).origin);
    next.searchParams.set('api_key', site.key);
    assertDifferentPages(first.organic_results, (await get(next.pathname + next.search)).json.organic_results, 'next_page');
    const { id } = first.search_metadata;
    assert.equal((await get(`/searches/${id}?${query({ search_id: id, api_key: site.key })}`)).json.search_metadata.id, id);
    assert.equal((await get('/locations.json?q=Austin&limit=2')).json.length, 2);
    assert.equal(typeof (await get(`/account.json?api_key=${site.key}`)).json.total_searches_left, 'number');
    const shopping = await send(site, { path: `/search?${query({ engine: 'google_shopping', q: 'coffee', api_key: site.key })}` });
    assert.deepEqual([shopping.status, Object.keys(shopping.json)], [400, ['error']]);
    return { version: '1.0.2', remark: 'HTTPClient.BASE_DOMAIN is the URL of the service; there are no shopping results' };
  },
};

const olderPython: CompatibilityCheck = {
  name: 'recorded-google-search-results',
  area,
  tool: 'google-search-results (PyPI), recorded',
  what: 'get_dict with serp_api_key, and pagination of three pages',
  async run(site) {
    let parameters: Record<string, string> = {
      q: 'black coffee',
      source: 'python',
      serp_api_key: site.key,
      engine: 'google',
      output: 'json',
      end: '30',
    };
    const pages: Json[] = [];
    for (let page = 0; page < 3; page++) {
      const { json } = await sendGood(site, { path: `/search?${query(parameters)}`, headers: AGENT });
      pages.push(json.organic_results);
      // The query of the next page replaces the parameters. The key stays.
      parameters = { ...parameters, ...Object.fromEntries(new URL(json.serpapi_pagination.next).searchParams) };
    }
    assertDifferentPages(pages[0], pages[1], 'first and second page');
    assertDifferentPages(pages[1], pages[2], 'second and third page');
    return { version: '2.4.2', remark: 'SerpApiClient.BACKEND is the URL of the service' };
  },
};

const langchainSerpApi: CompatibilityCheck = {
  name: 'recorded-langchain-serpapi-python',
  area,
  tool: 'langchain-community, SerpAPIWrapper (PyPI), recorded',
  what: 'the defaults of the synchronous and the asynchronous call',
  async run(site) {
    const defaults = { engine: 'google', google_domain: 'google.com', gl: 'us', hl: 'en', q: 'black coffee' };
    const calls: readonly Record<string, string>[] = [
      { source: 'python', output: 'json', api_key: site.key },
      { source: 'python', output: 'json', serp_api_key: site.key, api_key: site.key },
    ];
    for (const more of calls) {
      const { json } = await sendGood(site, { path: `/search?${query({ ...defaults, ...more })}`, headers: AGENT });
      // The wrapper reads the first item of each of these lists, so an empty one would end it.
      for (const name of ['images_results', 'shopping_results', 'top_stories', 'news_results'])
        assert.notEqual(json[name]?.length, 0, name);
      assert.ok(json.organic_results[0].snippet);
    }
    return { version: '2025-05', remark: 'only the synchronous call can use another host' };
  },
};

/** Further clients with the same requests: @agentic/serpapi, serpapi (Ruby), serpapi-cli and serpapi-mcp. */
async function sendOthers(site: Site): Promise<void> {
  const get = async (path: string, parameters: Readonly<Record<string, string>>): Promise<Json> =>
    (await sendGood(site, { path: `${path}?${query({ ...parameters, api_key: site.key })}` })).json;
  assert.equal((await get('/search', { engine: 'google', q: 'black coffee', num: '5' })).organic_results.length, 5);
  const ruby = { engine: 'google', source: 'serpapi-ruby:1.0.1' };
  const { id } = (await get('/search', { ...ruby, q: 'black coffee' })).search_metadata;
  assert.equal((await get(`/searches/${id}.json`, ruby)).search_metadata.id, id);
  assert.equal((await get('/locations.json', { ...ruby, q: 'Austin', limit: '2' })).length, 2);
  for (const path of ['/account', '/account.json']) assert.equal(typeof (await get(path, ruby)).total_searches_left, 'number');
  assert.equal(
    (await get('/search.json', { engine: 'google_light', q: 'coffee shops', location: 'Austin, TX' })).organic_results.length,
    10,
  );
  const markdown = await send(site, { path: `/search?${query({ engine: 'google_light', q: 'news', output: 'md', api_key: site.key })}` });
  assert.deepEqual([markdown.status, Object.keys(markdown.json)], [400, ['error']]);
}

const hosted: CompatibilityCheck = {
  name: 'recorded-hosted-serpapi',
  area,
  tool: 'n8n-nodes-serpapi, Dify, Auto-GPT, recorded',
  what: 'empty locations, flags as words, credential tests with a trailing blank',
  async run(site) {
    const key = { api_key: site.key };
    const empty = {
      engine: 'google',
      q: 'black coffee',
      location: '',
      nfpr: 'false',
      filter: 'true',
      no_cache: 'false',
      async: 'false',
      zero_trace: 'false',
    };
    for (const [parameters, ignored] of [
      [empty, 'zero_trace'],
      [{ engine: 'bing', q: 'black coffee', location: '', start: '10' }, 'start'],
    ] as const) {
      const { json, headers } = await sendGood(site, { path: `/search.json?${query({ ...parameters, ...key })}` });
      assert.equal(json.organic_results.length, 10);
      assert.equal(headers['sextant-ignored'], ignored);
    }
    await sendOthers(site);
    for (const path of ['/account', '/account.json', '/account.json%20']) await sendGood(site, { path: `${path}?${query(key)}` });
    const dify = await sendGood(site, {
      path: `/search?${query({ ...key, q: 'black coffee', engine: 'google', google_domain: 'google.com', num: '10' })}`,
    });
    for (const { source } of dify.json.organic_results) assert.ok(source === undefined || typeof source === 'string');
    const images = { engine: 'google_images', q: 'black coffee', gl: 'us', hl: 'en', location: '', ...key };
    const [image] = (await sendGood(site, { path: `/search?${query(images)}` })).json.images_results;
    assert.ok(image.original && image.link && image.thumbnail);
    await sendGood(site, {
      path: `/search?${query({ engine: 'yandex', text: 'black coffee', source: 'serpapi-auto-gpt', no_cache: 'true', ...key })}`,
    });
    return { version: '2026-11', remark: 'their host is fixed: they need a DNS entry and a certificate' };
  },
};

/** Sends a request of a Python client to one of Serper’s paths. */
const post = (site: Site, path: string, body?: object, host?: string) =>
  sendGood(site, {
    method: 'POST',
    path,
    headers: { ...AGENT, 'x-api-key': site.key, 'content-type': 'application/json', ...(host === undefined ? {} : { host }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const langchainSerper: CompatibilityCheck = {
  name: 'recorded-langchain-serper-python',
  area,
  tool: 'langchain-community, GoogleSerperAPIWrapper (PyPI), recorded',
  what: 'a POST with a query string, a JSON content type and no body',
  async run(site) {
    const parameters = query({ gl: 'us', hl: 'en', num: '10', q: 'black coffee', tbs: 'qdr:d' });
    for (const [path, list] of Object.entries({ search: 'organic', news: 'news', places: 'places', images: 'images' })) {
      const { json } = await post(site, `/${path}?${parameters}`);
      assert.ok(json[list].length > 0, path);
      if (json.knowledgeGraph) assert.equal(Object.getPrototypeOf(json.knowledgeGraph.attributes), Object.prototype);
    }
    return { version: '2025-05', remark: 'its host is fixed: it needs a DNS entry and a certificate' };
  },
};

const agents: CompatibilityCheck = {
  name: 'recorded-serper-agents',
  area,
  tool: 'CrewAI, Haystack, Dify, recorded',
  what: 'searches, news and pages with the bodies of each',
  async run(site) {
    const crew = (await post(site, '/search', { q: 'black coffee', num: 10, gl: 'us', location: 'Austin, TX', hl: 'en' })).json;
    const haystack = (await post(site, '/search', { q: 'black coffee', gl: 'us', hl: 'en', autocorrect: true })).json;
    for (const json of [crew, haystack]) {
      for (const name of ['organic', 'peopleAlsoAsk', 'relatedSearches']) assert.ok(Array.isArray(json[name]), name);
      assert.ok(json.organic.every(({ link, title }: Json) => link && title));
    }
    assert.ok((await post(site, '/news', { q: 'black coffee', num: 10 })).json.news.length > 0);
    const page = await post(site, '/', { url: 'https://shop.example/', includeMarkdown: 'True' }, 'scrape.serper.dev');
    assert.ok(page.json.text.length > 0);
    const dify = await sendGood(site, {
      path: `/search?${query({ q: 'black coffee', gl: 'us', hl: 'en' })}`,
      headers: { ...AGENT, 'x-api-key': site.key },
    });
    assert.equal(dify.json.organic.length, 10);
    return { version: '2026-11', remark: 'CrewAI: base_url is the URL of the service; the host of the others is fixed' };
  },
};

const batches: CompatibilityCheck = {
  name: 'recorded-serper-batches',
  area,
  tool: 'Serper’s HTTP API, recorded',
  what: 'batches, maps, pages, the account and methods without an engine',
  async run(site) {
    const batch = ['one coffee', 'two coffees', 'three coffees'].map((q) => ({ q }));
    const { json } = await post(site, '/search', batch);
    assert.deepEqual(
      json.map(({ searchParameters }: Json) => searchParameters.q),
      batch.map(({ q }) => q),
    );
    const headers = { 'x-api-key': site.key, 'content-type': 'application/json' };
    const bad = await send(site, {
      method: 'POST',
      path: '/search',
      headers,
      body: JSON.stringify([...batch.slice(1), { q: 'x', gl: 'zz' }]),
    });
    assert.deepEqual([bad.status, Object.keys(bad.json)], [400, ['message', 'statusCode']]);
    assert.ok((await post(site, '/maps', { q: 'cafe', ll: '@40.7455096,-74.0083012,14z' })).json.places.length > 0);
    assert.ok((await post(site, '/webpage', { url: 'https://shop.example/' })).json.text.length > 0);
    const shopping = await send(site, { method: 'POST', path: '/shopping', headers, body: '{"q":"coffee"}' });
    assert.deepEqual([shopping.status, Object.keys(shopping.json)], [400, ['message', 'statusCode']]);
    const account = (await sendGood(site, { path: '/account', headers })).json;
    assert.ok(Number.isInteger(account.balance) && Number.isInteger(account.rateLimit));
    return { version: '2026-11' };
  },
};

export const RECORDED_CHECKS: readonly CompatibilityCheck[] = [
  serpapiPython,
  olderPython,
  langchainSerpApi,
  hosted,
  langchainSerper,
  agents,
  batches,
].map((check) => ({ ...check, short: true as const }));
