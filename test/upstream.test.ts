// One Sextant behind another: the upstream source with a second running service, over real sockets.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineName } from '../src/contract/vocabulary.ts';
import { createUpstreamKeywords } from '../src/sources/keywords/upstream.ts';
import type { ProviderSource } from '../src/sources/providers/source.ts';
import { createUpstream } from '../src/sources/providers/upstream.ts';
import { collectKeywords, keywordFailure, keywordQuery, manyWords } from './keyword-api.ts';
import { type LocalApi, serpQuery, startLocalApi } from './local-api.ts';
import { startTestService, type TestService } from './service.ts';

let second: TestService;
let asking: LocalApi;
let key: string;
let baseUrl: string;
let upstream: ProviderSource;
beforeAll(async () => {
  second = await startTestService();
  await second.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(second.app.server.address() as AddressInfo).port}`;
  ({ test: key } = await second.account());
  upstream = createUpstream({ baseUrl, apiKey: key, priority: 'NORMAL' });
  asking = await startLocalApi();
});
afterAll(async () => {
  await asking?.close();
  await second?.stop();
});

const BERLIN = { canonicalName: 'DE', countryCode: 'DE', type: 'country', latitude: 51, longitude: 10 };
const query = (fields: object = {}) => serpQuery({ region: BERLIN, ...fields });

describe('a second Sextant', () => {
  it('runs a request, and its result has all fields', async () => {
    const pages = await asking.search(upstream, query({ maxResults: 30 }));
    expect(pages).toHaveLength(1);
    expect(pages[0]!.organic.length).toBeGreaterThan(20);
    expect(pages[0]!.organic.map(({ position }) => position)).toEqual(pages[0]!.organic.map((_, index) => index + 1));
    expect(pages[0]!.organic[0]).toMatchObject({
      title: expect.any(String),
      url: expect.stringMatching(/^https?:/),
      sitelinks: expect.any(Array),
    });
    const { json } = await second.call('GET', '/user', key);
    expect(json.credits[0].remaining).toBe(json.credits[0].total - 1);
  });

  it('is charged once for an attempt whose response was lost, and again for the next attempt', async () => {
    const spent = async () => {
      const { json } = await second.call('GET', '/user', key);
      return json.credits[0].total - json.credits[0].remaining;
    };
    const before = await spent();
    const [one] = await asking.search(upstream, query({ reference: 'a1b2-1' }));
    const [same] = await asking.search(upstream, query({ reference: 'a1b2-1' }));
    expect(same!.organic).toEqual(one!.organic);
    expect((await spent()) - before).toBe(1);
    await asking.search(upstream, query({ reference: 'a1b2-2' }));
    expect((await spent()) - before).toBe(2);
  });

  it('supports engines of several kinds', async () => {
    for (const engine of ['bing', 'youtube', 'baidu'] as EngineName[]) {
      const [page] = await asking.search(upstream, query({ engine }));
      expect(page!.organic.length, engine).toBeGreaterThan(0);
    }
  });

  it('proves an empty result by its verdict', async () => {
    expect((await asking.search(upstream, query({ keyword: 'test:empty' })))[0]).toMatchObject({ empty: true, organic: [] });
  });

  it('that failed reports why', async () => {
    expect(await asking.failure(upstream, query({ keyword: 'test:unparsed' }))).toMatchObject({ outcome: 'unparsed', recovery: 'fail' });
    expect(await asking.failure(upstream, query({ keyword: 'test:poisoned garden chairs' }))).toMatchObject({
      outcome: 'suspect',
      recovery: 'nextSource',
    });
  });

  it('rejects a wrong key, an invalid request and missing credits, each with its own recovery', async () => {
    const stranger = createUpstream({ baseUrl, apiKey: 'nobody', priority: 'NORMAL' });
    expect(await asking.failure(stranger, query())).toMatchObject({ outcome: 'unparsed', recovery: 'fail' });
    expect(await asking.failure(upstream, query({ language: 'zz' }))).toMatchObject({ outcome: 'unparsed', recovery: 'fail' });
    const poor = await second.account({ email: 'poor@mail.example', testCredits: 0, credits: 0 });
    const broke = createUpstream({ baseUrl, apiKey: poor.live, priority: 'NORMAL' });
    expect(await asking.failure(broke, query())).toMatchObject({ outcome: 'blocked', recovery: 'nextSource', cooldownSeconds: 3600 });
  });
});

describe('keywords of a second Sextant', () => {
  const keywordsOf = () => createUpstreamKeywords({ baseUrl, apiKey: key });
  const wanted = (fields: object = {}) =>
    keywordQuery({ region: { countryCode: 'DE', canonicalName: 'Germany', criteriaId: 2276 }, keywords: manyWords(45), ...fields });

  it('are complete, although an account there may request only twenty at once', async () => {
    const found = await collectKeywords(keywordsOf(), asking.fetch, wanted());
    expect(found.results.map(({ keyword }) => keyword)).toEqual(manyWords(45));
    expect(found.results.every(({ monthlySearchVolumes }) => monthlySearchVolumes?.length === 12)).toBe(true);
    expect(found.results.filter(({ searchVolume }) => searchVolume! > 0).length).toBeGreaterThan(20);
  });

  it('may be suggestions, or of Baidu', async () => {
    const ideas = await collectKeywords(
      keywordsOf(),
      asking.fetch,
      wanted({ suggestions: true, keywords: [], url: 'https://shop.example/' }),
    );
    expect(ideas.results.length).toBeGreaterThan(5);
    const [first] = (await collectKeywords(keywordsOf(), asking.fetch, wanted({ source: 'baidu', keywords: ['鞋子'] }))).results;
    expect(first!.searchVolumeMobileRatio).toBeGreaterThan(0);
  });

  it('that failed report why', async () => {
    expect((await keywordFailure(keywordsOf(), asking.fetch, wanted({ keywords: ['test:unparsed tea'] }))).outcome).toBe('unparsed');
    const stranger = createUpstreamKeywords({ baseUrl, apiKey: 'nobody' });
    expect((await keywordFailure(stranger, asking.fetch, wanted())).outcome).toBe('blocked');
  });
});
