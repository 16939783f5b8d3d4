// Reads the words after a verb: plain ones in order, and `--name value` options.

export class UsageProblem extends Error {}

export interface Words {
  readonly plain: readonly string[];
  readonly json: boolean;
  option(name: string): string | undefined;
  required(name: string): string;
}

export function readWords(given: readonly string[]): Words {
  const plain: string[] = [];
  const options = new Map<string, string>();
  let json = false;
  for (let index = 0; index < given.length; index++) {
    const word = given[index]!;
    if (word === '--json') json = true;
    else if (word.startsWith('--')) {
      const [name, inline] = word.slice(2).split('=', 2);
      options.set(name!, inline ?? given[++index] ?? '');
    } else plain.push(word);
  }
  return {
    plain,
    json,
    option: (name) => options.get(name),
    required: (name) => {
      const value = options.get(name);
      if (!value) throw new UsageProblem(`--${name} is missing. Try: sextant help`);
      return value;
    },
  };
}

/** Rows as aligned columns under their names. */
export function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  if (rows.length === 0) return 'none';
  const names = Object.keys(rows[0]!);
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
