// The language that a page states for itself.
import type { Page } from '../adapter.ts';

/** The tag is near the beginning of every page. */
const SCANNED = 20_000;
const TAG = /<html\b[^>]{0,1000}?\slang\s*=\s*["']?([a-z]{2})\b/i;

/** Returns the language that the page states, or null: `<html lang="de-AT">` is `de`. */
export function statedLanguage(page: Pick<Page, 'body' | 'bytes' | 'language'>): string | null {
  if (page.language !== undefined) return page.language;
  const start = page.bytes ? page.bytes.toString('latin1', 0, SCANNED) : page.body.slice(0, SCANNED);
  return TAG.exec(start)?.[1]?.toLowerCase() ?? null;
}
