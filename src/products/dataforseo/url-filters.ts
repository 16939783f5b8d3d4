// Filters of a task on its result: `target` selects elements, `remove_from_url` shortens their URLs.
import { isUrl } from '../../contract/text.ts';
import type { ShownElement } from './items/elements.ts';

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');

/** Compares piece by piece, so that many asterisks cost no more than a few. */
function matchesPattern(text: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const [first, last] = [pieces[0]!, pieces.at(-1)!];
  if (pieces.length === 1) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > text.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}

/** A domain includes its subdomains and pages. With a path or an asterisk, the whole URL must match. */
function isTarget(url: string, target: string): boolean {
  const page = withoutScheme(url).toLowerCase();
  const wanted = withoutScheme(target.trim()).toLowerCase();
  if (/[/*]/.test(wanted))
    return matchesPattern(page, wanted) || (!wanted.includes('/') && matchesPattern(page.split(/[/?#]/)[0]!, wanted));
  const host = page.split(/[/?#:]/)[0]!;
  return host === wanted || host.endsWith(`.${wanted}`);
}

function withoutParameters(url: string, names: readonly string[]): string {
  if (!url.includes('?') || !isUrl(url)) return url;
  const parsed = new URL(url);
  // Deleting writes all other parameters anew, so a URL without any of them stays as it is.
  const present = names.filter((name) => parsed.searchParams.has(name));
  for (const name of present) parsed.searchParams.delete(name);
  return present.length === 0 ? url : parsed.href;
}

interface Filters {
  readonly target?: unknown;
  readonly remove_from_url?: unknown;
}

export function filtered(elements: readonly ShownElement[], filters: Filters): readonly ShownElement[] {
  const { target, remove_from_url: removed } = filters;
  const names = Array.isArray(removed) ? removed.filter((name): name is string => typeof name === 'string') : [];
  let shown = elements;
  if (typeof target === 'string' && target.trim() !== '')
    shown = shown.filter(({ url }) => typeof url === 'string' && isTarget(url, target));
  if (names.length === 0) return shown;
  return shown.map((element) => (typeof element.url === 'string' ? { ...element, url: withoutParameters(element.url, names) } : element));
}
