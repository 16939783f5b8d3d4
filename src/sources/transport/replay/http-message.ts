// Parses one HTTP response as it was sent: status line, headers, body.
import { type CapturedResponse, compressionOf } from './capture.ts';

/** Returns the headers after the first line, with lower-case names. Repeated headers are joined. */
export function headersIn(head: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    headers[name] = headers[name] === undefined ? value : `${headers[name]}${name === 'set-cookie' ? '\n' : ', '}${value}`;
  }
  return headers;
}

/** The body stays compressed. Throws when this is not a response. */
export function readHttpResponse(bytes: Buffer): CapturedResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const [, status] = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(bytes.toString('latin1', 0, 16)) ?? [];
  if (end === -1 || status === undefined) throw new Error('the record has no HTTP response');
  const headers = headersIn(bytes.toString('latin1', 0, end));
  const body = bytes.subarray(end + 4);
  const isChunked = /\bchunked\b/i.test(headers['transfer-encoding'] ?? '');
  return {
    status: Number(status),
    headers,
    bytes: isChunked ? (joinedChunks(body) ?? body) : body,
    compression: compressionOf(headers['content-encoding']),
  };
}

/** Some tools store the joined body and leave the header. Returns null for a body that is not in chunks. */
function joinedChunks(body: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const size = end === -1 ? undefined : /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(body.toString('latin1', at, end))?.[1];
    if (size === undefined) return null;
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    chunks.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(chunks);
}
