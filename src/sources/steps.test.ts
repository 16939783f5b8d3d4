// Results in several steps, which the loop handles as one page.
import { describe, expect, it } from 'vitest';
import { type Adapter, type PageRequest, unreachable, unreadable } from './adapter.ts';
import { CollectFailure, collect } from './collect.ts';
import { carriedBy, type StepRequest, withSteps } from './steps.ts';
import type { FetchPage } from './transport/fetch.ts';

const step = (url: string, carried: unknown, afterSeconds = 0): StepRequest => ({ url, step: true, afterSeconds, carried });

/** Two pages. Each is ready at the third poll. */
const adapter: Adapter<string, string> = {
  start: (ask) => ({ url: `https://a.example/${ask}/1` }),
  parse(page, ask) {
    const looks = Number(carriedBy(page) ?? 0);
    if (page.body === 'odd') throw unreadable('odd');
    if (looks < 2) return { found: 'not yet', next: step(page.request.url, looks + 1) };
    return page.request.url.endsWith('/1') ? { found: 'one', next: { url: `https://a.example/${ask}/2` } } : { found: 'two' };
  },
};
const asked: PageRequest[] = [];
const fetching =
  (body: string): FetchPage =>
  async (request) => {
    asked.push(request);
    return { request, url: request.url, status: 200, headers: {}, body };
  };
const run = async (body: string, ask = 'q', signal?: AbortSignal) => {
  asked.length = 0;
  const { adapter: whole, fetch } = withSteps(adapter, fetching(body));
  return collect(whole, ask, fetch, { attempt: 1, ...(signal ? { signal } : {}) }, { pagesMax: 2, enough: () => false });
};

describe('steps', () => {
  it('run inside one page, so that the page limit counts result pages', async () => {
    const { found, pages } = await run('fine');
    expect(found).toEqual(['one', 'two']);
    expect(pages).toHaveLength(2);
    expect(asked).toHaveLength(6);
  });

  it('pass on a page that cannot be parsed, so that it is stored with its reason', async () => {
    const failure = await run('odd').catch((error) => error);
    expect(failure).toBeInstanceOf(CollectFailure);
    expect(failure.page.body).toBe('odd');
    expect(failure.cause).toMatchObject({ outcome: 'unparsed', message: 'odd' });
    expect(asked).toHaveLength(1);
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
