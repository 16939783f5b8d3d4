// Tells bytes that somebody sent as a page from text.

const LOOKED_AT = 4000;

/** Are there more characters that no text has than a damaged text would have? */
export function isBinary(body: string): boolean {
  const start = body.slice(0, LOOKED_AT);
  const strange = start.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0;
  return strange > 8 + start.length / 50;
}
