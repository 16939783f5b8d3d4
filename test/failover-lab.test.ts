// The parts of the failover instrument that decide what runs and what fails.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { balancerFile, patroniFile } from '../lab/failover/configuration.ts';
import { FAULTS, QUICK } from '../lab/failover/faults.ts';
import type { Figures } from '../lab/failover/figures.ts';
import { HOSTS } from '../lab/failover/hosts.ts';
import { selectTrials } from '../lab/failover/run.ts';
import { type Outcome, printOutcomes, tableOf } from '../lab/failover/table.ts';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const addresses = Object.fromEntries(HOSTS.map((host, index) => [host, `198.18.77.${index + 10}`]));

describe('the selection of trials', () => {
  test('is every fault in both modes by default', () => {
    expect(selectTrials([])).toEqual({ faults: Object.keys(FAULTS), modes: ['hosts', 'haproxy'] });
    expect(selectTrials(['--quick', '--mode', 'hosts'])).toEqual({ faults: QUICK, modes: ['hosts'] });
    expect(selectTrials(['--only=switchover,disk-full', '--mode=haproxy'])).toEqual({
      faults: ['switchover', 'disk-full'],
      modes: ['haproxy'],
    });
  });

  test.each([
    [['--only', 'swichover'], 'Unknown fault "swichover". Faults: leader-killed,'],
    [['--only'], 'Unknown fault'],
    [['--mode', 'pgbouncer'], 'Unknown mode "pgbouncer". Modes: hosts, haproxy.'],
  ])('rejects %s', (args, message) => {
    expect(() => selectTrials(args)).toThrow(message);
  });
});

describe('the verdict', () => {
  const figures: Figures = {
    acknowledged: 500,
    lost: 0,
    doubled: 0,
    callbacksTwice: 2,
    unavailableSeconds: 22.5,
    promotionSeconds: 20,
    databaseSeconds: 20.1,
    workingSeconds: { api1: 0.4, worker1: 1.2 },
    callbacksFromReplaced: 0,
    commitsOnReplaced: 0,
    violations: [],
    details: [],
    broken: [],
  };
  const outcome: Outcome = { fault: 'agent-hung', mode: 'hosts', seconds: 60, load: 1, figures, error: null };
  const codeOf = (...outcomes: Outcome[]): { code: number; printed: string } => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const code = printOutcomes(outcomes, false);
    const printed = write.mock.calls.map(([text]) => String(text)).join('');
    write.mockRestore();
    return { code, printed };
  };

  test('is PASS when every guarantee holds', () => {
    const { code, printed } = codeOf(outcome);
    expect([code, printed]).toEqual([0, expect.stringContaining('FAILOVER trials=1 failed=0 PASS')]);
    expect(tableOf([outcome])[1]).toMatch(/^agent-hung +hosts +500 +0 +0 +2 +22\.5 +20 +20\.1 +1\.2 +0 +0 +1 +PASS$/);
  });

  test.each<[string, Outcome]>([
    ['a guarantee is broken', { ...outcome, figures: { ...figures, broken: ['no acknowledged object is lost'] } }],
    ['a trial could not run', { ...outcome, figures: null, error: 'no host was promoted' }],
  ])('is FAIL when %s', (_, failed) => {
    const { code, printed } = codeOf(outcome, failed);
    expect([code, printed]).toEqual([1, expect.stringContaining('FAILOVER trials=2 failed=1 FAIL')]);
  });

  test('is FAIL when nothing ran', () => {
    expect(codeOf().code).toBe(1);
  });
});

test('docs/failover.md and lab/README.md name every fault', () => {
  for (const name of Object.keys(FAULTS)) {
    expect(read('docs/failover.md')).toContain(`| \`${name}\` |`);
    expect(read('lab/README.md')).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

test('the recipes of docs/failover.md are what the instrument runs', () => {
  const page = read('docs/failover.md');
  const balancer = balancerFile(addresses).split('\n');
  for (const line of balancer.filter((text) => /timeout|option|expect|default-server/.test(text))) expect(page).toContain(line);
  const tools = { patroni: '', etcd: '', haproxy: '', postgres: '' };
  const times = { ttl: 20, loopWait: 3, retryTimeout: 8 };
  const { bootstrap } = JSON.parse(patroniFile({ host: 'db1', home: '/', addresses, times, tools }));
  const { postgresql, ...settings } = bootstrap.dcs;
  for (const [name, value] of Object.entries(settings)) expect(page).toContain(`\n${name}: ${value}\n`);
});
