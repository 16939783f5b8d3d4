// Validates the entries of a list in slices, until the first error.
import type { FastifyRequest } from 'fastify';
import { ticks } from './ticks.ts';
import { measured } from './work.ts';

function* steps<T>(entries: readonly unknown[], read: (entry: unknown, at: string) => T): Generator<void, T[]> {
  const made: T[] = [];
  for (const [index, entry] of entries.entries()) {
    made.push(read(entry, `[${index}].`));
    yield;
  }
  return made;
}

export const readEntries = <T>(
  request: FastifyRequest,
  entries: readonly unknown[],
  read: (entry: unknown, at: string) => T,
): Promise<T[]> => ticks.run(steps(entries, read), (slice) => measured(request, slice));
