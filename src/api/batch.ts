// Validates the entries of a list in slices, until the first error.
import type { FastifyRequest } from 'fastify';
import type { OrderItem } from '../contract/order.ts';
import { isDryRun } from './quote.ts';
import { ticks } from './ticks.ts';
import type { Batch } from './validation.ts';
import { measured } from './work.ts';

export interface ReadBatch {
  readonly items: readonly OrderItem[];
  readonly dryRuns: readonly boolean[];
}

type Read = (entry: unknown, at: string) => OrderItem;

/** Reads each entry only once: a long list is parsed again whenever it is read. */
function* steps(entries: Batch, read: Read): Generator<void, ReadBatch> {
  const items: OrderItem[] = [];
  const dryRuns: boolean[] = [];
  for (const entry of entries) {
    items.push(read(entry, `[${items.length}].`));
    dryRuns.push(isDryRun(entry));
    yield;
  }
  return { items, dryRuns };
}

export const readEntries = (request: FastifyRequest, entries: Batch, read: Read): Promise<ReadBatch> =>
  ticks.run(steps(entries, read), (slice) => measured(request, slice));
