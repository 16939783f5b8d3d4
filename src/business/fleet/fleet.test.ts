import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/service.ts';
import { createAudit } from '../accounts/audit.ts';
import { createFleet, dropSilentProcesses, type FleetAccess } from './fleet.ts';
import { type ProcessDetails, type Registration, registerProcess, type WorkerJobs } from './registration.ts';
import { createSourceControl } from './source-control.ts';

let database: TestDatabase;
let fleet: FleetAccess;
beforeAll(async () => {
  database = await createDatabase();
  fleet = createFleet(database.db, createAudit(database.db, 'test'));
});
afterAll(() => database.drop());

const settings = { digest: 'd', plain: {}, secrets: null };
const errors: unknown[] = [];
const register = (node: string, change: Partial<ProcessDetails> = {}, jobs?: WorkerJobs): Promise<Registration> =>
  registerProcess({
    db: database.db,
    details: { node, role: jobs ? 'worker' : 'api', version: '1.0.0', labels: [], concurrency: jobs ? 5 : null, settings, ...change },
    ...(jobs ? { jobs } : {}),
    heartbeatMs: 50,
    onError: (error) => errors.push(error),
  });
const nodeOf = async (node: string) => (await fleet.read()).nodes.find(({ name }) => name === node);
const sql = (text: string) => database.db.script(text);
const actions = async () =>
  (await createAudit(database.db, 'test').list(100)).map(({ action, subject, actor }) => [action, subject, actor]);

test('an empty fleet has a time and no nodes', async () => {
  expect(await fleet.read()).toEqual({ at: expect.stringMatching(/^20/), nodes: [], warnings: [] });
});

describe('a process with sources', () => {
  const control = () => createSourceControl(database.db, createAudit(database.db, 'test'));

  test('uses a variant again that was switched off with its base name', async () => {
    await control().disable('bing', 'page', 'Ada');
    await control().disable('bing', 'pages', 'Ada');
    await control().enable('bing', 'page-de', 'Ada');
    expect([...(await control().states()).keys()]).toEqual(['bing/pages']);
    await control().enable('bing', 'pages', 'Ada');
  });

  test('reports its cooldowns and receives the sources that are switched off', async () => {
    const disabled: string[] = [];
    const registration = await registerProcess({
      db: database.db,
      details: { node: 'sources', role: 'worker', version: '1.0.0', labels: [], concurrency: 5, settings },
      sources: {
        cooldowns: () => [['bing/live/page', 900, 'captcha']],
        onDisabled: (list) => disabled.splice(0, disabled.length, ...list.map((pair) => pair.join('/'))),
      },
      heartbeatMs: 50,
      onError: (error) => errors.push(error),
    });
    const paused = await until(async () => (await control().states()).get('bing/page'));
    expect(paused).toMatchObject({ disabledSince: null, cooldowns: [{ mode: 'live', reason: 'captcha', processes: 1 }] });
    await control().disable('google', 'page', 'Ada');
    await until(async () => disabled.includes('google/page'));
    expect((await control().states()).get('google/page')).toMatchObject({ disabledBy: 'Ada', cooldowns: [] });
    await control().enable('google', 'page', 'Ada');
    await until(async () => disabled.length === 0);
    expect((await actions()).filter(([, subject]) => subject === 'google/page').map(([action, , actor]) => [action, actor])).toEqual([
      ['source.enable', 'Ada'],
      ['source.disable', 'Ada'],
    ]);
    await registration.end();
    expect((await control().states()).get('bing/page')).toBeUndefined();
  });

  test('of several with the same cooldown, the longest counts', async () => {
    const waiting = (id: string, seconds: number) =>
      sql(`insert into processes (id, node, role, version, pid, started_at, labels, settings_digest, settings, cooldowns)
      values ('${id}', 'many', 'worker', '1', 7, now(), '{}', '', '{}', '[["yahoo/live/page-DE-1", ${seconds}, "after ${seconds}"]]')`);
    await waiting('short', 60);
    await waiting('long', 600);
    const { cooldowns } = (await control().states()).get('yahoo/page-DE-1')!;
    expect(cooldowns).toEqual([{ mode: 'live', seconds: expect.any(Number), reason: 'after 600', processes: 2 }]);
    await sql("delete from processes where node = 'many'");
  });
});

describe('a registered process', () => {
  test('is listed with its node, role, version, labels and load until it ends', async () => {
    const registration = await register('one', { labels: ['de', 'browser'] });
    const node = await nodeOf('one');
    expect(node).toMatchObject({ name: 'one', state: 'active', running: 0, drainingSince: null, drainSeconds: null });
    expect(node!.processes).toEqual([
      {
        id: expect.any(String),
        pid: process.pid,
        role: 'api',
        version: '1.0.0',
        startedAt: expect.stringMatching(/^20/),
        seenSeconds: expect.any(Number),
        silent: false,
        clockSkewMs: expect.any(Number),
        labels: ['de', 'browser'],
        concurrency: null,
        running: null,
        cpuShare: expect.any(Number),
        memoryMb: expect.any(Number),
        drainingSince: null,
        drainSeconds: null,
        settingsDigest: 'd',
      },
    ]);
    expect(node!.processes[0]!.memoryMb).toBeGreaterThan(10);
    // The database runs on this machine.
    expect(Math.abs(node!.processes[0]!.clockSkewMs!)).toBeLessThan(1000);
    await registration.end();
    expect(await nodeOf('one')).toBeUndefined();
  });

  test('registers again when its row is gone', async () => {
    const registration = await register('again');
    await sql("delete from processes where node = 'again'");
    await until(() => nodeOf('again'));
    await registration.end();
  });

  test('reports its shutdown as a drain with the time left', async () => {
    const registration = await register('stopping');
    await registration.reportShutdown(30);
    const node = (await nodeOf('stopping'))!;
    expect([node.state, node.drainingSince, node.processes[0]!.drainingSince]).toEqual(['draining', null, expect.stringMatching(/^20/)]);
    expect(node.drainSeconds).toBeGreaterThan(20);
    expect(node.drainSeconds).toBeLessThanOrEqual(30);
    await registration.end();
  });

  test('is never stopped by the table: errors are reported once, and it continues when the table is back', async () => {
    await sql('alter table processes rename to elsewhere');
    const registration = await register('early');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(errors).toHaveLength(1);
    await sql('alter table elsewhere rename to processes');
    await until(() => nodeOf('early'));
    await registration.end();
  });
});

describe('a drain', () => {
  test('reaches the process, which reports when it is empty, and ends with resume', async () => {
    let [running, claiming, secondsLeft] = [3, true, 12.2];
    const jobs = { running: () => running, isClaiming: () => claiming, secondsLeft: () => secondsLeft };
    const registration = await register('busy', {}, jobs);
    expect([registration.isDraining(), (await nodeOf('busy'))!.processes[0]!.concurrency]).toEqual([false, 5]);
    expect((await fleet.drain('busy', 'Ada'))!.state).toBe('draining');
    await until(async () => registration.isDraining());
    // A claim that has begun may still bring jobs, so an empty worker is not drained yet.
    running = 0;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await nodeOf('busy'))!.state).toBe('draining');
    [running, claiming] = [2, false];
    const draining = await until(async () => {
      const node = await nodeOf('busy');
      return node?.drainSeconds === 13 ? node : null;
    });
    expect([draining.state, draining.running]).toEqual(['draining', 2]);
    // A later poll of the queue finds nothing to claim and does not undo the report.
    [running, secondsLeft, claiming] = [0, 0, true];
    await until(async () => (await nodeOf('busy'))!.state === 'drained');
    // A repeated drain changes nothing.
    expect((await fleet.drain('busy', 'Ada'))!.state).toBe('drained');
    await fleet.resume('busy', 'Bob');
    await until(async () => !registration.isDraining() && (await nodeOf('busy'))!.state === 'active');
    await registration.end();
    expect((await actions()).slice(0, 2)).toEqual([
      ['node.resume', 'busy', 'Bob'],
      ['node.drain', 'busy', 'Ada'],
    ]);
  });

  test('survives a restart of the node', async () => {
    const first = await register('off');
    await fleet.drain('off');
    await first.end();
    expect(await nodeOf('off')).toMatchObject({ state: 'drained', processes: [] });
    const second = await register('off');
    expect(second.isDraining()).toBe(true);
    await second.end();
    expect(await fleet.resume('off')).toMatchObject({ processes: [] });
    expect(await nodeOf('off')).toBeUndefined();
  });

  test('of an unknown node is rejected', async () => {
    expect([await fleet.drain('nowhere'), await fleet.resume('nowhere')]).toEqual([null, null]);
  });

  test('of one node leaves the others active', async () => {
    const [a, b] = [await register('a'), await register('b')];
    await fleet.drain('a');
    await until(async () => a.isDraining());
    expect([b.isDraining(), (await nodeOf('b'))!.state]).toEqual([false, 'active']);
    await fleet.resume('a');
    await Promise.all([a.end(), b.end()]);
  });
});

describe('a process without a heartbeat', () => {
  const age = (seconds: number) =>
    sql(`insert into processes (id, node, role, version, pid, started_at, seen_at, labels, settings_digest, settings)
      values ('p${seconds}', 'quiet', 'api', '1.0.0', 1, now(), now() - interval '${seconds} seconds', '{}', '', '{}')`);

  test('is silent after a minute', async () => {
    await age(50);
    expect((await nodeOf('quiet'))!.state).toBe('active');
    await sql("delete from processes where node = 'quiet'");
    await age(70);
    const { nodes, warnings } = await fleet.read();
    expect(nodes.map(({ name, state }) => [name, state])).toEqual([['quiet', 'silent']]);
    expect(warnings.map(({ kind }) => kind)).toEqual(['silent']);
  });

  test('is removed after an hour, and the drain of a node without processes after a week', async () => {
    await age(3700);
    await sql("insert into drained_nodes values ('old', now() - interval '8 days'), ('new', now() - interval '6 days')");
    expect(await dropSilentProcesses(database.db)).toBe(2);
    expect((await fleet.read()).nodes.map(({ name, processes }) => [name, processes.length])).toEqual([
      ['new', 0],
      ['quiet', 1],
    ]);
  });
});
