// Requests of tracking that are rejected, by status, and repeated requests with an idempotency key.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';
import { addKeywords, type Made, makeProject, SHOP } from './tracking-service.ts';

let service: TestService;
let key: string;
let project: Made;
beforeAll(async () => {
  service = await startTestService({ TRACKING_PROJECT_KEYWORDS_MAX: '1010' }, false);
  key = (await service.account()).test;
  project = await makeProject(service, key);
});
afterAll(() => service.stop());

describe('400', () => {
  const refused = async (method: 'POST' | 'PATCH' | 'PUT' | 'GET', path: string, body?: unknown): Promise<string> => {
    const { status, json } = await service.call(method, path, key, body);
    expect([status, path]).toEqual([400, path]);
    return json.message;
  };

  test.each([
    [{ domains: [] }, 'domains must have at least 1 entries'],
    [{ domains: [{ domain: 'not a domain' }] }, 'domains[0].domain must be a domain'],
    [{ competitors: [{ domain: 'a.example' }, { domain: 'www.a.example' }] }, 'competitors[1].domain repeats a.example'],
    [{ schedule: { every: 'weekdays', timeZone: 'CET' } }, 'schedule.timeZone is not known'],
    [{ schedule: { every: 'weekdays', timeZone: 'Europe/Atlantis' } }, 'schedule.timeZone is not known'],
    [{ schedule: { every: 'hours', hours: 1, windowMinutes: 90 } }, 'schedule.windowMinutes must be at most 60'],
    [{ schedule: { every: 'weekdays', at: '25:00' } }, 'schedule.at has an invalid format'],
    [{ defaults: { region: 'Nowhere' } }, 'defaults.region is not known'],
    [{ defaults: { region: 'DE', searchEngine: 'universal' } }, 'defaults.searchEngine has no positions'],
    [{ defaults: { region: 'DE', language: 'deutsch' } }, 'defaults.language must be an ISO 639-1 code'],
    [{ name: '   ' }, 'name must not be blank'],
    [{ curve: { name: 'x', shares: [0.1, 0.05, 0.2] } }, 'curve.shares[2] must not be greater than the share of position 1'],
    [{ curve: { name: 'x', shares: [0, 0] } }, 'curve.shares[0] must be greater than 0'],
  ])('a project with %j', async (fields, message) => {
    expect(await refused('POST', '/projects', { ...SHOP, ...fields })).toContain(message);
  });

  test.each([
    [[{ keyword: ' ' }], 'keywords[0].keyword must have 1 to 300 characters'],
    [[{ keyword: 'a' }, { keyword: 'b', region: 'Nowhere' }], 'keywords[1].region is not known'],
    [[{ keyword: 'a', tags: ['x,y'] }], 'keywords[0].tags[0] must have characters other than spaces'],
    [[{ keyword: 'a', targetUrl: 'shop' }], 'keywords[0].targetUrl must be a URL'],
    [[{ keyword: 'a', devices: ['fridge'] }], 'keywords[0].devices[0] must be one of desktop, mobile'],
    [[], 'it must hold 1 to 1000 keywords'],
  ])('keywords %j', async (keywords, message) => {
    expect(await refused('POST', `${project.path}/keywords`, { keywords })).toContain(message);
  });

  test('more keywords than a project may have', async () => {
    const made = await makeProject(service, key);
    const many = (start: number, count: number) => Array.from({ length: count }, (_, index) => ({ keyword: `k ${start + index}` }));
    await addKeywords(service, key, made, many(0, 1000));
    expect(await refused('POST', `${made.path}/keywords`, { keywords: many(1000, 11) })).toContain('a project has at most 1010 keywords');
    expect(await addKeywords(service, key, made, many(995, 15))).toHaveLength(10);
  });

  test('a keyword without a region in a project without one', async () => {
    const made = await makeProject(service, key, { defaults: {} });
    expect(await refused('POST', `${made.path}/keywords`, { keywords: [{ keyword: 'a' }] })).toContain('keywords[0].region is missing');
  });

  test('queries', async () => {
    const { path } = project;
    expect(await refused('GET', `${path}/keywords?owned=true`)).toContain('owned needs feature');
    expect(await refused('GET', `${path}/keywords?after=x`)).toContain('after is not the cursor');
    expect(await refused('GET', `${path}/keywords?limit=10001`)).toContain('limit must be at most 10000');
    expect(await refused('GET', `${path}/history?from=2026-01-01&to=2026-03-01`)).toContain('from is more than 31 days before to');
    expect(await refused('GET', `${path}/summary?from=2026-02-30`)).toContain('from must be a date');
    expect(await refused('GET', `${path}/export?from=2026-03-01&to=2026-02-01`)).toContain('to must not be before from');
    expect(await refused('GET', `${path}/runs?before=now`)).toContain('before must be a date');
  });

  test('deliveries that cannot be made, and notes and links without sense', async () => {
    const { path } = project;
    expect(await refused('PUT', `${path}/delivery`, { emails: ['a@b.example'] })).toContain('emails cannot be sent by this server');
    expect(await refused('PUT', `${path}/delivery`, { webhook: 'http://10.0.0.1/' })).toContain('webhook');
    expect(await refused('PUT', `${path}/delivery`, { quietFrom: '22:00' })).toContain('quietTo is missing');
    expect(await refused('POST', `${path}/notes`, { day: '2026-02-30', text: 'x' })).toContain('day must be a date');
    expect(await refused('POST', `${path}/notes`, { day: '2026-02-20', text: 'x', keywordIds: ['99999'] })).toContain(
      'keywordIds has an unknown keyword',
    );
    expect(await refused('POST', `${path}/shares`, { name: 'x', sections: ['summary'], expiresAt: '2020-01-01' })).toContain(
      'expiresAt must be a date',
    );
    expect(await refused('POST', `${path}/import`, { text: 'a,b\n1,2', format: 'sextant' })).toContain('columns has no column for keyword');
  });

  test('too many tags, and nothing changes', async () => {
    const [id] = await addKeywords(service, key, project, [
      { keyword: 'tagged', tags: Array.from({ length: 20 }, (_, index) => `t${index}`) },
    ]);
    expect(await refused('PATCH', `${project.path}/keywords`, { ids: [id], addTags: ['one more'], starred: true })).toContain(
      'more than 20 tags',
    );
    expect((await service.call('GET', `${project.path}/keywords/${id}`, key)).json).toMatchObject({ starred: false, tags: { length: 20 } });
  });

  test('the demo project needs a test key', async () => {
    const { live } = await service.account();
    const { status, json } = await service.call('POST', '/projects/demo', live);
    expect([status, json.message]).toEqual([400, 'Bad input parameter: apikey is a live key.']);
  });
});

describe('402', () => {
  test('a run without credits places nothing, and checkNow saves nothing', async () => {
    const poor = (await service.account({ credits: 0 })).test;
    const made = await makeProject(service, poor);
    await addKeywords(service, poor, made, [{ keyword: 'a' }]);
    expect((await service.call('POST', `${made.path}/run`, poor, { dryRun: true })).json).toEqual({ cost: 1 });
    expect((await service.call('POST', `${made.path}/run`, poor, {})).status).toBe(402);
    const { status, json } = await service.call('POST', `${made.path}/keywords`, poor, { keywords: [{ keyword: 'b' }], checkNow: true });
    expect([status, json.message]).toEqual([402, 'No credits left: this request needs 1.']);
    expect((await service.call('GET', `${made.path}/keywords`, poor)).json.total).toBe(1);
    expect((await service.call('POST', `${made.path}/volumes`, poor, {})).status).toBe(402);
  });
});

describe('429', () => {
  test('a second run within the same minute', async () => {
    const made = await makeProject(service, key);
    await addKeywords(service, key, made, [{ keyword: 'a' }, { keyword: 'b' }]);
    const { status, json } = await service.call('POST', `${made.path}/run`, key, { maxResults: 20 });
    expect([status, json]).toMatchObject([200, { kind: 'manual', state: 'running', depth: 20, placed: 0, pending: 0 }]);
    expect((await service.call('GET', `${made.path}/runs`, key)).json).toMatchObject({ items: [{ slot: json.slot }], next: null });
    const second = await service.call('POST', `${made.path}/run`, key, {});
    // The clock may have passed to the next minute in between.
    if (second.status !== 200) expect([second.status, second.headers['retry-after']]).toEqual([429, '60']);
  });
});

describe('a request with an idempotency key', () => {
  const header = (name: string) => ({ 'idempotency-key': name });
  test('is done once, and its response is repeated byte for byte', async () => {
    const calls = await Promise.all([1, 2, 3].map(() => service.call('POST', '/projects', key, { ...SHOP, name: 'Once' }, header('once'))));
    expect(new Set(calls.map(({ text }) => text)).size).toBe(1);
    expect(calls.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2);
    const { json } = await service.call('GET', '/projects', key);
    expect(json.items.filter(({ project: { name } }: { project: { name: string } }) => name === 'Once')).toHaveLength(1);
  });
  test('with another body is rejected', async () => {
    await service.call('POST', '/projects', key, { ...SHOP, name: 'First' }, header('two'));
    const { status, json } = await service.call('POST', '/projects', key, { ...SHOP, name: 'Second' }, header('two'));
    expect([status, json.message]).toEqual([400, 'Bad input parameter: Idempotency-Key was used with another body.']);
  });
  test('may be repeated after it failed', async () => {
    const bad = await service.call('POST', '/projects', key, { ...SHOP, name: ' ' }, header('three'));
    expect(bad.status).toBe(400);
    expect((await service.call('POST', '/projects', key, { ...SHOP, name: 'Good' }, header('three'))).status).toBe(200);
  });
  test('belongs to one project', async () => {
    const others = [await makeProject(service, key), await makeProject(service, key)];
    for (const { path } of others) {
      const { json, headers } = await service.call('POST', `${path}/keywords`, key, { keywords: [{ keyword: 'same' }] }, header('four'));
      expect([json.added, headers['idempotent-replayed']]).toEqual([1, undefined]);
    }
  });
  test('does not repeat the token of a share link', async () => {
    const share = { name: 'x', sections: ['summary'] };
    const { json: first } = await service.call('POST', `${project.path}/shares`, key, share, header('five'));
    const { json: second } = await service.call('POST', `${project.path}/shares`, key, share, header('five'));
    expect(first.token).toMatch(/^[\w-]{32}$/);
    const { token: _token, url: _url, ...rest } = first;
    expect(second).toEqual(rest);
  });
});
