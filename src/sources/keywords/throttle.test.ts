// The throttle for calls to one provider.
import { describe, expect, it } from 'vitest';
import type { FetchPage } from '../transport/fetch.ts';
import { withThrottle } from './throttle.ts';

const request = { url: 'https://provider.example/' };
let requested = 0;
const fetch: FetchPage = async (given) => {
  requested++;
  return { request: given, url: given.url, status: 200, headers: {}, body: '' };
};

describe('throttled calls', () => {
  it('run one after the other, and none is lost', async () => {
    requested = 0;
    const throttledFetch = withThrottle(fetch, 60_000);
    await Promise.all(Array.from({ length: 20 }, () => throttledFetch(request, { attempt: 1 })));
    expect(requested).toBe(20);
  });

  it('that would wait for minutes are rejected immediately and take no slot', async () => {
    requested = 0;
    let now = 0;
    const throttledFetch = withThrottle(fetch, 0.1, () => now);
    await throttledFetch(request, { attempt: 1 });
    for (let time = 0; time < 3; time++) await expect(throttledFetch(request, { attempt: 1 })).rejects.toMatchObject({ recovery: 'retry' });
    now = 600_000;
    await throttledFetch(request, { attempt: 1 });
    expect(requested).toBe(2);
  });

  it('end when the job is aborted', async () => {
    const throttledFetch = withThrottle(fetch, 1, () => 0);
    await throttledFetch(request, { attempt: 1 });
    const job = new AbortController();
    const waiting = throttledFetch(request, { attempt: 1, signal: job.signal });
    job.abort();
    await expect(waiting).rejects.toMatchObject({ outcome: 'unreachable' });
  });
});
