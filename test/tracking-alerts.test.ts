// Alerts of projects on a real database: rules, recording once, grouping, digests and quiet hours.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTrackingAlerts } from '../src/business/tracking/alerts/alerts.ts';
import { createGroupAlerts } from '../src/business/tracking/alerts/group.ts';
import { createAlertRules } from '../src/business/tracking/alerts/rules.ts';
import type { ProjectRow } from '../src/business/tracking/types.ts';
import type { Account } from '../src/contract/order.ts';
import type { AlertDelivery, TrackingMessage } from '../src/contract/tracking-alerts.ts';
import type { Db } from '../src/platform/db.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { makeAccount } from './orders.ts';
import { type Clock, makeTrackingPartitions, slotOf, steppedClock } from './tracking.ts';
import { addAlerts, addCheck, kindsOf, makeAlertProject, messagesOf, recordWithAlert } from './tracking-alert-rows.ts';

const WEBHOOK = 'https://hooks.example/tracking';

let database: TestDatabase;
let db: Db;
let clock: Clock;
let account: Account;
beforeAll(async () => {
  database = await createDatabase();
  db = database.db;
  clock = await steppedClock(db, '2026-10-20T12:00:00Z');
  await makeTrackingPartitions(db);
  account = await makeAccount(db);
});
afterAll(() => database.drop());

const group = () => createGroupAlerts(db).run();
const bodiesOf = async (project: ProjectRow): Promise<TrackingMessage[]> =>
  (await messagesOf(db, project)).map(({ body }) => JSON.parse(body));
const totalsOf = async (project: ProjectRow): Promise<number[]> => (await bodiesOf(project)).map(({ total }) => total);
/** Leaves no alerts of this project to later tests. */
const closeAll = (project: ProjectRow): Promise<unknown> =>
  db.query({ name: 'test_close', text: "update tracking_alerts set message_id = 'closed' where project_id = $1 and message_id is null" }, [
    project.id,
  ]);

describe('rules', () => {
  const RULE = { name: 'Falls', settings: { kinds: ['dropped' as const], cooldownHours: 0 } };

  test('are created, changed and removed, each with a new revision of the project', async () => {
    const rules = createAlertRules(db);
    const project = await makeAlertProject(db, account);
    const created = await rules.create(project, RULE);
    expect(created).toMatchObject({ name: 'Falls', enabled: true, settings: RULE.settings });
    expect(await rules.change(project, created.id, { ...RULE, name: 'Other', enabled: false })).toMatchObject({
      name: 'Other',
      enabled: false,
    });
    expect(await rules.list(project)).toHaveLength(1);
    expect(await rules.change(project, 'f'.repeat(24), RULE)).toBeNull();
    await rules.setDelivery(project, { webhook: WEBHOOK });
    expect(await rules.remove(project, created.id)).toBe(true);
    expect(await rules.remove(project, created.id)).toBe(false);
    const [row] = await db.query<{ revision: number; delivery: string }>(
      { name: 'test_revision', text: "select revision, settings ->> 'delivery' as delivery from projects where id = $1" },
      [project.id],
    );
    expect(row!.revision).toBeGreaterThanOrEqual(4);
    expect(JSON.parse(row!.delivery)).toEqual({ webhook: WEBHOOK });
  });

  test('apply to slots after their creation, and changes are seen with the next revision', async () => {
    const rules = createAlertRules(db);
    const project = await makeAlertProject(
      db,
      account,
      {},
      { every: 'weekdays', timeZone: 'Europe/Berlin', lastSlot: slotOf('2026-10-20T00:00') },
    );
    const { id } = await rules.create(project, RULE);
    // 12:00 UTC is 14:00 in Berlin, so the slot of this day is before the rule.
    expect(await rules.rulesOf(project.id, 1)).toMatchObject([{ id, name: 'Falls', sinceSlot: slotOf('2026-10-20T14:00') }]);
    await rules.change(project, id, { ...RULE, enabled: false });
    expect(await rules.rulesOf(project.id, 1)).toHaveLength(1);
    expect(await rules.rulesOf(project.id, 2)).toEqual([]);
  });

  test('are limited per project', async () => {
    const rules = createAlertRules(db);
    const project = await makeAlertProject(db, account);
    for (let count = 0; count < 50; count++) await rules.create(project, RULE);
    await expect(rules.create(project, RULE)).rejects.toMatchObject({ code: 400 });
  }, 60_000);
});

describe('an alert', () => {
  const keywordOf = async (project: ProjectRow): Promise<number> =>
    (
      await db.query<{ id: number }>({ name: 'test_keyword', text: 'select min(id) as id from tracked_keywords where project_id = $1' }, [
        project.id,
      ])
    )[0]!.id;

  test('is raised once, however often its point is recorded, and not again within the cooldown', async () => {
    const project = await makeAlertProject(db, account);
    const keywordId = await keywordOf(project);
    const rule = { ruleId: 'r1', kind: 'dropped' as const, cooldownSeconds: 20 * 3600 };
    const first = { slot: slotOf('2026-10-20T00:00'), keywordId, objectId: '1'.repeat(24), lastSlot: null };
    await addCheck(db, project, first.slot, keywordId, first.objectId);
    const both = await Promise.all([recordWithAlert(db, project, first, rule), recordWithAlert(db, project, first, rule)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await recordWithAlert(db, project, first, rule)).toBe(false);
    expect(await kindsOf(db, project)).toEqual(['dropped']);
    // The position flaps: another slot of the next day, a few hours later.
    const second = { slot: slotOf('2026-10-21T00:00'), keywordId, objectId: '2'.repeat(24), lastSlot: first.slot };
    await addCheck(db, project, second.slot, keywordId, second.objectId);
    expect(await recordWithAlert(db, project, second, rule)).toBe(true);
    expect(await kindsOf(db, project)).toEqual(['dropped']);
    await closeAll(project);
  });
});

describe('a group', () => {
  test('of 1,000 alerts is one message per target, also when several workers close it', async () => {
    const project = await makeAlertProject(db, account, { webhook: WEBHOOK, emails: ['a@mail.example', 'b@mail.example'] });
    await addAlerts(db, project, 900);
    await addAlerts(db, project, 100, 'lost');
    const closed = await Promise.all([group(), group(), group()]);
    expect(closed.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await group()).toBe(0);
    const messages = await messagesOf(db, project);
    expect(messages.map(({ channel, target }) => [channel, target])).toEqual([
      ['email', 'a@mail.example'],
      ['email', 'b@mail.example'],
      ['webhook', WEBHOOK],
    ]);
    const [body] = await bodiesOf(project);
    expect(body).toMatchObject({ type: 'tracking', total: 1000, counts: { lost: 100, dropped: 900 }, project: { id: project.publicId } });
    expect(body!.alerts).toHaveLength(25);
    expect(body!.alerts.every(({ kind }) => kind === 'lost')).toBe(true);
  });

  test('waits for the checks of a running slot, at most ten minutes', async () => {
    const project = await makeAlertProject(db, account, { webhook: WEBHOOK });
    await addCheck(db, project, slotOf('2026-10-20T00:00'), 1, '3'.repeat(24));
    await addAlerts(db, project, 2);
    expect(await group()).toBe(0);
    await clock.advance(9);
    expect(await group()).toBe(0);
    await clock.advance(1);
    expect(await group()).toBe(1);
    await addAlerts(db, project, 1, 'gained');
    expect(await group()).toBe(0);
    await db.query({ name: 'test_recorded', text: 'update checks set state = 2 where project_id = $1' }, [project.id]);
    expect(await group()).toBe(1);
    expect(await totalsOf(project)).toEqual([2, 1]);
  });

  test('without a target is closed too, so that the dashboard and the feed have it', async () => {
    const project = await makeAlertProject(db, account);
    await addAlerts(db, project, 3);
    expect(await group()).toBe(1);
    expect(await messagesOf(db, project)).toEqual([]);
    const alerts = createTrackingAlerts(db);
    const { items, next } = await alerts.list(project, project, null, 2);
    expect([items.length, next !== null]).toEqual([2, true]);
    expect((await alerts.list(project, project, next, 2)).items).toHaveLength(1);
    expect((await alerts.list({ ...project, mode: 'live' }, null, null, 10)).items).toEqual([]);
    expect(
      await alerts.markRead(
        project,
        items.map(({ id }) => id),
      ),
    ).toBe(2);
    expect(
      await alerts.markRead(
        project,
        items.map(({ id }) => id),
      ),
    ).toBe(0);
    expect((await alerts.list(project, project, null, 10)).items.filter(({ read }) => read)).toHaveLength(2);
    expect(await alerts.resend(project, items[0]!.id)).toBe(false);
  });
});

describe('a digest', () => {
  const digestOf = (delivery: AlertDelivery) =>
    makeAlertProject(db, account, { webhook: WEBHOOK, ...delivery }, { timeZone: 'Europe/Berlin', lastSlot: 0 });

  test('is sent daily at its local time, and not at all when nothing happened', async () => {
    const project = await digestOf({ when: 'daily', at: '09:00' });
    await clock.set('2026-10-24T06:00:00Z');
    await addAlerts(db, project, 2);
    expect(await group()).toBe(0);
    await clock.set('2026-10-24T07:00:00Z');
    expect(await group()).toBe(1);
    await clock.set('2026-10-24T12:00:00Z');
    await addAlerts(db, project, 1, 'gained');
    expect(await group()).toBe(0);
    // Summer time has ended: 09:00 is an hour later in UTC.
    await clock.set('2026-10-25T07:30:00Z');
    expect(await group()).toBe(0);
    await clock.set('2026-10-25T08:00:00Z');
    expect(await group()).toBe(1);
    await clock.set('2026-10-26T08:00:00Z');
    expect(await group()).toBe(0);
    expect(await totalsOf(project)).toEqual([2, 1]);
  });

  test('is sent weekly on its day, but a paused project is reported at once', async () => {
    const project = await digestOf({ when: 'weekly', weekday: 5, at: '10:00' });
    // A Wednesday.
    await clock.set('2026-10-28T12:00:00Z');
    await addAlerts(db, project, 4);
    expect(await group()).toBe(0);
    await addAlerts(db, project, 1, 'paused');
    expect(await group()).toBe(1);
    await clock.set('2026-10-30T08:59:00Z');
    expect(await group()).toBe(0);
    await clock.set('2026-10-30T09:00:00Z');
    expect(await group()).toBe(1);
    expect(await totalsOf(project)).toEqual([1, 4]);
  });
});

describe('quiet hours', () => {
  // In Berlin, summer time ends on 2026-10-25 and begins on 2027-03-28.
  test.each([
    ['in summer time', '2026-10-24T03:59:00Z', '2026-10-24T04:00:00Z'],
    ['in the night of the change to winter time', '2026-10-25T04:59:00Z', '2026-10-25T05:00:00Z'],
    ['in the repeated hour', '2026-10-25T01:30:00Z', '2026-10-25T05:00:00Z'],
    ['before the change to summer time', '2027-03-27T04:59:00Z', '2027-03-27T05:00:00Z'],
    ['in the night of the change to summer time', '2027-03-28T03:59:00Z', '2027-03-28T04:00:00Z'],
  ])('hold messages back %s', async (_, quiet, loud) => {
    const delivery = { webhook: WEBHOOK, quietFrom: '22:00', quietTo: '06:00' };
    const project = await makeAlertProject(db, account, delivery, { timeZone: 'Europe/Berlin', lastSlot: 0 });
    await clock.set(quiet);
    await addAlerts(db, project, 2);
    await addAlerts(db, project, 1, 'paused');
    expect(await group()).toBe(0);
    await clock.set(loud);
    expect(await group()).toBe(1);
    expect(await totalsOf(project)).toEqual([3]);
  });

  test('within a day hold only there', async () => {
    const project = await makeAlertProject(db, account, { webhook: WEBHOOK, quietFrom: '12:00', quietTo: '13:00' });
    await clock.set('2026-11-02T12:59:00Z');
    await addAlerts(db, project, 1);
    expect(await group()).toBe(0);
    await clock.set('2026-11-02T13:00:00Z');
    expect(await group()).toBe(1);
  });
});
