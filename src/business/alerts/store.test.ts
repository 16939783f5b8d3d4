import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { createAudit } from '../accounts/audit.ts';
import { type AlertMessage, type AlertSenders, sendDueMessages } from './messages.ts';
import type { Finding } from './rules.ts';
import { type AlertAccess, applyFindings, createAlertAccess, readOpenAlerts } from './store.ts';

let database: TestDatabase;
let alerts: AlertAccess;
const FAILING: Finding = {
  rule: 'engineSuccess',
  subject: 'google',
  severity: 'critical',
  summary: 'google: 0% of 5 live runs succeeded.',
};
const FULL: Finding = { rule: 'diskFull', subject: 'north', severity: 'warning', summary: 'The disk of north is 91% full.' };
const check = (...findings: Finding[]): Promise<void> => database.db.transaction((query) => applyFindings(query, findings, ['webhook'], 0));

/** Senders that record messages; the given number of attempts fails first. */
function recording(failures = 0): { senders: AlertSenders; sent: AlertMessage[] } {
  const sent: AlertMessage[] = [];
  let left = failures;
  const webhook = async (message: AlertMessage): Promise<void> => {
    if (left-- > 0) throw new Error('The webhook responded with 500.');
    sent.push(message);
  };
  return { senders: { webhook }, sent };
}

beforeAll(async () => {
  database = await createDatabase();
  alerts = createAlertAccess(database.db, createAudit(database.db, 'test'), ['webhook']);
});
afterAll(() => database.drop());
beforeEach(() => database.db.script('truncate alerts, alert_messages, alert_silences'));

describe('an alert', () => {
  test('opens once, is updated while its condition is met, and resolves by itself', async () => {
    await check(FAILING);
    const first = (await alerts.list()).open[0]!;
    await check({ ...FAILING, summary: 'google: 0% of 9 live runs succeeded.' }, FULL);
    const { open } = await alerts.list();
    expect(open.map(({ subject }) => subject)).toEqual(['google', 'north']);
    expect(open[0]).toMatchObject({ id: first.id, summary: 'google: 0% of 9 live runs succeeded.', resolvedAt: null });
    await check(FULL);
    const after = await alerts.list();
    expect(after.open.map(({ subject }) => subject)).toEqual(['north']);
    expect(after.history).toMatchObject([{ id: first.id, resolvedAt: expect.any(String) }]);
  });

  test('that returns after a recovery is a new one', async () => {
    await check(FAILING);
    await check();
    await check(FAILING);
    const { open, history } = await alerts.list();
    expect([open.length, history.length]).toEqual([1, 1]);
    expect(open[0]!.id).not.toBe(history[0]!.id);
  });

  test('is known to the rules while it is open', async () => {
    await check(FAILING);
    const isOpen = await readOpenAlerts(database.db.query);
    expect([isOpen('engineSuccess', 'google'), isOpen('engineSuccess', 'bing')]).toEqual([true, false]);
  });

  test('is acknowledged by the first operator only', async () => {
    await check(FAILING);
    const { id } = (await alerts.list()).open[0]!;
    await alerts.acknowledge(id, 'Ada');
    expect(await alerts.acknowledge(id, 'Bob')).toMatchObject({ acknowledgedBy: 'Ada', resolvedAt: null });
    expect(await alerts.acknowledge('0'.repeat(24), 'Ada')).toBeNull();
  });
});

describe('messages', () => {
  test('are sent once when an alert opens and once when it resolves', async () => {
    const { senders, sent } = recording();
    await check(FAILING);
    await check(FAILING);
    await sendDueMessages(database.db, senders);
    await sendDueMessages(database.db, senders);
    expect(sent.map(({ event, alert }) => [event, alert.subject])).toEqual([['opened', 'google']]);
    await check();
    await sendDueMessages(database.db, senders);
    expect(sent.map(({ event }) => event)).toEqual(['opened', 'resolved']);
    expect(sent[1]!.alert.resolvedAt).not.toBeNull();
    expect(sent[1]!.id).not.toBe(sent[0]!.id);
  });

  test('are retried after a failure, and the reason is shown', async () => {
    const { senders, sent } = recording(1);
    await check(FAILING);
    expect(await sendDueMessages(database.db, senders)).toBe(1);
    expect((await alerts.list()).open[0]!.messages).toEqual([
      { event: 'opened', channel: 'webhook', attempts: 1, deliveredAt: null, reason: 'The webhook responded with 500.' },
    ]);
    // The retry is not due yet.
    expect([await sendDueMessages(database.db, senders), sent.length]).toEqual([0, 0]);
    await database.db.script('update alert_messages set next_at = now()');
    await sendDueMessages(database.db, senders);
    expect(sent).toHaveLength(1);
    expect((await alerts.list()).open[0]!.messages).toMatchObject([{ attempts: 2, deliveredAt: expect.any(String), reason: null }]);
  });

  test('are sent by one of two processes', async () => {
    const [one, other] = [recording(), recording()];
    await check(FAILING, FULL);
    await Promise.all([sendDueMessages(database.db, one.senders), sendDueMessages(database.db, other.senders)]);
    expect(one.sent.length + other.sent.length).toBe(2);
  });

  test('are not sent while the alert is silenced, neither at its end', async () => {
    const { senders, sent } = recording();
    await check(FAILING);
    const { id } = (await alerts.list()).open[0]!;
    const silenced = await alerts.silence(id, 60, 'Ada');
    expect(silenced!.silencedUntil).not.toBeNull();
    await database.db.script('truncate alerts, alert_messages');
    await check(FAILING, FULL);
    await check();
    await sendDueMessages(database.db, senders);
    expect(sent.map(({ event, alert }) => [event, alert.subject]).sort()).toEqual([
      ['opened', 'north'],
      ['resolved', 'north'],
    ]);
  });

  test('are sent again after the silence was ended', async () => {
    const { senders, sent } = recording();
    await check(FAILING);
    const { id } = (await alerts.list()).open[0]!;
    await alerts.silence(id, 60, 'Ada');
    expect((await alerts.silence(id, 0, 'Ada'))!.silencedUntil).toBeNull();
    await check();
    await database.db.script('truncate alert_messages');
    await check(FAILING);
    await sendDueMessages(database.db, senders);
    expect(sent).toHaveLength(1);
  });

  test('about the end of an alert wait for those about its beginning', async () => {
    const { senders, sent } = recording(1);
    await check(FAILING);
    await sendDueMessages(database.db, senders);
    await check();
    await sendDueMessages(database.db, senders);
    expect(sent).toEqual([]);
    await database.db.script('update alert_messages set next_at = now()');
    await sendDueMessages(database.db, senders);
    expect(sent.map(({ event }) => event)).toEqual(['opened', 'resolved']);
  });

  test('about the end of an alert that was silenced after its beginning are sent after the silence', async () => {
    const { senders, sent } = recording();
    await check(FAILING);
    await sendDueMessages(database.db, senders);
    await alerts.silence((await alerts.list()).open[0]!.id, 60, 'Ada');
    await check();
    await sendDueMessages(database.db, senders);
    expect(sent.map(({ event }) => event)).toEqual(['opened']);
    await database.db.script("update alert_silences set until = now() - interval '1 second'");
    await sendDueMessages(database.db, senders);
    expect(sent.map(({ event }) => event)).toEqual(['opened', 'resolved']);
  });

  test('announce an alert that opened during a silence and outlasts it, unless it was acknowledged', async () => {
    const { senders, sent } = recording();
    await database.db.script(`insert into alert_silences (rule, subject, until, silenced_by) values
      ('engineSuccess', '', now() + interval '1 hour', 'Ada'), ('diskFull', '', now() + interval '1 hour', 'Ada')`);
    await check(FAILING, FULL);
    await alerts.acknowledge((await alerts.list()).open.find(({ rule }) => rule === 'diskFull')!.id, 'Ada');
    await database.db.script("update alert_silences set until = now() - interval '1 second'");
    await check(FAILING, FULL);
    await sendDueMessages(database.db, senders);
    expect(sent.map(({ event, alert }) => [event, alert.subject])).toEqual([['opened', 'google']]);
  });
});

test('an alert stays open until its condition has been over for a minute', async () => {
  const finding: Finding = { rule: 'diskFull', subject: 'near the limit', severity: 'critical', summary: 'The disk is 90% full.' };
  const openSubjects = async () => (await alerts.list()).open.map(({ subject }) => subject);
  const apply = (...findings: Finding[]) => database.db.transaction((query) => applyFindings(query, findings, ['webhook']));
  await apply(finding);
  await apply();
  expect(await openSubjects()).toContain('near the limit');
  await database.db.query({
    name: 'alert_test_older',
    text: "update alerts set seen_at = now() - interval '61 s' where subject = 'near the limit'",
  });
  await apply();
  expect(await openSubjects()).not.toContain('near the limit');
});
