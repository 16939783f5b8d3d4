// The pepper of API keys: lost, damaged, wrong, and rotated while keys are in use.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccounts } from '../src/business/accounts/accounts.ts';
import { createAudit } from '../src/business/accounts/audit.ts';
import { createOperators } from '../src/business/accounts/operators.ts';
import { countPeppers, registerPeppers } from '../src/business/accounts/peppers.ts';
import { rotatePepperCommand } from '../src/cli/pepper.ts';
import { readConfig } from '../src/config.ts';
import { messageOf } from '../src/problems.ts';
import { pepperParts } from '../src/wiring/peppers.ts';
import { openSecrets } from '../src/wiring/secrets.ts';
import { startService } from '../src/wiring/service.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { until } from './service.ts';

// Each test starts the service several times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const root = mkdtempSync(path.join(tmpdir(), 'sextant-pepper-'));
let database: TestDatabase;
let folder: string;
let secrets: string;

beforeEach(async () => {
  database = await createDatabase();
  folder = mkdtempSync(path.join(root, 'one-'));
  secrets = path.join(folder, 'secrets.json');
});
afterEach(() => database.drop());
afterAll(() => rmSync(root, { recursive: true, force: true }));

const settings = (more: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', DRAIN_SECONDS: '0', ...more });
/** Starts the service, calls it with the key, and stops it. Returns the error line of a failed start. */
async function start(more: Record<string, string> = {}, key?: string) {
  try {
    const service = await startService(settings(more), { apis: 1, workers: 0 });
    const asked = key ?? service.firstKeys?.test;
    const status = (await fetch(`${service.url}/user?apikey=${asked}`)).status;
    await service.stop();
    return { status, firstKeys: service.firstKeys, line: null };
  } catch (error) {
    return { status: null, firstKeys: null, line: messageOf(error) };
  }
}
const contents = async () => [
  await database.db.query({ name: 'all_keys', text: 'select id, hash, pepper, revoked_at from keys order by id' }),
  await database.db.query({ name: 'all_peppers', text: 'select * from peppers order by id' }),
  await database.db.query({ name: 'all_migrations', text: 'select * from migrations order by name' }),
];

describe('secrets.json', () => {
  test('is written atomically, readable by its owner only', async () => {
    expect((await start()).status).toBe(200);
    expect(statSync(secrets).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['secrets.json']);
    expect(JSON.parse(readFileSync(secrets, 'utf8'))).toEqual({ adminToken: expect.any(String), keyPepper: expect.any(String) });
  });

  const DAMAGED = /secrets\.json is damaged, and nothing was changed: put it back/;
  const UNFIT = /^The pepper does not fit this database.*secrets\.json.*KEY_PEPPER/;
  const DAMAGES: readonly (readonly [string, (text: string) => string | null, RegExp])[] = [
    ['cut to 40 bytes', (text) => text.slice(0, 40), DAMAGED],
    ['empty', () => '', DAMAGED],
    ['not JSON', () => 'keyPepper=x', DAMAGED],
    ['a list', () => '[]', DAMAGED],
    ['a number for a pepper', () => '{"adminToken":"a","keyPepper":1}', DAMAGED],
    ['without the pepper', () => '{"adminToken":"a"}', UNFIT],
    ['gone', () => null, UNFIT],
    ['of another installation', () => '{"adminToken":"a","keyPepper":"other"}', UNFIT],
  ];
  test('that is damaged, missing or of another installation ends the start with one line, changes nothing, and works again when restored', async () => {
    const { firstKeys } = await start();
    const text = readFileSync(secrets, 'utf8');
    const before = await contents();
    for (const [name, damage, line] of DAMAGES) {
      const damaged = damage(text);
      if (damaged === null) rmSync(secrets);
      else writeFileSync(secrets, damaged);
      const refused = await start({}, firstKeys!.test);
      expect(refused.line, name).toMatch(line);
      expect(refused.line, name).not.toContain('\n');
      expect(await contents(), name).toEqual(before);
      expect(existsSync(secrets) ? readFileSync(secrets, 'utf8') : null, name).toBe(damaged);
    }
    writeFileSync(secrets, text);
    expect(await start({}, firstKeys!.test)).toMatchObject({ status: 200, line: null });
  });

  test('that is damaged is not needed when KEY_PEPPER and ADMIN_TOKEN are set, and stays unchanged', async () => {
    const given = { KEY_PEPPER: 'pepper', ADMIN_TOKEN: 'token' };
    const { firstKeys } = await start(given);
    expect(existsSync(secrets)).toBe(false);
    writeFileSync(secrets, '{"adm');
    expect((await start(given, firstKeys!.test)).status).toBe(200);
    expect(readFileSync(secrets, 'utf8')).toBe('{"adm');
    expect((await start({ ...given, KEY_PEPPER: 'wrong' })).line).toMatch(/^The pepper does not fit this database/);
  });
});

describe('a database of a version without check values', () => {
  const forget = () => database.db.script('update keys set pepper = null; delete from peppers');

  test('with keys starts with the existing pepper, and rejects a missing one from the first start on', async () => {
    const { firstKeys } = await start();
    await forget();
    const text = readFileSync(secrets, 'utf8');
    rmSync(secrets);
    expect((await start()).line).toMatch(/^The pepper of 2 keys is missing: neither KEY_PEPPER nor secrets\.json has it/);
    expect(existsSync(secrets)).toBe(false);
    writeFileSync(secrets, text);
    expect((await start({}, firstKeys!.test)).status).toBe(200);
    rmSync(secrets);
    expect((await start()).line).toMatch(/^The pepper does not fit/);
  });

  test('is not migrated by a start without its pepper', async () => {
    await start();
    rmSync(secrets);
    await database.db.script(
      "alter table keys drop column pepper; drop table peppers; delete from migrations where name = '0001_baseline.sql'",
    );
    expect((await start()).line).toMatch(/^The pepper of 2 keys is missing/);
    const rows = await database.db.query({ name: 'no_peppers', text: "select to_regclass('peppers')::text as found" });
    expect(rows).toEqual([{ found: null }]);
  });
});

describe('a rotated pepper', () => {
  const made = (pepper: string) => createAccounts(database.db, pepper).create({ name: 'Ada', email: 'a@mail.example', credits: 10 });
  const given = (current: string, previous: string | null = null) => ({ current, previous, isNew: false });
  const hashes = () => database.db.query({ name: 'hashes', text: "select id, encode(hash, 'hex') as hash, pepper from keys order by id" });

  test('keeps every key valid, and hashes each again once, at its first use', async () => {
    await registerPeppers(database.db, given('old'));
    const { keys } = await made('old');
    const peppers = await registerPeppers(database.db, given('new', 'old'));
    expect(peppers.moves).toBe(true);
    // The first use of a key is recorded in the background, which is another round trip.
    await database.db.query({ name: 'pepper_test_used', text: 'update keys set used_at = now()' });
    const trips = async (key: string) => {
      const before = database.db.stats.roundTrips;
      expect(await createAccounts(database.db, peppers).byKey(key)).toMatchObject({ mode: 'test' });
      return database.db.stats.roundTrips - before;
    };
    expect([await trips(keys.test), await trips(keys.test)]).toEqual([2, 1]);
    const alone = await registerPeppers(database.db, given('new', 'old')).then(() => createAccounts(database.db, 'new'));
    expect([await alone.byKey(keys.test), await alone.byKey(keys.live)]).toEqual([expect.objectContaining({ mode: 'test' }), null]);
  });

  test('keeps the tokens of operators valid, and moves them at their first use', async () => {
    await registerPeppers(database.db, given('old'));
    const audit = createAudit(database.db, 'operator');
    const { token } = await createOperators(database.db, 'old', audit).add({ name: 'Grace' });
    const peppers = await registerPeppers(database.db, given('new', 'old'));
    expect(await createOperators(database.db, peppers, audit).byToken(token)).toMatchObject({ name: 'Grace' });
    await until(async () => (await countPeppers(database.db, given('new', 'old'))).previous === 0);
    await registerPeppers(database.db, given('new'));
    expect(await createOperators(database.db, 'new', audit).byToken(token)).toMatchObject({ name: 'Grace' });
  });

  test('can be used by simultaneous requests', async () => {
    await registerPeppers(database.db, given('old'));
    const { keys } = await made('old');
    const peppers = await registerPeppers(database.db, given('new', 'old'));
    const found = await Promise.all(Array.from({ length: 20 }, () => createAccounts(database.db, peppers).byKey(keys.live)));
    expect(found.every((account) => account?.mode === 'live')).toBe(true);
  });

  test('is required while keys use it', async () => {
    await registerPeppers(database.db, given('old'));
    await made('old');
    await registerPeppers(database.db, given('new', 'old'));
    const before = await hashes();
    await expect(registerPeppers(database.db, given('new'))).rejects.toThrow(/^2 keys are hashed with a pepper that is not set/);
    await expect(registerPeppers(database.db, given('newest', 'new'))).rejects.toThrow(/^2 keys are hashed with a pepper/);
    expect(await hashes()).toEqual(before);
  });

  test('is introduced machine by machine: all accept both before the first one uses the new one, and none moves a key back', async () => {
    await registerPeppers(database.db, given('old'));
    const { keys } = await made('old');
    const waiting = await registerPeppers(database.db, given('old', 'new'));
    expect(waiting.moves).toBe(false);
    const ahead = await registerPeppers(database.db, given('new', 'old'));
    await createAccounts(database.db, ahead).byKey(keys.test);
    const moved = await hashes();
    const restarted = await registerPeppers(database.db, given('old', 'new'));
    for (const peppers of [waiting, restarted])
      expect(await createAccounts(database.db, peppers).byKey(keys.test)).toMatchObject({ mode: 'test' });
    expect(await hashes()).toEqual(moved);
  });
});

describe('sextant keys rotate-pepper', () => {
  const rotate = async (words: string[], more: Record<string, string> = {}, embedded = true) => {
    const config = { ...settings(more), ...(embedded ? { DATABASE_URL: null } : {}) };
    const lines: string[] = [];
    const parts = pepperParts(database.db, config, createAudit(database.db, 'command line'));
    await rotatePepperCommand(['rotate-pepper', ...words], parts, (text) => lines.push(text));
    return lines.join('\n');
  };
  const kept = () => JSON.parse(readFileSync(secrets, 'utf8')) as Record<string, string>;

  test('rotates the pepper of an installation, counts the keys that have not moved, and finishes when there are none', async () => {
    const { firstKeys } = await start();
    const before = kept();
    expect(await rotate([])).toMatch(/Restart the service now.*\nkeys with the current pepper: 0\nkeys with the previous pepper: 2$/);
    expect(kept()).toEqual({ adminToken: before.adminToken, keyPepper: expect.any(String), keyPepperPrevious: before.keyPepper });
    expect(kept().keyPepper).not.toBe(before.keyPepper);
    await expect(rotate([])).rejects.toThrow(/^2 keys still use the previous pepper/);
    await expect(rotate(['--finish'])).rejects.toThrow(/^2 keys still use the previous pepper/);
    expect((await start({}, firstKeys!.live)).status).toBe(200);
    expect(JSON.parse(await rotate(['--status', '--json']))).toEqual({ done: 'nothing', current: 1, previous: 1, unknown: 0 });
    expect((await start({}, firstKeys!.test)).status).toBe(200);
    expect(await rotate(['--finish'])).toMatch(/previous pepper was removed/);
    expect(Object.keys(kept())).toEqual(['adminToken', 'keyPepper']);
    expect((await start({}, firstKeys!.test)).status).toBe(200);
  });

  test('changes nothing when several machines share a database, and prints the steps', async () => {
    await start();
    const before = [readFileSync(secrets, 'utf8'), await contents()];
    const text = await rotate([], {}, false);
    expect(text).toMatch(/nothing was changed here.*[\s\S]*1\. On every machine keep KEY_PEPPER and set KEY_PEPPER_PREVIOUS/);
    expect([readFileSync(secrets, 'utf8'), await contents()]).toEqual(before);
  });

  test('with --revoke-rest recovers from a lost pepper: the keys are revoked, and the service starts', async () => {
    const { firstKeys } = await start();
    rmSync(secrets);
    expect((await start()).line).toContain('sextant keys rotate-pepper --revoke-rest');
    expect(await rotate(['--revoke-rest'])).toMatch(/^revoked 2 keys/);
    expect(await start({}, firstKeys!.test)).toMatchObject({ status: 403, line: null });
    const { keyPepper } = openSecrets(settings());
    const fresh = await createAccounts(database.db, keyPepper).addKey('1', { mode: 'test' });
    expect((await start({}, fresh!.key)).status).toBe(200);
  });
});
