// Hostile requests to the tracking routes: texts that no database has, limits under concurrency, and reused idempotency keys.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, startTestService, type TestService } from './service.ts';
import { addKeywords, type Made, makeProject, SHOP } from './tracking-service.ts';

let service: TestService;
let key: string;
let project: Made;
beforeAll(async () => {
  service = await startTestService({ TRACKING_PROJECT_KEYWORDS_MAX: '100', TRACKING_KEYWORDS_MAX: '1000' }, false);
  key = (await service.account()).test;
  project = await makeProject(service, key);
});
afterAll(() => service.stop());

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => ({ keyword: `${prefix} ${index}` }));
const statusesOf = (responses: readonly ApiResponse[]): number[] => responses.map(({ status }) => status).sort();

describe('texts and numbers that the database does not have', () => {
  test.each(['q', 'tags', 'anyTag', 'noTag', 'url'])('NUL in %s of the keyword list is a 400 that names it', async (name) => {
    const { status, json } = await service.call('GET', `${project.path}/keywords?${name}=a%00b`, key);
    expect([status, json.message]).toEqual([400, `Bad input parameter: ${name} must not contain NUL or half of a surrogate pair.`]);
  });
  test('NUL in the tags of an export and of a summary', async () => {
    expect((await service.call('GET', `${project.path}/export?tags=%00`, key)).json.message).toContain('tags must not contain NUL');
    expect((await service.call('GET', `${project.path}/summary?tag=%00`, key)).json.message).toContain('tag must not contain NUL');
  });
  test('a search variant beyond four bytes', async () => {
    const { status, json } = await service.call('GET', `${project.path}/summary?variant=2147483648`, key);
    expect([status, json.message]).toEqual([400, 'Bad input parameter: variant is not known.']);
    expect((await service.call('GET', `${project.path}/summary?variant=2147483647`, key)).status).toBe(200);
  });
  test('ids of a run beyond four bytes count as unknown keywords', async () => {
    await addKeywords(service, key, project, [{ keyword: 'one' }]);
    const { status, json } = await service.call('POST', `${project.path}/run`, key, { ids: ['9999999999'] });
    expect([status, json.message]).toEqual([400, 'Bad input parameter: ids names no enabled keyword of this project.']);
  });
  test('blank names, and an expiry on a day that does not exist', async () => {
    const share = { name: 'Link', sections: ['summary'] };
    const { json: blank } = await service.call('POST', `${project.path}/shares`, key, { ...share, name: '  ' });
    expect(blank.message).toContain('name must not be blank');
    const { json: rule } = await service.call('POST', `${project.path}/rules`, key, { name: ' ', settings: { kinds: ['lost'] } });
    expect(rule.message).toContain('name must not be blank');
    const { json: day } = await service.call('POST', `${project.path}/shares`, key, { ...share, expiresAt: '2099-02-30T00:00:00Z' });
    expect(day.message).toContain('expiresAt must be a date and time in the future');
  });
});

describe('limits under concurrency', () => {
  test('a project never has more keywords than allowed', async () => {
    const made = await makeProject(service, key);
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => service.call('POST', `${made.path}/keywords`, key, { keywords: named(name, 60) })),
    );
    expect(statusesOf(responses)).toEqual([200, 400, 400, 400]);
    expect((await service.call('GET', `${made.path}/keywords?limit=1`, key)).json.total).toBe(60);
  });
  test('an account never has more projects than allowed', async () => {
    const { test: other } = await service.account();
    await service.database.db.query(
      {
        name: 'test_many_projects',
        text: `insert into projects (account_id, live, key_id, name, settings, max_results, every, weekdays, local_time, time_zone, window_minutes, last_slot)
          select p.account_id, p.live, p.key_id, 'P ' || n, p.settings, 10, 'manual', '{1}', '06:00', 'UTC', 0, 0
          from projects p, generate_series(1, 998) as n where p.public_id = $1`,
      },
      [(await makeProject(service, other)).id],
    );
    const responses = await Promise.all([1, 2, 3, 4].map(() => service.call('POST', '/projects', other, SHOP)));
    expect(statusesOf(responses)).toEqual([200, 400, 400, 400]);
    const { json } = await service.call('GET', '/projects', other);
    expect(json.items).toHaveLength(1000);
  });
  test('a project never has more links and notes than allowed', async () => {
    const made = await makeProject(service, key);
    const share = (index: number) => service.call('POST', `${made.path}/shares`, key, { name: `${index}`, sections: ['summary'] });
    for (let index = 0; index < 48; index++) expect((await share(index)).status).toBe(200);
    expect(statusesOf(await Promise.all([1, 2, 3, 4, 5].map(share)))).toEqual([200, 200, 400, 400, 400]);
    await service.database.db.query(
      {
        name: 'test_many_notes',
        text: `insert into project_notes (account_id, project_id, day, text)
          select account_id, id, '2026-01-01', 'x' from projects, generate_series(1, 499) where public_id = $1`,
      },
      [made.id],
    );
    const note = () => service.call('POST', `${made.path}/notes`, key, { day: '2026-01-02', text: 'y' });
    expect(statusesOf(await Promise.all([note(), note(), note()]))).toEqual([200, 400, 400]);
  });
  test('the installation never has more keywords than allowed, and repeated keywords do not count', async () => {
    const others = await Promise.all(Array.from({ length: 12 }, () => makeProject(service, key)));
    await addKeywords(service, key, others[0]!, named('same', 100));
    for (let round = 0; round < 12; round++) {
      const { status, json } = await service.call('POST', `${others[0]!.path}/keywords`, key, { keywords: named('same', 100) });
      expect([status, json.added]).toEqual([200, 0]);
    }
    const responses = await Promise.all(
      others.slice(1).map(({ path }) => service.call('POST', `${path}/keywords`, key, { keywords: named('new', 100) })),
    );
    const [row] = await service.database.db.query<{ count: number }>({
      name: 'test_count',
      text: 'select count(*)::integer as count from tracked_keywords',
    });
    expect(row!.count).toBeGreaterThan(900);
    expect(row!.count).toBeLessThanOrEqual(1000);
    expect(statusesOf(responses)).toContain(400);
    await service.database.db.script('delete from tracked_keywords');
  });
});

describe('an idempotency key', () => {
  test('of a long list is rejected with another list', async () => {
    const made = await makeProject(service, key, {});
    // More values than are parsed at once.
    const many = (tag: string) => named('long', 90).map((one) => ({ ...one, tags: Array.from({ length: 20 }, (_, n) => `${tag}${n}`) }));
    const header = { 'idempotency-key': 'long list' };
    const first = await service.call('POST', `${made.path}/keywords`, key, { keywords: many('a') }, header);
    expect([first.status, first.json.added]).toEqual([200, 90]);
    const second = await service.call('POST', `${made.path}/keywords`, key, { keywords: many('b') }, header);
    expect([second.status, second.json.message]).toEqual([400, 'Bad input parameter: Idempotency-Key was used with another body.']);
    const third = await service.call('POST', `${made.path}/keywords`, key, { keywords: many('a') }, header);
    expect([third.text, third.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });
});

describe('a call that died before its response was stored', () => {
  const die = (scope: string) =>
    service.database.db.script(`update idempotency set response = null, created_at = created_at - interval '61 seconds' where scope like '${scope}';
      update project_slots set due_at = due_at - interval '61 seconds', slot = slot - 2 where kind = 'manual';
      update projects set created_at = created_at - interval '61 seconds' where name = 'Died'`);
  test('has started its run, which is not started again', async () => {
    const made = await makeProject(service, key);
    await addKeywords(service, key, made, [{ keyword: 'a' }]);
    const header = { 'idempotency-key': 'died' };
    expect((await service.call('POST', `${made.path}/run`, key, {}, header)).status).toBe(200);
    await die('%/run');
    expect((await service.call('POST', `${made.path}/run`, key, {}, header)).json).toMatchObject({ kind: 'manual' });
    expect((await service.call('GET', `${made.path}/runs`, key)).json.items).toHaveLength(1);
  });
  test('has created its project, which is not created again', async () => {
    const create = () => service.call('POST', '/projects', key, { ...SHOP, name: 'Died' }, { 'idempotency-key': 'died' });
    const { json } = await create();
    await die('POST /projects');
    expect((await create()).json.id).toBe(json.id);
  });
});

describe('the demo', () => {
  test('is created for many accounts at once, and once per account', async () => {
    // More calls than the service has connections.
    const accounts = await Promise.all(Array.from({ length: 11 }, () => service.account()));
    const keys = [...accounts.map((account) => account.test), accounts[0]!.test];
    const responses = await Promise.all(keys.map((each) => service.call('POST', '/projects/demo', each, {})));
    expect(statusesOf(responses)).toEqual(keys.map(() => 200));
    expect(new Set(responses.map(({ json }) => json.id)).size).toBe(accounts.length);
  }, 60_000);
});

describe('a share link', () => {
  test('gives no more days than its owner chose', async () => {
    const { json } = await service.call('POST', `${project.path}/shares`, key, { name: 'Week', sections: ['keywords'], days: 7 });
    const { status, json: error } = await service.call('GET', `${json.url}/ranks.csv?days=8`, '');
    expect([status, error.message]).toEqual([400, 'Bad input parameter: days must be at most 7, the days of the link.']);
    expect((await service.call('GET', `${json.url}/ranks.csv?days=7`, '')).status).toBe(200);
  });
});
