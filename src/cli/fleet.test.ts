import { describe, expect, test } from 'vitest';
import type { FleetAccess } from '../business/fleet/fleet.ts';
import type { Fleet, FleetNode, FleetProcess } from '../contract/fleet.ts';
import { fleetCommand } from './fleet.ts';
import { createPaint, PLAIN } from './paint.ts';

const worker = (change: Partial<FleetProcess> = {}): FleetProcess => ({
  id: 'w',
  pid: 7,
  role: 'worker',
  version: '1.0.0',
  startedAt: '2026-11-15T09:30:00+0000',
  seenSeconds: 2.4,
  silent: false,
  clockSkewMs: 3,
  labels: ['de', 'browser'],
  concurrency: 200,
  running: 12,
  cpuShare: 0.416,
  memoryMb: 210,
  drainingSince: null,
  drainSeconds: null,
  settingsDigest: '',
  ...change,
});
const node = (change: Partial<FleetNode> = {}, ...processes: FleetProcess[]): FleetNode => ({
  name: 'a',
  state: 'active',
  running: 12,
  drainingSince: null,
  drainSeconds: null,
  processes: processes.length === 0 ? [worker()] : processes,
  ...change,
});
const draining = (running: number, drainSeconds: number, confirmed = true): FleetNode => {
  const since = '2026-11-15T09:30:00+0000';
  const process = worker({ running, ...(confirmed ? { drainingSince: since, drainSeconds } : {}) });
  return node({ state: 'draining', running, drainingSince: since, drainSeconds: confirmed ? drainSeconds : null }, process);
};
const drained = node({ state: 'drained', running: 0 });

/** Shows one state of the fleet after the other. The last one stays. */
async function runOn(states: readonly Fleet['nodes'][], words: readonly string[], warnings: Fleet['warnings'] = [], paint = PLAIN) {
  const [printed, progress]: [string[], string[]] = [[], []];
  let index = 0;
  const next = () => states[Math.min(index++, states.length - 1)]!;
  const find = async (name: string) => next().find((one) => one.name === name) ?? null;
  const fleet: FleetAccess = { read: async () => ({ at: '', nodes: next(), warnings }), drain: find, resume: find };
  const parts = { fleet, paint, print: (text: string) => printed.push(text), log: (text: string) => progress.push(text) };
  const status = await fleetCommand(words, { ...parts, pause: async () => undefined });
  return { status, printed: printed.join('\n'), progress };
}

describe('sextant fleet', () => {
  test('prints one line per process, and drift below', async () => {
    const silent = worker({ role: 'api', silent: true, seenSeconds: 240, concurrency: null, running: null, clockSkewMs: null, labels: [] });
    const off = node({ name: 'off', state: 'drained', running: 0, processes: [] });
    const { printed } = await runOn(
      [[node({}, worker(), silent), off]],
      [],
      [{ kind: 'setting', setting: 'PRICES', nodes: ['a'], message: 'PRICES differs.' }],
    );
    expect(printed.split('\n')).toEqual([
      'node  role    version  state    jobs    cpu  memory  heartbeat  clock  labels',
      'a     worker  1.0.0    active   12/200  42%  210 MB  2 s ago    +3 ms  de,browser',
      'a     api     1.0.0    silent   –       42%  210 MB  240 s ago  –',
      'off   –       –        drained  –       –    –       –          –',
      '',
      'warning  PRICES differs.',
    ]);
  });
  test('shows the time left of a drain', async () => {
    expect((await runOn([[draining(12, 40)]], [])).printed).toContain('draining, about 40 s left');
  });
  test('says so without drift, and an empty fleet is no error', async () => {
    expect((await runOn([[node()]], [])).printed).toContain('No drift');
    expect((await runOn([[]], [])).printed).toMatch(/^none\n/);
  });
  test('uses colours on a terminal only', async () => {
    expect((await runOn([[draining(1, 9)]], [], [], createPaint(true, false))).printed).toContain('\u001b[33m');
    expect((await runOn([[draining(1, 9)]], [])).printed).not.toContain('\u001b');
  });
});

describe('sextant fleet drain --wait', () => {
  test('prints each change until the node is empty', async () => {
    const states = [draining(12, 0, false), draining(12, 40), draining(12, 40), draining(1, 5), drained].map((one) => [one]);
    expect(await runOn(states, ['drain', 'a', '--wait'])).toEqual({
      status: 0,
      printed: 'a is drained: no job is running. Stop it, or run sextant fleet resume a.',
      progress: ['a: waiting for its next heartbeat', 'a: 12 jobs running, about 40 s left', 'a: 1 job running, about 5 s left'],
    });
  });
  test.each([
    ['falls silent', [node({ state: 'silent' })], 'a is silent: run sextant fleet for details.'],
    ['is resumed by another operator', [node()], 'a is active: run sextant fleet for details.'],
    ['is gone', [], 'a is silent: run sextant fleet for details.'],
    ['is not empty after 15 minutes', [draining(1, 5)], 'a is draining: 1 job running, about 5 s left.'],
  ])('ends with 1 when the node %s', async (_, then, printed) => {
    expect(await runOn([[draining(1, 5)], then], ['drain', 'a', '--wait'])).toMatchObject({ status: 1, printed });
  });
  test('prints the node as JSON', async () => {
    expect(JSON.parse((await runOn([[drained]], ['drain', 'a', '--wait', '--json'])).printed)).toMatchObject({
      name: 'a',
      state: 'drained',
    });
  });
});

test.each([[['drain']], [['resume']], [['list', 'a']], [['drain', 'a', 'b']], [['stop', 'a']]])('%j is a usage error', async (words) => {
  await expect(runOn([[node()]], words)).rejects.toThrow('Usage: sextant fleet');
});
test('an unknown node is a usage error', async () => {
  await expect(runOn([[node()]], ['drain', 'b'])).rejects.toThrow('Node b not found. Run sextant fleet for the names.');
});
