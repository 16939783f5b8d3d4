// Access to a running service for commands, through the published client, which is built separately.
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageProblem } from '../cli/arguments.ts';
import { batchCommand } from '../cli/batch.ts';
import { type BatchKind, isLookup } from '../cli/batch-kinds.ts';
import type { BatchObject } from '../cli/batch-pack.ts';
import { type BatchService, Rejection } from '../cli/batch-run.ts';
import { exportCommand } from '../cli/export.ts';
import { createProgress } from '../cli/progress.ts';
import { type Config, readConfig } from '../config.ts';
import { urlOf } from './listen.ts';
import type { Print } from './one-off.ts';

interface ObjectClient {
  createMany(asks: readonly object[], options: { idempotencyKey: string; signal: AbortSignal }): AsyncIterable<BatchObject>;
  getMany(ids: readonly string[], options: { signal: AbortSignal }): AsyncIterable<BatchObject>;
}
type LookupClient = (domain: string, options: { idempotencyKey: string; signal: AbortSignal; source?: string }) => Promise<object>;

/** The part of the client that is used here; test/command.test.ts holds it against the client itself. */
export interface ServiceClient {
  readonly serp: ObjectClient;
  readonly keywords: ObjectClient;
  readonly ai: ObjectClient;
  readonly whois: LookupClient;
  readonly technologies: LookupClient;
  exportObjects(query: Readonly<Record<string, string>>): Promise<ReadableStream<Uint8Array>>;
}

interface Trouble {
  readonly status: number;
  readonly solution: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

interface ClientModule<Client> {
  readonly createClient: (options: { baseUrl: string; apiKey: string; signal?: AbortSignal }) => Client;
  readonly SextantError: new (...given: never[]) => Error & Trouble;
}

/** The built client is in dist/ beside the service. In the source tree it is beside src/. */
const CLIENT = new URL(import.meta.url.endsWith('.ts') ? '../../client/index.ts' : '../client/index.js', import.meta.url).href;

/** Loads the client as the part of it that a command uses. */
export const loadClient = async <Client>(): Promise<ClientModule<Client>> => (await import(CLIENT)) as ClientModule<Client>;

/** Returns the bytes of standard input. */
export async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export interface Address {
  readonly url: string;
  readonly key: string;
}

/** The URL and key of the service: from the command, from the settings, or on this machine. */
export function addressOf(config: Config, url: string | null, key: string | null): Address {
  const address = { url: url ?? config.SEXTANT_URL ?? urlOf(config, config.PORT), key: key ?? config.SEXTANT_KEY ?? '' };
  if (!/^https?:\/\/\S+$/.test(address.url)) throw new UsageProblem('--url must be a URL such as http://127.0.0.1:8080.');
  if (address.key === '') throw new UsageProblem('API key missing. Set SEXTANT_KEY, or use --key.');
  return address;
}

const ROOMS = { serp: 'serp', keyword: 'keywords', 'ai-prompt': 'ai', 'ai-analysis': 'ai' } as const;

export async function connectService({ url, key }: Address, kind: BatchKind, signal: AbortSignal): Promise<BatchService> {
  const { createClient, SextantError } = await loadClient<ServiceClient>();
  const client = createClient({ baseUrl: url, apiKey: key, signal });
  /** A rejection carries the message of the service. After any other error the request may have arrived. */
  const told = (error: unknown): unknown => {
    if (!(error instanceof SextantError)) return error;
    const { status, solution, message } = error;
    if (!isSourceUnavailable(error) && (status < 400 || status >= 500)) return error;
    const place = status === 400 ? /\[(\d+)\]/.exec(message)?.[1] : undefined;
    return new Rejection([message, solution].filter(Boolean).join(' '), status, place === undefined ? null : Number(place), error);
  };
  /** The source of a lookup failed. A gateway sends no request id, and an error of the service itself says when to retry. */
  const isSourceUnavailable = ({ status, requestId, retryAfterSeconds }: Trouble): boolean =>
    isLookup(kind) && (status === 502 || status === 504) && requestId !== undefined && retryAfterSeconds === undefined;
  const all = async (objects: AsyncIterable<BatchObject>): Promise<BatchObject[]> => {
    const list: BatchObject[] = [];
    for await (const one of objects) list.push(one);
    return list;
  };
  const orThrow = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error) => {
      throw told(error);
    });
  const objects = client[ROOMS[kind.name as keyof typeof ROOMS] ?? 'serp'];
  return {
    create: (asks, idempotencyKey) => orThrow(all(objects.createMany(asks, { idempotencyKey, signal }))),
    fetch: (ids) => orThrow(all(objects.getMany(ids, { signal }))),
    lookUp: (ask, idempotencyKey) => {
      const { domain, ...more } = ask as { domain: string; source?: string };
      return orThrow(client[kind.name === 'whois' ? 'whois' : 'technologies'](domain, { ...more, idempotencyKey, signal }));
    },
    pause: (ms) => sleep(ms, undefined, { signal }),
  };
}

/** Returns the exit status. */
export async function batch(words: readonly string[], print: Print): Promise<number> {
  const stop = new AbortController();
  const interrupted = (): void => stop.abort(new Error('interrupted'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    return await batchCommand(words, {
      connect: async (url, key, kind) => connectService(addressOf(readConfig(), url, key), kind, stop.signal),
      readInput,
      progress: createProgress({ isTerminal: process.stderr.isTTY === true, write: (text) => void process.stderr.write(text) }),
      print,
      log: (text) => void process.stderr.write(`${text}\n`),
      signal: stop.signal,
    });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, interrupted);
  }
}

/** An interruption ends the process, and the unfinished file has another name. */
export async function exportResults(words: readonly string[]): Promise<void> {
  await exportCommand(words, {
    connect: async (url, key) => {
      const address = addressOf(readConfig(), url, key);
      const { createClient } = await loadClient<ServiceClient>();
      const client = createClient({ baseUrl: address.url, apiKey: address.key });
      return (query) => client.exportObjects(query);
    },
    log: (text) => void process.stderr.write(`${text}\n`),
  });
}
