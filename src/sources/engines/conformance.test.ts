// What every engine promises, checked on the pages of the test world: one suite over all of them.
import { describe, expect, it } from 'vitest';
import type { Page, PageRequest } from '../adapter.ts';
import { baiduSite } from '../sandbox/baidu.ts';
import { bingSite } from '../sandbox/bing.ts';
import { daumSiteSite, daumWebSite } from '../sandbox/daum.ts';
import { googleSite } from '../sandbox/google.ts';
import { googleAimodeSite } from '../sandbox/google-aimode.ts';
import { googleimagesSite } from '../sandbox/googleimages.ts';
import { googlelocalSite } from '../sandbox/googlelocal.ts';
import { googlenewsSite } from '../sandbox/googlenews.ts';
import { naverLocalSite, naverSite, naverWebSite } from '../sandbox/naver.ts';
import { seznamSite } from '../sandbox/seznam.ts';
import type { SandboxPage, SandboxSite } from '../sandbox/site.ts';
import { sogouSite } from '../sandbox/sogou.ts';
import type { World } from '../sandbox/world.ts';
import { createWorld } from '../sandbox/world.ts';
import { yahooSite } from '../sandbox/yahoo.ts';
import { yandexSite } from '../sandbox/yandex.ts';
import { youtubeSite } from '../sandbox/youtube.ts';
import type { Engine, SerpAsk } from '../serp.ts';
import { baidu } from './baidu.ts';
import { bing } from './bing.ts';
import { daumsite } from './daumsite.ts';
import { daumweb } from './daumweb.ts';
import { google } from './google.ts';
import { googleAimode } from './google-aimode.ts';
import { googleadvertiser } from './googleadvertiser.ts';
import { googleimages } from './googleimages.ts';
import { googlelocal } from './googlelocal.ts';
import { googlenews } from './googlenews.ts';
import { naver } from './naver.ts';
import { naverlocal } from './naverlocal.ts';
import { naverwebdocs } from './naverwebdocs.ts';
import { seznam } from './seznam.ts';
import { sogou } from './sogou.ts';
import { yahoo } from './yahoo.ts';
import { yandex } from './yandex.ts';
import { youtube } from './youtube.ts';

/** One row per engine: add the engine and its site of the test world. */
const ENGINES: readonly { readonly engine: Engine; readonly site: SandboxSite }[] = [
  { engine: google, site: googleSite },
  { engine: googlelocal, site: googlelocalSite },
  { engine: googleimages, site: googleimagesSite },
  { engine: googlenews, site: googlenewsSite },
  { engine: googleadvertiser, site: googleSite },
  { engine: googleAimode, site: googleAimodeSite },
  { engine: bing, site: bingSite },
  { engine: youtube, site: youtubeSite },
  { engine: naver, site: naverSite },
  { engine: naverwebdocs, site: naverWebSite },
  { engine: naverlocal, site: naverLocalSite },
  { engine: daumweb, site: daumWebSite },
  { engine: daumsite, site: daumSiteSite },
  { engine: yahoo, site: yahooSite },
  { engine: yandex, site: yandexSite },
  { engine: seznam, site: seznamSite },
  { engine: baidu, site: baiduSite },
  { engine: sogou, site: sogouSite },
];

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed);
const PAGES_MAX = 20;
const STRANGE =
  '<!doctype html><html><head><title>Teapot</title></head><body><h1>I am a teapot</h1><p>Nobody knows this page.</p></body></html>';

const askOf = (engine: Engine, isMobile = false): SerpAsk => ({
  engine: engine.name,
  keyword: 'blue kettle',
  place: { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 },
  language: 'en',
  isMobile,
  maxResults: engine.traits.maxResults,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});

const worldOf = (engine: Engine, seed: number): World => createWorld(`${engine.name} ${seed}`, 'blue kettle', '2026-11-15');

describe.each(ENGINES)('the engine $engine.name', ({ engine, site }) => {
  const fetched = (request: PageRequest, show: (asked: Parameters<SandboxSite['results']>[0]) => SandboxPage): Page => {
    const url = new URL(request.url);
    expect(site.serves(url)).toBe(true);
    const answer = show({ method: request.method ?? 'GET', url, headers: request.headers ?? {}, body: request.body ?? '' });
    return { request, url: request.url, status: answer.status, headers: answer.headers ?? {}, body: answer.body };
  };
  const outcomeOf = (page: Page): unknown => {
    try {
      engine.parse(page, askOf(engine));
      return 'read';
    } catch (error) {
      return (error as { outcome?: string }).outcome;
    }
  };
  const kinds = engine.traits.mobile ? [false, true] : [false];
  const cases = SEEDS.flatMap((seed) => kinds.map((isMobile) => ({ seed, isMobile })));

  it('asks with the words of the customer', () => {
    const request = engine.start(askOf(engine));
    const asked = { method: request.method ?? 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: request.body ?? '' };
    expect(site.keywordOf(asked)).toBe('blue kettle');
  });

  it.each(cases)('counts from 1 without gaps and gives whole addresses (world $seed, phone $isMobile)', ({ seed, isMobile }) => {
    const ask = askOf(engine, isMobile);
    const page = fetched(engine.start(ask), (asked) => site.results(asked, worldOf(engine, seed)));
    const { found } = engine.parse(page, ask);
    expect(found.empty).toBe(false);
    expect(found.organic.length).toBeGreaterThan(0);
    for (const value of Object.values(found)) {
      if (Array.isArray(value)) expect(value.map(({ position }) => position)).toEqual(value.map((_, index) => index + 1));
    }
    for (const item of found.organic) {
      expect(item.url).toMatch(/^https?:\/\/[^/]+/);
      expect(item.domain).toBe(new URL(item.url).hostname);
      expect(item.title).not.toBe('');
    }
    expect(new Set(found.organic.map(({ url }) => url)).size).toBe(found.organic.length);
  });

  it.each(cases)('gives the same output for the same input (world $seed, phone $isMobile)', ({ seed, isMobile }) => {
    const ask = askOf(engine, isMobile);
    const page = fetched(engine.start(ask), (asked) => site.results(asked, worldOf(engine, seed)));
    expect(engine.parse(page, ask)).toEqual(engine.parse(page, ask));
  });

  it('continues on further pages until it has as many results as it can give, none twice', () => {
    const ask = askOf(engine);
    const urls: string[] = [];
    let request: PageRequest | undefined = engine.start(ask);
    for (let pages = 0; request && urls.length < engine.traits.maxResults && pages < PAGES_MAX; pages++) {
      const { found, next } = engine.parse(
        fetched(request, (asked) => site.results(asked, worldOf(engine, 1))),
        ask,
      );
      urls.push(...found.organic.map(({ url }) => url));
      request = next;
    }
    expect(urls.length).toBeGreaterThanOrEqual(engine.traits.maxResults);
    expect(new Set(urls).size).toBe(urls.length);
  });

  it('gives an empty list where the engine says that nothing was found', () => {
    const { found, next } = engine.parse(
      fetched(engine.start(askOf(engine)), (asked) => site.noResults(asked, worldOf(engine, 0))),
      askOf(engine),
    );
    expect(found.empty).toBe(true);
    expect(found.organic).toEqual([]);
    expect(next).toBeUndefined();
  });

  it.each(SEEDS)('is blocked at every wall (world %s)', (seed) => {
    expect(outcomeOf(fetched(engine.start(askOf(engine)), (asked) => site.wall(asked, worldOf(engine, seed))))).toBe('blocked');
  });

  it('cannot read a strange page', () => {
    expect(outcomeOf(fetched(engine.start(askOf(engine)), () => ({ status: 200, body: STRANGE })))).toBe('unparsed');
    expect(outcomeOf(fetched(engine.start(askOf(engine)), () => ({ status: 200, body: '' })))).toBe('unparsed');
  });
});
