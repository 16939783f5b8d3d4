// URLs of items: absolute, and their parts.

/** A parsed URL. It is shared and must not be changed. */
export interface ParsedUrl extends Readonly<Pick<URL, 'href' | 'protocol' | 'hostname' | 'pathname' | 'search'>> {
  readonly searchParams: Pick<URLSearchParams, 'get' | 'has'>;
}

/** Parsers ask several times for the parts of a URL, and parsing takes longer than finding it here. */
const parsed = new Map<string, ParsedUrl>();
const PARSED_MAX = 500;
/** Longer URLs are rare and would hold too much memory. */
const LENGTH_MAX = 2000;

function parsedUrl(url: string): ParsedUrl | null {
  return parsed.get(url) ?? remembered(url, parse(url));
}

function parse(url: string, base?: string): ParsedUrl | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

function remembered(text: string, url: ParsedUrl | null): ParsedUrl | null {
  if (url === null || text.length > LENGTH_MAX) return url;
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(text, url);
  return url;
}

/** Returns the parts of an absolute URL. Throws if it is none. */
export function urlOf(url: string): ParsedUrl {
  const found = parsedUrl(url);
  if (found === null) throw new TypeError('the URL is not valid');
  return found;
}

/** Returns the absolute http(s) URL, or null. */
export function absoluteUrl(href: string | null | undefined, base: string): string | null {
  if (!href) return null;
  const text = href.trim();
  // A URL of this form does not depend on the base.
  const url = /^https?:\/\//.test(text) ? parsedUrl(text) : parse(text, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.href !== text) remembered(url.href, url);
  return url.href;
}

/** Returns the host, or an empty text for what is not a URL. */
export const hostOf = (url: string): string => parsedUrl(url)?.hostname ?? '';

/** Returns the text without percent encoding, or as it is when the encoding is damaged. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
