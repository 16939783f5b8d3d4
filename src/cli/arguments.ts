// Parses the arguments of a command by the table of commands.
import { commandOf, meant, optionsOf } from './commands.ts';

/** A usage error; the exit code is 2. */
export class UsageProblem extends Error {}

export interface Arguments {
  readonly plain: readonly string[];
  readonly json: boolean;
  flag(name: string): boolean;
  option(name: string): string | undefined;
  /** All values of an option that may be given several times. */
  all(name: string): readonly string[];
  required(name: string): string;
}

export function parseArguments(argv: readonly string[], commandName: string): Arguments {
  const command = commandOf(commandName);
  if (!command) throw new Error(`the command ${commandName} is not in the table`);
  const known = new Map(optionsOf(command).map((option) => [option.name, option]));
  const hint = `Try: sextant help ${commandName}`;
  const plain: string[] = [];
  const options = new Map<string, string>();
  const repeated = new Map<string, string[]>();
  for (let index = 0; index < argv.length; index++) {
    const arg = argv[index]!;
    if (arg === '--') {
      plain.push(...argv.slice(index + 1));
      break;
    }
    if (!/^--[^-]/.test(arg)) {
      plain.push(arg);
      continue;
    }
    const equals = arg.indexOf('=');
    const [name, inline] = equals < 0 ? [arg.slice(2), undefined] : [arg.slice(2, equals), arg.slice(equals + 1)];
    const option = known.get(name);
    if (!option) throw new UsageProblem(`Unknown option "--${name}".${meant(name, [...known.keys()], '--')} ${hint}`);
    if (option.value === undefined) {
      if (inline !== undefined) throw new UsageProblem(`--${name} takes no value. ${hint}`);
      options.set(name, 'true');
      continue;
    }
    if (option.isOptional && inline === undefined) {
      options.set(name, '');
      repeated.set(name, [...(repeated.get(name) ?? []), '']);
      continue;
    }
    const value = inline ?? argv[++index];
    if (value === undefined || value === '') throw new UsageProblem(`--${name} needs a value. ${hint}`);
    if (option.values && !option.values.includes(value))
      throw new UsageProblem(`Invalid value "${value}" for --${name}.${meant(value, option.values)} Allowed: ${option.values.join(', ')}.`);
    options.set(name, value);
    repeated.set(name, [...(repeated.get(name) ?? []), value]);
  }
  return {
    plain,
    json: options.has('json'),
    flag: (name) => options.has(name),
    option: (name) => options.get(name),
    all: (name) => repeated.get(name) ?? [],
    required: (name) => {
      const value = options.get(name);
      if (!value) throw new UsageProblem(`--${name} is missing. ${hint}`);
      return value;
    },
  };
}

/** Returns the text on one line, without characters that control a terminal: pages and registries may contain them. */
export const plainText = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

/** Formats rows as aligned columns with a header. */
export function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  if (rows.length === 0) return 'none';
  const names = Object.keys(rows[0]!);
  const cells = [names, ...rows.map((row) => names.map((name) => plainText(String(row[name] ?? ''))))];
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
