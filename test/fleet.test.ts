// Two nodes as real processes on one database: registration, drift, and the drain of one node while jobs run.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../lab/net.ts';
import { createAudit } from '../src/business/accounts/audit.ts';
import { createFleet, type FleetAccess } from '../src/business/fleet/fleet.ts';
import { fleetCommand } from '../src/cli/fleet.ts';
import { PLAIN } from '../src/cli/paint.ts';
import type { FleetNode } from '../src/contract/fleet.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { until } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const TOKEN = 'token-of-the-operator';
const SECRETS = { ADMIN_TOKEN: TOKEN, KEY_PEPPER: 'the-pepper-of-this-fleet', SERPER_KEY: 'first-secret-of-serper' };
const OTHER_KEY = 'second-secret-of-serper';
const folder = mkdtempSync(path.join(tmpdir(), 'sextant-fleet-'));
let database: TestDatabase;
let fleet: FleetAccess;
let base = '';
let key = '';
let metricsPort = 0;
const started: { child: ChildProcess; ended: Promise<number | null> }[] = [];

function run(
  words: readonly string[],
  environment: Record<string, string>,
): { child: ChildProcess; ended: Promise<number | null>; text(): string } {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'main.js'), ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), ...SECRETS, ...environment },
  });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, text: () => text };
}
const nodeOf = async (node: string): Promise<FleetNode | undefined> => (await fleet.read()).nodes.find(({ name }) => name === node);
const rows = <T extends object>(name: string, text: string) => database.db.query<T>({ name: `fleet_test_${name}`, text });
const admin = async (method: string, url: string) => {
  const response = await fetch(`${base}${url}`, { method, headers: { authorization: `Bearer ${TOKEN}` } });
  return { status: response.status, json: await response.json().catch(() => null) };
};
const order = async (count: number, keyword: string): Promise<void> => {
  const requests = Array.from({ length: count }, (_, index) => ({ keyword: `${keyword} ${index}`, region: 'US' }));
  const response = await fetch(`${base}/serp/new/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(requests),
  });
  expect(response.status).toBe(200);
};
/** The same command as `sextant fleet`, on the connection of the test. */
const command = async (...words: string[]): Promise<{ status: number; printed: string; progress: string[] }> => {
  const [lines, progress]: [string[], string[]] = [[], []];
  const status = await fleetCommand(words, {
    fleet,
    print: (text) => lines.push(text),
    log: (text) => progress.push(text),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    paint: PLAIN,
  });
  return { status, printed: lines.join('\n'), progress };
};

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  database = await createDatabase();
  fleet = createFleet(database.db, createAudit(database.db, 'command line'));
  const first = run(['start', '--api', '2', '--workers', '1', '--json'], {
    NODE_NAME: 'north',
    PORT: '0',
    WORKER_CONCURRENCY: '3',
    RETENTION_DAYS: '9',
    DRAIN_SECONDS: '3',
  });
  started.push(first);
  const banner = await until(async () => {
    if (first.child.exitCode !== null) throw new Error(first.text());
    return /^\{"url".*\}$/m.exec(first.text())?.[0];
  }, 120);
  const { url, firstKeys } = JSON.parse(banner) as { url: string; firstKeys: { test: string } };
  [base, key] = [url, firstKeys.test];
  metricsPort = await freePort();
  const second = run(['worker'], {
    NODE_NAME: 'south',
    WORKER_CONCURRENCY: '3',
    SERPER_KEY: OTHER_KEY,
    WORKER_METRICS_PORT: String(metricsPort),
  });
  started.push(second);
  await until(() => nodeOf('south'), 120);
  await until(async () => (await nodeOf('north'))?.processes.length === 4);
}, 300_000);
afterAll(async () => {
  for (const { child } of started) if (child.exitCode === null) child.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

describe('two nodes', () => {
  test('register all of their processes', async () => {
    const { status, json } = await admin('GET', '/admin/fleet');
    expect(status).toBe(200);
    const found = (json as { nodes: FleetNode[] }).nodes.map(({ name, state, processes }) => [
      name,
      state,
      processes.map(({ role }) => role),
    ]);
    expect(found).toEqual([
      ['north', 'active', ['api', 'api', 'main', 'worker']],
      ['south', 'active', ['worker']],
    ]);
  });

  test('serve the metrics of a worker that runs alone', async () => {
    const at = `http://127.0.0.1:${metricsPort}`;
    const response = await fetch(`${at}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const text = await response.text();
    expect(text).toMatch(/^sextant_[a-z_]+\{.*role="worker".*\} /m);
    expect(text).not.toContain('role="api"');
    expect((await fetch(`${at}/admin/fleet`)).status).toBe(404);
    expect((await fetch(`${at}/metrics`, { method: 'POST', body: 'x' })).status).toBe(405);
  });

  test('say which setting to change when the port of the metrics is taken', async () => {
    const third = run(['worker'], { NODE_NAME: 'west', WORKER_METRICS_PORT: String(metricsPort) });
    expect(await third.ended).not.toBe(0);
    expect(third.text()).toContain(`Port ${metricsPort} is taken: stop what uses it, or set WORKER_METRICS_PORT to another one.`);
  });

  test('show which settings differ, and never a secret or its plain digest', async () => {
    const { json } = await admin('GET', '/admin/fleet');
    const { warnings } = json as { warnings: { setting: string; nodes: string[]; message: string }[] };
    expect(warnings.map(({ setting, nodes, message }) => [setting, nodes, message])).toEqual([
      ['RETENTION_DAYS', ['north', 'south'], 'RETENTION_DAYS differs: 9 on north; the default on south.'],
      ['SERPER_KEY', ['north', 'south'], 'SERPER_KEY (secret) differs: north / south.'],
    ]);
    const stored = JSON.stringify(await rows('all', 'select p::text as row from processes p'));
    expect(stored).toContain('SERPER_KEY');
    for (const secret of [...Object.values(SECRETS), OTHER_KEY]) expect(stored).not.toContain(secret);
    expect(stored).not.toContain(new URL(database.url.replace(/\?.*/, '')).pathname.slice(1));
  });

  test('are listed by the command as a table and as JSON', async () => {
    const { status, printed } = await command();
    expect(status).toBe(0);
    const [header, ...lines] = printed.split('\n');
    expect(header).toMatch(/^node +role +version +state +jobs +cpu +memory +heartbeat +clock +labels$/);
    expect(lines[3]).toMatch(/^north +worker +\d+\.\d+\.\d+ +active +\d\/3 +\d+% +\d+ MB +\d+ s ago +[+-]?\d+ ms$/);
    expect(printed).toContain('warning  SERPER_KEY (secret) differs: north / south.');
    expect(JSON.parse((await command('--json')).printed).nodes).toHaveLength(2);
    await expect(command('drain')).rejects.toThrow('Usage: sextant fleet');
    await expect(command('drain', 'west')).rejects.toThrow('Node west not found.');
  });
});

describe('a command in its own process', () => {
  const outputOf = async (...words: string[]): Promise<{ status: number | null; text: string }> => {
    const { ended, text } = run(words, {});
    return { status: await ended, text: text() };
  };
  test('lists the fleet, and rejects a wrong node with exit code 2', async () => {
    const { status, text } = await outputOf('fleet', '--json');
    expect([status, JSON.parse(text).nodes.map(({ name }: FleetNode) => name)]).toEqual([0, ['north', 'south']]);
    expect(await outputOf('fleet', 'resume', 'west')).toEqual({
      status: 2,
      text: 'Node west not found. Run sextant fleet for the names.\n',
    });
  });
  test('uses the admin API with --url', async () => {
    const { status, text } = await outputOf('fleet', '--json', '--url', base);
    expect([status, JSON.parse(text).nodes.map(({ name }: FleetNode) => name)]).toEqual([0, ['north', 'south']]);
    const wrong = run(['fleet', '--url', base], { ADMIN_TOKEN: 'another' });
    expect([await wrong.ended, wrong.text()]).toEqual([1, expect.stringMatching(/token/i)]);
    expect(await outputOf('fleet', 'drain', 'west', '--url', base)).toMatchObject({ status: 2 });
    expect((await outputOf('fleet', '--url', 'http://127.0.0.1:1')).text).toMatch(
      /^The service at http:\/\/127.0.0.1:1 could not be reached\./,
    );
  });
  test('examines the fleet as the doctor does', async () => {
    const { text } = await outputOf('doctor', '--json');
    const { findings } = JSON.parse(text) as { findings: { check: string; state: string; found: string; fix?: string }[] };
    expect(findings.filter(({ check }) => check === 'fleet').map(({ state, found }) => [state, found])).toEqual([
      ['note', 'RETENTION_DAYS differs: 9 on north; the default on south.'],
      ['note', 'SERPER_KEY (secret) differs: north / south.'],
    ]);
  });
});

test('a drained node claims nothing more and finishes its jobs, the other one continues, and resume works', async () => {
  const claimed = async (node: string): Promise<number> => (await nodeOf(node))!.running;
  // The first jobs outlast several heartbeats, so the estimate of the drain is seen. The others follow in short steps.
  await order(6, 'test:slow:20 tea');
  await order(40, 'test:slow:3 tea');
  await until(async () => (await claimed('north')) > 0 && (await claimed('south')) > 0);
  const { status, json } = await admin('POST', '/admin/fleet/north/drain');
  expect([status, (json as FleetNode).state]).toEqual([200, 'draining']);
  const draining = await until(async () => {
    const node = await nodeOf('north');
    return node?.drainSeconds ? node : null;
  });
  // No job of this kind takes much longer than the others. The limit of a job is 290 s.
  expect(draining.drainSeconds).toBeGreaterThan(0);
  expect(draining.drainSeconds).toBeLessThanOrEqual(290);
  // Each process learns of the drain with its own heartbeat.
  const readiness = await until(async () => {
    const response = await fetch(`${base}/readyz`);
    return response.status === 503 ? response.json() : null;
  });
  expect(readiness).toMatchObject({ reason: 'the node is draining' });
  const { status: waited, printed, progress } = await command('drain', 'north', '--wait');
  expect([waited, printed]).toEqual([0, expect.stringMatching(/^north is drained: no job is running\./)]);
  expect(progress.join('\n')).toMatch(/north: \d jobs? running, about \d+ s left/);
  // The other node finishes the rest, and the drained one stays empty.
  const waiting = async () =>
    (await rows<{ count: number }>('waiting', 'select count(*)::integer as count from queue where lease is null'))[0]!.count;
  const before = await waiting();
  expect(before).toBeGreaterThan(0);
  await until(async () => {
    expect(await claimed('north')).toBe(0);
    return (await waiting()) < before - 6;
  });
  expect((await nodeOf('north'))!.state).toBe('drained');
  // A drained API node still serves.
  await order(12, 'test:slow:2 tea');
  expect((await admin('POST', '/admin/fleet/north/resume')).status).toBe(200);
  await until(async () => (await claimed('north')) > 0);
  await until(async () => (await fetch(`${base}/readyz`)).status === 200);
  await until(async () => (await rows<{ left: boolean }>('left', 'select exists (select from queue) as left'))[0]!.left === false, 120);
  const faulty = await rows<{ count: number }>('faulty', 'select count(*)::integer as count from results where faulty');
  expect(faulty).toEqual([{ count: 0 }]);
  const { json: log } = await admin('GET', '/admin/audit?limit=10');
  const actions = (log as { items: { action: string; subject: string; actor: string }[] }).items.filter(
    ({ subject }) => subject === 'north',
  );
  expect(actions.map(({ action, actor }) => [action, actor])).toEqual([
    ['node.resume', 'admin'],
    ['node.drain', 'admin'],
  ]);
}, 300_000);

test.each([
  ['an unknown node', '/admin/fleet/west/drain', 404],
  ['a text that is no name', '/admin/fleet/%00/resume', 404],
])('%s is rejected', async (_, url, status) => {
  expect((await admin('POST', url)).status).toBe(status);
});

test('the admin token is required', async () => {
  const statuses = ['/admin/fleet', '/admin/fleet/north/drain'].map(async (url, index) => {
    const response = await fetch(`${base}${url}`, { method: index === 0 ? 'GET' : 'POST', headers: { authorization: `Bearer ${key}` } });
    return response.status;
  });
  expect(await Promise.all(statuses)).toEqual([403, 403]);
});

test('a shutdown shows as a drain, and the rows disappear with the processes', async () => {
  const [first, second] = started;
  // With jobs, a shutdown takes long enough to be seen.
  await order(20, 'test:slow:4 tea');
  await until(async () => (await nodeOf('north'))!.running > 0);
  first!.child.kill('SIGTERM');
  const node = await until(async () => {
    const found = await nodeOf('north');
    return found?.state === 'draining' ? found : null;
  });
  expect([node.drainingSince, node.drainSeconds]).toEqual([null, expect.any(Number)]);
  expect(await first!.ended).toBe(0);
  second!.child.kill('SIGTERM');
  expect(await second!.ended).toBe(0);
  expect((await fleet.read()).nodes).toEqual([]);
}, 120_000);
