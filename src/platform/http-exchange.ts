// One HTTP request and its complete response, limited in time and size.
// Uses undici's dispatcher directly: a stream, a signal and an iterator per response cost more than the response itself
// at thousands per second.
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Share } from './resolver.ts';

export type Compression = 'gzip' | 'deflate' | 'br';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Time until the first bytes of the response arrived. */
  readonly firstByteMs: number;
  /** The response was longer than the limit and was truncated. */
  readonly truncated: boolean;
  /** How `body` is compressed; only with `compressed`. */
  readonly compression?: Compression;
}

export interface HttpRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream needs the header `content-length`. */
  readonly body?: string | Buffer | Readable;
  readonly bytesMax: number;
  readonly msMax: number;
  /** For a longer response: fail or truncate it. */
  readonly whenTooLong?: 'error' | 'cut';
  /** Returns the body as it was sent. The limit of the length then holds for the compressed bytes. */
  readonly compressed?: boolean;
  readonly signal?: AbortSignal;
  /** The account whose share of DNS lookups this request uses. */
  readonly share?: Share;
}

export class ResponseTooLong extends Error {}
/** Has the same name as the error of `AbortSignal.timeout`. */
export class ResponseTimeout extends Error {
  override readonly name = 'TimeoutError';
}

export async function exchange(agent: Dispatcher, request: HttpRequest): Promise<HttpResponse> {
  request.signal?.throwIfAborted();
  const { origin, pathname, search } = new URL(request.url);
  return new Promise((resolve, reject) => {
    const receipt = new ResponseHandler(request, resolve, reject);
    agent.dispatch(
      { origin, path: pathname + search, method: request.method ?? 'GET', headers: { ...request.headers }, body: request.body ?? null },
      receipt,
    );
  });
}

/** Receives one response. Ends once: with the response, an error or a timeout. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  private readonly started = performance.now();
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private decoder: Transform | null = null;
  private compression: Compression | null = null;
  private open = true;
  private status = 0;
  private headers: Record<string, string> = {};
  private firstByteMs = 0;
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly request: HttpRequest,
    private readonly resolve: (response: HttpResponse) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.timer = setTimeout(() => this.fail(new ResponseTimeout(`no response within ${request.msMax} ms`)), request.msMax).unref();
    request.signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The request ended while it waited for a connection.
    if (!this.open) this.closeConnection();
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Ignore informational responses.
    if (status < 200 || !this.open) return;
    this.status = status;
    this.firstByteMs = Math.round(performance.now() - this.started);
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) this.headers[name] = Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value;
    try {
      this.compression = compressionIn(this.headers['content-encoding']);
      if (this.compression && !this.request.compressed) this.decoder = DECODERS[this.compression]();
    } catch (error) {
      this.fail(error);
    }
    this.decoder
      ?.on('data', (chunk: Buffer) => this.append(chunk))
      .on('end', () => this.done(false))
      .on('error', (error) => this.fail(error));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.open) return;
    const { decoder } = this;
    if (!decoder) this.append(chunk);
    else if (!decoder.write(chunk)) {
      controller.pause();
      decoder.once('drain', () => controller.resume());
    }
  }

  onResponseEnd(): void {
    if (this.decoder) this.decoder.end();
    else this.done(false);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  /** Counts decompressed bytes, so that a small compressed body cannot grow without limit. */
  private append(chunk: Buffer): void {
    if (!this.open) return;
    this.size += chunk.length;
    this.chunks.push(chunk);
    if (this.size <= this.request.bytesMax) return;
    if (this.request.whenTooLong === 'cut') {
      this.done(true);
      this.closeConnection();
    } else this.fail(new ResponseTooLong(`the response is longer than ${this.request.bytesMax} bytes`));
  }

  private done(truncated: boolean): void {
    if (!this.close()) return;
    const { status, headers, firstByteMs, chunks } = this;
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const compression = this.compression && this.request.compressed ? { compression: this.compression } : {};
    this.resolve({
      status,
      headers,
      firstByteMs,
      body: truncated ? body.subarray(0, this.request.bytesMax) : body,
      truncated,
      ...compression,
    });
  }

  private fail(error: unknown): void {
    if (!this.close()) return;
    this.reject(error);
    this.closeConnection();
  }

  /** Returns false when it had ended before. */
  private close(): boolean {
    if (!this.open) return false;
    this.open = false;
    clearTimeout(this.timer);
    this.request.signal?.removeEventListener('abort', this.onAbort);
    return true;
  }

  /** Close the connection: the rest of the response is not needed. */
  private closeConnection(): void {
    this.decoder?.destroy();
    this.controller?.abort(new Error('the rest of the response is not needed'));
  }

  private readonly onAbort = (): void => this.fail(this.request.signal?.reason);
}

const DECODERS: Readonly<Record<Compression, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function compressionIn(encoding: string | undefined): Compression | null {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return null;
  if (name === 'x-gzip') return 'gzip';
  if (Object.hasOwn(DECODERS, name)) return name as Compression;
  throw new Error(`unknown content encoding ${encoding}`);
}
