// Compressed responses that expand, are broken or are compressed several times. The client must not read more than its limit.

import { createServer } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { closeServer, listen } from '../net.ts';
import type { Random } from '../random.ts';
import type { Say } from '../report.ts';
import type { Findings } from './findings.ts';
import type { Product } from './product.ts';

const BYTES_MAX = 1_000_000;
const ZEROS = Buffer.alloc(64 * 1024 * 1024);
const MEMORY_MB_MAX = 200;

type Right = 'long' | 'error' | 'fine' | 'any';

/** The announced encoding, the bytes, and the expected outcome. */
function bodies(): [encoding: string, body: Buffer, right: Right][] {
  const gzip = gzipSync(ZEROS);
  const small = gzipSync('hello');
  return [
    ['gzip', gzip, 'long'],
    ['deflate', deflateSync(ZEROS), 'long'],
    ['br', brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), 'long'],
    ['x-gzip', gzip, 'long'],
    ['identity', ZEROS.subarray(0, 3_000_000), 'long'],
    ['gzip, gzip', gzipSync(gzip), 'error'],
    ['gzip, br', gzipSync(brotliCompressSync('x')), 'error'],
    [Array(1000).fill('gzip').join(', '), small, 'error'],
    ['zstd', small, 'error'],
    ['unknown', Buffer.from('x'), 'error'],
    ['gzip', gzip.subarray(0, gzip.length / 2), 'long'],
    ['gzip', small.subarray(0, small.length - 6), 'error'],
    ['gzip', Buffer.from('this is no gzip'), 'error'],
    ['br', Buffer.from('this is no brotli'), 'error'],
    ['deflate', Buffer.from([0x78, 0x9c, 0xff, 0xff, 0xff]), 'error'],
    ['gzip', Buffer.concat([small, small]), 'fine'],
    ['gzip', Buffer.alloc(0), 'any'],
    ['GZIP', small, 'fine'],
    [' gzip ', small, 'fine'],
  ];
}

interface DecompressionParts {
  readonly product: Pick<Product, 'createHttpClient' | 'ResponseTooLong'>;
  readonly random: Random;
  readonly count: number;
  readonly findings: Findings;
  readonly say: Say;
}

export async function fuzzDecompression({ product, random, count, findings, say }: DecompressionParts): Promise<number> {
  const list = bodies();
  let open = 0;
  const server = createServer((request, response) => {
    const [encoding, body] = list[Number(request.url!.slice(1))]!;
    response.writeHead(200, { 'content-encoding': encoding });
    response.end(body);
  });
  server.on('connection', (socket) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  const port = await listen(server);
  const client = product.createHttpClient({
    policy: { allowLoopback: true, allowNetworks: [] },
    connectionsPerHost: 4,
    connectMsMax: 2000,
  });
  const before = process.memoryUsage().rss;
  let most = 0;
  for (let attempts = 0; attempts < count; attempts++) {
    const index = attempts < list.length ? attempts : random.below(list.length);
    const [encoding, , right] = list[index]!;
    const cut = random.chance(0.3);
    const answer = await client
      .request({
        url: `http://127.0.0.1:${port}/${index}`,
        bytesMax: BYTES_MAX,
        msMax: 10_000,
        ...(cut ? { whenTooLong: 'cut' } : {}),
      })
      .catch((error: Error) => error);
    const name = `${encoding.slice(0, 30)} number ${index}`;
    if (answer instanceof Error && answer.name === 'TimeoutError') findings.add('decompression', 'hung', name);
    if (!(answer instanceof Error) && answer.body.length > BYTES_MAX)
      findings.add('decompression', `${answer.body.length} bytes came out`, name);
    if (right === 'error' && !(answer instanceof Error)) findings.add('decompression', 'a body that cannot be read was read', name);
    if (right === 'fine' && answer instanceof Error) findings.add('decompression', `refused: ${answer.message}`, name);
    if (right === 'long' && !cut && !(answer instanceof product.ResponseTooLong))
      findings.add('decompression', 'was not found too long', name);
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  if (most / 1e6 > MEMORY_MB_MAX) findings.add('decompression', `memory grew by ${(most / 1e6).toFixed(0)} MB`, '');
  if (open > 4) findings.add('decompression', `${open} connections left open`, '');
  await client.close();
  server.closeAllConnections();
  await closeServer(server);
  say(`decompression: ${count} answers, memory +${(most / 1e6).toFixed(0)} MB, ${open} connections open at the end`);
  return count;
}
