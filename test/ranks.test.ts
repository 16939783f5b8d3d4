// Ranks from stored result pages, over the whole service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let other: string;
// biome-ignore lint/suspicious/noExplicitAny: responses have many types.
const serps: any[] = [];
beforeAll(async () => {
  service = await startTestService();
  key = (await service.account()).test;
  other = (await service.account()).test;
  for (const body of [
    { keyword: 'boots', region: 'US' },
    { keyword: 'boots', region: 'US' },
    { keyword: 'boots', region: 'DE', isMobile: true },
    { keyword: 'Winter Boots, red', region: 'US', searchEngine: 'bing', maxResults: 20 },
  ])
    serps.push((await service.call('POST', '/serp/new', key, { ...body, asynchronous: false })).json);
  expect(serps.every(({ ready }) => ready)).toBe(true);
});
afterAll(() => service.stop());

const ranks = (query: string, as = key) => service.call('GET', `/ranks?${query}`, as);

describe('200', () => {
  test('tracks a domain over keywords, engines, regions and devices', async () => {
    const item = serps[0].data.organic[2];
    const host = new URL(item.url).hostname;
    const { status, json } = await ranks(`domain=${host}`);
    expect([status, json.domain, json.looked, json.next]).toEqual([200, host, 4, null]);
    expect(json.series).toHaveLength(3);
    const own = json.series.find(({ device, engine }: { device: string; engine: string }) => device === 'desktop' && engine === 'google');
    expect(own).toMatchObject({ keyword: 'boots', engine: 'google', region: 'United States' });
    expect(own.points.map(({ id }: { id: string }) => id).sort()).toEqual([serps[0].id, serps[1].id].sort());
    const point = own.points.find(({ id }: { id: string }) => id === serps[0].id);
    const best = serps[0].data.organic.find(({ url }: { url: string }) => new URL(url).hostname === host);
    expect(point).toEqual({
      at: serps[0].generatedAt,
      id: serps[0].id,
      position: best.position,
      url: best.url,
      depth: serps[0].data.organic.length,
    });
    for (const { type, share } of json.features) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(type).not.toBe('organic');
    }
  });

  test('counts subdomains but not similar names, and an absent domain has no position', async () => {
    const host = new URL(serps[0].data.organic[0].url).hostname;
    const parent = host.split('.').slice(1).join('.');
    const best = (json: { series: { points: { id: string; position: number | null }[] }[] }) =>
      json.series.flatMap(({ points }) => points).find(({ id }) => id === serps[0].id)?.position;
    if (parent.includes('.')) expect(best((await ranks(`domain=${parent}`)).json)).toBe(1);
    expect(best((await ranks(`domain=${host}`)).json)).toBe(1);
    expect(best((await ranks(`domain=${host.slice(1)}`)).json)).not.toBe(1);
    expect(best((await ranks('domain=absent.example')).json)).toBeNull();
    expect((await ranks(`domain=${encodeURIComponent(`https://${host.toUpperCase()}/x?y`)}`)).json.domain).toBe(host);
  });

  test('filters by keywords, engine and region in any case', async () => {
    const looked = async (query: string) => (await ranks(`domain=shop.example&${query}`)).json.looked;
    expect(await looked('keywords=BOOTS')).toBe(3);
    expect(await looked('keywords=boots&keywords=winter%20boots,%20red')).toBe(4);
    expect(await looked('engine=bing')).toBe(1);
    expect(await looked('region=DE')).toBe(1);
    expect(await looked('keywords=shoes')).toBe(0);
  });

  test('pages through all results, without those of other accounts', async () => {
    const seen: string[] = [];
    let after = '';
    for (let pages = 0; pages < 10; pages++) {
      const { json } = await ranks(`domain=shop.example&limit=3${after}`);
      seen.push(...json.series.flatMap(({ points }: { points: { id: string }[] }) => points.map(({ id }) => id)));
      if (json.next === null) break;
      after = `&after=${json.next}`;
    }
    expect(seen.sort()).toEqual(serps.map(({ id }) => id).sort());
    expect((await ranks('domain=shop.example', other)).json).toMatchObject({ series: [], features: [], looked: 0, next: null });
  });
});

describe('400', () => {
  test.each([
    ['', 'domain'],
    ['domain=no domain', 'domain'],
    ['domain=localhost', 'domain'],
    ['domain=shop.example&days=0', 'days'],
    ['domain=shop.example&limit=201', 'limit'],
    ['domain=shop.example&engine=chat', 'engine'],
    ['domain=shop.example&after=x', 'after'],
    ['domain=shop.example&keywords=', 'keywords'],
    ['domain=shop.example&keywords=a%00', 'keywords'],
    ['domain=a.example&domain=b.example', 'domain'],
  ])('%s is rejected with the name of the parameter', async (query, name) => {
    const { status, json } = await ranks(query.replaceAll(' ', '%20'));
    expect([status, json.message]).toEqual([400, expect.stringContaining(`: ${name}`)]);
  });
});

describe('403', () => {
  test('rejects a request without a key', async () => {
    expect((await ranks('domain=shop.example', 'sxt_test_wrong')).status).toBe(403);
  });
});
