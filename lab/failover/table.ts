// The table of faults and modes, and the verdict.
import type { Mode } from './database-cluster.ts';
import type { Figures } from './figures.ts';

export interface Outcome {
  readonly fault: string;
  readonly mode: Mode;
  /** How long the trial took. */
  readonly seconds: number;
  /** The load average before it. */
  readonly load: number;
  /** Null when the trial failed with `error`. */
  readonly figures: Figures | null;
  readonly error: string | null;
}

const COLUMNS = [
  'fault',
  'mode',
  'acknowledged',
  'lost',
  'ended twice',
  'callbacks twice',
  'unavailable s',
  'promotion s',
  'database s',
  'working after s',
  'callbacks from replaced',
  'commits on replaced',
  'load',
  'verdict',
];

const isGood = ({ figures }: Outcome): boolean => figures !== null && figures.broken.length === 0;

function workingOf({ workingSeconds }: Figures): string {
  const times = Object.values(workingSeconds);
  return times.includes(null) ? 'never' : String(Math.max(...(times as number[])));
}

function rowOf(outcome: Outcome): string[] {
  const { fault, mode, figures } = outcome;
  if (!figures) return [fault, mode, ...Array(COLUMNS.length - 4).fill('–'), String(outcome.load), 'FAIL'];
  const numbers = [
    figures.acknowledged,
    figures.lost,
    figures.doubled,
    figures.callbacksTwice,
    figures.unavailableSeconds,
    figures.promotionSeconds ?? '–',
    figures.databaseSeconds,
    workingOf(figures),
    figures.callbacksFromReplaced,
    figures.commitsOnReplaced,
    outcome.load,
  ];
  return [fault, mode, ...numbers.map(String), isGood(outcome) ? 'PASS' : 'FAIL'];
}

/** Returns the lines of a table whose columns are aligned. */
export function tableOf(outcomes: readonly Outcome[]): string[] {
  const rows = [COLUMNS, ...outcomes.map(rowOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  '),
  );
}

/** Prints the table or the JSON document. Returns the exit code. */
export function printOutcomes(outcomes: readonly Outcome[], json: boolean): number {
  const failed = outcomes.filter((outcome) => !isGood(outcome));
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if (json) print(JSON.stringify({ outcomes, failed: failed.length }));
  else {
    print('');
    for (const line of tableOf(outcomes)) print(line);
    print('');
    for (const { fault, mode, figures, error } of failed) {
      if (error !== null) print(`FAILED ${fault}, ${mode}: ${error}`);
      for (const promise of figures?.broken ?? []) print(`BROKEN ${fault}, ${mode}: ${promise}`);
    }
    print(`FAILOVER trials=${outcomes.length} failed=${failed.length} ${failed.length === 0 && outcomes.length > 0 ? 'PASS' : 'FAIL'}`);
  }
  return failed.length === 0 && outcomes.length > 0 ? 0 : 1;
}
