// Detects binary data that was sent as a page.

const SCANNED_CHARACTERS = 4000;

/** Returns true when `body` has more non-text characters than a damaged text would have. */
export function isBinary(body: string): boolean {
  const start = body.slice(0, SCANNED_CHARACTERS);
  const nonText = start.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0;
  return nonText > 8 + start.length / 50;
}
