// Load generators, each in its own process: a closed model (clients wait for their responses) and an open model (fixed rate).
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pin } from './cores.ts';
import { bytesOf, createOpenSockets, type RawRequest } from './open-sockets.ts';
import { messageOf, sendLast } from './processes.ts';
import { count, quantile } from './report.ts';

const HERE = fileURLToPath(import.meta.url);
const TICK_MS = 4;
const WINDOW_MS = 250;
/** A request without a response this long after the last was sent has failed. */
const STRAGGLERS_MS = 20_000;

interface Load {
  readonly origin: string;
  /** Sent in turn. */
  readonly requests: readonly RawRequest[];
  readonly seconds: number;
  /** Cores for the generator; any when absent. */
  readonly cores?: string | null;
}

export interface WaitingLoad extends Load {
  /** Each client sends its next request when the last one got its response. */
  readonly clients: number;
}

export interface WaitingResult {
  readonly requests: number;
  /** Responses other than 200, and connections that failed. */
  readonly failed: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly p50: number;
  readonly p99: number;
}

export interface RateLoad extends Load {
  /** Requests per second, without waiting for responses. */
  readonly rate: number;
  /** Connections that are open from the start. */
  readonly warm?: number;
}

export interface StatusTimes {
  readonly count: number;
  /** Milliseconds since a request was due; `sent…` since it was written. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly sentP50: number;
  readonly sentP99: number;
}

/** What became of the requests that were due within 250 ms. */
export interface Window {
  due: number;
  good: number;
  refused: number;
  other: number;
  slowest: number;
}

export interface RateResult {
  readonly seconds: number;
  readonly due: number;
  readonly byStatus: Readonly<Partial<Record<string, StatusTimes>>>;
  readonly failed: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly windows: readonly Window[];
  /** How late the generator itself was at worst. */
  readonly lateMs: number;
  readonly connections: number;
}

function generate<Result>(load: WaitingLoad | RateLoad): Promise<Result> {
  const child = fork(HERE, ['--generator'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  if (load.cores) pin(child.pid!, load.cores);
  const result = messageOf<Result>(child);
  child.send(load);
  return result;
}

export const loadWaiting = (load: WaitingLoad): Promise<WaitingResult> => generate(load);
export const loadAtRate = (load: RateLoad): Promise<RateResult> => generate(load);

/** The same requests with a key, as most clients send them. */
export const withKey = (key: string, requests: readonly RawRequest[]): RawRequest[] =>
  requests.map((request) => {
    const type: Record<string, string> = request.body ? { 'content-type': 'application/json' } : {};
    return { ...request, headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip', ...type } };
  });

/** Sockets and ready-made bytes: on two cores an expensive generator would be what is measured. */
async function runWaiting({ origin, requests, clients, seconds }: WaitingLoad): Promise<WaitingResult> {
  const sockets = createOpenSockets(origin);
  const prepared = requests.map((request) => bytesOf(request, origin));
  const times: number[] = [];
  const counts: Record<string, number> = {};
  let [failed, number] = [0, 0];
  const started = performance.now();
  const end = started + seconds * 1000;
  const client = (): Promise<void> =>
    new Promise((resolve) => {
      const next = (): void => {
        if (performance.now() >= end) {
          resolve();
          return;
        }
        sockets.send(prepared[number++ % prepared.length]!, (status, ms) => {
          if (status !== 200) failed++;
          count(counts, status);
          times.push(ms);
          next();
        });
      };
      next();
    });
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - started) / 1000;
  sockets.close();
  times.sort((a, b) => a - b);
  return { requests: times.length, failed, seconds: elapsed, counts, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function runAtRate({ origin, requests, rate, seconds, warm = 0 }: RateLoad): Promise<RateResult> {
  const sockets = createOpenSockets(origin);
  await sockets.warm(warm, bytesOf({ path: '/healthz' }, origin));
  const prepared = requests.map((request) => bytesOf(request, origin));
  /** Per status: milliseconds since the request was due, and since it was written. */
  const times = new Map<number, { due: number[]; sent: number[] }>();
  const windows: Window[] = Array.from({ length: Math.ceil((seconds * 1000) / WINDOW_MS) }, () => ({
    due: 0,
    good: 0,
    refused: 0,
    other: 0,
    slowest: 0,
  }));
  const errors: Record<string, number> = {};
  let [failed, open, sent, lateMs, connections] = [0, 0, 0, 0, 0];
  let allDone = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    allDone = resolve;
  });
  const total = Math.floor(rate * seconds);
  const started = performance.now();
  const finish = (): void => {
    open--;
    if (sent === total && open === 0) allDone();
  };

  const send = (number: number, due: number): void => {
    const window = windows[Math.min(windows.length - 1, Math.floor((due - started) / WINDOW_MS))]!;
    window.due++;
    open++;
    sockets.send(prepared[number % prepared.length]!, (status, sentMs, problem = 'unknown') => {
      if (status === 0) {
        failed++;
        count(errors, problem);
        return finish();
      }
      const ms = performance.now() - due;
      const kept = times.get(status) ?? { due: [], sent: [] };
      times.set(status, kept);
      kept.due.push(ms);
      kept.sent.push(sentMs);
      if (status === 200) window.good++;
      else if (status === 429 || status === 503) window.refused++;
      else window.other++;
      window.slowest = Math.max(window.slowest, ms);
      finish();
    });
    connections = Math.max(connections, sockets.connections);
  };

  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const target = Math.min(total, Math.floor(((now - started) / 1000) * rate));
      for (; sent < target; ) {
        const due = started + (sent * 1000) / rate;
        lateMs = Math.max(lateMs, now - due);
        send(sent++, due);
      }
      if (sent < total) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const elapsed = (performance.now() - started) / 1000;
  if (open > 0) await Promise.race([done, new Promise((resolve) => setTimeout(resolve, STRAGGLERS_MS).unref())]);
  if (open > 0) errors.unanswered = open;
  failed += open;
  sockets.close();
  const byStatus = Object.fromEntries([...times].map(([status, lists]) => [status, timesOf(lists)]));
  return { seconds: elapsed, due: total, byStatus, failed, errors, windows, lateMs, connections };
}

function timesOf({ due, sent }: { due: number[]; sent: number[] }): StatusTimes {
  for (const list of [due, sent]) list.sort((a, b) => a - b);
  return {
    count: due.length,
    p50: quantile(due, 0.5),
    p99: quantile(due, 0.99),
    max: due.at(-1)!,
    sentP50: quantile(sent, 0.5),
    sentP99: quantile(sent, 0.99),
  };
}

if (process.argv[2] === '--generator')
  process.once('message', async (load: WaitingLoad | RateLoad) => sendLast(await ('clients' in load ? runWaiting(load) : runAtRate(load))));
