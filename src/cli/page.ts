// The page docs/command-line.md, made from the table of verbs.
import { EXIT_CODES } from './help.ts';
import { COMMON, type Option, type Verb } from './verb.ts';
import { SHOWN_VERBS } from './verbs.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const rowOf = ({ name, value, values, summary }: Option): string =>
  `| \`--${name}${value === undefined ? '' : ` ${value}`}\` | ${cell(values ? `${summary} (${values.join(', ')})` : summary)} |`;

function section({ name, summary, forms, options, examples, notes = [] }: Verb): string {
  return [
    `## \`${name}\``,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    '',
    '```',
    ...forms.map(({ words }) => `sextant ${words}`),
    '```',
    '',
    ...(options.length > 0 ? ['| Option | Meaning |', '|---|---|', ...options.map(rowOf), ''] : []),
    ...notes.flatMap((note) => [note, '']),
    '```sh',
    ...examples.flatMap(({ words, summary }) => [`# ${summary}`, `sextant ${words}`]),
    '```',
  ].join('\n');
}

export function commandLinePage(): string {
  return `${[
    '# The command line',
    '',
    'Every verb of `sextant` with its options and examples, as `sextant help VERB` shows them. In a checkout the command is `node bin/sextant.mjs`; `npm link` makes it `sextant`.',
    'This page is written by `npm run command-line` from the table of verbs in `src/cli`.',
    '',
    '| Option of every verb | Meaning |',
    '|---|---|',
    ...COMMON.map(rowOf),
    '',
    '| Exit status | Meaning |',
    '|--:|---|',
    ...EXIT_CODES.map(({ status, meaning }) => `| ${status} | ${meaning} |`),
    '',
    'Colours appear only on a terminal, and not with `NO_COLOR` or `--no-color`. Answers go to standard output, everything else to standard error.',
    'Settings come from the environment, see [operations.md](operations.md#settings).',
    '',
    SHOWN_VERBS.map(section).join('\n\n'),
  ].join('\n')}\n`;
}
