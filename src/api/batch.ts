// Validates the entries of a list in slices, until the first error.
import type { FastifyRequest } from 'fastify';
import type { OrderItem } from '../contract/order.ts';
import { createListHash, hasIdempotencyKey } from './idempotency.ts';
import { isDryRun } from './quote.ts';
import { ticks } from './ticks.ts';
import type { Batch } from './validation.ts';
import { measured } from './work.ts';

export interface ReadBatch {
  readonly items: readonly OrderItem[];
  readonly dryRuns: readonly boolean[];
  /** Of the entries as they were sent. Null for a request without an idempotency key. */
  readonly hash: string | null;
}

type Read = (entry: unknown, at: string) => OrderItem;

/** Reads each entry only once: a long list is parsed again whenever it is read. */
function* steps(entries: Batch, read: Read, isHashed: boolean): Generator<void, ReadBatch> {
  const items: OrderItem[] = [];
  const dryRuns: boolean[] = [];
  const hash = isHashed ? createListHash() : null;
  for (const entry of entries) {
    items.push(read(entry, `[${items.length}].`));
    dryRuns.push(isDryRun(entry));
    hash?.add(entry);
    yield;
  }
  return { items, dryRuns, hash: hash?.end() ?? null };
}

export const readEntries = (request: FastifyRequest, entries: Batch, read: Read): Promise<ReadBatch> =>
  ticks.run(steps(entries, read, hasIdempotencyKey(request)), (slice) => measured(request, slice));
