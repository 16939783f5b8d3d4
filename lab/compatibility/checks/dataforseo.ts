// DataForSEO's published client, and the list of all checks of this endpoint.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { CompatibilityCheck, Site } from '../check.ts';
import { runLangChain, runRecorded } from './dataforseo-others.ts';
import { type Any, basicOf, TEA, taskOf, until, withReceiver } from './dataforseo-parts.ts';

const AREA = 'Compatibility endpoints';

interface Client {
  readonly module: Any;
  readonly serp: Any;
  readonly keywords: Any;
  readonly domains: Any;
  readonly appendix: Any;
}

/** The client leaves authentication to the caller's `fetch`, as its README shows. */
async function openClient(site: Site): Promise<Client> {
  const module = (await import(pathToFileURL(site.tool('dataforseo-client/dist/esm/index.js')).href)) as Any;
  const http = {
    fetch: (url: string, init: RequestInit = {}) => fetch(url, { ...init, headers: { ...init.headers, Authorization: basicOf(site) } }),
  };
  return {
    module,
    serp: new module.SerpApi(site.url, http),
    keywords: new module.KeywordsDataApi(site.url, http),
    domains: new module.DomainAnalyticsApi(site.url, http),
    appendix: new module.AppendixApi(site.url, http),
  };
}

const LIVE = [
  ['googleOrganicLiveAdvanced', 'organic'],
  ['bingOrganicLiveAdvanced', 'organic'],
  ['yahooOrganicLiveAdvanced', 'organic'],
  ['youtubeOrganicLiveAdvanced', 'youtube_video'],
  ['googleMapsLiveAdvanced', 'maps_search'],
  ['googleLocalFinderLiveAdvanced', 'local_pack'],
  ['googleImagesLiveAdvanced', 'images_search'],
  ['googleNewsLiveAdvanced', 'news_search'],
  ['googleAiModeLiveAdvanced', 'ai_overview'],
] as const;

async function runLive(site: Site): Promise<void> {
  const { serp, module } = await openClient(site);
  for (const [method, type] of LIVE) {
    const [result] = taskOf(await serp[method]([{ ...TEA, depth: 10 }])).result;
    assert.ok(result.items.length > 0, method);
    assert.deepEqual(result.item_types, [...new Set(result.items.map((item: Any) => item.type))], method);
    assert.ok(result.item_types.includes(type), `${method}: ${result.item_types}`);
    assert.ok(
      result.items.every((item: Any) => item.constructor.name !== 'Object'),
      `${method} returns classes`,
    );
  }
  const [organic] = taskOf(await serp.googleOrganicLiveAdvanced([TEA])).result;
  const first = organic.items.find((item: Any) => item.type === 'organic');
  assert.ok(first instanceof module.OrganicSerpElementItem, first.constructor.name);
  assert.match(first.url, /^https?:/);
  const [regular] = taskOf(await serp.googleOrganicLiveRegular([TEA])).result;
  assert.ok(regular.items.some((item: Any) => item.title && item.url && item.rank_group === 1));
  const [html] = taskOf(await serp.googleOrganicLiveHtml([TEA])).result;
  assert.match(html.items[0].html, /^</);
  const two = await serp.googleOrganicLiveAdvanced([TEA, TEA]);
  assert.equal(two.status_code, 40000);
  await assert.rejects(new module.SerpApi(site.url, { fetch }).googleOrganicLiveAdvanced([TEA]), (error: Any) => error.status === 401);
}

async function runTasks(site: Site): Promise<void> {
  const { serp } = await openClient(site);
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...TEA, keyword: `tea ${index}`, tag: `t${index}` }));
  const tooMany = await serp.bingOrganicTaskPost(many(101));
  assert.deepEqual([tooMany.tasks_error, tooMany.tasks.at(-1).status_code, tooMany.tasks[0].status_code], [1, 40006, 20100]);
  const hundred = await serp.bingOrganicTaskPost(many(100));
  assert.ok(hundred.tasks.every((task: Any) => task.status_code === 20100));
  const mixed = await serp.googleOrganicTaskPost([TEA, { ...TEA, location_code: 7 }, { ...TEA, tag: 'third' }]);
  assert.deepEqual(
    mixed.tasks.map((task: Any) => task.status_code),
    [20100, 40501, 20100],
  );
  assert.equal(mixed.tasks_error, 1);
  const [{ id }] = mixed.tasks;
  const early = await serp.googleOrganicTaskGetAdvanced(id);
  assert.ok([20000, 40601, 40602].includes(early.tasks[0].status_code));
  const third = mixed.tasks[2].id;
  const entry = await until('a ready task', async () =>
    taskOf(await serp.googleOrganicTasksReady()).result.find((one: Any) => one.id === third),
  );
  assert.deepEqual([entry.tag, entry.endpoint_html], ['third', `/v3/serp/google/organic/task_get/html/${third}`]);
  for (const [method, field] of [
    ['googleOrganicTaskGetRegular', 'title'],
    ['googleOrganicTaskGetAdvanced', 'title'],
    ['googleOrganicTaskGetHtml', 'html'],
  ] as const) {
    const [result] = taskOf(await serp[method](third)).result;
    assert.ok(
      result.items.some((item: Any) => item[field]),
      method,
    );
  }
  const left = taskOf(await serp.googleOrganicTasksReady()).result.map((one: Any) => one.id);
  assert.ok(!left.includes(third), 'a collected task is no longer ready');
  for (const se of ['baidu', 'naver', 'seznam']) {
    const [posted] = (await serp[`${se}OrganicTaskPost`]([{ ...TEA, tag: se }])).tasks;
    assert.equal(posted.status_code, 20100, posted.status_message);
    const entry = await until(se, async () =>
      taskOf(await serp[`${se}OrganicTasksReady`]()).result.find((one: Any) => one.id === posted.id),
    );
    assert.equal(entry.tag, se);
    const [result] = taskOf(await serp[`${se}OrganicTaskGetAdvanced`](posted.id)).result;
    assert.ok(
      result.items.some((item: Any) => item.type === 'organic' && item.url),
      se,
    );
  }
  await until('all tasks', async () => taskOf(await serp.tasksReady()).result.filter((one: Any) => one.se === 'bing').length === 200);
}

async function runCallbacks(site: Site): Promise<void> {
  const { serp, appendix } = await openClient(site);
  await withReceiver(async (url, received) => {
    const tag = 'a&b#c ü';
    const posted = await serp.googleOrganicTaskPost([
      { ...TEA, tag, postback_data: 'advanced', postback_url: `${url}/post?id=$id&tag=$tag` },
      { ...TEA, tag, pingback_url: `${url}/ping?id=$id&tag=$tag` },
    ]);
    assert.deepEqual(
      posted.tasks.map((task: Any) => task.status_code),
      [20100, 20100],
      posted.tasks[0].status_message,
    );
    const [post, ping] = posted.tasks;
    const sent = await until('the postback', async () => received.find((one) => one.url.startsWith('/post')));
    assert.equal(sent.method, 'POST');
    const query = new URL(sent.url, url).searchParams;
    assert.deepEqual([query.get('id'), query.get('tag')], [post.id, tag]);
    const body = JSON.parse(gunzipSync(sent.body).toString('utf8'));
    const collected = taskOf(await serp.googleOrganicTaskGetAdvanced(post.id));
    assert.equal(body.tasks[0].id, post.id);
    assert.equal(body.tasks[0].data.tag, tag);
    assert.equal(body.tasks[0].result[0].items.length, collected.result[0].items.length);
    const pinged = await until('the pingback', async () => received.find((one) => one.url.startsWith('/ping')));
    const pingQuery = new URL(pinged.url, url).searchParams;
    assert.deepEqual([pinged.method, pingQuery.get('id'), pingQuery.get('tag')], ['GET', ping.id, tag]);
    const resent = await appendix.webhookResend([{ id: ping.id }]);
    assert.equal(resent.tasks[0].status_code, 20000, resent.tasks[0].status_message);
    await until('the second pingback', async () => received.filter((one) => one.url.startsWith('/ping')).length === 2);
  });
}

async function runOthers(site: Site): Promise<void> {
  const { serp, keywords, domains, appendix } = await openClient(site);
  const words = Array.from({ length: 45 }, (_, index) => `green tea ${index}`);
  const volumes = taskOf(await keywords.googleAdsSearchVolumeLive([{ keywords: words, location_code: 2840, language_code: 'en' }]));
  assert.deepEqual(
    volumes.result.map((one: Any) => one.keyword),
    words,
  );
  const [posted] = (await keywords.googleAdsSearchVolumeTaskPost([{ keywords: words, location_code: 2840, tag: 'k' }])).tasks;
  assert.equal(posted.status_code, 20100);
  await until('keywords', async () => {
    const [task] = (await keywords.googleAdsSearchVolumeTaskGet(posted.id)).tasks;
    return task.status_code === 20000 && task.result.length === 45;
  });
  const whois = taskOf(await domains.whoisOverviewLive([{ filters: ['domain', '=', 'shop.example'], limit: 1 }]));
  assert.equal(whois.result[0].items[0].domain, 'shop.example');
  const technologies = taskOf(await domains.technologiesDomainTechnologiesLive([{ target: 'shop.example' }]));
  assert.ok(technologies.result[0].technologies);
  const [user] = taskOf(await appendix.userData()).result;
  assert.equal(typeof user.money.balance, 'number');
  assert.ok(taskOf(await appendix.errors()).result.some((one: Any) => one.code === 40602));
  taskOf(await appendix.appendixStatus());
  const locations = taskOf(await serp.googleLocations()).result;
  assert.equal(locations.find((one: Any) => one.location_code === 2840).location_name, 'United States');
  assert.ok(taskOf(await serp.googleLocationsCountry('de')).result.every((one: Any) => one.country_iso_code === 'DE'));
  assert.ok(taskOf(await serp.googleLanguages()).result.some((one: Any) => one.language_code === 'de' && one.language_name === 'German'));
}

const client = { area: AREA, tool: 'dataforseo-client (npm)' } as const;
const clientVersion = (site: Site) => ({ version: site.versionOf('dataforseo-client') });

export const DATAFORSEO_CHECKS: readonly CompatibilityCheck[] = [
  {
    ...client,
    name: 'dataforseo-npm-live',
    what: 'live SERPs of nine endpoints, three levels, wrong key',
    run: async (site) => {
      await runLive(site);
      return clientVersion(site);
    },
  },
  {
    ...client,
    name: 'dataforseo-npm-tasks',
    what: 'batches of 100, ready lists, collecting in every level',
    run: async (site) => {
      await runTasks(site);
      return clientVersion(site);
    },
  },
  {
    ...client,
    name: 'dataforseo-npm-callbacks',
    what: 'postback, pingback, resending',
    run: async (site) => {
      await runCallbacks(site);
      return clientVersion(site);
    },
  },
  {
    ...client,
    name: 'dataforseo-npm-others',
    what: 'search volumes, WHOIS, technologies, account, locations, languages',
    run: async (site) => {
      await runOthers(site);
      return clientVersion(site);
    },
  },
  {
    name: 'dataforseo-langchain',
    area: AREA,
    tool: '@langchain/community: DataForSeoAPISearch',
    what: 'a search with default parameters, a wrong password',
    run: async (site) => {
      await runLangChain(site);
      return { version: site.versionOf('@langchain/community'), remark: 'fixed host: needs a redirect' };
    },
  },
  {
    name: 'dataforseo-recorded',
    area: AREA,
    tool: 'DataForSEO clients in Python, C# and n8n',
    what: 'their requests as recorded: RestClient, StringContent, LangChain, n8n-nodes-dataforseo 1.6.2',
    short: true,
    run: async (site) => {
      await runRecorded(site);
      return { version: 'recorded' };
    },
  },
];
