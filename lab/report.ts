// Figures and verdicts, and the arguments that most instruments share.

/** Prints one line of progress. */
export type Say = (text: string) => void;

export const printLine: Say = (text) => void process.stdout.write(`${text}\n`);
/** With `--json` standard output holds only the JSON document. */
export const createSay = (json: boolean): Say => (json ? () => undefined : printLine);

/** The value of `--name=value`, as a number. */
export const numberOption = (args: readonly string[], name: string, fallback: number): number =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
/** Of values that are sorted; 0 when there are none. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Adds one to a count by name. */
export function count(counts: Record<string, number>, name: string | number): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** A guarantee in words, and whether it holds. */
export type Check = readonly [promise: string, holds: boolean];
export const brokenOf = (checks: readonly Check[]): string[] => checks.filter(([, holds]) => !holds).map(([promise]) => promise);

export const verdictOf = (problems: readonly unknown[] | number): 'PASS' | 'FAIL' =>
  (typeof problems === 'number' ? problems : problems.length) === 0 ? 'PASS' : 'FAIL';
