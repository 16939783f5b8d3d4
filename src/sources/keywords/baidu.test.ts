// Baidu's marketing API, against handwritten responses.
import { describe, expect, it } from 'vitest';
import type { Page, PageRequest, SourceError } from '../adapter.ts';
import { createBaidu } from './baidu.ts';
import type { KeywordQuery } from './query.ts';

const adapter = createBaidu({ userName: 'user', accessToken: 'token' });
const queryWith = (fields: Partial<KeywordQuery> = {}): KeywordQuery => ({
  keywords: ['鞋子', '手机'],
  url: null,
  suggestions: false,
  source: 'baidu',
  region: { countryCode: 'CN', canonicalName: 'China', criteriaId: 2156 },
  language: null,
  searchPartners: false,
  month: '2026-11',
  ...fields,
});
const good = { desc: 'success', status: 0, failures: [] };
const page = (request: PageRequest, body: unknown, status = 200): Page => ({
  request,
  url: request.url,
  status,
  headers: {},
  body: JSON.stringify(body),
});
const ROW = { keywordName: '鞋子', price: 1.2, kwc: 1, averageMonthPv: 1000, averageMonthPvPc: 250, averageMonthPvMobile: 750 };

describe('volumes', () => {
  const request = adapter.start(queryWith());
  it('are requested for all devices, with the credentials in the body', () => {
    expect(request.url).toBe('https://api.baidu.com/json/sms/service/PvSearchFunction/getPvSearch');
    const body = JSON.parse(request.body!);
    expect(body.header).toEqual({ userName: 'user', accessToken: 'token' });
    expect(body.body.device).toBe(0);
    expect(body.body.keywordList[0]).toEqual({ keywordName: '鞋子', matchType: 1, phraseType: 1 });
  });

  it.each([
    ['as the API sends them', { data: [{ data: [ROW], errorItems: ['手机'] }] }],
    ['as the documentation shows them', { data: { data: [ROW] } }],
    ['without nesting', { data: [ROW] }],
  ])('are parsed %s, with a row for the keyword that was dropped', (_, body) => {
    const { found } = adapter.parse(page(request, { header: good, body }), queryWith());
    expect(found.totalResults).toBe(2);
    expect(found.results[0]).toEqual({
      keyword: '鞋子',
      competition: 3,
      costPerClick: 1.2,
      searchVolume: 1000,
      searchVolumeMobileRatio: 0.75,
      monthlySearchVolumes: null,
    });
    expect(found.results[1]).toMatchObject({ keyword: '手机', searchVolume: null, competition: null });
  });

  it('count as incomplete when Baidu dropped a keyword, because its quota may be used up', () => {
    const body = { data: [{ data: [ROW, { ...ROW, keywordName: '手机' }], errorItems: [] }] };
    expect(adapter.parse(page(request, { header: good, body }), queryWith()).found.incomplete).toBeUndefined();
    body.data[0]!.data.pop();
    expect(adapter.parse(page(request, { header: good, body }), queryWith()).found.incomplete).toBe(true);
  });

  it('are requested for 700 keywords in one call', () => {
    const query = queryWith({ keywords: Array.from({ length: 700 }, (_, index) => `词${index}`) });
    expect(JSON.parse(adapter.start(query).body!).body.keywordList).toHaveLength(700);
  });

  it('are not requested for keywords longer than Baidu accepts', () => {
    const query = queryWith({ keywords: ['鞋子', '很'.repeat(21)] });
    expect(JSON.parse(adapter.start(query).body!).body.keywordList).toHaveLength(1);
  });
});

describe('suggestions', () => {
  it('are requested seed by seed and keep the scale of competition', () => {
    const query = queryWith({ suggestions: true });
    const first = adapter.start(query);
    expect(JSON.parse(first.body!).body.query).toBe('鞋子');
    const row = { word: '鞋子品牌', competition: 3, PV: 90, pcPV: 30, mobilePV: 60, recommendPricePc: 1, recommendPriceMobile: 2 };
    const { found, next } = adapter.parse(page(first, { header: good, body: { data: [row] } }), query);
    expect(found.results[0]).toMatchObject({
      keyword: '鞋子品牌',
      competition: 3,
      costPerClick: 1.5,
      searchVolume: 90,
      searchVolumeMobileRatio: 0.6667,
    });
    expect(JSON.parse(next!.body!).body.query).toBe('手机');
    expect(adapter.parse(page(next!, { header: good, body: { data: [] } }), query).next).toBeUndefined();
  });
});

describe('an error', () => {
  const outcome = (body: unknown, status = 200): string => {
    try {
      adapter.parse(page(adapter.start(queryWith()), body, status), queryWith());
      return 'none';
    } catch (error) {
      return (error as SourceError).outcome;
    }
  };
  it('has its recovery', () => {
    expect(outcome({ header: { status: 2, failures: [{ code: 8904, message: 'x' }] } })).toBe('blocked');
    expect(outcome({ header: { status: 2, failures: [{ code: 8104, message: 'x' }] } })).toBe('blocked');
    expect(outcome({ header: { status: 2, failures: [{ code: 901, message: 'x' }] } })).toBe('unparsed');
    expect(outcome({ header: { status: 3, failures: [] } })).toBe('unreachable');
    expect(outcome({ header: good, body: {} })).toBe('unparsed');
    expect(outcome({ header: good, body: { data: 'none' } })).toBe('unparsed');
    expect(outcome({ hello: 'world' })).toBe('unparsed');
    expect(outcome({}, 502)).toBe('unreachable');
  });
});
