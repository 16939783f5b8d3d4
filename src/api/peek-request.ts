// Recognises bytes that are exactly one ordinary request, so that it can be answered without Node's HTTP parser.

const BYTES_MAX = 16 * 1024;
const HEAD = /^(?:GET|POST) (\/[^ ]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[^\r\n]*\r\n)*)\r\n/;
/** Needs more than a short response: a body of unknown length, a connection that closes or changes its protocol. */
const UNUSUAL = /^(?:transfer-encoding|expect|upgrade|connection(?!: *keep-alive *\r)):/im;
const LENGTHS = /^content-length:.*$/gim;
const LENGTH = /^content-length: *(\d{1,7}) *$/i;

/** Returns the path of one complete request. Null for parts of a request, several requests and everything unusual. */
export function pathOfOneRequest(bytes: Buffer): string | null {
  if (bytes.length > BYTES_MAX) return null;
  const head = HEAD.exec(bytes.toString('latin1'));
  if (head === null) return null;
  const [start, path, headers] = head as unknown as [string, string, string];
  if (UNUSUAL.test(headers)) return null;
  const length = bodyLength(headers);
  return length !== null && bytes.length === start.length + length ? path : null;
}

/** Null when the length is not plain digits, or is given twice: only the parser knows the right error. */
function bodyLength(headers: string): number | null {
  const lines = headers.match(LENGTHS);
  if (lines === null) return 0;
  const digits = lines.length === 1 ? LENGTH.exec(lines[0]!)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}
