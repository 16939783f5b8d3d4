// One request and its whole answer, capped in time and size. Speaks to undici's dispatcher directly: a stream, a signal and an iterator
// for each answer cost more than the answer itself when there are thousands a second.
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Share } from './resolver.ts';

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
  /** A stream needs the header `content-length`. */
  readonly body?: string | Buffer | Readable;
  readonly bytesMax: number;
  readonly msMax: number;
  /** When the answer is longer: an error, or cut off. */
  readonly tooLong?: 'error' | 'cut';
  readonly signal?: AbortSignal;
  /** Whose share of the DNS lookups this request uses: an account’s number. */
  readonly share?: Share;
}

export class AnswerTooLong extends Error {}
/** By the name that timers of signals use. */
export class NoAnswerInTime extends Error {
  override readonly name = 'TimeoutError';
}

export async function exchange(agent: Dispatcher, ask: HttpAsk): Promise<HttpAnswer> {
  ask.signal?.throwIfAborted();
  const { origin, pathname, search } = new URL(ask.url);
  return new Promise((resolve, reject) => {
    const receipt = new Receipt(ask, resolve, reject);
    agent.dispatch(
      { origin, path: pathname + search, method: ask.method ?? 'GET', headers: { ...ask.headers }, body: ask.body ?? null },
      receipt,
    );
  });
}

/** Takes one answer as it comes in. Ends once: with the answer, with an error, or when the time is up. */
class Receipt implements Dispatcher.DispatchHandler {
  private readonly started = performance.now();
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private decoder: Transform | null = null;
  private open = true;
  private status = 0;
  private headers: Record<string, string> = {};
  private firstByteMs = 0;
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly ask: HttpAsk,
    private readonly resolve: (answer: HttpAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.timer = setTimeout(() => this.fail(new NoAnswerInTime(`no answer within ${ask.msMax} ms`)), ask.msMax).unref();
    ask.signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It was given up while it waited for a connection.
    if (!this.open) this.hangUp();
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // What comes before the answer is not the answer.
    if (status < 200 || !this.open) return;
    this.status = status;
    this.firstByteMs = Math.round(performance.now() - this.started);
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) this.headers[name] = Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value;
    try {
      this.decoder = decoderFor(this.headers['content-encoding']);
    } catch (error) {
      this.fail(error);
    }
    this.decoder
      ?.on('data', (chunk: Buffer) => this.take(chunk))
      .on('end', () => this.done(false))
      .on('error', (error) => this.fail(error));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.open) return;
    const { decoder } = this;
    if (!decoder) this.take(chunk);
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

  /** Counts what comes out of the decoder, so that a small bomb cannot become a large body. */
  private take(chunk: Buffer): void {
    if (!this.open) return;
    this.size += chunk.length;
    this.chunks.push(chunk);
    if (this.size <= this.ask.bytesMax) return;
    if (this.ask.tooLong === 'cut') {
      this.done(true);
      this.hangUp();
    } else this.fail(new AnswerTooLong(`the answer is longer than ${this.ask.bytesMax} bytes`));
  }

  private done(cut: boolean): void {
    if (!this.close()) return;
    const { status, headers, firstByteMs, chunks } = this;
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    this.resolve({ status, headers, firstByteMs, body: cut ? body.subarray(0, this.ask.bytesMax) : body, cut });
  }

  private fail(error: unknown): void {
    if (!this.close()) return;
    this.reject(error);
    this.hangUp();
  }

  /** False when it had ended before. */
  private close(): boolean {
    if (!this.open) return false;
    this.open = false;
    clearTimeout(this.timer);
    this.ask.signal?.removeEventListener('abort', this.onAbort);
    return true;
  }

  /** The rest of the answer is not wanted, and its connection must not stay behind. */
  private hangUp(): void {
    this.decoder?.destroy();
    this.controller?.abort(new Error('the rest is not wanted'));
  }

  private readonly onAbort = (): void => this.fail(this.ask.signal?.reason);
}

function decoderFor(encoding: string | undefined): Transform | null {
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
