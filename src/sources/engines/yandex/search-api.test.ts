// Yandex's Search API, synchronous and deferred, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../../test/local-api.ts';
import type { ProviderSource } from '../../providers/source.ts';
import { createYandexSearch, type YandexSearchSettings } from './search-api.ts';

let api: LocalApi;
let settings: YandexSearchSettings;
let atOnce: ProviderSource;
let deferred: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  settings = {
    apiKey: 'AQVN-secret',
    folderId: 'b1g',
    baseUrl: api.baseUrl,
    operationsUrl: api.baseUrl,
    deferred: false,
    pollSeconds: 0.01,
    pollsMax: 3,
  };
  atOnce = createYandexSearch(settings);
  deferred = createYandexSearch({ ...settings, deferred: true });
});
afterAll(() => api.close());

const MOSCOW = { canonicalName: 'Moscow,Russia', countryCode: 'RU', type: 'city', latitude: 55.75, longitude: 37.6 };
const baseQuery = serpQuery({ engine: 'yandex', keyword: 'красные туфли', language: 'ru', region: MOSCOW });

const doc = (number: number) => `<group><doccount>1</doccount><doc id="Z${number}"><url>https://d${number}.example/</url>
  <domain>d${number}.example</domain><title>Красные <hlword>туфли</hlword> &amp; ${number}</title><headline>Описание</headline>
  <passages><passage>Лучшие <hlword>красные туфли</hlword></passage><passage>и ещё</passage></passages></doc></group>`;
const xml = (inside: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<yandexsearch version="1.0"><request><page>0</page></request><response date="20260928T103130">${inside}</response></yandexsearch>\n`;
const listed = (from: number, count: number) =>
  xml(
    `<found priority="phrase">1</found><found priority="all">206775197</found><results><grouping attr="d" mode="deep">
     <found-docs priority="all">192685602</found-docs><page first="1" last="10">0</page>
     ${Array.from({ length: count }, (_, index) => doc(from + index)).join('')}</grouping></results>`,
  );
const failed = (code: number) => xml(`<error code="${code}">AQVN-secret is wrong</error>`);
const coded = (text: string) => ({ rawData: Buffer.from(text, 'utf8').toString('base64') });

interface Body {
  readonly query: { readonly searchType: string; readonly page: string };
  readonly region?: string;
  readonly l10n?: string;
  readonly userAgent?: string;
}
const bodies = () => api.asked.map(({ body }) => body as Body);

describe('a query for Yandex', () => {
  it('has the country’s search, the folder and the language, and the key in a header', async () => {
    api.answers(() => ({ body: coded(listed(1, 3)) }));
    await api.search(atOnce, baseQuery);
    expect(api.asked[0]).toMatchObject({
      method: 'POST',
      path: '/v2/web/search',
      query: {},
      headers: { authorization: 'Api-Key AQVN-secret' },
      body: {
        query: { searchType: 'SEARCH_TYPE_RU', queryText: 'красные туфли', page: '0' },
        groupSpec: { groupMode: 'GROUP_MODE_DEEP', groupsOnPage: '10', docsInGroup: '1' },
        region: '225',
        l10n: 'LOCALIZATION_RU',
        folderId: 'b1g',
        responseFormat: 'FORMAT_XML',
      },
    });
  });

  it('uses the international search for other countries, without a region', async () => {
    api.answers(() => ({ body: coded(listed(1, 3)) }));
    await api.search(atOnce, serpQuery({ engine: 'yandex', isMobile: true }));
    await api.search(atOnce, { ...baseQuery, region: { ...MOSCOW, countryCode: 'TR' }, userAgent: 'Own/1.0' });
    await api.search(atOnce, { ...baseQuery, region: { ...MOSCOW, countryCode: 'KZ' } });
    expect(bodies().map(({ query, region, l10n }) => [query.searchType, region, l10n])).toEqual([
      ['SEARCH_TYPE_COM', undefined, 'LOCALIZATION_EN'],
      ['SEARCH_TYPE_TR', '983', 'LOCALIZATION_TR'],
      ['SEARCH_TYPE_KK', undefined, undefined],
    ]);
    expect(bodies().map(({ userAgent }) => userAgent)).toEqual([expect.stringContaining('Mobile'), 'Own/1.0', undefined]);
  });
});

describe('a response of Yandex', () => {
  it('has results with passages and the better of its two counts', async () => {
    api.answers(() => ({ body: coded(listed(1, 2)) }));
    const [page] = await api.search(atOnce, baseQuery);
    expect(page).toMatchObject({ totalResults: 192685602, empty: false });
    expect(page!.organic[0]).toMatchObject({
      rank: 1,
      title: 'Красные туфли & 1',
      url: 'https://d1.example/',
      displayUrl: 'd1.example',
      snippet: 'Лучшие красные туфли … и ещё',
      highlighted: ['красные туфли'],
    });
  });

  it('continues while its pages are full', async () => {
    api.answers(({ body }) => {
      const number = Number((body as Body).query.page);
      return { body: coded(listed(number * 100, number === 0 ? 100 : 7)) };
    });
    const pages = await api.search(atOnce, { ...baseQuery, maxResults: 200 });
    expect(bodies().map(({ query }) => query.page)).toEqual(['0', '1']);
    expect(pages.map(({ organic }) => organic.length)).toEqual([100, 7]);
  });

  it('is empty only with the code for no results', async () => {
    api.answers(() => ({ body: coded(failed(15)) }));
    expect((await api.search(atOnce, baseQuery))[0]).toMatchObject({ empty: true, totalResults: 0 });
    api.answers(() => ({ body: coded(xml('')) }));
    expect((await api.failure(atOnce, baseQuery)).outcome).toBe('unparsed');
  });

  it('that is truncated or not a list is unparsed', async () => {
    for (const body of [coded(listed(1, 3).slice(0, -30)), coded('<html>'), { rawData: '' }, { rawData: 7 }, {}, 'x']) {
      api.answers(() => ({ body }));
      expect((await api.failure(atOnce, baseQuery)).outcome, JSON.stringify(body).slice(0, 40)).toBe('unparsed');
    }
  });

  it('with an error has its recovery', async () => {
    for (const [code, outcome, cooldownSeconds] of [
      [1, 'unparsed', 0],
      [20, 'unreachable', 0],
      [32, 'blocked', 3600],
      [42, 'unparsed', 0],
      [55, 'blocked', 60],
      [100, 'blocked', 900],
    ] as const) {
      api.answers(() => ({ body: coded(failed(code)) }));
      const error = await api.failure(atOnce, baseQuery);
      expect([error.outcome, error.cooldownSeconds], String(code)).toEqual([outcome, cooldownSeconds]);
      expect(error.message).not.toContain('AQVN');
    }
  });

  it('with an error status has its recovery', async () => {
    for (const [status, outcome] of [
      [400, 'unparsed'],
      [401, 'unparsed'],
      [403, 'unparsed'],
      [429, 'blocked'],
      [503, 'unreachable'],
    ] as const) {
      api.answers(() => ({ status, body: { code: 16, message: 'AQVN-secret' } }));
      const error = await api.failure(atOnce, baseQuery);
      expect([error.outcome, error.message.includes('AQVN')], String(status)).toEqual([outcome, false]);
    }
  });
});

describe('a deferred search', () => {
  const operation = (fields: object) => ({ id: 'sppger465oq1', description: 'WEB search async', ...fields });
  const whenReady = (polls: number, done: object) =>
    api.answers(({ method }) => ({
      body: method === 'POST' || api.asked.length <= polls + 1 ? operation({ done: false }) : operation({ done: true, ...done }),
    }));

  it('is created once, polled until it is done, and parsed like any other', async () => {
    whenReady(1, { response: { '@type': 'x', ...coded(listed(1, 4)) } });
    const pages = await api.search(deferred, baseQuery);
    expect(api.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v2/web/searchAsync',
      'GET /operations/sppger465oq1',
      'GET /operations/sppger465oq1',
    ]);
    expect(api.asked[2]!.headers.authorization).toBe('Api-Key AQVN-secret');
    expect(pages.map(({ organic }) => organic.length)).toEqual([4]);
  });

  it('has further pages, each deferred', async () => {
    let page = '0';
    api.answers(({ method, body }) => {
      if (method === 'POST') page = (body as Body).query.page;
      if (method === 'POST') return { body: operation({}) };
      return { body: operation({ done: true, response: coded(listed(Number(page) * 100, page === '0' ? 100 : 5)) }) };
    });
    const pages = await api.search(deferred, { ...baseQuery, maxResults: 200 });
    expect(pages.map(({ organic }) => organic.length)).toEqual([100, 5]);
    expect(api.asked).toHaveLength(4);
  });

  it('without results is empty', async () => {
    whenReady(0, { response: coded(failed(15)) });
    expect((await api.search(deferred, baseQuery))[0]!.empty).toBe(true);
  });

  it('that is not done in time fails, and the next attempt continues it', async () => {
    const patient = createYandexSearch({ ...settings, deferred: true });
    api.answers(() => ({ body: operation({ done: false }) }));
    expect((await api.failure(patient, baseQuery)).outcome).toBe('unreachable');
    expect(api.asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET']);
    api.answers(() => ({ body: operation({ done: true, response: coded(listed(1, 4)) }) }));
    expect((await api.search(patient, baseQuery))[0]!.organic).toHaveLength(4);
    expect(api.asked.map(({ method }) => method)).toEqual(['GET']);
    whenReady(0, { response: coded(listed(1, 4)) });
    await api.search(patient, baseQuery);
    expect(api.asked[0]!.method).toBe('POST');
  });

  it('that Yandex has deleted is created anew by the next attempt', async () => {
    const patient = createYandexSearch({ ...settings, deferred: true });
    api.answers(({ method }) => (method === 'POST' ? { body: operation({}) } : { status: 404, body: { code: 5 } }));
    expect((await api.failure(patient, baseQuery)).outcome).toBe('unreachable');
    expect((await api.failure(patient, baseQuery)).outcome).toBe('unreachable');
    expect(api.asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
  });

  it('that fails has its recovery, and an invalid id is never requested', async () => {
    for (const [code, outcome] of [
      [3, 'unparsed'],
      [7, 'unparsed'],
      [8, 'blocked'],
      [13, 'unreachable'],
      [16, 'unparsed'],
    ] as const) {
      whenReady(0, { error: { code, message: 'AQVN-secret' } });
      expect((await api.failure(deferred, baseQuery)).outcome, String(code)).toBe(outcome);
    }
    api.answers(() => ({ body: { id: '../../iam', done: false } }));
    expect((await api.failure(deferred, baseQuery)).outcome).toBe('unparsed');
    expect(api.asked).toHaveLength(1);
  });
});
