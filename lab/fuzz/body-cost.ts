// The cost of a request: CPU time of the service's main thread, as the kernel counts it.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { sleep } from '../wait.ts';

/** Milliseconds that the main thread of a process has run. */
export const busyMs = (pid: number | 'self'): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Time for the work after a response: the rest of a body, and garbage collection. */
const SETTLE_MS = 25;
const IDLE_SHARE_MAX = 0.2;
const TIMEOUT_MS = 30_000;

interface SentBody {
  readonly url: string;
  readonly route: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Cuts the body into HTTP chunks of this size; 0 sends it whole. */
  readonly chunk?: number;
}

export interface Sent {
  /** 0 without a response. */
  readonly status: number;
  /** Bytes of the body as it was sent. */
  readonly sent: number;
  readonly text: string;
}

/** What a request cost: milliseconds of the main thread, and how many times slower than usual the machine was. */
export interface Cost extends Sent {
  readonly ms: number;
  readonly slow: number;
}

/** Sends everything, even if the response arrives before the end. */
export function send({ url, route, headers, body, chunk = 0 }: SentBody): Promise<Sent> {
  const { hostname, port, host } = new URL(url);
  const lines: [string, string | number][] = Object.entries({ host, 'content-type': 'application/json', connection: 'close', ...headers });
  lines.push(chunk > 0 ? ['transfer-encoding', 'chunked'] : ['content-length', body.length]);
  const head = `POST ${route} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const framed = chunk > 0 ? inChunks(body, chunk) : body;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const end = (): void => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), sent: framed.length, text });
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.once('error', end).once('close', end);
    socket.write(head);
    socket.write(framed);
  });
}

/** One buffer for all chunks: a buffer for each byte of a large body would not fit into memory. */
function inChunks(body: Buffer, size: number): Buffer {
  const framing = Math.ceil(body.length / size) * (size.toString(16).length + 4);
  const framed = Buffer.allocUnsafe(body.length + framing + 5);
  let end = 0;
  for (let at = 0; at < body.length; at += size) {
    const length = Math.min(size, body.length - at);
    end += framed.write(`${length.toString(16)}\r\n`, end, 'latin1');
    end += body.copy(framed, end, at, at + length);
    end += framed.write('\r\n', end, 'latin1');
  }
  end += framed.write('0\r\n\r\n', end, 'latin1');
  return framed.subarray(0, end);
}

/** A fixed amount of work. The fastest of 200 measurements on a busy machine took 8 ms. */
const REFERENCE_STEPS = 5_000_000;
const REFERENCE_MS = 10;

/** How many times slower than usual this machine is now, at least 1. Even CPU time grows when caches are shared. */
export function slowness(): number {
  const before = busyMs('self');
  let sum = 0;
  for (let step = 0; step < REFERENCE_STEPS; step++) sum += step % 7;
  return Math.max(1, (busyMs('self') - before) / REFERENCE_MS, sum * 0);
}

/** The cost of one request, without the idle load of the process. */
export async function costOf(pid: number, idlePerMs: number, work: () => Promise<Sent>): Promise<Cost> {
  const slowBefore = slowness();
  const [started, before] = [performance.now(), busyMs(pid)] as const;
  const answer = await work();
  await sleep(SETTLE_MS);
  const ms = busyMs(pid) - before;
  const slow = (slowBefore + slowness()) / 2;
  // On a busy machine the wait is long, and the estimate of the idle load is poor.
  return { ...answer, slow, ms: ms - Math.min(ms * IDLE_SHARE_MAX, (performance.now() - started) * idlePerMs) };
}

export async function idleRate(pid: number, forMs = 2000): Promise<number> {
  const before = busyMs(pid);
  await sleep(forMs);
  return (busyMs(pid) - before) / forMs;
}
