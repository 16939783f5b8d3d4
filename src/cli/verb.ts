// What the command line knows of one verb: its forms, options and examples, from which help, checks and completion are made.

export interface Option {
  /** Without the dashes. */
  readonly name: string;
  readonly summary: string;
  /** The name of its value; an option without one is a switch. */
  readonly value?: string;
  /** All values there are, where there are few. */
  readonly values?: readonly string[];
}

export interface Form {
  /** What follows `sextant`. */
  readonly words: string;
  readonly summary: string;
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** Other names that are understood. */
  readonly aliases?: readonly string[];
  readonly forms: readonly Form[];
  /** The word that has to follow, for verbs that do several things. */
  readonly actions?: readonly string[];
  readonly options: readonly Option[];
  readonly examples: readonly Form[];
  /** What else a person should know; whole sentences. */
  readonly notes?: readonly string[];
  /** Its plain words are files. */
  readonly takesFiles?: boolean;
  /** For Sextant's own use. */
  readonly hidden?: boolean;
}

/** Options of every verb. */
export const COMMON: readonly Option[] = [
  { name: 'json', summary: 'print JSON, for programs' },
  { name: 'no-color', summary: 'no colours, as with NO_COLOR' },
  { name: 'help', summary: 'show the help of this verb' },
];
