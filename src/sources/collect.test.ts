import { describe, expect, test } from 'vitest';
import { type Adapter, type Page, type PageRequest, unreachable } from './adapter.ts';
import { CollectFailure, collect } from './collect.ts';
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
