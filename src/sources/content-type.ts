// Recognises the content type of a stored page by its beginning.

/** `start` may be bytes as latin1: only ASCII characters and byte order marks count. */
export function contentTypeOf(start: string): string {
  const plain = start
    .slice(0, 1000)
    .replace(/^(?:ï»¿|ÿþ|þÿ|\ufeff)/, '')
    .replaceAll('\0', '');
  return /^\s*[{[]/.test(plain) ? 'application/json' : /^\s*<\?xml|^\s*<rss/.test(plain) ? 'application/xml' : 'text/html';
}
