// An upstream service with our own contract, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type LocalApi, serpQuery, startLocalApi } from '../../../test/local-api.ts';
import { CONTRACT_ENGINES } from '../../contract/vocabulary.ts';
import type { Page, PageRequest } from '../adapter.ts';
import { isStep } from '../steps.ts';
import type { ProviderSource } from './source.ts';
import { createUpstream } from './upstream.ts';

let api: LocalApi;
let upstream: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  upstream = createUpstream({ baseUrl: `${api.baseUrl}/`, apiKey: 'secret-key', priority: 'NORMAL' });
});
afterAll(() => api.close());

const ID = '65f0c0ffee0123456789abcd';
const serp = (fields: object = {}) => ({ id: ID, keyword: 'red shoes', ready: false, faulty: false, verdict: null, data: null, ...fields });
const DATA = {
  totalResults: 1200,
  raw: [],
  organic: [
    { position: 1, title: 'Shoes', url: 'https://shop.example/', snippet: 'All red', rank: 2, extra: { kept: true } },
    { position: 2, title: 'Boots', url: 'https://boots.example/' },
  ],
  paa: [{ position: 1, question: 'Which shoes?' }],
};
const page = (body: unknown, request: PageRequest, status = 200, headers = {}): Page => ({
  request,
  url: request.url,
  status,
  headers,
  body: JSON.stringify(body),
});

describe('an order at an upstream service', () => {
  it('has every option of the customer, and the key in a header', async () => {
    api.answers(() => ({ body: serp({ ready: true, verdict: 'valid', data: DATA }) }));
    const userAgent = 'Own/1';
    await api.search(
      upstream,
      serpQuery({ engine: 'sogou', maxResults: 30, isMobile: true, userAgent, urlParameters: [{ name: 'a', value: null }] }),
    );
    expect(api.asked[0]).toMatchObject({
      method: 'POST',
      path: '/serp/new',
      query: {},
      headers: { authorization: 'Bearer secret-key' },
      body: {
        keyword: 'red shoes',
        region: 'Berlin,Berlin,Germany',
        searchEngine: 'sogou',
        asynchronous: true,
        priority: 'NORMAL',
        maxResults: 30,
        isMobile: true,
        language: 'de',
        customUserAgent: userAgent,
        customUrlParameter: [{ name: 'a', value: null }],
      },
    });
  });

  it('can be for any engine of the contract', () => expect(upstream.engines).toEqual(CONTRACT_ENGINES));
});

describe('an object at an upstream service', () => {
  it('is polled until it is ready, and its data pass unchanged', async () => {
    let polls = 0;
    api.answers(({ method }) => {
      if (method === 'POST') return { body: serp() };
      return { body: ++polls < 3 ? serp({ queued: true }) : serp({ ready: true, verdict: 'valid', data: DATA }) };
    });
    const [found] = await api.search(upstream, serpQuery());
    expect(api.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /serp/new', ...Array(3).fill(`GET /serp/${ID}`)]);
    expect(api.asked[3]!.headers.authorization).toBe('Bearer secret-key');
    expect(found).toMatchObject({ totalResults: 1200, empty: false });
    expect(found!.organic[0]).toMatchObject({ position: 1, rank: 2, title: 'Shoes', domain: 'shop.example', extra: { kept: true } });
    expect(found!.organic[1]).toMatchObject({ snippet: null, sitelinks: [] });
    expect(found!.paa[0]).toMatchObject({ question: 'Which shoes?', answer: null });
  });

  it('is polled more slowly when the service is busy, because it was already charged', async () => {
    const responses: Answered[] = [
      { body: serp() },
      { status: 429, headers: { 'retry-after': '1' }, body: {} },
      { body: serp({ ready: true, verdict: 'valid', data: DATA }) },
    ];
    api.answers(() => responses.shift()!);
    expect((await api.search(upstream, serpQuery()))[0]!.organic).toHaveLength(2);
  });

  it('that never becomes ready is given up after a number of polls', () => {
    let request: PageRequest = upstream.adapter.start(serpQuery());
    let seconds = 0;
    const looks = () => {
      for (let poll = 0; poll < 1000; poll++) {
        const { next } = upstream.adapter.parse(page(serp(), request), serpQuery());
        if (!isStep(next)) throw new Error('no step');
        seconds += next.afterSeconds;
        request = next;
      }
    };
    expect(looks).toThrow(expect.objectContaining({ outcome: 'unreachable', message: 'The upstream service did not finish in time.' }));
    expect(seconds).toBeGreaterThan(120);
    expect(seconds).toBeLessThan(280);
  });

  it('that is faulty fails by its verdict', async () => {
    for (const [verdict, outcome, recovery] of [
      ['blocked', 'blocked', 'nextSource'],
      ['suspect', 'suspect', 'nextSource'],
      ['unparsed', 'unparsed', 'fail'],
      [null, 'unreachable', 'retry'],
    ] as const) {
      api.answers(() => ({ body: serp({ faulty: true, verdict }) }));
      const error = await api.failure(upstream, serpQuery());
      expect([error.outcome, error.recovery], String(verdict)).toEqual([outcome, recovery]);
    }
  });

  it('is empty only by its verdict', async () => {
    const bare = { totalResults: 0, organic: [] };
    api.answers(() => ({ body: serp({ ready: true, verdict: 'empty', data: bare }) }));
    expect((await api.search(upstream, serpQuery()))[0]).toMatchObject({ empty: true, organic: [], totalResults: 0 });
    for (const verdict of ['valid', undefined]) {
      api.answers(() => ({ body: serp({ ready: true, verdict, data: bare }) }));
      expect((await api.failure(upstream, serpQuery())).outcome).toBe('unparsed');
    }
  });

  it('in another format is unparsed', async () => {
    const ready = (data: unknown) => serp({ ready: true, verdict: 'valid', data });
    for (const body of [
      '<html>',
      [],
      {},
      serp({ id: '../user' }),
      serp({ ready: 'yes' }),
      ready(null),
      ready({ organic: 'none' }),
      ready({ organic: [{ title: 'No address' }] }),
      ready({ organic: [{ title: 'Bad address', url: 'javascript:alert(1)' }] }),
      ready({ organic: DATA.organic, totalResults: 'many' }),
      ready({ organic: DATA.organic, paa: [{}] }),
    ]) {
      api.answers(() => ({ body }));
      expect((await api.failure(upstream, serpQuery())).outcome, JSON.stringify(body)).toBe('unparsed');
    }
  });
});

describe('an error of an upstream service', () => {
  it('has its recovery and no provider text', async () => {
    for (const [status, outcome, recovery, cooldown] of [
      [400, 'unparsed', 'fail', 0],
      [402, 'blocked', 'nextSource', 3600],
      [403, 'unparsed', 'fail', 0],
      [404, 'unparsed', 'fail', 0],
      [429, 'blocked', 'nextSource', 7],
      [502, 'unreachable', 'retry', 0],
    ] as const) {
      api.answers(() => ({ status, headers: { 'retry-after': '7' }, body: { code: status, message: 'secret-key is bad' } }));
      const error = await api.failure(upstream, serpQuery());
      expect([error.outcome, error.recovery, error.cooldownSeconds], String(status)).toEqual([outcome, recovery, cooldown]);
      expect(error.message).not.toContain('secret');
    }
  });
});
