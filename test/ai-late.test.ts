// Scheduled AI jobs whose time passed while the service was down.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inThePast } from './past.ts';
import { startTestService, type TestService, until } from './service.ts';

const DAY_MS = 86_400_000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0', AI_GRACE_DAYS: '7', ARCHIVE_DAYS: '2' });
});
afterAll(() => service?.stop());

/** A job scheduled three days ahead and created a given number of days ago, so that the service finds it late. */
async function found(daysAgo: number) {
  const { test: key, id: account } = await service.account({ credits: 10 });
  const body = { prompt: 'What is a sextant?', scheduleTo: 3 };
  const { json } = await inThePast(
    service.database.db,
    daysAgo,
    () => service.call('POST', '/ai/send-prompt', key, body),
    (made) => [made.json.id],
  );
  const job = await until(async () => {
    const { json: seen, status, text } = await service.call('GET', `/ai/${json.id}`, key);
    expect(status, text).toBe(200);
    return seen.ready ? seen : null;
  });
  const { json: timeline } = await service.call('GET', `/objects/${json.id}/life`, key);
  const { json: ledger } = await service.admin('GET', `/admin/accounts/${account}/ledger?mode=test`);
  return { job, daysLeft: (Date.parse(timeline.expiresAt) - Date.now()) / DAY_MS, balance: ledger.balance };
}

describe('a scheduled AI job', () => {
  test('that is found two days late runs and can be fetched as long as any other', async () => {
    const { job, daysLeft, balance } = await found(5);
    expect(job).toMatchObject({ error: null, verdict: 'valid' });
    expect(job.response.text).not.toBe('');
    expect(daysLeft).toBeGreaterThanOrEqual(2);
    expect(balance).toBe(9);
  });

  test('that is found in the last hours of its grace period can still be fetched for the archive days', async () => {
    const { job, daysLeft } = await found(9);
    expect(job.error).toBeNull();
    expect(daysLeft).toBeGreaterThan(1.9);
  });

  test('that is found after its grace period fails and is reversed', async () => {
    const { job, balance } = await found(11);
    expect(job).toMatchObject({ response: null, verdict: null, attempts: [], error: 'Deadline exceeded. It was never started.' });
    expect(balance).toBe(10);
  });
});
