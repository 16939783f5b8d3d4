// A planted bug: what it changes, and the run that must catch it.
import type { DirectedRun } from './profiles.ts';
import type { Edit } from './rewrite.ts';

export interface Mutant {
  readonly bug: string;
  /** SQL that is run once before. */
  readonly setup?: string;
  /** Edits of SQL functions, by name. */
  readonly sql?: readonly (Edit & { readonly function: string })[];
  /** Edits by file below `dist`. */
  readonly js?: Readonly<Record<string, readonly Edit[]>>;
  readonly run: DirectedRun;
}
