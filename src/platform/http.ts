// The guarded HTTP client: every connection is vetted when it is made, every answer is capped in time and size.
import { isIP } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { type GuardPolicy, type Resolve, systemResolve, vettedAddress } from './guard.ts';
import { createProxyAgent, vetTarget } from './http-proxy.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Until the first bytes of the answer were there. */
  readonly firstByteMs: number;
  /** The answer was longer than what was taken of it. */
  readonly cut: boolean;
}

export interface HttpAsk {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly bytesMax: number;
  readonly msMax: number;
  /** When the answer is longer: an error, or cut off. */
  readonly tooLong?: 'error' | 'cut';
  readonly signal?: AbortSignal;
}

export interface HttpClient {
  /** One request, no redirects followed. */
  ask(ask: HttpAsk): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export class AnswerTooLong extends Error {}

export interface HttpSettings {
  readonly policy: GuardPolicy;
  readonly resolve?: Resolve;
  readonly connectionsPerHost: number;
  readonly connectMsMax: number;
  /** `http://user:password@host:port` that carries every request; its credentials appear in no error. */
  readonly proxy?: string;
}

export function createHttpClient(settings: HttpSettings): HttpClient {
  const { proxy, policy, resolve = systemResolve } = settings;
  const pool = {
    connections: settings.connectionsPerHost,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
    // Our own timer covers the whole answer; these would only add a second, different one.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (proxy === undefined) {
    const agent = new Agent({ ...pool, connect: guardedConnector(settings) });
    return { ask: (ask) => exchange(agent, ask), close: () => agent.destroy() };
  }
  const agent = createProxyAgent(proxy, pool, settings.connectMsMax);
  return {
    ask: async (ask) => {
      await vetTarget(ask.url, policy, resolve, settings.connectMsMax);
      const answer = await exchange(agent, ask);
      if (answer.status === 407) throw new Error('the proxy refuses these credentials');
      return answer;
    },
    close: () => agent.destroy(),
  };
}

/** Undici asks no look-up hook for literal addresses, so the check sits in the connector, which meets both. */
function guardedConnector(settings: HttpSettings): buildConnector.connector {
  const connect = buildConnector({ timeout: settings.connectMsMax, allowH2: false });
  return (options, callback) => {
    vettedAddress(options.hostname, settings.policy, settings.resolve ?? systemResolve).then(
      (address) => {
        const bare = options.hostname.replace(/^\[|\]$/g, '');
        const servername = options.servername ?? (isIP(bare) === 0 ? bare : undefined);
        connect({ ...options, hostname: address, ...(servername === undefined ? {} : { servername }) }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function exchange(agent: Dispatcher, ask: HttpAsk): Promise<HttpAnswer> {
  const started = performance.now();
  const timer = AbortSignal.timeout(ask.msMax);
  const signal = ask.signal ? AbortSignal.any([timer, ask.signal]) : timer;
  const answer = await request(ask.url, {
    dispatcher: agent,
    method: ask.method ?? 'GET',
    headers: { ...ask.headers },
    body: ask.body,
    signal,
  });
  const firstByteMs = Math.round(performance.now() - started);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value;
  }
  const body = await readCapped(answer.body, headers['content-encoding'], ask);
  return { status: answer.statusCode, headers, firstByteMs, ...body };
}

/** Counts what comes out of the decoder, so that a small bomb cannot become a large body. */
async function readCapped(
  stream: NodeJS.ReadableStream & { destroy(error?: Error): unknown },
  encoding: string | undefined,
  ask: HttpAsk,
): Promise<Pick<HttpAnswer, 'body' | 'cut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying a body that nobody reads is an error event, and one without a listener ends the process.
  stream.on('error', () => undefined);
  try {
    // An encoding that is not known leaves the body unread; its connection must not stay behind.
    const decoder = decoderFor(encoding);
    const source = decoder ? stream.pipe(decoder) : stream;
    if (decoder) stream.on('error', (error) => decoder.destroy(error as Error));
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= ask.bytesMax) continue;
      if (ask.tooLong === 'cut') return { body: Buffer.concat(chunks).subarray(0, ask.bytesMax), cut: true };
      throw new AnswerTooLong(`the answer is longer than ${ask.bytesMax} bytes`);
    }
    return { body: Buffer.concat(chunks), cut: false };
  } finally {
    stream.destroy();
  }
}

function decoderFor(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case undefined:
    case '':
    case 'identity':
      return null;
    default:
      throw new Error(`unknown content encoding ${encoding}`);
  }
}
