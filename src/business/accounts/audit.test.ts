import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { createAccounts } from './accounts.ts';
import { createAudit } from './audit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Acts with the owner's rights and disables the triggers first. */
const tamper = (text: string) => database.db.script(`alter table audit disable trigger all; ${text}; alter table audit enable trigger all`);

describe('the audit', () => {
  test('records actions with actor and order in an intact chain', async () => {
    const audit = createAudit(database.db, 'operator');
    const accounts = createAccounts(database.db, 'pepper', audit);
    expect(await audit.check()).toEqual({ entries: 0, brokenAt: null, head: null });
    const { id } = await accounts.create({ name: 'A', email: 'a@mail.example', credits: 5 });
    const key = await accounts.addKey(id, { mode: 'live' });
    await accounts.revokeKey(key!.id);
    // Concurrent entries still form one chain.
    await Promise.all(Array.from({ length: 20 }, () => accounts.grant(id, { total: 1 })));
    const items = await audit.list(100);
    expect(items.map(({ action }) => action).slice(-3)).toEqual(['key.revoke', 'key.create', 'account.create']);
    expect(items[0]).toMatchObject({ id: 23, actor: 'operator', action: 'credits.grant', subject: id, detail: { total: 1, mode: 'live' } });
    expect(await audit.check()).toEqual({ entries: 23, brokenAt: null, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('is append-only', async () => {
    await expect(database.db.script("update audit set actor = 'nobody' where id = 2")).rejects.toThrow('only ever added to');
    await expect(database.db.script('delete from audit where id = 2')).rejects.toThrow('only ever added to');
  });

  test('detects changed, missing and inserted entries, and a removed end by a hash recorded elsewhere', async () => {
    const audit = createAudit(database.db, 'operator');
    const before = await audit.check();
    await tamper('update audit set detail = \'{"credits":9}\' where id = 1');
    expect((await audit.check()).brokenAt).toBe(1);
    await tamper('update audit set detail = \'{"credits":5}\' where id = 1');
    expect(await audit.check()).toEqual(before);
    await tamper('delete from audit where id = 7');
    expect((await audit.check()).brokenAt).toBe(8);
    await tamper('delete from audit where id > 6');
    expect(await audit.check()).toMatchObject({ brokenAt: null, entries: 6 });
    expect((await audit.check()).head).not.toBe(before.head);
  });
});
