// A captured page as the corruptions see it, before and after.
import type { Result } from './blocks.ts';

export interface CorpusPage {
  readonly id: string;
  readonly bytes: Buffer;
  readonly query: string;
  /** The language that the page states, or null. */
  readonly language: string | null;
  /** The organic results that the parser finds in the untouched page. */
  readonly results: readonly Result[];
}

/** The corrupted page, and the language that the request is said to have had. */
export interface Corrupted {
  readonly bytes: Buffer;
  readonly language?: string;
}
