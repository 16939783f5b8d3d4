// The bars, the table and the verdict.
import { median, round } from '../report.ts';
import { shiftOf } from './in-page.ts';
import type { SizeName } from './views.ts';
import type { Load } from './visit.ts';

export const BARS = { shiftMax: 0.02, interactiveMsMax: 1000, fileBytesMax: 100_000, allBytesMax: 250_000 } as const;

export interface Row {
  readonly view: string;
  readonly size: SizeName;
  /** Null when the view failed with `error`. */
  readonly figures: {
    readonly fileBytes: number;
    readonly dataBytes: number;
    readonly interactiveMs: number;
    readonly shift: number;
  } | null;
  /** What moved, for each shift. */
  readonly moved: readonly (readonly string[])[];
  readonly errors: readonly string[];
}

/** The time is the median of the loads. Shifts are those of the load that moved most, because some depend on timing. */
export function rowOf(view: string, size: SizeName, loads: readonly Load[]): Row {
  const [worst] = loads.toSorted((a, b) => shiftOf(b.shifts) - shiftOf(a.shifts));
  return {
    view,
    size,
    figures: {
      fileBytes: Math.max(...loads.map(({ fileBytes }) => fileBytes)),
      dataBytes: Math.max(...loads.map(({ dataBytes }) => dataBytes)),
      interactiveMs: round(median(loads.map((load) => load.interactiveMs))),
      shift: shiftOf(worst!.shifts),
    },
    moved: worst!.shifts.map(({ moved }) => moved),
    errors: [...new Set(loads.flatMap(({ errors }) => errors))],
  };
}

/** Returns the bars that a view misses, as sentences. */
export function missesOf({ figures, errors }: Row): string[] {
  if (!figures) return [...errors];
  const { fileBytes, interactiveMs, shift } = figures;
  return [
    ...(shift > BARS.shiftMax ? [`moves by ${shift}, at most ${BARS.shiftMax}`] : []),
    ...(interactiveMs >= BARS.interactiveMsMax ? [`interactive after ${interactiveMs} ms, at most ${BARS.interactiveMsMax} ms`] : []),
    ...(fileBytes > BARS.fileBytesMax ? [`loads ${kilobytes(fileBytes)} KB of files, at most ${BARS.fileBytesMax / 1000} KB`] : []),
    ...errors.map((error) => `console error: ${error}`),
  ];
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
const COLUMNS = ['view', 'size', 'files KB', 'data KB', 'interactive ms', 'shift', 'verdict'];

function cellsOf(row: Row): string[] {
  const { view, size, figures } = row;
  if (!figures) return [view, size, '–', '–', '–', '–', 'FAIL'];
  const { fileBytes, dataBytes, interactiveMs, shift } = figures;
  const numbers = [kilobytes(fileBytes), kilobytes(dataBytes), String(interactiveMs), String(shift)];
  return [view, size, ...numbers, missesOf(row).length === 0 ? 'PASS' : 'FAIL'];
}

/** Returns the lines of a table whose columns are aligned. */
export function tableOf(rows: readonly Row[]): string[] {
  const cells = [COLUMNS, ...rows.map(cellsOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  '),
  );
}

/** Prints the table or the JSON document. Returns the exit code. */
export function printRows(rows: readonly Row[], allBytes: number, load: number, json: boolean): number {
  const failed = rows.filter((row) => missesOf(row).length > 0);
  const isSmall = allBytes <= BARS.allBytesMax;
  const passed = rows.length > 0 && failed.length === 0 && isSmall;
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if (json) print(JSON.stringify({ rows: rows.map((row) => ({ ...row, misses: missesOf(row) })), allBytes, load, passed }));
  else {
    for (const line of ['', ...tableOf(rows), '']) print(line);
    for (const row of failed) for (const miss of missesOf(row)) print(`MISSED ${row.view}, ${row.size}: ${miss}`);
    for (const { view, size, moved } of rows) for (const names of moved) print(`moved in ${view}, ${size}: ${names.join('; ')}`);
    if (!isSmall) print(`MISSED all files: ${kilobytes(allBytes)} KB, at most ${BARS.allBytesMax / 1000} KB`);
    print(`DASHBOARD views=${rows.length} failed=${failed.length} files=${kilobytes(allBytes)}KB load=${load} ${passed ? 'PASS' : 'FAIL'}`);
  }
  return passed ? 0 : 1;
}
