// Knows by its bytes alone what is exactly one ordinary request, so that it can be answered without being parsed.

const BYTES_MAX = 16 * 1024;
/** Longer heads are looked at every time: what is remembered must stay small. */
const KEPT_HEAD_MAX = 1024;
const KEPT_HEADS = 500;
const START = /^(?:GET|POST) (\/[^ ]*) HTTP\/1\.1\r\n/;
/** What needs more than a short answer: a body of unknown length, a connection that is to change. */
const UNUSUAL = new Set(['transfer-encoding', 'expect', 'upgrade']);

/** Answers the path of what is one request, no more and no less. A customer's heads differ in little but the path, so they are remembered. */
export function createWholeReader(): (bytes: Buffer) => string | null {
  const known = new Map<string, number | null>();
  const lengthBy = (head: string): number | null => {
    const before = known.get(head);
    if (before !== undefined) return before;
    const length = lengthOf(head.split('\r\n'));
    if (head.length > KEPT_HEAD_MAX) return length;
    if (known.size >= KEPT_HEADS) known.clear();
    known.set(head, length);
    return length;
  };

  return (bytes) => {
    if (bytes.length > BYTES_MAX) return null;
    const text = bytes.toString('latin1');
    const start = START.exec(text);
    const end = text.indexOf('\r\n\r\n');
    if (start === null || end < 0) return null;
    // A string of its own: a part of the text would keep all of it.
    const length = lengthBy(bytes.toString('latin1', start[0].length - 2, end));
    return length !== null && bytes.length === end + 4 + length ? start[1]! : null;
  };
}

/** The length of the body, or null when the head holds anything unusual. */
function lengthOf([, ...lines]: string[]): number | null {
  let length: number | null = null;
  for (const line of lines) {
    const colon = line.indexOf(':');
    // No colon, or a line that goes on: the parser knows what to say to that.
    if (colon < 1 || line.startsWith(' ') || line.startsWith('\t')) return null;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (UNUSUAL.has(name)) return null;
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return null;
    if (name !== 'content-length') continue;
    if (length !== null || !/^\d{1,7}$/.test(value)) return null;
    length = Number(value);
  }
  return length ?? 0;
}
