// The way to a running service for the verbs that use one: our own client, which is built beside the service and not into it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchAsk, BatchObject } from '../cli/batch-rows.ts';
import { type BatchService, Refusal } from '../cli/batch-run.ts';
import { UsageProblem } from '../cli/words.ts';
import type { Config } from '../config.ts';
import { urlOf } from './listen.ts';

/** The part of the client that is used here; test/remote.test.ts holds it against the client itself. */
export interface ServiceClient {
  readonly serp: {
    createMany(asks: readonly BatchAsk[], options: { idempotencyKey: string; signal: AbortSignal }): AsyncIterable<BatchObject>;
    getMany(ids: readonly string[], options: { signal: AbortSignal }): AsyncIterable<BatchObject>;
  };
}

interface ClientModule {
  readonly createClient: (options: { baseUrl: string; apiKey: string; signal?: AbortSignal }) => ServiceClient;
  readonly SextantError: new (...given: never[]) => Error & { readonly status: number; readonly solution: string | undefined };
}

/** Built, the client lies beside us in dist/; in the source tree it lies beside src/. */
const CLIENT = new URL(import.meta.url.endsWith('.ts') ? '../../client/index.ts' : '../client/index.js', import.meta.url).href;

export interface Address {
  readonly url: string;
  readonly key: string;
}

/** Where the service is: as the command says, as the settings say, or on this machine. */
export function addressOf(config: Config, url: string | null, key: string | null): Address {
  const address = { url: url ?? config.SEXTANT_URL ?? urlOf(config, config.PORT), key: key ?? config.SEXTANT_KEY ?? '' };
  if (!/^https?:\/\/\S+$/.test(address.url)) throw new UsageProblem('--url must be an address such as http://127.0.0.1:8080.');
  if (address.key === '') throw new UsageProblem('The service wants an API key: set SEXTANT_KEY, or give --key.');
  return address;
}

export async function connectService({ url, key }: Address, signal: AbortSignal): Promise<BatchService> {
  const { createClient, SextantError } = (await import(CLIENT)) as ClientModule;
  const client = createClient({ baseUrl: url, apiKey: key, signal });
  /** A refusal is told in its words; anything else may yet have arrived. */
  const told = (error: unknown): unknown => {
    if (!(error instanceof SextantError) || error.status < 400 || error.status >= 500) return error;
    const place = error.status === 400 ? /\[(\d+)\]/.exec(error.message)?.[1] : undefined;
    const message = [error.message, error.solution].filter(Boolean).join(' ');
    return new Refusal(message, error.status, place === undefined ? null : Number(place), error);
  };
  const all = async (objects: AsyncIterable<BatchObject>): Promise<BatchObject[]> => {
    const list: BatchObject[] = [];
    for await (const one of objects) list.push(one);
    return list;
  };
  return {
    create: (asks, idempotencyKey) =>
      all(client.serp.createMany(asks, { idempotencyKey, signal })).catch((error) => {
        throw told(error);
      }),
    fetch: (ids) =>
      all(client.serp.getMany(ids, { signal })).catch((error) => {
        throw told(error);
      }),
    pause: (ms) => sleep(ms, undefined, { signal }),
  };
}
