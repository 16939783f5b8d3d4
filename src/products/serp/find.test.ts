import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import { isOfSite, readFind } from './find.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({ PRICES: '{"depth.serp":1}' });
  key = (await service.account()).test;
});
afterAll(() => service.stop());

const search = async (more: object) =>
  (await service.call('POST', '/serp/new', key, { keyword: 'green tea', region: 'US', maxResults: 50, asynchronous: false, ...more })).json;
const hostOf = (url: string) => new URL(url).hostname;

describe('find', () => {
  test('stops at the page with the site, and reports its position and the cost', async () => {
    const all = await search({});
    const organic = all.data.organic as { url: string; position: number; page: number }[];
    const target = organic.find(({ url, page }) => page === 2 && organic.findIndex((other) => hostOf(other.url) === hostOf(url)) >= 10)!;
    const found = await search({ find: { domain: hostOf(target.url) } });
    expect(found.find).toEqual({
      domain: hostOf(target.url),
      stopWhenFound: true,
      position: target.position,
      url: target.url,
      page: 2,
      resultsChecked: found.data.organic.length,
      cost: 5,
    });
    expect([found.pages, all.pages]).toEqual([2, 5]);
    expect('find' in all).toBe(false);
  });

  test('without stopWhenFound paging continues, and a missing site has no position', async () => {
    const first = hostOf((await search({})).data.organic[0].url);
    const walked = await search({ find: { domain: first, stopWhenFound: false } });
    expect([walked.pages, walked.find.position]).toEqual([5, 1]);
    const absent = await search({ find: { domain: 'nowhere-to-be-found.example' } });
    expect([absent.pages, absent.find.position, absent.find.url, absent.find.resultsChecked]).toEqual([5, null, null, 50]);
  });

  test('stopping early does not count as a drop of the parser yield', async () => {
    const first = hostOf((await search({})).data.organic[0].url);
    const { id } = await search({ find: { domain: first } });
    const [row] = await service.database.db.query<{ detail: string }>(
      { name: 'detail', text: 'select detail from results where id = $1' },
      [id],
    );
    const { found, asked } = JSON.parse(row!.detail);
    expect(asked).toBe(found);
  });

  test.each(['https://shop.example', 'shop.example/path', 'shop.example:80', 'shop', '', 'a b.example', '-x.example'])(
    '%s is no domain',
    async (domain) => {
      const { status, json } = await service.call('POST', '/serp/new', key, { keyword: 'tea', region: 'US', find: { domain } });
      expect([status, json.message]).toEqual([400, expect.stringContaining('find.domain')]);
    },
  );

  test('subdomains belong to the site, hosts with the same ending do not', () => {
    expect(readFind({ domain: ' Bücher.Example ' }, '')).toEqual({ domain: 'xn--bcher-kva.example', stopWhenFound: true });
    expect(isOfSite('https://www.shop.example/x', 'shop.example')).toBe(true);
    expect(isOfSite('https://workshop.example/', 'shop.example')).toBe(false);
    expect(isOfSite('nonsense', 'shop.example')).toBe(false);
  });
});
