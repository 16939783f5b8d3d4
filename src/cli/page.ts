// Generates docs/command-line.md from the table of commands.

import { COMMON, type Command, type Option } from './command.ts';
import { SHOWN_COMMANDS } from './commands.ts';
import { EXIT_CODES } from './help.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const rowOf = ({ name, value, values, summary }: Option): string =>
  `| \`--${name}${value === undefined ? '' : ` ${value}`}\` | ${cell(values ? `${summary}. One of: ${values.join(', ')}` : summary)} |`;

function section({ name, summary, forms, options, examples, notes = [] }: Command): string {
  return [
    `## \`${name}\``,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    '',
    '```',
    ...forms.map(({ usage }) => `sextant ${usage}`),
    '```',
    '',
    ...(options.length > 0 ? ['| Option | Meaning |', '|---|---|', ...options.map(rowOf), ''] : []),
    ...notes.flatMap((note) => [note, '']),
    '```sh',
    ...examples.flatMap(({ usage, summary }) => [`# ${summary}`, `sextant ${usage}`]),
    '```',
  ].join('\n');
}

export function commandLinePage(): string {
  return `${[
    '# The command line',
    '',
    'All commands of `sextant` with their options and examples, as `sextant help COMMAND` shows them. In a checkout run `node bin/sextant.mjs`; `npm link` installs it as `sextant`.',
    '`npm run command-line` generates this page from the table of commands in `src/cli`.',
    '',
    '| Option of every command | Meaning |',
    '|---|---|',
    ...COMMON.map(rowOf),
    '',
    '| Exit code | Meaning |',
    '|--:|---|',
    ...EXIT_CODES.map(({ status, meaning }) => `| ${status} | ${meaning} |`),
    '',
    'Colours are used only on a terminal, and not with `NO_COLOR` or `--no-color`. Results go to standard output, everything else to standard error.',
    'Settings are environment variables, see [operations.md](operations.md#settings).',
    '',
    SHOWN_COMMANDS.map(section).join('\n\n'),
  ].join('\n')}\n`;
}
