// Runs the requested cases and prints a table or, with --json, one JSON document.
import { cpus, loadavg } from 'node:os';
import { numberOption } from '../report.ts';
import { bodies } from './bodies.ts';
import { browser } from './browser.ts';
import { callbacks } from './callbacks.ts';
import { type BenchResult, ingest, queue } from './cases.ts';
import { type BenchEnvironment, type BenchSettings, openBenchEnvironment } from './environment.ts';
import { fetches } from './fetches.ts';
import { growth } from './growth.ts';
import { keywords } from './keywords.ts';
import { latency } from './latency.ts';
import { life } from './life.ts';
import { memory } from './memory.ts';
import { pages } from './pages.ts';
import { parse } from './parse.ts';
import { queues } from './queues.ts';
import { realLife } from './real-life.ts';
import { startup } from './startup.ts';
import { technologies } from './technologies.ts';
import { trackingHistory } from './tracking-history.ts';
import { trackingPlan } from './tracking-plan.ts';
import { whois } from './whois.ts';

type Case = (environment: BenchEnvironment, settings: BenchSettings) => Promise<BenchResult[]>;

const CASES: Readonly<Record<string, Case>> = {
  ingest,
  queue,
  queues,
  callbacks,
  fetch: fetches,
  life,
  'real-life': realLife,
  latency,
  growth,
  bodies,
  memory,
  'tracking-plan': trackingPlan,
  'tracking-history': trackingHistory,
};
const WITHOUT_DATABASE: Readonly<Record<string, (settings: BenchSettings) => Promise<BenchResult[]>>> = {
  parse,
  pages,
  technologies,
  keywords,
  whois,
  browser,
  startup,
};
const NAMES = [...Object.keys(CASES), ...Object.keys(WITHOUT_DATABASE)];
const SPREAD = 60;

export async function runBench(words: readonly string[]): Promise<number> {
  const json = words.includes('--json');
  const names = words.filter((word) => NAMES.includes(word));
  const wanted = names.length > 0 ? names : NAMES;
  const option = (name: string, fallback: number): number => numberOption(words, name, fallback);
  const settings = { roundCount: option('rounds', 5), seconds: option('seconds', 4), objects: option('objects', 1_000_000) };
  const before = words.find((word) => word.startsWith('--before='))?.slice('--before='.length);
  const say = (text: string): void => void (json || process.stdout.write(text));
  const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version, load: loadavg()[0]! };
  say(
    `${machine.cores} cores, Node ${machine.node}, load ${machine.load.toFixed(2)}; medians of ${settings.roundCount} rounds of ${settings.seconds} s\n\n`,
  );
  if (machine.load > machine.cores * 0.5) {
    if (!words.includes('--anyway')) {
      process.stderr.write('The machine is busy with other work, and figures would say little. Wait, or ask with --anyway.\n');
      return 1;
    }
    say('The machine is busy: read the ratios, not the rates.\n\n');
  }

  const environment = wanted.some((name) => name in CASES) ? await openBenchEnvironment() : null;
  const results: (BenchResult & { case: string; ratio: number })[] = [];
  try {
    for (const name of wanted) {
      say(`${name} …\n`);
      const all = { ...settings, say, ...(before === undefined ? {} : { before }) };
      const measured = environment && CASES[name] ? CASES[name](environment, all) : WITHOUT_DATABASE[name]!(all);
      for (const result of await measured) {
        const line = { case: name, ...result, ratio: result.ours / result.bare };
        results.push(line);
        say(lineOf(line));
      }
      await environment?.reset();
    }
  } finally {
    await environment?.close();
  }
  if (json) process.stdout.write(`${JSON.stringify({ machine, settings, results }, null, 2)}\n`);
  return 0;
}

/** All rounds on a scale from zero to the best of both sides: ● ours, ○ the baseline. */
function spreadOf({ ours, bare }: NonNullable<BenchResult['all']>): string {
  const most = Math.max(...ours, ...bare);
  const places = Array.from({ length: SPREAD }, () => '·');
  const put = (values: readonly number[], mark: string): void => {
    for (const value of values) places[Math.min(SPREAD - 1, Math.floor((value / most) * SPREAD))] = mark;
  };
  put(bare, '○');
  put(ours, '●');
  return `  ${places.join('')}  every round\n`;
}

const cpuLineOf = (cpuMs: Readonly<Record<string, number>>): string =>
  `  ms of processor each: ${Object.entries(cpuMs)
    .map(([name, ms]) => `${name} ${ms.toFixed(3)}`)
    .join(', ')}\n`;

function lineOf({ name, ours, bare, ratio, limit, expected, all, cpuMs, digits = 0 }: BenchResult & { ratio: number }): string {
  const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: digits }).padStart(10);
  const bar = '█'.repeat(Math.min(40, Math.round(ratio * 20)));
  const verdict = expected === undefined ? '' : ratio >= expected ? `  (expected ≥ ${expected})` : `  BELOW the expected ${expected}`;
  return `  ${name.padEnd(38)}${number(ours)}\n  ${limit.padEnd(38).slice(0, 60)}  ${number(bare)}   ratio ${ratio.toFixed(2)} ${bar}${verdict}\n${all ? spreadOf(all) : ''}${cpuMs ? cpuLineOf(cpuMs) : ''}\n`;
}
