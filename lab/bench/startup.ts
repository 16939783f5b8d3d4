// Start-up: CPU time of short commands, and of a start on existing data up to its banner, beside bare Node.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT, SEXTANT } from '../paths.ts';
import { exitOf, isRunning, statOf } from '../processes.ts';
import { median } from '../report.ts';
import { until } from '../wait.ts';
import type { BenchResult } from './cases.ts';
import type { BenchSettings } from './environment.ts';

const READY_MS_MAX = 180_000;
const PAGE = path.join(ROOT, 'src', 'sources', 'engines', 'bing', 'fixtures', 'results.html');
const START = path.join(ROOT, 'scripts', 'start.mjs');

/** CPU seconds of one process, from its start to its end. */
function commandSeconds(words: readonly string[]): number {
  const endedMs = (): number => {
    const stat = statOf(process.pid)!;
    return stat.wholeMs - stat.ms;
  };
  const before = endedMs();
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}: ${stderr}`);
  return (endedMs() - before) / 1000;
}

/** CPU seconds of the first process of a start, when it prints its banner. Its children count apart. */
async function startSeconds(dataFolder: string): Promise<number> {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataFolder, PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [START], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = exitOf(child);
  let seconds: number | null = null;
  child.stdout.on('data', (chunk) => {
    if (seconds === null && String(chunk).includes('Sextant is ready')) seconds = statOf(child.pid!)!.ms / 1000;
  });
  try {
    await until(() => seconds !== null || !isRunning(child), { msMax: READY_MS_MAX, problem: () => 'the service did not start in time' });
    if (seconds === null) throw new Error('the service ended while starting');
    return seconds;
  } finally {
    if (isRunning(child)) child.kill('SIGTERM');
    await ended;
  }
}

/** Needs Linux, which reports the CPU time of other processes. */
export async function startup({ roundCount, say }: BenchSettings): Promise<BenchResult[]> {
  if (process.platform !== 'linux') {
    say('  start-up is measured on Linux only\n');
    return [];
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-startup-'));
  // As root, the embedded PostgreSQL runs under another user.
  chmodSync(folder, 0o755);
  const cases = [
    { name: 'sextant --help', secondsMax: 0.2, measure: async () => commandSeconds([SEXTANT, '--help']) },
    { name: 'sextant parse, one page', secondsMax: 0.6, measure: async () => commandSeconds([SEXTANT, 'parse', '--engine', 'bing', PAGE]) },
    { name: 'start to ready, existing data', secondsMax: 2.5, measure: () => startSeconds(path.join(folder, 'data')) },
  ];
  try {
    // The first start creates the data.
    await startSeconds(path.join(folder, 'data'));
    const bare: number[] = [];
    const ours = cases.map((): number[] => []);
    for (let round = 0; round < roundCount; round++) {
      bare.push(commandSeconds(['-e', '0']));
      for (const [index, { measure }] of cases.entries()) ours[index]!.push(await measure());
    }
    const bareSeconds = median(bare);
    say('  seconds of CPU, median and lowest:\n');
    say(`  ${'node -e 0'.padEnd(32)}${bareSeconds.toFixed(2)}  ${Math.min(...bare).toFixed(2)}\n`);
    return cases.map(({ name, secondsMax }, index) => {
      const seconds = median(ours[index]!);
      say(`  ${name.padEnd(32)}${seconds.toFixed(2)}  ${Math.min(...ours[index]!).toFixed(2)}  at most ${secondsMax.toFixed(2)}\n`);
      return {
        name: `${name}, per second of CPU`,
        ours: 1 / seconds,
        bare: 1 / bareSeconds,
        limit: 'node -e 0, per second of CPU',
        // The ratio at which `secondsMax` is reached.
        expected: Math.round((bareSeconds / secondsMax) * 1000) / 1000,
        digits: 1,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
