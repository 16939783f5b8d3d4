// The throttle for calls to one provider.
import { describe, expect, it } from 'vitest';
import type { FetchPage } from '../transport/fetch.ts';
import { withPace } from './pace.ts';

const request = { url: 'https://provider.example/' };
let asked = 0;
const fetch: FetchPage = async (given) => {
  asked++;
  return { request: given, url: given.url, status: 200, headers: {}, body: '' };
};

describe('throttled calls', () => {
  it('run one after the other, and none is lost', async () => {
    asked = 0;
    const paced = withPace(fetch, 60_000);
    await Promise.all(Array.from({ length: 20 }, () => paced(request, { attempt: 1 })));
    expect(asked).toBe(20);
  });

  it('that would wait for minutes are rejected immediately and take no slot', async () => {
    asked = 0;
    let now = 0;
    const paced = withPace(fetch, 0.1, () => now);
    await paced(request, { attempt: 1 });
    for (let time = 0; time < 3; time++) await expect(paced(request, { attempt: 1 })).rejects.toMatchObject({ recovery: 'retry' });
    now = 600_000;
    await paced(request, { attempt: 1 });
    expect(asked).toBe(2);
  });

  it('end when the job is aborted', async () => {
    const paced = withPace(fetch, 1, () => 0);
    await paced(request, { attempt: 1 });
    const job = new AbortController();
    const waiting = paced(request, { attempt: 1, signal: job.signal });
    job.abort();
    await expect(waiting).rejects.toMatchObject({ outcome: 'unreachable' });
  });
});
