// What SERPs, keywords and AI jobs have in common: create one or many, fetch, wait.
import { SextantError } from './error.ts';
import { type AnyIterable, distinctOf, partsOf } from './parts.ts';
import { newKey } from './send.ts';
import { type CallOptions, callOf, type Job, type WaitOptions, waitFor } from './wait.ts';

export interface CreateOptions extends CallOptions {
  /** Your own key for the whole call, so that even a restarted program cannot order twice. Made anew for each call unless given. */
  readonly idempotencyKey?: string;
}

export interface CreateAndWaitOptions extends CreateOptions, WaitOptions {}

export interface ObjectCalls<Ask, Found extends Job> {
  /** Creates one object without waiting for it. */
  readonly createOne: (ask: Ask, idempotencyKey: string, options: CallOptions) => Promise<Found>;
  readonly createPart: (asks: readonly Ask[], idempotencyKey: string, options: CallOptions) => Promise<readonly Found[]>;
  readonly get: (id: string, options: CallOptions) => Promise<Found>;
  readonly list: (ids: readonly string[], options: CallOptions) => Promise<readonly Found[]>;
  /** How many requests go into one part, and how many ids into one list. */
  readonly asksMax: number;
  readonly idsMax: number;
  readonly signal: AbortSignal | undefined;
}

export interface Objects<Ask, Found extends Job> {
  /** Creates any number of objects and yields them, incomplete, in the order of the requests. Nothing is sent before you iterate. */
  createMany(asks: AnyIterable<Ask>, options?: CreateOptions): AsyncGenerator<Found, void, undefined>;
  /** Creates any number of objects and yields them finished, in the order of the requests. */
  createManyAndWait(asks: AnyIterable<Ask>, options?: CreateAndWaitOptions): AsyncGenerator<Found, void, undefined>;
  /** Creates one object and fetches it when it is finished; look at `faulty`, or at `error` of an AI job. */
  createAndWait(ask: Ask, options?: CreateAndWaitOptions): Promise<Found>;
  get(id: string, options?: CallOptions): Promise<Found>;
  /** Fetches any number of objects as they are. Ids that do not exist are left out. */
  getMany(ids: AnyIterable<string>, options?: CallOptions): AsyncGenerator<Found, void, undefined>;
  /** Yields objects as they finish. */
  wait(ids: AnyIterable<string>, options?: WaitOptions): AsyncGenerator<Found, void, undefined>;
}

/** A refusal names the entry of the part by its number; its caller knows the numbers of the whole list. */
function renumbered(error: unknown, numberOf: (place: number) => number): unknown {
  if (!(error instanceof SextantError) || error.status !== 400) return error;
  return new SextantError(
    error.message.replace(/\[(\d+)\]/, (_, place) => `[${numberOf(Number(place))}]`),
    error,
  );
}

export function createObjects<Ask, Found extends Job>(calls: ObjectCalls<Ask, Found>): Objects<Ask, Found> {
  /** Part by part: what was asked for and the objects that stand for it, as often as it was asked for. */
  async function* created(asks: AnyIterable<Ask>, options: CreateOptions): AsyncGenerator<Found[], void, undefined> {
    const key = options.idempotencyKey ?? newKey();
    let [number, sent] = [0, 0];
    for await (const part of partsOf(asks, calls.asksMax)) {
      const { distinct, places } = distinctOf(part);
      number += 1;
      const made = await calls.createPart(distinct, `${key}-${number}`, callOf(options)).catch((error) => {
        throw renumbered(error, (place) => sent + places.indexOf(place));
      });
      sent += part.length;
      // The service also takes requests as equal that differ in spelling alone; then nobody can tell which is whose.
      yield made.length === distinct.length ? places.map((place) => made[place]!) : [...made];
    }
  }

  async function* createMany(asks: AnyIterable<Ask>, options: CreateOptions = {}): AsyncGenerator<Found, void, undefined> {
    for await (const part of created(asks, options)) yield* part;
  }

  async function* createManyAndWait(asks: AnyIterable<Ask>, options: CreateAndWaitOptions = {}): AsyncGenerator<Found, void, undefined> {
    for await (const part of created(asks, options)) {
      const ids = part.map(({ id }) => id);
      const finished = new Map<string, Found>();
      for await (const one of waitFor(new Set(ids), options, calls)) finished.set(one.id, one);
      for (const id of ids) yield finished.get(id)!;
    }
  }

  return {
    createMany,
    createManyAndWait,
    createAndWait: async (ask, options = {}) => {
      const made = await calls.createOne(ask, options.idempotencyKey ?? newKey(), callOf(options));
      for await (const one of waitFor([made.id], options, calls)) return one;
      return made;
    },
    get: (id, options = {}) => calls.get(id, callOf(options)),
    getMany: async function* (ids, options = {}) {
      for await (const part of partsOf(ids, calls.idsMax)) yield* await calls.list(part, callOf(options));
    },
    wait: (ids, options = {}) => waitFor(ids, options, calls),
  };
}
