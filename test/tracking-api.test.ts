// Projects and tracked keywords over HTTP, grouped by status.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';
import { addKeywords, makeProject, SHOP } from './tracking-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, false);
});
afterAll(() => service.stop());

const names = (items: readonly { keyword: string }[]): string[] => items.map(({ keyword }) => keyword);

describe('200: a project', () => {
  test('is returned with all defaults, alone and in the list', async () => {
    const { test: key } = await service.account();
    const { json: made } = await service.call('POST', '/projects', key, {
      ...SHOP,
      competitors: [{ domain: 'https://www.Rival.example/' }],
      schedule: { every: 'weekdays', at: '07:30', timeZone: 'Europe/Berlin' },
    });
    expect(made).toMatchObject({
      name: 'Shop',
      domains: [{ domain: 'shop.example' }],
      competitors: [{ domain: 'rival.example', name: 'rival.example' }],
      defaults: { searchEngine: 'google', region: 'DE', devices: ['desktop'], maxResults: 10, priority: 'LOW' },
      schedule: {
        every: 'weekdays',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        at: '07:30',
        timeZone: 'Europe/Berlin',
        windowMinutes: 240,
        catchUp: 'latest',
      },
      top: 10,
      retries: 2,
      state: 'active',
      keywords: 0,
      forecast: { checksPerMonth: 0, creditsPerMonth: 0, balance: 1000, lastsUntil: null },
    });
    expect(Date.parse(made.nextAt.replace('+0000', 'Z'))).toBeGreaterThan(Date.now());
    expect((await service.call('GET', `/projects/${made.id}`, key)).json).toEqual(made);
    const { json: list } = await service.call('GET', '/projects', key);
    expect(list.items).toMatchObject([{ project: made, now: null, before: null, unreadAlerts: 0 }]);
  });

  test('keeps what a change does not name, and stops while it is paused', async () => {
    const { test: key } = await service.account();
    const { path } = await makeProject(service, key, { notes: 'first', competitors: [{ domain: 'a.example' }, { domain: 'b.example' }] });
    const { json: changed } = await service.call('PATCH', path, key, { name: 'Other', competitors: [{ domain: 'b.example', name: 'B' }] });
    expect(changed).toMatchObject({ name: 'Other', notes: 'first', competitors: [{ domain: 'b.example', name: 'B' }] });
    const { json: paused } = await service.call('PATCH', path, key, { state: 'paused' });
    expect(paused).toMatchObject({ state: 'paused', nextAt: null });
    const { json: resumed } = await service.call('PATCH', path, key, { state: 'active' });
    expect(resumed.state).toBe('active');
    expect(resumed.nextAt).not.toBeNull();
  });

  test('never repeats a day when its time or its zone changes', async () => {
    const { test: key } = await service.account();
    const { id, path } = await makeProject(service, key);
    const lastSlot = async (): Promise<number> =>
      (
        await service.database.db.query<{ last_slot: number }>(
          { name: 'test_last_slot', text: 'select last_slot from projects where public_id = $1' },
          [id],
        )
      )[0]!.last_slot;
    let before = await lastSlot();
    for (const schedule of [
      { every: 'weekdays', at: '23:59' },
      { every: 'weekdays', at: '00:00', timeZone: 'Pacific/Apia' },
      { every: 'weekdays', at: '12:00', timeZone: 'Pacific/Honolulu' },
      { every: 'hours', hours: 6 },
      { every: 'monthdays', monthdays: [31] },
      { every: 'manual' },
    ]) {
      expect((await service.call('PATCH', path, key, { schedule })).status).toBe(200);
      const after = await lastSlot();
      expect(after).toBeGreaterThanOrEqual(before);
      before = after;
    }
    expect((await service.call('GET', path, key)).json.nextAt).toBeNull();
  });

  test('keeps a slot that is due when only its window changes', async () => {
    const { test: key } = await service.account();
    const { id, path } = await makeProject(service, key, { schedule: { every: 'hours', hours: 1 } });
    const { db } = service.database;
    const rewind = { name: 'test_rewind', text: 'update projects set last_slot = last_slot - 60 where public_id = $1 returning last_slot' };
    const [before] = await db.query<{ last_slot: number }>(rewind, [id]);
    const schedule = { every: 'hours', hours: 1, windowMinutes: 10 };
    expect((await service.call('PATCH', path, key, { schedule })).status).toBe(200);
    const read = { name: 'test_due', text: 'select last_slot, next_at <= tracking_now() as due from projects where public_id = $1' };
    expect(await db.query(read, [id])).toEqual([{ ...before, due: true }]);
  });

  test('is gone with its keywords after it was removed', async () => {
    const { test: key } = await service.account();
    const made = await makeProject(service, key);
    await addKeywords(service, key, made, [{ keyword: 'red shoes' }]);
    expect((await service.call('DELETE', made.path, key)).status).toBe(204);
    for (const path of [made.path, `${made.path}/keywords`, `${made.path}/notes`])
      expect((await service.call('GET', path, key)).status).toBe(404);
    expect((await service.call('DELETE', made.path, key)).status).toBe(404);
  });
});

describe('200: keywords', () => {
  test('are tracked once per device, and duplicates are named', async () => {
    const { test: key } = await service.account();
    const made = await makeProject(service, key);
    const keywords = [
      { keyword: ' red  shoes ', devices: ['desktop', 'mobile'], tags: ['Shoes', 'shoes '] },
      { keyword: 'RED SHOES' },
      { keyword: 'blue shoes', region: 'Berlin,Berlin,Germany' },
    ];
    const { json: dry } = await service.call('POST', `${made.path}/keywords`, key, { keywords, dryRun: true });
    expect(dry).toMatchObject({ added: 3, ids: [], run: null, duplicates: [{ index: 1, keyword: 'RED SHOES', id: null }] });
    expect(dry.forecast).toMatchObject({ before: { checksPerMonth: 0 }, after: { checksPerMonth: 90, creditsPerMonth: 90 } });
    expect((await service.call('GET', `${made.path}/keywords`, key)).json.total).toBe(0);

    const { json: added } = await service.call('POST', `${made.path}/keywords`, key, { keywords });
    expect(added).toMatchObject({ added: 3, duplicates: dry.duplicates, forecast: dry.forecast });
    const { json: again } = await service.call('POST', `${made.path}/keywords`, key, { keywords });
    expect(again).toMatchObject({ added: 0, ids: [] });
    expect(again.duplicates.map(({ index }: { index: number }) => index)).toEqual([0, 0, 1, 2]);
    expect(new Set(again.duplicates.flatMap(({ id }: { id: string | null }) => id ?? []))).toEqual(new Set(added.ids));

    const { json: list } = await service.call('GET', `${made.path}/keywords?sort=createdAt`, key);
    expect(list.items).toMatchObject([
      {
        keyword: 'red shoes',
        device: 'desktop',
        region: 'Germany',
        language: 'de',
        tags: ['Shoes'],
        state: null,
        position: null,
        visits: null,
      },
      { keyword: 'red shoes', device: 'mobile' },
      { keyword: 'blue shoes', device: 'desktop' },
    ]);
    expect((await service.call('GET', made.path, key)).json).toMatchObject({
      keywords: 3,
      enabledKeywords: 3,
      forecast: added.forecast.after,
    });
  });

  test('have a price before the project exists, equal to that of the project', async () => {
    const { test: key } = await service.account();
    const schedule = { every: 'weekdays', weekdays: [1], deep: { weekday: 1, maxResults: 100 } };
    const keywords = [{ keyword: 'a' }, { keyword: 'b', devices: ['desktop', 'mobile'] }, { keyword: 'c', enabled: false }];
    const { json: forecast } = await service.call('POST', '/tracking/forecast', key, { defaults: { region: 'DE' }, schedule, keywords });
    const made = await makeProject(service, key, { schedule });
    await addKeywords(service, key, made, keywords);
    expect(forecast.checksPerMonth).toBeGreaterThan(0);
    expect((await service.call('GET', made.path, key)).json.forecast).toEqual(forecast);
    const { json: tenfold } = await service.call('POST', '/tracking/forecast', key, {
      defaults: { region: 'DE' },
      schedule,
      keywords,
      times: 10,
    });
    expect(tenfold.creditsPerMonth).toBe(forecast.creditsPerMonth * 10);
  });

  test('come in lists of 1,000 with many values', async () => {
    const { test: key } = await service.account();
    const made = await makeProject(service, key);
    const keywords = Array.from({ length: 1000 }, (_, index) => ({
      keyword: `keyword ${index}`,
      tags: ['a', 'b', `tag ${index % 7}`],
      targetUrl: `https://shop.example/${index}`,
      starred: index % 2 === 0,
      volume: index,
      note: null,
    }));
    expect(await addKeywords(service, key, made, keywords)).toHaveLength(1000);
    const seen: string[] = [];
    let after = '';
    do {
      const { json } = await service.call(
        'GET',
        `${made.path}/keywords?sort=volume&descending=true&limit=300&after=${after}`.replace(/&after=$/, ''),
        key,
      );
      expect(json.total).toBe(1000);
      seen.push(...names(json.items));
      after = json.next ?? '';
    } while (after !== '');
    expect(seen).toEqual(keywords.map(({ keyword }) => keyword).reverse());
    const { json: filtered } = await service.call('GET', `${made.path}/keywords?tags=a,TAG%203&noTag=tag%204&starred=true&limit=1000`, key);
    expect(names(filtered.items).sort()).toEqual(
      keywords
        .filter(({ tags, starred }) => tags.includes('tag 3') && starred)
        .map(({ keyword }) => keyword)
        .sort(),
    );
  });

  test('change together, and null removes a value', async () => {
    const { test: key } = await service.account();
    const made = await makeProject(service, key);
    const ids = await addKeywords(service, key, made, [
      { keyword: 'a', tags: ['Old', 'keep'], note: 'x', volume: 10, targetUrl: 'https://shop.example/' },
      { keyword: 'b' },
    ]);
    const change = {
      ids,
      addTags: ['new', 'KEEP'],
      removeTags: ['old'],
      starred: true,
      enabled: false,
      note: null,
      volume: null,
      targetUrl: null,
    };
    expect((await service.call('PATCH', `${made.path}/keywords`, key, change)).json).toEqual({ changed: 2 });
    const { json } = await service.call('GET', `${made.path}/keywords`, key);
    expect(json.items).toMatchObject([
      { tags: ['keep', 'new'], starred: true, enabled: false, note: null, volume: null, targetUrl: null },
      { tags: ['new', 'KEEP'], starred: true, enabled: false },
    ]);
    expect((await service.call('GET', made.path, key)).json).toMatchObject({ keywords: 2, enabledKeywords: 0 });
    expect((await service.call('POST', `${made.path}/keywords/remove`, key, { ids: [ids[0], '999999'] })).json).toEqual({ removed: 1 });
    expect((await service.call('GET', `${made.path}/keywords/${ids[0]}`, key)).status).toBe(404);
    expect((await service.call('GET', `${made.path}/keywords/${ids[1]}`, key)).json.keyword).toBe('b');
  });
});

describe('200: notes and delivery', () => {
  test('notes are listed by day', async () => {
    const { test: key } = await service.account();
    const made = await makeProject(service, key);
    const [id] = await addKeywords(service, key, made, [{ keyword: 'a' }]);
    const { json: note } = await service.call('POST', `${made.path}/notes`, key, {
      day: '2026-11-02',
      text: ' Relaunch ',
      keywordIds: [id],
    });
    await service.call('POST', `${made.path}/notes`, key, { day: '2026-11-01', text: 'Before' });
    expect((await service.call('GET', `${made.path}/notes`, key)).json.items).toEqual([
      { id: expect.any(String), day: '2026-11-01', text: 'Before', keywordIds: null },
      { id: note.id, day: '2026-11-02', text: 'Relaunch', keywordIds: [id] },
    ]);
    expect((await service.call('DELETE', `${made.path}/notes/${note.id}`, key)).status).toBe(204);
    expect((await service.call('DELETE', `${made.path}/notes/${note.id}`, key)).status).toBe(404);
  });

  test('delivery is stored as it is sent', async () => {
    const { test: key } = await service.account();
    const made = await makeProject(service, key);
    expect((await service.call('GET', `${made.path}/delivery`, key)).json).toEqual({ when: 'atOnce' });
    const delivery = { webhook: 'https://hooks.example/x', when: 'daily', at: '08:00', quietFrom: '22:00', quietTo: '07:00' };
    expect((await service.call('PUT', `${made.path}/delivery`, key, delivery)).json).toEqual(delivery);
    expect((await service.call('GET', `${made.path}/delivery`, key)).json).toEqual(delivery);
  });
});
