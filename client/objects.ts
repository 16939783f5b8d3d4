// Calls that SERPs, keywords and AI jobs share: create one or many, fetch, wait.

import { type AnyIterable, chunksOf, distinctOf } from './chunks.ts';
import { SextantError } from './error.ts';
import { newKey } from './send.ts';
import { type CallOptions, callOf, type Job, type WaitOptions, waitFor } from './wait.ts';

export interface CreateOptions extends CallOptions {
  /** Your own key for the whole call, so that a restarted program is not charged twice. Default: a new key per call. */
  readonly idempotencyKey?: string;
}

export interface CreateAndWaitOptions extends CreateOptions, WaitOptions {}

export interface ObjectCalls<Query, Parsed extends Job> {
  /** Creates one object without waiting for it. */
  readonly createOne: (query: Query, idempotencyKey: string, options: CallOptions) => Promise<Parsed>;
  readonly createChunk: (queries: readonly Query[], idempotencyKey: string, options: CallOptions) => Promise<readonly Parsed[]>;
  readonly get: (id: string, options: CallOptions) => Promise<Parsed>;
  readonly list: (ids: readonly string[], options: CallOptions) => Promise<readonly Parsed[]>;
  /** Maximum number of requests in one chunk and of ids in one list. */
  readonly queriesMax: number;
  readonly idsMax: number;
  readonly signal: AbortSignal | undefined;
}

export interface Objects<Query, Parsed extends Job> {
  /** Creates any number of objects and yields them, incomplete, in the order of the requests. Nothing is sent before you iterate. */
  createMany(queries: AnyIterable<Query>, options?: CreateOptions): AsyncGenerator<Parsed, void, undefined>;
  /** Creates any number of objects and yields them finished, in the order of the requests. */
  createManyAndWait(queries: AnyIterable<Query>, options?: CreateAndWaitOptions): AsyncGenerator<Parsed, void, undefined>;
  /** Creates one object and fetches it when it is finished. Check `faulty`, or `error` of an AI job. */
  createAndWait(query: Query, options?: CreateAndWaitOptions): Promise<Parsed>;
  get(id: string, options?: CallOptions): Promise<Parsed>;
  /** Fetches any number of objects as they are. Ids that do not exist are left out. */
  getMany(ids: AnyIterable<string>, options?: CallOptions): AsyncGenerator<Parsed, void, undefined>;
  /** Yields objects as they finish. */
  wait(ids: AnyIterable<string>, options?: WaitOptions): AsyncGenerator<Parsed, void, undefined>;
}

/** An error names the entry by its index in the chunk. The caller needs the index in the whole list. */
export function withListIndex(error: unknown, numberOf: (index: number) => number): unknown {
  if (!(error instanceof SextantError) || error.status !== 400) return error;
  return new SextantError(
    error.message.replace(/\[(\d+)\]/, (_, index) => `[${numberOf(Number(index))}]`),
    error,
  );
}

/** An older service lists requests once that differ only in spelling. Wrong pairs of requests and results would be worse than an error. */
function unmatched(created: readonly Job[], requests: number): SextantError {
  return new SextantError(`The service returned ${created.length} objects for ${requests} requests, so they cannot be matched.`, {
    status: 200,
    code: 'unreadable',
    solution: 'Fetch the objects by their ids. Update the service, or do not send the same request in two spellings.',
    ids: created.map(({ id }) => id),
  });
}

export function createObjects<Query, Parsed extends Job>(calls: ObjectCalls<Query, Parsed>): Objects<Query, Parsed> {
  /** Yields chunk by chunk one object per request, repeated for equal requests. */
  async function* created(queries: AnyIterable<Query>, options: CreateOptions): AsyncGenerator<Parsed[], void, undefined> {
    const key = options.idempotencyKey ?? newKey();
    let [number, sent] = [0, 0];
    for await (const chunk of chunksOf(queries, calls.queriesMax)) {
      const { distinct, indexes } = distinctOf(chunk);
      number += 1;
      const created = await calls.createChunk(distinct, `${key}-${number}`, callOf(options)).catch((error) => {
        throw withListIndex(error, (index) => sent + indexes.indexOf(index));
      });
      sent += chunk.length;
      if (created.length !== distinct.length) throw unmatched(created, distinct.length);
      yield indexes.map((index) => created[index]!);
    }
  }

  async function* createMany(queries: AnyIterable<Query>, options: CreateOptions = {}): AsyncGenerator<Parsed, void, undefined> {
    for await (const chunk of created(queries, options)) yield* chunk;
  }

  async function* createManyAndWait(
    queries: AnyIterable<Query>,
    options: CreateAndWaitOptions = {},
  ): AsyncGenerator<Parsed, void, undefined> {
    for await (const chunk of created(queries, options)) {
      const ids = chunk.map(({ id }) => id);
      const finished = new Map<string, Parsed>();
      for await (const one of waitFor(new Set(ids), options, calls)) finished.set(one.id, one);
      for (const id of ids) yield finished.get(id)!;
    }
  }

  return {
    createMany,
    createManyAndWait,
    createAndWait: async (query, options = {}) => {
      const created = await calls.createOne(query, options.idempotencyKey ?? newKey(), callOf(options));
      for await (const one of waitFor([created.id], options, calls)) return one;
      return created;
    },
    get: (id, options = {}) => calls.get(id, callOf(options)),
    async *getMany(ids, options = {}) {
      for await (const chunk of chunksOf(ids, calls.idsMax)) yield* await calls.list(chunk, callOf(options));
    },
    wait: (ids, options = {}) => waitFor(ids, options, calls),
  };
}
