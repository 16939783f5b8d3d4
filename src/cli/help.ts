// Help: the list of commands, and the description of one.

import { UsageProblem } from './arguments.ts';
import { COMMON, type Command, type Form, type Option } from './command.ts';
import { commandOf, meant, SHOWN_COMMANDS } from './commands.ts';
import { type Paint, PLAIN } from './paint.ts';

/** Column where summaries begin. Longer usage lines have no summary. */
const COLUMN = 50;

export const EXIT_CODES = [
  { status: 0, meaning: 'success' },
  { status: 1, meaning: 'the command failed; one line on standard error says why' },
  { status: 2, meaning: 'usage error: unknown command, option, value, account or key' },
  { status: 130, meaning: 'interrupted with Ctrl-C' },
] as const;

const lineOf = ({ usage, summary }: Form, paint: Paint): string => {
  const command = `sextant ${usage}`;
  return command.length < COLUMN ? `  ${command}${' '.repeat(COLUMN - command.length)}${paint.dim(summary)}` : `  ${command}`;
};

export function helpText(paint: Paint = PLAIN): string {
  return [
    paint.bold('sextant: your own high-volume search-data API'),
    '',
    ...SHOWN_COMMANDS.flatMap(({ forms }) => forms.map((form) => lineOf(form, paint))),
    '',
    'sextant help COMMAND describes one command, with examples. Every command has --json, --no-color and --help.',
    `Exit codes: ${EXIT_CODES.map(({ status, meaning }) => `${status} ${meaning.split(/[;:]/)[0]}`).join(', ')}.`,
    'Settings are environment variables. docs/operations.md lists all of them.',
  ].join('\n');
}

const optionRow = ({ name, value, values, isOptional, summary }: Option): [string, string] => [
  `--${name}${value === undefined ? '' : isOptional ? `[=${value}]` : ` ${value}`}`,
  values ? `${summary}. One of: ${values.join(', ')}` : summary,
];

export function commandHelp(command: Command, paint: Paint = PLAIN): string {
  const rows = [...command.options, ...COMMON].map(optionRow);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `${paint.bold(`sextant ${command.name}`)}: ${command.summary}`,
    '',
    paint.bold('Usage'),
    ...command.forms.map(({ usage, summary }) => `  sextant ${usage}\n      ${summary}`),
    '',
    paint.bold('Options'),
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    paint.bold('Examples'),
    ...command.examples.map(({ usage, summary }) => `  ${paint.dim(`# ${summary}`)}\n  sextant ${usage}`),
    ...(command.notes ? ['', ...command.notes] : []),
  ].join('\n');
}

/** `sextant help [COMMAND]`. */
export function helpCommand(argv: readonly string[], print: (text: string) => void, paint: Paint = PLAIN): void {
  const json = argv.includes('--json');
  const [name, ...more] = argv.filter((word) => !word.startsWith('--'));
  if (more.length > 0) throw new UsageProblem('sextant help takes one command. Usage: sextant help [COMMAND]');
  if (name === undefined) {
    print(json ? JSON.stringify({ commands: SHOWN_COMMANDS, exitCodes: EXIT_CODES }) : helpText(paint));
    return;
  }
  const command = commandOf(name);
  if (!command || command.hidden) throw unknownCommand(name);
  print(json ? JSON.stringify(command) : commandHelp(command, paint));
}

export function unknownCommand(name: string): UsageProblem {
  const near = meant(
    name,
    SHOWN_COMMANDS.map((command) => command.name),
  );
  return new UsageProblem(`Unknown command "${name}".${near === '' ? ' Try: sextant help' : near}`);
}
