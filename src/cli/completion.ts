// `sextant completion`: shell completion scripts, generated from the table of commands.

import { parseArguments, UsageProblem } from './arguments.ts';
import type { Command, Option } from './command.ts';
import { meant, optionsOf, SHOWN_COMMANDS } from './commands.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Quotes a text for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const named = (options: readonly Option[]): string => options.map(({ name }) => `--${name}`).join(' ');
const names = SHOWN_COMMANDS.map(({ name }) => name).join(' ');
/** The allowed first arguments. */
const firstArguments = (command: Command): string => (command.name === 'help' ? names : (command.actions ?? []).join(' '));

function bash(): string {
  const cases = SHOWN_COMMANDS.map((command) => {
    const values = optionsOf(command).filter((option) => option.values);
    const choices = values.map(({ name, values }) => `--${name}) words=${quoted(values!.join(' '))} ;;`);
    const free = optionsOf(command).filter((option) => option.value !== undefined && !option.values);
    return [
      `    ${command.name})`,
      ...(values.length + free.length === 0
        ? []
        : [
            '      case "$before" in',
            ...choices.map((line) => `        ${line}`),
            ...(free.length > 0
              ? [`        ${free.map(({ name }) => `--${name}`).join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;`]
              : []),
            '      esac',
          ]),
      `      options=${quoted(named(optionsOf(command)))}; first=${quoted(firstArguments(command))}; files=${command.takesFiles ? 'yes' : ''} ;;`,
    ].join('\n');
  });
  return `# Completes sextant in bash.
_sextant() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words='' options='' first='' files=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(names)} -- "$word"))
    return
  fi
  case "$command" in
${cases.join('\n')}
    *) return ;;
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  elif [ "\${word#-}" != "$word" ]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$first" ]; then
    COMPREPLY=($(compgen -W "$first" -- "$word"))
  elif [ -n "$files" ]; then
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _sextant sextant
`;
}

/** In zsh's lists a colon separates a word from its description. */
const described = (word: string, summary: string): string => quoted(`${word}:${summary.replaceAll(':', '\\:')}`);
/** Brackets end the description of an option in zsh. */
const bracketed = (text: string): string => text.replaceAll(/[[\]]/g, '').replaceAll(':', '\\:');

function zsh(): string {
  const cases = SHOWN_COMMANDS.map((command) => {
    const options = optionsOf(command).map(({ name, summary, value, values }) => {
      const after = values ? `:${value}:(${values.join(' ')})` : value === undefined ? '' : `:${value}:_files`;
      return quoted(`--${name}[${bracketed(summary)}]${after}`);
    });
    const first = firstArguments(command);
    const rest = first !== '' ? quoted(`1:what:(${first})`) : command.takesFiles ? quoted('*:file:_files') : '';
    return `    ${command.name}) _arguments ${[...options, rest].filter(Boolean).join(' ')} ;;`;
  });
  return `#compdef sextant
# Completes sextant in zsh.
_sextant() {
  local -a commands
  commands=(${SHOWN_COMMANDS.map(({ name, summary }) => described(name, summary)).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _sextant sextant
`;
}

function fish(): string {
  const lines = SHOWN_COMMANDS.flatMap((command) => {
    const when = `-n '__fish_seen_subcommand_from ${command.name}'`;
    const first = firstArguments(command);
    return [
      `complete -c sextant -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.summary)}`,
      ...(first === '' ? [] : [`complete -c sextant ${when} -a ${quoted(first)}`]),
      ...optionsOf(command).map(({ name, summary, value, values }) => {
        const valueFlag = value === undefined ? '' : values ? ` -x -a ${quoted(values.join(' '))}` : ' -r';
        return `complete -c sextant ${when} -l ${name}${valueFlag} -d ${quoted(summary)}`;
      }),
      ...(command.takesFiles ? [`complete -c sextant ${when} -F`] : []),
    ];
  });
  return `# Completes sextant in fish.\ncomplete -c sextant -f\n${lines.join('\n')}\n`;
}

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish };

export function completionCommand(argv: readonly string[], print: (text: string) => void): void {
  const args = parseArguments(argv, 'completion');
  const shell = args.plain[0] ?? '';
  if (!SHELLS.includes(shell as Shell))
    throw new UsageProblem(`Usage: sextant completion ${SHELLS.join('|')}.${meant(shell, SHELLS)} Try: sextant help completion`);
  const script = SCRIPTS[shell as Shell]();
  print(args.json ? JSON.stringify({ shell, script }) : script.trimEnd());
}
