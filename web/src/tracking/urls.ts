// Short texts of URLs.

/** A URL without its scheme and `www.`, which are the same everywhere. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');

/** The path of a page of the only tracked domain. With several domains the host is part of the text. */
export function ownPath(url: string, domains: readonly string[]): string {
  const short = shortUrl(url);
  const own = domains.length === 1 ? shortUrl(domains[0]!) : '';
  if (own === '' || own.includes('/')) return short;
  return short === own ? '/' : short.startsWith(`${own}/`) ? short.slice(own.length) : short;
}
