// Clients of SerpApi.
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { CompatibilityCheck, Site } from '../check.ts';
import { assertDifferentPages, createTestKey, type Json, sendGood } from '../recorded.ts';
import { runRedirected } from '../redirect.ts';

/** Every engine with the name of its query and its list. */
const ENGINES: readonly (readonly [engine: string, query: string, list: string])[] = [
  ['google', 'q', 'organic_results'],
  ['google_light', 'q', 'organic_results'],
  ['google_images', 'q', 'images_results'],
  ['google_local', 'q', 'local_results'],
  ['google_maps', 'q', 'local_results'],
  ['google_videos', 'q', 'video_results'],
  ['bing', 'q', 'organic_results'],
  ['yahoo', 'p', 'organic_results'],
  ['yandex', 'text', 'organic_results'],
  ['youtube', 'search_query', 'video_results'],
  ['naver', 'query', 'web_results'],
  ['baidu', 'q', 'organic_results'],
  ['duckduckgo', 'q', 'organic_results'],
];
const TABS = { isch: 'images_results', nws: 'news_results', lcl: 'local_results', vid: 'video_results' };

/** Returns the body of the error that the client throws as text. */
async function rejected(asked: Promise<unknown>): Promise<Json> {
  try {
    await asked;
  } catch (error) {
    if (typeof error === 'string') return JSON.parse(error);
    throw error;
  }
  throw new assert.AssertionError({ message: 'The client accepted a bad request.' });
}

/** The official client takes an agent, which leads its connections to the service. */
async function loadSerpApi(site: Site): Promise<Json> {
  const client = await import(pathToFileURL(site.tool('serpapi/esm/mod.js')).href);
  const { hostname, port } = new URL(site.url);
  class ToSextant extends Agent {
    override createConnection() {
      return connect(Number(port), hostname);
    }
  }
  client.config.api_key = site.key;
  client.config.requestOptions = { agent: new ToSextant() };
  return client;
}

async function searchEngines(client: Json): Promise<void> {
  for (const [engine, query, list] of ENGINES) {
    const first = await client.getJson({ engine, [query]: 'black coffee' });
    const next = new URL(first.serpapi_pagination.next);
    assert.ok(!next.searchParams.has('api_key'), `${engine}: the next page shows the key`);
    assert.match(first.pagination.next, /^https:\/\//);
    assertDifferentPages(first[list], (await client.getJson(Object.fromEntries(next.searchParams)))[list], engine);
  }
  for (const [tbm, list] of Object.entries(TABS)) assert.ok((await client.getJson({ q: 'coffee', tbm }))[list].length > 0, tbm);
  assert.ok((await client.getJson({ engine: 'google_news', q: 'coffee' })).news_results[0].source.name);
  assert.ok((await client.getJson({ engine: 'google_ai_mode', q: 'coffee' })).text_blocks.length > 0);
}

async function useArchive(client: Json): Promise<void> {
  assert.match(await client.getHtml({ q: 'archived coffee' }), /^\s*</);
  const first = await client.getJson({ q: 'archived coffee', async: true, no_cache: true });
  assert.deepEqual([first.search_metadata.status, first.search_metadata.processed_at], ['Processing', null]);
  const { id } = first.search_metadata;
  let found: Json = first;
  for (let polls = 0; polls < 100 && found.search_metadata.status !== 'Success'; polls++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    found = await client.getJsonBySearchId(id);
  }
  assert.deepEqual([found.search_metadata.id, found.search_metadata.status, found.organic_results.length], [id, 'Success', 10]);
  assert.match(await client.getHtmlBySearchId(id), /^\s*</);
}

async function getErrors(client: Json, site: Site): Promise<void> {
  const empty = await createTestKey(site, 0);
  for (const [parameters, words] of [
    [{ q: 'coffee', engine: 'walmart' }, /^Unsupported `walmart` search engine/],
    [{ q: 'coffee', device: 'watch' }, /^Unsupported `watch` device/],
    [{ engine: 'google' }, /^Missing query `q` parameter/],
    [{ q: 'coffee', api_key: 'sxt_test_nobody' }, /^Invalid API key/],
    [{ q: 'unpaid coffee', api_key: empty }, /^Your account has run out of searches/],
  ] as const) {
    const body = await rejected(client.getJson(parameters));
    assert.deepEqual(Object.keys(body), ['error']);
    assert.match(body.error, words);
  }
  assert.deepEqual(Object.keys(await rejected(client.getJsonBySearchId('0123456789abcdef01234567'))), ['error']);
}

const official: CompatibilityCheck = {
  name: 'serpapi-npm',
  area: 'Compatibility endpoints',
  tool: 'serpapi (npm)',
  what: 'every engine with two pages, tabs, archive, HTML, account, locations, restrictor, errors',
  async run(site) {
    const client = await loadSerpApi(site);
    const place = { q: 'coffee', location: 'Austin, Texas', gl: 'uk', hl: 'pt-br', device: 'tablet' };
    const { search_metadata, search_parameters } = await client.getJson({ engine: 'google', ...place });
    assert.deepEqual(
      [search_parameters.location_requested, search_parameters.location_used],
      ['Austin, Texas', 'Austin,Texas,United States'],
    );
    assert.ok(search_metadata.total_time_taken >= 0 && search_metadata.google_url.startsWith('https://www.google.'));
    await searchEngines(client);
    await useArchive(client);
    const repeated = await Promise.all([1, 2].map(() => client.getJson({ q: 'repeated coffee' })));
    const uncached = await client.getJson({ q: 'repeated coffee', no_cache: true });
    assert.equal(repeated[0].search_metadata.id, repeated[1].search_metadata.id);
    assert.notEqual(uncached.search_metadata.id, repeated[0].search_metadata.id);
    const restricted = await client.getJson({ q: 'repeated coffee', json_restrictor: 'organic_results[0:2].{title,link}' });
    assert.deepEqual(
      [Object.keys(restricted), restricted.organic_results.map(Object.keys)],
      [
        ['organic_results'],
        [
          ['title', 'link'],
          ['title', 'link'],
        ],
      ],
    );
    assert.equal(typeof (await client.getAccount()).total_searches_left, 'number');
    const places = await client.getLocations({ q: 'Austin', limit: 3 });
    assert.equal(places.length, 3);
    const used = await client.getJson({ q: 'coffee', location: places[0].id });
    assert.equal(used.search_parameters.location_used, places[0].canonical_name);
    await getErrors(client, site);
    return { version: site.versionOf('serpapi'), remark: 'needs an agent that connects to Sextant, or a DNS entry and a certificate' };
  },
};

/** Each method of the older client, and what it throws for a bad key. */
const OLDER = `
import { createRequire } from 'node:module';
const { GoogleSearch, SerpApiSearch } = createRequire(tool(''))('google-search-results-nodejs');
const search = new GoogleSearch(process.env.SEXTANT_KEY);
const call = (method, ...args) => new Promise((resolve) => search[method](...args, resolve));
const json = await call('json', { q: 'coffee', location: 'Austin, TX' });
const html = await call('html', { q: 'coffee' });
const account = await call('account');
const places = await call('location', 'Austin', 3);
const archived = await call('search_archive', json.search_metadata.id);
const failure = await new Promise((resolve) => {
  process.once('uncaughtException', resolve);
  new SerpApiSearch('sxt_test_nobody').json({ q: 'coffee' }, () => resolve('accepted'));
});
console.log(JSON.stringify({ json, html: html.slice(0, 20), account, places, archived, failure }));
`;

const older: CompatibilityCheck = {
  name: 'google-search-results-nodejs',
  area: 'Compatibility endpoints',
  tool: 'google-search-results-nodejs (npm)',
  what: 'json, html, account, location and search_archive at its fixed host',
  async run(site) {
    const { json, html, account, places, archived, failure } = (await runRedirected(site, ['serpapi.com'], OLDER)) as Json;
    assert.equal(json.organic_results.length, 10);
    assert.match(html, /^\s*</);
    assert.equal(typeof account.total_searches_left, 'number');
    assert.equal(places.length, 3);
    assert.equal(archived.search_metadata.id, json.search_metadata.id);
    assert.equal(JSON.parse(failure).error, 'Invalid API key.');
    return {
      version: site.versionOf('google-search-results-nodejs'),
      remark: 'needs a DNS entry for serpapi.com and a certificate that Node trusts',
    };
  },
};

/** The wrapper returns the text of the answer box, if there is one. */
async function askForBox(site: Site, ask: (question: string) => Promise<string>): Promise<void> {
  for (let number = 1; number <= 30; number++) {
    const question = `coffee question ${number}`;
    const parameters = new URLSearchParams({ engine: 'google', q: question, gl: 'us', hl: 'en', api_key: site.key });
    const { answer_box: box } = (await sendGood(site, { path: `/search?${parameters}` })).json;
    if (!box) continue;
    assert.ok((box.answer ?? box.snippet)?.length > 0, question);
    assert.equal(await ask(question), box.answer ?? box.snippet);
    return;
  }
  assert.fail('no question has an answer box');
}

const langchain: CompatibilityCheck = {
  name: 'langchain-serpapi',
  area: 'Compatibility endpoints',
  tool: '@langchain/community, SerpAPI (npm)',
  what: 'plain, news and empty questions with the parameters of n8n and Flowise',
  async run(site) {
    const { SerpAPI } = await import(pathToFileURL(site.tool('@langchain/community/dist/tools/serpapi.js')).href);
    const parameters = { gl: 'us', hl: 'en', device: 'tablet', no_cache: false, google_domain: 'google.com' };
    const ask = (question: string, more = {}): Promise<string> =>
      new SerpAPI(site.key, { ...parameters, ...more }, site.url).invoke(question);
    for (const [question, more] of [
      ['black coffee', {}],
      ['coffee news', { tbm: 'nws' }],
      ['coffee pictures', { tbm: 'isch' }],
    ] as const)
      assert.ok((await ask(question, more)).length > 10, question);
    await askForBox(site, ask);
    await assert.rejects(ask('test:empty coffee'), /Got error from serpAPI: Google hasn't returned any results for this query\./);
    return { version: site.versionOf('@langchain/community'), remark: 'the third argument of the constructor is the base URL' };
  },
};

export const SERPAPI_CHECKS: readonly CompatibilityCheck[] = [official, older, langchain];
