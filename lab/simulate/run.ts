// Runs simulated days, prints the results, and writes the plots of docs/scaling.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { createSay, numberOption } from '../report.ts';
import { OUTAGE, PRIORITIES, WORLD } from './assumptions.ts';
import { sizeFor, sizingTable, USE, type Use } from './costs.ts';
import { BUCKETS, type Day, simulateDay } from './day.ts';
import { chart } from './plot.ts';
import { percentile } from './queues.ts';

const FOLDER = path.join(ROOT, 'docs', 'simulation');
const LOADS = [0.5, 1, 1.25, 1.5, 2, 3];
const HOURS = [0, 6, 12, 18].map((hour) => [(hour * BUCKETS) / 24, `${hour}:00`] as const);
const SECONDS = [
  [0.001, '1 ms'],
  [0.01, '10 ms'],
  [0.1, '100 ms'],
  [1, '1 s'],
  [10, '10 s'],
  [100, '100 s'],
  [1000, '17 min'],
  [10_000, '2.8 h'],
] as const;
const SHARES = [0, 0.25, 0.5, 0.75, 1].map((share) => [share, `${share * 100} %`] as const);

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 2 : 0)} %`;
/** The 99th percentile of each ten minutes. */
const late = (buckets: readonly (readonly number[])[]): number[] => buckets.map((values) => percentile(values, 0.99));
const most = (values: readonly number[]): number => values.reduce((highest, value) => Math.max(highest, value), 0);
const shown = (seconds: number): string =>
  seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(0)} min`;

/** Percentiles of the waiting time, per priority, over the whole day. */
const agesOf = (day: Day): Record<string, { p50: number; p99: number; left: number }> =>
  Object.fromEntries(
    PRIORITIES.map((name, priority) => {
      const all = day.ages[priority]!.flat();
      return [name, { p50: percentile(all, 0.5), p99: percentile(all, 0.99), left: day.left[priority]! }];
    }),
  );

/** Resources by how busy they were in their busiest ten minutes. */
const busiest = (day: Day): { name: string; use: number }[] =>
  Object.entries(day.use)
    .map(([name, values]) => ({ name, use: most(values) }))
    .sort((a, b) => b.use - a.use);

export async function runSimulation(words: readonly string[]): Promise<number> {
  if (words.includes('--measure')) {
    const { measure } = await import('./measure.ts');
    await measure((text) => process.stdout.write(`${text}\n`));
    return 0;
  }
  const option = (name: string, fallback: number): number => numberOption(words, name, fallback);
  const use = Object.fromEntries(Object.entries(USE).map(([name, value]) => [name, option(name, value)])) as Use;
  if (words.includes('--sizing')) {
    process.stdout.write(`${sizingTable(use)}\n`);
    return 0;
  }
  const json = words.includes('--json');
  const say = createSay(json);
  const size = sizeFor(option('jobs', 1e8), use);
  const [sample, seed] = [option('sample', 400_000), option('seed', 1)] as const;
  say(
    `${size.jobsADay.toLocaleString('en')} jobs a day on ${size.apiCores} API cores, ${size.workerProcesses} workers of ${use.concurrency} slots, ${size.postgresServers} × PostgreSQL`,
  );
  say(`(a sample of ${sample.toLocaleString('en')} jobs, seed ${seed}; machines scaled down alike)\n`);
  const days = LOADS.map((load) => ({ load, day: simulateDay({ size, sample, load, seed, use }) }));
  const report = days.map(({ load, day }) => ({ load, counts: day.counts, ages: agesOf(day), busiest: busiest(day) }));
  for (const { load, counts, ages, busiest: parts } of report) {
    const waits = PRIORITIES.map((name) => `${name} ${shown(ages[name]!.p50)}/${shown(ages[name]!.p99)}`).join('  ');
    say(`load ×${load}: waits p50/p99  ${waits}`);
    const shares = parts
      .slice(0, 2)
      .map(({ name, use: busy }) => `${name} ${percent(busy)}`)
      .join(', ');
    say(`  faulty ${percent(counts.faulty / counts.made)}, tries a job ${(counts.tries / counts.made).toFixed(2)}; busiest: ${shares}`);
  }
  const walled = simulateDay({ size, sample, seed, use, world: { ...WORLD, outage: OUTAGE } });
  const worst = PRIORITIES.map((name, priority) => `${name} ${shown(most(late(walled.ends[priority]!)))}`).join('  ');
  say('load ×1, and the largest engine blocks all requests for 20 minutes:');
  say(`  from create to end, p99 of the worst ten minutes  ${worst}; faulty ${percent(walled.counts.faulty / walled.counts.made)}`);
  const broken = report.find(({ busiest: parts }) => parts[0]!.use >= 0.99);
  say(
    broken
      ? `\nWhat breaks first: ${broken.busiest[0]!.name}, at ×${broken.load} of the planned load.`
      : '\nNothing breaks up to the highest load.',
  );
  if (words.includes('--plots')) writePlots(days, walled);
  if (json) process.stdout.write(`${JSON.stringify({ size, report, walled: { counts: walled.counts, ages: agesOf(walled) } })}\n`);
  return 0;
}

function writePlots(days: readonly { load: number; day: Day }[], walled: Day): void {
  mkdirSync(FOLDER, { recursive: true });
  const planned = days.find(({ load }) => load === 1)!.day;
  const perPriority = (times: Day['ages']) => PRIORITIES.map((name, priority) => ({ name, values: late(times[priority]!) })).reverse();
  const twice = days.find(({ load }) => load === 2)!.day;
  const write = (name: string, picture: string): void => writeFileSync(path.join(FOLDER, name), picture);
  const time = { labels: HOURS, log: true, ticks: SECONDS };
  const title = (text: string): string => `${text}, 99th percentile`;
  write('waits.svg', chart({ title: title('Time in the queue at twice the planned load'), series: perPriority(twice.ages), ...time }));
  write(
    'walled.svg',
    chart({ title: title('Create to end; an engine blocks all requests at noon'), series: perPriority(walled.ends), ...time }),
  );
  const use = Object.entries(planned.use).map(([name, values]) => ({ name, values }));
  write('use.svg', chart({ title: 'How busy each part is at the planned load', series: use, labels: HOURS, ticks: SHARES }));
  const loads = PRIORITIES.map((name, priority) => ({
    name,
    values: days.map(({ day }) => percentile(day.ages[priority]!.flat(), 0.99)),
  })).reverse();
  const labels = LOADS.map((load, index) => [index, `×${load}`] as const);
  write('loads.svg', chart({ title: title('Time in the queue by load'), series: loads, labels, log: true, ticks: SECONDS }));
}
