// Results in several steps, which the loop handles as one page.
import { describe, expect, it } from 'vitest';
import { type Adapter, type PageRequest, unreachable, unreadable } from './adapter.ts';
import { CollectFailure, collect } from './collect.ts';
import { carriedBy, type StepRequest, withSteps } from './steps.ts';
import type { FetchPage } from './transport/fetch.ts';

const step = (url: string, carried: unknown, afterSeconds = 0): StepRequest => ({ url, step: true, afterSeconds, carried });

/** Two pages. Each is ready at the third poll. */
const adapter: Adapter<string, string> = {
  start: (query) => ({ url: `https://a.example/${query}/1` }),
  parse(page, query) {
    const polls = Number(carriedBy(page) ?? 0);
    if (page.body === 'odd') throw unreadable('odd');
    if (polls < 2) return { found: 'not yet', next: step(page.request.url, polls + 1) };
    return page.request.url.endsWith('/1') ? { found: 'one', next: { url: `https://a.example/${query}/2` } } : { found: 'two' };
  },
};
const requested: PageRequest[] = [];
const fetching =
  (body: string): FetchPage =>
  async (request) => {
    requested.push(request);
    return { request, url: request.url, status: 200, headers: {}, body };
  };
const run = async (body: string, query = 'q', signal?: AbortSignal) => {
  requested.length = 0;
  const { adapter: whole, fetch } = withSteps(adapter, fetching(body));
  return collect(whole, query, fetch, { attempt: 1, ...(signal ? { signal } : {}) }, { pagesMax: 2, enough: () => false });
};

describe('steps', () => {
  it('run inside one page, so that the page limit counts result pages', async () => {
    const { found, pages } = await run('fine');
    expect(found).toEqual(['one', 'two']);
    expect(pages).toHaveLength(2);
    expect(requested).toHaveLength(6);
  });

  it('pass on a page that cannot be parsed, so that it is stored with its reason', async () => {
    const failure = await run('odd').catch((error) => error);
    expect(failure).toBeInstanceOf(CollectFailure);
    expect(failure.page.body).toBe('odd');
    expect(failure.cause).toMatchObject({ outcome: 'unparsed', message: 'odd' });
    expect(requested).toHaveLength(1);
  });

  it('end when the caller aborts', async () => {
    const waiting: Adapter<string, string> = {
      start: () => ({ url: 'https://a.example/' }),
      parse: () => ({ found: '', next: step('https://a.example/', 0, 60) }),
    };
    const { adapter: whole, fetch } = withSteps(waiting, fetching(''));
    const context = { attempt: 1, signal: AbortSignal.timeout(20) };
    const failure = await collect(whole, 'q', fetch, context, { pagesMax: 1, enough: () => true }).catch((error) => error);
    expect(failure.cause).toMatchObject({ outcome: unreachable('').outcome });
  });

  it('that form a loop are ended', async () => {
    const circle: Adapter<string, string> = {
      start: () => ({ url: 'https://a.example/' }),
      parse: () => ({ found: '', next: step('https://a.example/', 0) }),
    };
    const { adapter: whole, fetch } = withSteps(circle, fetching(''));
    const failure = await collect(whole, 'q', fetch, { attempt: 1 }, { pagesMax: 1, enough: () => true }).catch((error) => error);
    expect(failure.cause.outcome).toBe('unreachable');
  });
});
