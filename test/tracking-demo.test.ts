// The demo project: 90 days of history from the sandbox, free of charge, which continue with real checks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_DAYS, DEMO_KEYWORDS } from '../src/business/tracking/demo/keywords.ts';
import { startTestService, type TestService } from './service.ts';
import { OWN_SITE, RIVAL_SITE, runProject, untilFilled } from './tracking-projects.ts';

let service: TestService;
let account: Awaited<ReturnType<TestService['account']>>;
let id: string;
let balance: number;
const get = async (url: string) => (await service.call('GET', url, account.test)).json;
const SERIES = DEMO_KEYWORDS.reduce((sum, { devices }) => sum + (devices?.length ?? 1), 0);

describe('the demo project', () => {
  beforeAll(async () => {
    service = await startTestService();
    account = await service.account();
    balance = (await get('/usage')).balance;
    // Two calls at once are the same as one after the other.
    const made = await Promise.all([1, 2].map(() => service.call('POST', '/projects/demo', account.test)));
    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    expect(made[0]!.json.id).toBe(made[1]!.json.id);
    id = made[0]!.json.id;
    await untilFilled(service, id);
  }, 400_000);
  afterAll(() => service.stop());

  test('belongs to a test key', async () => {
    expect((await service.call('POST', '/projects/demo', account.live)).json).toMatchObject({ code: 400 });
    expect((await get('/projects')).items.map(({ project }: { project: { id: string } }) => project.id)).toEqual([id]);
  });

  test('tracks a site of the sandbox and its competitors', async () => {
    const project = await get(`/projects/${id}`);
    expect(project).toMatchObject({ name: `Demo: ${OWN_SITE}`, domains: [{ domain: OWN_SITE }], state: 'active', keywords: SERIES });
    expect(project.competitors.map(({ domain }: { domain: string }) => domain)).toContain(RIVAL_SITE);
    expect(project.forecast.creditsPerMonth).toBeGreaterThan(0);
    expect((await get(`/projects/${id}/notes`)).items).toHaveLength(2);
    expect((await get(`/projects/${id}/rules`)).items).toHaveLength(1);
  });

  test('has a generated point per keyword and day, and cost nothing', async () => {
    const { items } = await get(`/projects/${id}/keywords?limit=100`);
    expect(items).toHaveLength(SERIES);
    for (const keyword of items) {
      const { points } = await get(`/projects/${id}/keywords/${keyword.id}/history`);
      expect(points).toHaveLength(DEMO_DAYS);
      expect(new Set(points.map(({ slot }: { slot: string }) => slot)).size).toBe(DEMO_DAYS);
      for (const point of points) expect(point).toMatchObject({ imported: true, depth: 10, objectId: null });
      // The state of a keyword is its newest point.
      expect(keyword).toMatchObject({ position: points.at(-1).position, url: points.at(-1).url, state: points.at(-1).state });
    }
    const found = items.filter(({ position }: { position: number | null }) => position !== null);
    expect(found.length).toBeGreaterThan(SERIES / 3);
    expect((await get('/usage')).balance).toBe(balance);
    expect((await get('/objects')).items).toEqual([]);
  });

  test('has figures for each day, and positions that move', async () => {
    const { days, now, competitors } = await get(`/projects/${id}/summary`);
    expect(days.length).toBeGreaterThanOrEqual(30);
    expect(now.visibility).toBeGreaterThan(0);
    expect(new Set(days.map(({ figures }: { figures: { visibility: number } }) => figures.visibility)).size).toBeGreaterThan(5);
    expect(competitors.every(({ visibility }: { visibility: number | null }) => visibility !== null)).toBe(true);
  });

  test('the last generated day equals a real check of today', async () => {
    const before = await get(`/projects/${id}/keywords?limit=100`);
    await runProject(service, account.test, id);
    for (const { id: keywordId } of before.items) {
      const { points } = await get(`/projects/${id}/keywords/${keywordId}/history?top=true`);
      const [generated, checked] = [points.findLast(({ imported }: { imported?: boolean }) => imported), points.at(-1)];
      expect(checked.imported ?? false).toBe(false);
      expect(checked.slot.slice(0, 10)).toBe(generated.slot.slice(0, 10));
      for (const name of ['state', 'position', 'rank', 'depth', 'url', 'title', 'features', 'owned', 'citedAs', 'competitors', 'top'])
        expect([name, checked[name]]).toEqual([name, generated[name]]);
    }
    // The run was charged as usual.
    expect((await get('/usage')).balance).toBeLessThan(balance);
  });

  test('a second call returns the project and adds nothing', async () => {
    const again = await service.call('POST', '/projects/demo', account.test);
    expect(again.json).toMatchObject({ id, keywords: SERIES });
    expect((await get(`/projects/${id}/notes`)).items).toHaveLength(2);
    const [{ count }] = (await service.database.db.query<{ count: number }>({
      name: 'test_demo_count',
      text: `select count(*)::integer as count from project_slots where kind = 'backfill'`,
    })) as [{ count: number }];
    expect(count).toBe(DEMO_DAYS);
  });
});
