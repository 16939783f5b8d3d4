// Prints what signs, quality and layouts cost, and compares it with the limit.
import { round, type Say } from '../report.ts';
import type { Cost } from './cost.ts';

/** Of the CPU time that decompressing and parsing the same pages takes. */
const SHARE_MAX = 0.03;

const percent = (share: number): string => `${round(share * 100, 2)}%`;

/** Returns where the limit is exceeded. */
export function printCost({ pages, readMs, signsMs, qualityMs, layouts }: Cost, say: Say): string[] {
  if (pages === 0) return ['no page was read'];
  const togetherMs = layouts.map(({ ms }) => signsMs + qualityMs + ms);
  const row = (name: string, times: readonly number[]): void =>
    say(`| ${[name, ...times.map((ms) => percent(ms / readMs))].join(' | ')} |`);
  const forEach = (ms: number): number[] => layouts.map(() => ms);
  say(`Decompressing and parsing ${pages} pages took ${round(readMs)} ms of CPU time, ${round(readMs / pages, 2)} ms per page.\n`);
  say(`| Share of it | ${layouts.map(({ perEngine }) => `${perEngine} layouts per engine`).join(' | ')} |`);
  say(`|---|${'--:|'.repeat(layouts.length)}`);
  row('Signs', forEach(signsMs));
  row('Quality', forEach(qualityMs));
  row(
    'Layouts',
    layouts.map(({ ms }) => ms),
  );
  row('Together', togetherMs);
  return togetherMs.flatMap((ms, index) =>
    ms > readMs * SHARE_MAX
      ? [`${percent(ms / readMs)} with ${layouts[index]!.perEngine} layouts per engine, the limit is ${percent(SHARE_MAX)}`]
      : [],
  );
}
