// The table of all commands.
import { nearestOf } from '../platform/suggest.ts';
import { COMMON, type Command, type Option } from './command.ts';
import { QUERY_COMMANDS } from './commands-queries.ts';
import { SERVICE_COMMANDS } from './commands-service.ts';
import { TRACKING_COMMANDS } from './commands-tracking.ts';

const HELP_COMMANDS: readonly Command[] = [
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    actions: ['bash', 'zsh', 'fish'],
    forms: [{ usage: 'completion bash|zsh|fish', summary: 'print a script that completes commands and options' }],
    options: [],
    examples: [
      { usage: 'completion bash > ~/.local/share/bash-completion/completions/sextant', summary: 'bash' },
      { usage: 'completion zsh > ~/.zfunc/_sextant', summary: 'zsh, with ~/.zfunc in fpath' },
      { usage: 'completion fish > ~/.config/fish/completions/sextant.fish', summary: 'fish' },
    ],
  },
  {
    name: 'help',
    summary: 'list all commands, or describe one',
    forms: [{ usage: 'help [COMMAND]', summary: 'list all commands, or describe one' }],
    options: [],
    examples: [{ usage: 'help batch', summary: 'same as sextant batch --help' }],
  },
  {
    name: 'version',
    aliases: ['--version', '-v'],
    summary: 'print the version',
    forms: [{ usage: 'version', summary: 'print the version' }],
    options: [],
    examples: [{ usage: 'version --json', summary: 'with the version of Node' }],
  },
];

export const COMMANDS: readonly Command[] = [...SERVICE_COMMANDS, ...QUERY_COMMANDS, ...TRACKING_COMMANDS, ...HELP_COMMANDS];
export const SHOWN_COMMANDS = COMMANDS.filter(({ hidden }) => !hidden);

export const commandOf = (name: string): Command | null =>
  COMMANDS.find((command) => command.name === name || command.aliases?.includes(name)) ?? null;

export const optionsOf = (command: Command): readonly Option[] => [...command.options, ...COMMON];

/** The suggestion after an unknown word, or an empty string. */
export function meant(word: string, known: readonly string[], prefix = ''): string {
  const near = nearestOf(word, known);
  return near === null ? '' : ` Did you mean "${prefix}${near}"?`;
}
