import { describe, expect, test } from 'vitest';
import { type ByteBudget, createByteBudget } from '../platform/byte-budget.ts';
import { type Adapter, type Page, type PageRequest, unreachable, unreadable } from './adapter.ts';
import { CollectFailure, collect } from './collect.ts';
import { RESERVED_BYTES } from './page-fetcher.ts';
import type { PageReader } from './page-reader.ts';
import type { FetchPage } from './transport/fetch.ts';

const at = (number: number): PageRequest => ({ url: `https://engine.example/?page=${number}` });
const numberOf = (request: PageRequest): number => Number(new URL(request.url).searchParams.get('page'));
const pageOf = (request: PageRequest): Page => ({ request, url: request.url, status: 200, headers: {}, body: '' });
const first = { attempt: 1 };

/** An engine with `last` pages, whose links skip `step` pages. */
const engineOf = (last: number, step = 1): Adapter<string, number> => ({
  start: () => at(1),
  parse: ({ request }) => {
    const here = numberOf(request);
    return here + step <= last ? { found: here, next: at(here + step) } : { found: here };
  },
});
const twoFurther = (next: PageRequest) => [at(numberOf(next) + 1), at(numberOf(next) + 2)];
const never = () => false;

/** Records the requests and the maximum number of them in flight. */
function watched(respond: (request: PageRequest, signal?: AbortSignal) => Promise<Page> = async (request) => pageOf(request)) {
  const requested: number[] = [];
  let [open, most] = [0, 0];
  const fetch: FetchPage = async (request, { signal }) => {
    requested.push(numberOf(request));
    open += 1;
    most = Math.max(most, open);
    await new Promise((done) => setImmediate(done));
    try {
      return await respond(request, signal);
    } finally {
      open -= 1;
    }
  };
  return { fetch, asked: requested, together: () => most };
}

describe('collect', () => {
  test('without prefetching, it requests one page after the other until the last one', async () => {
    const { fetch, asked: requested, together } = watched();
    const { found, pages } = await collect(engineOf(4), 'tea', fetch, first, { pagesMax: 10, enough: never });
    expect(found).toEqual([1, 2, 3, 4]);
    expect(pages).toHaveLength(4);
    expect(requested).toEqual([1, 2, 3, 4]);
    expect(together()).toBe(1);
  });

  test('prefetched pages are fetched in parallel and returned in order, each once', async () => {
    const { fetch, asked: requested, together } = watched();
    const { found } = await collect(engineOf(7), 'tea', fetch, first, { pagesMax: 10, enough: never, ahead: twoFurther });
    expect(found).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect([...requested].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(together()).toBe(3);
  });

  test('a prefetched page that the previous page does not link to is discarded', async () => {
    const { fetch, asked: requested } = watched();
    const { found } = await collect(engineOf(9, 2), 'tea', fetch, first, {
      pagesMax: 10,
      enough: never,
      ahead: (next) => [at(numberOf(next) + 1)],
    });
    expect(found).toEqual([1, 3, 5, 7, 9]);
    expect(requested).toContain(4);
  });

  test('it never exceeds the page limit, and aborts pages that are no longer needed', async () => {
    let aborted = 0;
    const { fetch, asked: requested } = watched((request, signal) => {
      if (numberOf(request) < 4) return Promise.resolve(pageOf(request));
      return new Promise((_, reject) => {
        const abort = () => {
          aborted += 1;
          reject(unreachable('aborted'));
        };
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort);
      });
    });
    const enough = (found: readonly number[]) => found.length === 3;
    const { found } = await collect(engineOf(9), 'tea', fetch, first, { pagesMax: 4, enough, ahead: twoFurther });
    expect(found).toEqual([1, 2, 3]);
    expect(requested).toEqual([1, 2, 3, 4]);
    await new Promise((done) => setImmediate(done));
    expect(aborted).toBe(1);
  });

  test('a prefetched page that fails matters only if it is needed, and the earlier results stay', async () => {
    const failing = () => watched(async (request) => (numberOf(request) === 3 ? Promise.reject(unreachable('cut')) : pageOf(request)));
    const short = await collect(engineOf(2), 'tea', failing().fetch, first, { pagesMax: 10, enough: never, ahead: twoFurther });
    expect(short.found).toEqual([1, 2]);
    const failure = await collect(engineOf(5), 'tea', failing().fetch, first, { pagesMax: 10, enough: never, ahead: twoFurther }).catch(
      (error) => error,
    );
    expect(failure).toBeInstanceOf(CollectFailure);
    expect(failure).toMatchObject({ found: [1, 2], page: null, cause: { outcome: 'unreachable' } });
  });

  test('steps to the same URL are requested each time', async () => {
    let polls = 0;
    const poll: Adapter<string, number> = {
      start: () => at(1),
      parse: () => (++polls < 3 ? { found: polls, next: at(1) } : { found: polls }),
    };
    const { fetch, asked: requested } = watched();
    const { found } = await collect(poll, 'tea', fetch, first, { pagesMax: 10, enough: never });
    expect(found).toEqual([1, 2, 3]);
    expect(requested).toEqual([1, 1, 1]);
  });
});

describe('a budget for pages in flight', () => {
  const textOf = (request: PageRequest, length: number): Page => ({ ...pageOf(request), body: 'x'.repeat(length) });
  const readerOf = (engine: Adapter<string, number>, budget: ByteBudget): PageReader<string, number> => ({
    parse: async (page, query) => engine.parse(page, query),
    budget,
  });
  const collectAll = async (budget: ByteBudget, fetch: FetchPage, ahead?: (next: PageRequest) => PageRequest[]): Promise<number[][]> => {
    const settings = { pagesMax: 10, enough: never, ...(ahead ? { ahead } : {}) };
    const jobs = Array.from({ length: 8 }, () => collect(engineOf(5), 'tea', fetch, first, settings, readerOf(engineOf(5), budget)));
    return (await Promise.all(jobs)).map(({ found }) => [...found]);
  };

  test.each([
    ['as many pages as fit', 3 * RESERVED_BYTES, 3],
    ['one page that is larger than the budget', 1, 1],
  ])('allows %s, and all collections end', async (_, bytesMax, most) => {
    const budget = createByteBudget(bytesMax);
    const { fetch, together } = watched(async (request) => textOf(request, 2 * RESERVED_BYTES));
    expect(await collectAll(budget, fetch, twoFurther)).toEqual(Array.from({ length: 8 }, () => [1, 2, 3, 4, 5]));
    expect(together()).toBe(most);
    expect(budget.isFull()).toBe(false);
  });

  test('counts neither failed pages nor discarded ones', async () => {
    const budget = createByteBudget(2 * RESERVED_BYTES);
    const broken = watched(() => Promise.reject(unreachable('down')));
    await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        collect(engineOf(3), 'tea', broken.fetch, first, { pagesMax: 3, enough: never }, readerOf(engineOf(3), budget)),
      ),
    );
    const { fetch } = watched(async (request) => textOf(request, RESERVED_BYTES));
    const skipping = () =>
      collect(engineOf(9, 2), 'tea', fetch, first, { pagesMax: 10, enough: never, ahead: twoFurther }, readerOf(engineOf(9, 2), budget));
    expect((await Promise.all([skipping(), skipping(), skipping()])).map(({ found }) => found)).toEqual(
      Array.from({ length: 3 }, () => [1, 3, 5, 7, 9]),
    );
    // Everything was released: the whole budget can be reserved at once.
    await budget.reserve(2 * RESERVED_BYTES);
  });

  test('is released by a page that could not be parsed', async () => {
    const budget = createByteBudget(RESERVED_BYTES);
    const { fetch } = watched(async (request) => textOf(request, RESERVED_BYTES));
    const reader: PageReader<string, number> = { parse: () => Promise.reject(unreadable('odd')), budget };
    await expect(collect(engineOf(1), 'tea', fetch, first, { pagesMax: 1, enough: never }, reader)).rejects.toBeInstanceOf(CollectFailure);
    await budget.reserve(RESERVED_BYTES);
  });

  test('keeps only the first of the parsed bodies, or all of them if they are stored', async () => {
    const { fetch } = watched(async (request) => textOf(request, 10));
    const bodies = async (keepBodies: boolean) => {
      const settings = { pagesMax: 3, enough: never, keepBodies };
      const { pages } = await collect(engineOf(3), 'tea', fetch, first, settings, readerOf(engineOf(3), createByteBudget(1)));
      return pages.map(({ body }) => body.length);
    };
    expect(await bodies(false)).toEqual([10, 0, 0]);
    expect(await bodies(true)).toEqual([10, 10, 10]);
  });
});
