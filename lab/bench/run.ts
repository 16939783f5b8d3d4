// Runs the cases asked for, prints a table and, with --json, one JSON document.
import { cpus, loadavg } from 'node:os';
import { callbacks } from './callbacks.ts';
import { ingest, queue } from './cases.ts';
import { fetches } from './fetches.ts';
import { growth } from './growth.ts';
import { keywords } from './keywords.ts';
import { latency } from './latency.ts';
import { life } from './life.ts';
import { memory } from './memory.ts';
import { parse } from './parse.ts';
import { queues } from './queues.ts';
import { openStage } from './stage.ts';
import { technologies } from './technologies.ts';
import { whois } from './whois.ts';

const CASES = { ingest, queue, queues, callbacks, fetch: fetches, life, latency, growth, memory, parse, technologies, keywords, whois };
const SPREAD = 60;
/** Cases that need no database. */
const BARE = new Set(['parse', 'technologies', 'keywords', 'whois']);

export async function runBench(words) {
  const json = words.includes('--json');
  const names = words.filter((word) => word in CASES);
  const wanted = names.length > 0 ? names : Object.keys(CASES);
  const option = (name, fallback) => Number(words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
  const settings = { roundCount: option('rounds', 5), seconds: option('seconds', 4), objects: option('objects', 1_000_000) };
  const say = (text) => (json ? undefined : process.stdout.write(text));
  const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version, load: loadavg()[0] };
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

  const stage = wanted.some((name) => !BARE.has(name)) ? await openStage() : null;
  const results = [];
  try {
    for (const name of wanted) {
      say(`${name} …\n`);
      for (const result of await CASES[name](stage, { ...settings, say })) {
        results.push({ case: name, ...result, ratio: result.ours / result.bare });
        say(lineOf(results.at(-1)));
      }
      await stage?.reset();
    }
  } finally {
    await stage?.close();
  }
  if (json) process.stdout.write(`${JSON.stringify({ machine, settings, results }, null, 2)}\n`);
  return 0;
}

/** Where the rounds lie between nothing and the best of both sides: ● ours, ○ the limit. */
function spreadOf({ ours, bare }) {
  const most = Math.max(...ours, ...bare);
  const places = Array.from({ length: SPREAD }, () => '·');
  const put = (values, mark) => {
    for (const value of values) places[Math.min(SPREAD - 1, Math.floor((value / most) * SPREAD))] = mark;
  };
  put(bare, '○');
  put(ours, '●');
  return `  ${places.join('')}  every round\n`;
}

const cpuLineOf = (cpuMs) =>
  `  ms of processor each: ${Object.entries(cpuMs)
    .map(([name, ms]) => `${name} ${ms.toFixed(3)}`)
    .join(', ')}\n`;

function lineOf({ name, ours, bare, ratio, limit, expected, all, cpuMs, digits = 0 }) {
  const number = (value) => value.toLocaleString('en', { maximumFractionDigits: digits }).padStart(10);
  const bar = '█'.repeat(Math.min(40, Math.round(ratio * 20)));
  const verdict = expected === undefined ? '' : ratio >= expected ? `  (expected ≥ ${expected})` : `  BELOW the expected ${expected}`;
  return `  ${name.padEnd(38)}${number(ours)}\n  ${limit.padEnd(38).slice(0, 60)}  ${number(bare)}   ratio ${ratio.toFixed(2)} ${bar}${verdict}\n${all ? spreadOf(all) : ''}${cpuMs ? cpuLineOf(cpuMs) : ''}\n`;
}
