// Description of one command, used for help, argument checks and completion.

export interface Option {
  /** Without the dashes. */
  readonly name: string;
  readonly summary: string;
  /** The name of its value; an option without one is a flag. */
  readonly value?: string;
  /** The value may be left out. It is then given as `--name=VALUE` only, and empty otherwise. */
  readonly isOptional?: true;
  /** The allowed values, if they are limited. */
  readonly values?: readonly string[];
}

export interface Form {
  /** The text after `sextant`. */
  readonly usage: string;
  readonly summary: string;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Other accepted names. */
  readonly aliases?: readonly string[];
  readonly forms: readonly Form[];
  /** The first argument of commands with several actions. */
  readonly actions?: readonly string[];
  readonly options: readonly Option[];
  readonly examples: readonly Form[];
  /** Further notes, as complete sentences. */
  readonly notes?: readonly string[];
  /** Its arguments are files. */
  readonly takesFiles?: boolean;
  /** Internal, not shown in the help. */
  readonly hidden?: boolean;
}

/** Options of every command. */
export const COMMON: readonly Option[] = [
  { name: 'json', summary: 'print JSON' },
  { name: 'no-color', summary: 'disable colours, like NO_COLOR' },
  { name: 'help', summary: 'show the help of this command' },
];
