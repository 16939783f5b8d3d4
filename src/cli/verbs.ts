// The table of all commands.
import { nearestOf } from '../platform/nearest.ts';
import { COMMON, type Option, type Verb } from './verb.ts';
import { QUESTION_VERBS } from './verbs-questions.ts';
import { SERVICE_VERBS } from './verbs-service.ts';

const HELP_VERBS: readonly Verb[] = [
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    actions: ['bash', 'zsh', 'fish'],
    forms: [{ words: 'completion bash|zsh|fish', summary: 'print a script that completes commands and options' }],
    options: [],
    examples: [
      { words: 'completion bash > ~/.local/share/bash-completion/completions/sextant', summary: 'bash' },
      { words: 'completion zsh > ~/.zfunc/_sextant', summary: 'zsh, with ~/.zfunc in fpath' },
      { words: 'completion fish > ~/.config/fish/completions/sextant.fish', summary: 'fish' },
    ],
  },
  {
    name: 'help',
    summary: 'list all commands, or describe one',
    forms: [{ words: 'help [COMMAND]', summary: 'list all commands, or describe one' }],
    options: [],
    examples: [{ words: 'help batch', summary: 'same as sextant batch --help' }],
  },
];

export const VERBS: readonly Verb[] = [...SERVICE_VERBS, ...QUESTION_VERBS, ...HELP_VERBS];
export const SHOWN_VERBS = VERBS.filter(({ hidden }) => !hidden);

export const verbOf = (name: string): Verb | null => VERBS.find((verb) => verb.name === name || verb.aliases?.includes(name)) ?? null;

export const optionsOf = (verb: Verb): readonly Option[] => [...verb.options, ...COMMON];

/** The suggestion after an unknown word, or an empty string. */
export function meant(word: string, known: readonly string[], prefix = ''): string {
  const near = nearestOf(word, known);
  return near === null ? '' : ` Did you mean "${prefix}${near}"?`;
}
