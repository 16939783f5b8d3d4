// The interface of parsers outside this thread.
import type { ByteBudget } from '../platform/byte-budget.ts';
import type { Compressed } from '../platform/gzip.ts';
import type { Page, PageRequest, PageSigns, TextForm } from './adapter.ts';

/** What a parser returns for one page. */
export interface PageRead<Parsed> {
  readonly found: Parsed;
  readonly next?: PageRequest;
  readonly language?: string | null;
  /** Null for a page that is not HTML. */
  readonly signs?: PageSigns | null;
  readonly isMixed?: boolean;
}

/** Parses pages elsewhere, for example in threads. */
export interface PageReader<Query, Parsed> {
  /** Parses one page as the adapter would. */
  parse(page: Page, query: Query): Promise<PageRead<Parsed>>;
  /** Returns the text of a page, compressed. Absent where no text is stored. */
  compressText?(page: Page, form: TextForm): Promise<Compressed>;
  /** The limit for pages between request and parser. */
  readonly budget?: ByteBudget;
}
