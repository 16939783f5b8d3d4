// `npm run lab -- calibration`: does a low quality warn of wrong pages, and does a high one vouch for right ones?
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createSay, numberOption } from '../report.ts';
import { calibrate, samplesIn } from './calibrate.ts';
import { measureCost } from './cost.ts';
import { printCost } from './cost-table.ts';
import { printStale } from './stale.ts';
import { printCalibration } from './table.ts';

export async function runCalibration(args: string[]): Promise<number> {
  if (args.includes('--stale')) {
    printStale(createSay(false));
    return 0;
  }
  const corpus = process.env.SEXTANT_CORPUS;
  if (!corpus || !existsSync(path.join(corpus, 'index.jsonl'))) {
    process.stdout.write('Skipped: SEXTANT_CORPUS names no folder with captured pages (index.jsonl).\n');
    return 0;
  }
  const json = args.includes('--json');
  const say = createSay(json);
  const engines =
    args
      .find((arg) => arg.startsWith('--engine='))
      ?.slice('--engine='.length)
      .split(',') ?? null;
  if (args.includes('--cost')) {
    const cost = await measureCost(samplesIn(corpus, engines));
    const failures = printCost(cost, say);
    if (json) process.stdout.write(`${JSON.stringify(cost, null, 2)}\n`);
    say(failures.length === 0 ? '\nPASS' : `\nFAIL: ${failures.join('; ')}`);
    return failures.length === 0 ? 0 : 1;
  }
  const half = numberOption(args, 'half', 0);
  if (half !== 0 && half !== 1 && half !== 2) throw new Error('--half is 1 or 2.');
  const calibration = calibrate(corpus, {
    seed: numberOption(args, 'seed', 1),
    engines,
    every: numberOption(args, 'every', 1),
    half: half === 0 ? null : half,
  });
  const failures = printCalibration(calibration, say, args.includes('--losses'));
  if (json) process.stdout.write(`${JSON.stringify(calibration, null, 2)}\n`);
  say(failures.length === 0 ? `\nPASS: ${calibration.pages} pages` : `\nFAIL: ${failures.join('; ')}`);
  return failures.length === 0 ? 0 : 1;
}
