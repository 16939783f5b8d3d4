// Who may see what of tracking: accounts, modes, scopes and share links.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Method, startTestService, type TestService } from './service.ts';
import { addKeywords, addPoints, type Made, makeProject } from './tracking-service.ts';

let service: TestService;
let account: { id: string; live: string; test: string };
let project: Made;
let ids: string[];
beforeAll(async () => {
  service = await startTestService({}, false);
  account = await service.account();
  project = await makeProject(service, account.test, {
    name: 'Secret project',
    notes: 'for us only',
    competitors: [{ domain: 'rival.example' }],
  });
  ids = await addKeywords(service, account.test, project, [
    { keyword: 'public keyword', tags: ['Public'], note: 'private note', volume: 100 },
    { keyword: 'private keyword', tags: ['private'] },
  ]);
  await addPoints(service, project, [
    { keywordId: ids[0]!, daysAgo: 0, position: 3, url: 'https://shop.example/public' },
    { keywordId: ids[1]!, daysAgo: 0, position: 5, url: 'https://shop.example/private' },
  ]);
});
afterAll(() => service.stop());

/** Every route of one project, with a body that would be accepted. */
const routesOf = (
  { path }: Made,
  [first]: readonly string[],
  noteId: string,
  shareId: string,
  ruleId: string,
): [Method, string, unknown?][] => {
  const rule = { name: 'x', settings: { kinds: ['dropped'] } };
  return [
    ['GET', path],
    ['GET', `${path}/keywords`],
    ['GET', `${path}/keywords/${first}`],
    ['GET', `${path}/keywords/${first}/history`],
    ['GET', `${path}/history`],
    ['GET', `${path}/summary`],
    ['GET', `${path}/export`],
    ['GET', `${path}/runs`],
    ['GET', `${path}/rules`],
    ['GET', `${path}/delivery`],
    ['GET', `${path}/alerts`],
    ['GET', `${path}/notes`],
    ['GET', `${path}/shares`],
    ['PATCH', path, { name: 'Stolen' }],
    ['POST', `${path}/keywords`, { keywords: [{ keyword: 'x' }] }],
    ['PATCH', `${path}/keywords`, { ids: [first], starred: true }],
    ['POST', `${path}/keywords/remove`, { ids: [first] }],
    ['POST', `${path}/import`, { text: 'x' }],
    ['POST', `${path}/volumes`, { dryRun: true }],
    ['POST', `${path}/run`, { dryRun: true }],
    ['POST', `${path}/rules`, rule],
    ['PUT', `${path}/rules/${ruleId}`, rule],
    ['DELETE', `${path}/rules/${ruleId}`],
    ['PUT', `${path}/delivery`, {}],
    ['POST', `${path}/alerts/${'0'.repeat(24)}/resend`],
    ['POST', `${path}/notes`, { day: '2026-11-01', text: 'x' }],
    ['DELETE', `${path}/notes/${noteId}`],
    ['POST', `${path}/shares`, { name: 'x', sections: ['summary'] }],
    ['DELETE', `${path}/shares/${shareId}`],
    ['DELETE', path],
  ];
};

describe('a project of another account or mode', () => {
  test('does not exist, on every route, and nothing of it changes', async () => {
    const { path } = project;
    const { json: note } = await service.call('POST', `${path}/notes`, account.test, { day: '2026-11-01', text: 'mine' });
    const { json: share } = await service.call('POST', `${path}/shares`, account.test, { name: 'mine', sections: ['summary'] });
    const { json: rule } = await service.call('POST', `${path}/rules`, account.test, { name: 'mine', settings: { kinds: ['lost'] } });
    const before = (await service.call('GET', path, account.test)).json;
    const stranger = await service.account();
    for (const key of [stranger.test, stranger.live, account.live]) {
      for (const [method, url, body] of routesOf(project, ids, note.id, share.id, rule.id)) {
        const { status, json } = await service.call(method, url, key, body);
        expect([method, url, status, json.message]).toEqual([method, url, 404, 'Object not found.']);
      }
      expect((await service.call('GET', '/projects', key)).json).toEqual({ items: [] });
    }
    expect((await service.call('GET', path, account.test)).json).toEqual(before);
    expect((await service.call('GET', `${path}/notes`, account.test)).json.items).toHaveLength(1);
    expect((await service.call('GET', `${path}/keywords`, account.test)).json.total).toBe(2);
  });

  test('cannot be reached through the id of an own one', async () => {
    const other = await makeProject(service, account.test);
    const [id] = ids;
    expect((await service.call('GET', `${other.path}/keywords/${id}`, account.test)).status).toBe(404);
    expect((await service.call('GET', `${other.path}/keywords/${id}/history`, account.test)).status).toBe(404);
    expect((await service.call('PATCH', `${other.path}/keywords`, account.test, { ids, starred: true })).json).toEqual({ changed: 0 });
    expect((await service.call('POST', `${other.path}/keywords/remove`, account.test, { ids })).json).toEqual({ removed: 0 });
    expect((await service.call('GET', `${project.path}/keywords`, account.test)).json.total).toBe(2);
  });

  test('and ids that are none are 404 as well', async () => {
    for (const id of ['x', "'", '%00', '0'.repeat(24), 'a'.repeat(300)])
      expect((await service.call('GET', `/projects/${id}`, account.test)).status).toBe(404);
    for (const id of ['0', '-1', '1.5', '99999999999', 'x'])
      expect((await service.call('GET', `${project.path}/keywords/${id}`, account.test)).status).toBe(404);
  });
});

describe('scopes', () => {
  test('tracking reads and writes, read only reads, others do neither', async () => {
    const keyFor = async (scopes: string[]): Promise<string> =>
      (await service.admin('POST', `/admin/accounts/${account.id}/keys`, { mode: 'test', scopes })).json.key;
    const statuses = async (key: string): Promise<number[]> => {
      const asked: [Method, string, unknown?][] = [
        ['GET', '/projects'],
        ['GET', `${project.path}/keywords`],
        ['GET', `${project.path}/export`],
        ['GET', '/tracking/alerts'],
        ['POST', '/tracking/forecast', { defaults: { region: 'DE' }, keywords: [{ keyword: 'a' }] }],
        ['PATCH', project.path, { notes: 'changed' }],
        ['POST', `${project.path}/keywords`, { keywords: [{ keyword: 'public keyword' }] }],
        ['POST', `${project.path}/import`, { text: 'public keyword' }],
        ['POST', `${project.path}/keywords/remove`, { ids: ['999999'] }],
        ['POST', '/tracking/alerts/read', { ids: ['0'.repeat(24)] }],
      ];
      const found: number[] = [];
      for (const [method, url, body] of asked) found.push((await service.call(method, url, key, body)).status);
      return found;
    };
    const [yes, no] = [Array.from({ length: 5 }, () => 200), Array.from({ length: 5 }, () => 403)];
    expect(await statuses(await keyFor(['tracking']))).toEqual([...yes, ...yes]);
    expect(await statuses(await keyFor(['read']))).toEqual([...yes, ...no]);
    expect(await statuses(await keyFor(['serp']))).toEqual([...no, ...no]);
  });

  test('a key without read does not see the balance', async () => {
    const { json } = await service.admin('POST', `/admin/accounts/${account.id}/keys`, { mode: 'test', scopes: ['tracking'] });
    expect((await service.call('GET', project.path, json.key)).json.forecast.balance).toBeNull();
  });
});

describe('a share link', () => {
  const createShare = async (fields: object): Promise<{ id: string; token: string; url: string }> =>
    (await service.call('POST', `${project.path}/shares`, account.test, { name: 'x', sections: ['summary'], ...fields })).json;
  const open = async (path: string) => {
    const response = await service.app.inject({ method: 'GET', url: path, headers: { accept: 'application/json' } });
    return { status: response.statusCode, text: response.payload, headers: response.headers };
  };

  test('shows only its sections and tags, without a key', async () => {
    const { token } = await createShare({ sections: ['keywords'], tags: ['public'], title: 'Report' });
    const { status, text, headers } = await open(`/share/${token}`);
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    const report = JSON.parse(text);
    expect(report).toMatchObject({ title: 'Report', domains: ['shop.example'], sections: ['keywords'], tags: ['public'] });
    expect(report.keywords.map(({ keyword }: { keyword: string }) => keyword)).toEqual(['public keyword']);
    for (const absent of ['now', 'days', 'competitors', 'winners', 'features', 'pages']) expect(report).not.toHaveProperty(absent);
    for (const secret of ['private', 'for us only', 'Secret project', 'rival.example', account.test, project.id])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/account|objectId|keyId/i);
  });

  test('shows the figures of its sections', async () => {
    const { token } = await createShare({ sections: ['summary', 'competitors', 'movers', 'features', 'pages'] });
    const report = JSON.parse((await open(`/share/${token}`)).text);
    for (const field of ['now', 'before', 'days', 'competitors', 'winners', 'losers', 'features', 'pages', 'cannibalised', 'pageChanges'])
      expect(report).toHaveProperty(field);
    expect(report).not.toHaveProperty('keywords');
  });

  test('gives its positions to spreadsheets, if it shows keywords', async () => {
    const { token } = await createShare({ sections: ['keywords'], tags: ['Public'], days: 7 });
    const { status, text, headers } = await open(`/share/${token}/ranks.csv`);
    expect([status, headers['content-disposition'], headers['cache-control']]).toEqual([200, 'inline', 'private, max-age=600']);
    const [header, row, end] = text.split('\r\n');
    expect(header).toMatch(/^date,slot,keyword,engine,region,language,device,state,reason,position,/);
    expect(row).toContain('public keyword,google,Germany,de,desktop,found,,3,3,10,https://shop.example/public');
    expect(end).toBe('');
    expect((await open(`/share/${(await createShare({})).token}/ranks.csv`)).status).toBe(404);
    expect((await open(`/share/${token}/ranks.csv?days=401`)).status).toBe(400);
  });

  test('answers alike when it is unknown, revoked or expired', async () => {
    const [revoked, expired] = [await createShare({}), await createShare({ expiresAt: '2099-01-01T00:00:00Z' })];
    expect((await service.call('DELETE', `${project.path}/shares/${revoked.id}`, account.test)).status).toBe(204);
    await service.database.db.script(`update project_shares set expires_at = now() - interval '1 second' where id = '${expired.id}'`);
    const unknown = 'A'.repeat(32);
    const bodies = await Promise.all(
      [revoked.token, expired.token, unknown, 'short', `${revoked.token}x`].map((token) => open(`/share/${token}`)),
    );
    expect(new Set(bodies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(bodies[0]!.status).toBe(404);
    const { json } = await service.call('GET', `${project.path}/shares`, account.test);
    expect(json.items.map(({ id }: { id: string }) => id)).not.toEqual(expect.arrayContaining([revoked.id, expired.id]));
    expect((await service.call('DELETE', `${project.path}/shares/${revoked.id}`, account.test)).status).toBe(404);
  });

  test('is stored as a hash only, and records its use', async () => {
    const { id, token } = await createShare({});
    await open(`/share/${token}`);
    const rows = await service.database.db.query<{ text: string; used: boolean }>(
      { name: 'test_share', text: 'select s::text as text, used_at is not null as used from project_shares s where id = $1' },
      [id],
    );
    expect(rows[0]!.text).not.toContain(token);
    expect(JSON.stringify((await service.call('GET', `${project.path}/shares`, account.test)).json)).not.toContain(token);
  });
});

test('every change is in the log, with its account and project', async () => {
  const { id, test: key } = await service.account();
  const start = service.lines.length;
  const made = await makeProject(service, key);
  const [keyword] = await addKeywords(service, key, made, [{ keyword: 'red shoes' }]);
  const created = async (path: string, body: object): Promise<string> =>
    (await service.call('POST', `${made.path}/${path}`, key, body)).json.id;
  await service.call('PATCH', made.path, key, { name: 'Other' });
  await service.call('PATCH', `${made.path}/keywords`, key, { ids: [keyword], starred: true });
  await service.call('POST', `${made.path}/import`, key, { text: 'blue shoes' });
  const rule = { name: 'Falls', settings: { kinds: ['dropped'] } };
  const ruleId = await created('rules', rule);
  await service.call('PUT', `${made.path}/rules/${ruleId}`, key, rule);
  await service.call('DELETE', `${made.path}/rules/${ruleId}`, key);
  await service.call('PUT', `${made.path}/delivery`, key, { when: 'daily' });
  const noteId = await created('notes', { day: '2026-11-01', text: 'Moved' });
  await service.call('DELETE', `${made.path}/notes/${noteId}`, key);
  const shareId = await created('shares', { name: 'Client', sections: ['keywords'] });
  await service.call('DELETE', `${made.path}/shares/${shareId}`, key);
  await service.call('POST', `${made.path}/run`, key, {});
  await service.call('POST', `${made.path}/keywords/remove`, key, { ids: [keyword] });
  await service.call('DELETE', made.path, key);
  const changes = service.lines
    .slice(start)
    .map((line) => JSON.parse(line))
    .filter(({ project: at, account: owner }) => at === made.id && String(owner) === id);
  expect(changes.map(({ message }) => message)).toEqual([
    'project created',
    'keywords added',
    'project changed',
    'keywords changed',
    'keywords imported',
    'rule created',
    'rule changed',
    'rule removed',
    'delivery changed',
    'note created',
    'note removed',
    'share created',
    'share revoked',
    'run started',
    'keywords removed',
    'project removed',
  ]);
});
