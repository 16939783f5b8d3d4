// The one table of verbs.
import { nearestOf } from '../platform/nearest.ts';
import { COMMON, type Option, type Verb } from './verb.ts';
import { QUESTION_VERBS } from './verbs-questions.ts';
import { SERVICE_VERBS } from './verbs-service.ts';

const HELP_VERBS: readonly Verb[] = [
  {
    name: 'completion',
    summary: 'completion for a shell',
    actions: ['bash', 'zsh', 'fish'],
    forms: [{ words: 'completion bash|zsh|fish', summary: 'a script that completes verbs and options in your shell' }],
    options: [],
    examples: [
      { words: 'completion bash > ~/.local/share/bash-completion/completions/sextant', summary: 'bash' },
      { words: 'completion zsh > ~/.zfunc/_sextant', summary: 'zsh, with ~/.zfunc in fpath' },
      { words: 'completion fish > ~/.config/fish/completions/sextant.fish', summary: 'fish' },
    ],
  },
  {
    name: 'help',
    summary: 'this list, or all about one verb',
    forms: [{ words: 'help [VERB]', summary: 'this list, or all about one verb' }],
    options: [],
    examples: [{ words: 'help batch', summary: 'the same as: sextant batch --help' }],
  },
];

export const VERBS: readonly Verb[] = [...SERVICE_VERBS, ...QUESTION_VERBS, ...HELP_VERBS];
export const SHOWN_VERBS = VERBS.filter(({ hidden }) => !hidden);

export const verbOf = (name: string): Verb | null => VERBS.find((verb) => verb.name === name || verb.aliases?.includes(name)) ?? null;

export const optionsOf = (verb: Verb): readonly Option[] => [...verb.options, ...COMMON];

/** The end of a sentence about a word that nobody knows. */
export function meant(word: string, known: readonly string[], prefix = ''): string {
  const near = nearestOf(word, known);
  return near === null ? '' : ` Did you mean ${prefix}${near}?`;
}
