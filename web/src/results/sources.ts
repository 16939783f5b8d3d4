// Finds the cited source of a link in an AI answer.
import type { CitedSource } from './answers.ts';
import type { Sources } from './markdown-inline.ts';

/** Providers add this parameter to the URLs in their answers, and the API removes it from the citations. */
const ADDED_PARAMETER = 'utm_source';

/** Returns the URL in a form that is equal for links to the same page. */
export function pageKeyOf(url: string): string {
  try {
    const page = new URL(url);
    page.searchParams.delete(ADDED_PARAMETER);
    const path = page.pathname.replace(/\/$/, '');
    return `${page.host.replace(/^www\./, '')}${path}${page.search}`;
  } catch {
    return url;
  }
}

export function sourcesOf(sources: readonly CitedSource[]): Sources {
  const numbers = new Map<string, number>();
  for (const { url, number } of sources) {
    const key = pageKeyOf(url);
    if (!numbers.has(key)) numbers.set(key, number);
  }
  return { count: sources.length, numberOf: (url) => numbers.get(pageKeyOf(url)) ?? null };
}
