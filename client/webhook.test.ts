import { describe, expect, test } from 'vitest';
import { signCallback } from '../src/business/callbacks/signature.ts';
import { verifyWebhook } from './webhook.ts';

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const BODY = '{"id":"0123456789abcdef01234567","type":"serp","keyword":"süße Äpfel"}';
const NOW = 1_800_000_000_000;
const signed = (at = NOW / 1000, body = BODY, secret = SECRET) => ({ ...signCallback('evt_1', at, body, secret) });
const verify = (
  headers: Parameters<typeof verifyWebhook>[1],
  body: Parameters<typeof verifyWebhook>[0] = BODY,
  toleranceSeconds?: number,
) => verifyWebhook(body, headers, SECRET, { now: NOW, ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }) });

describe('a genuine callback is accepted', () => {
  test('with its body as text or as bytes', async () => {
    const bytes = new TextEncoder().encode(BODY);
    for (const body of [BODY, bytes, bytes.buffer, Buffer.from(BODY)]) {
      const { eventId, sentAt, payload } = await verify(signed(), body);
      expect([eventId, sentAt.getTime(), payload.keyword]).toEqual(['evt_1', NOW, 'süße Äpfel']);
    }
  });
  test('with headers in any form and spelling', async () => {
    const headers = signed();
    expect((await verify(new Headers(headers))).eventId).toBe('evt_1');
    const loud = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect((await verify(loud)).eventId).toBe('evt_1');
  });
  test('when it is a message of tracking', async () => {
    const message = JSON.stringify({ id: '0123456789abcdef01234567', type: 'tracking', total: 30, counts: { dropped: 30 }, alerts: [] });
    const { payload } = await verify(signed(NOW / 1000, message), message);
    expect([payload.id, payload.type, payload.total]).toEqual(['0123456789abcdef01234567', 'tracking', 30]);
  });
  test('when one of several signatures is valid', async () => {
    const headers = signed();
    const several = `v1,${btoa('x'.repeat(32))} v1a,zzz ${headers['webhook-signature']}`;
    expect((await verify({ ...headers, 'webhook-signature': several })).eventId).toBe('evt_1');
  });
});

describe('a callback is rejected', () => {
  const WRONG: [what: string, () => Promise<unknown>, RegExp][] = [
    ['when its body was changed', () => verify(signed(), BODY.replace('serp', 'user')), /signature/],
    ['when another secret signed it', () => verify(signed(NOW / 1000, BODY, 'whsec_AAAA')), /signature/],
    ['when its id was changed', () => verify({ ...signed(), 'webhook-id': 'evt_2' }), /signature/],
    ['when its time was changed', () => verify({ ...signed(), 'webhook-timestamp': String(NOW / 1000 + 1) }), /signature/],
    ['when it is too old', () => verify(signed(NOW / 1000 - 301)), /too far off/],
    ['when it comes from the future', () => verify(signed(NOW / 1000 + 301)), /too far off/],
    ['when the receiver is stricter', () => verify(signed(NOW / 1000 - 11), BODY, 10), /too far off/],
    ['when its time is not a number', () => verify({ ...signed(), 'webhook-timestamp': '1e9' }), /cannot be read/],
    ['when a header is missing', () => verify({ ...signed(), 'webhook-signature': undefined }), /webhook-signature is missing/],
    ['when its signature is not base64', () => verify({ ...signed(), 'webhook-signature': 'v1,%%%' }), /signature/],
    ['when its signature is empty', () => verify({ ...signed(), 'webhook-signature': 'v1,' }), /signature/],
    [
      'when its signature is truncated',
      () => verify({ ...signed(), 'webhook-signature': signed()['webhook-signature'].slice(0, 15) }),
      /signature/,
    ],
    [
      'when only the version of its signature differs',
      () => verify({ ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v2') }),
      /signature/,
    ],
    ['when it is not JSON', () => verify(signed(NOW / 1000, 'hello'), 'hello'), /not JSON/],
  ];
  test.each(WRONG)('%s', async (_case, attempt, reason) => {
    await expect(attempt()).rejects.toThrow(reason);
    await expect(attempt()).rejects.toMatchObject({ name: 'WebhookError' });
  });
  test('when the secret itself is empty', async () => {
    await expect(verifyWebhook(BODY, signed(), '', { now: NOW })).rejects.toThrow(/secret/);
  });
});
