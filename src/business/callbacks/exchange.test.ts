import { describe, expect, test } from 'vitest';
import { HIDDEN, shownExchange, storedResponse } from './exchange.ts';

const response = (body: Buffer | string, headers: Record<string, string> = {}) =>
  storedResponse({ headers, body: Buffer.from(body), firstByteMs: 12.4 });

describe('a stored response', () => {
  test('has the first KB of the body and its size', () => {
    expect(response('x'.repeat(3000))).toMatchObject({ body: 'x'.repeat(1024), bodyBytes: 3000, firstByteMs: 12 });
  });

  test('ends at a whole character', () => {
    expect(response('é'.repeat(1000)).body).toBe('é'.repeat(512));
    expect(response(`x${'é'.repeat(1000)}`).body).toBe(`x${'é'.repeat(511)}`);
  });

  test('has only text that the database accepts', () => {
    const { body, headers } = response(Buffer.from([0, 255, 65]), { 'x-odd': 'a\u0000b\ud800' });
    expect(body).toBe('\ufffd\ufffdA');
    expect(headers).toEqual({ 'x-odd': 'a\ufffdb\ufffd' });
    // The cut at 128 characters divides the pair.
    expect(response('', { 'x-cut': `${'v'.repeat(127)}\u{1f600}` }).headers).toEqual({ 'x-cut': `${'v'.repeat(127)}\ufffd` });
  });

  test('has at most 20 headers of limited length, without those of the connection', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x-${index}`, 'v'.repeat(5000)]));
    const { headers = {} } = response('', { connection: 'close', date: 'today', ...many });
    expect(Object.keys(headers)).toHaveLength(20);
    expect(headers).not.toHaveProperty('connection');
    expect(JSON.stringify(headers).length).toBeLessThan(3000);
  });

  test.each(['set-cookie', 'www-authenticate', 'x-api-key', 'x-auth-token', 'x-signature'])('hides %s', (name) => {
    expect(response('', { [name]: 'canary' }).headers).toEqual({ [name]: HIDDEN });
  });
});

describe('a shown exchange', () => {
  const sent = { objectId: 'a'.repeat(24), kind: 'serp', url: 'https://shop.example/hook', isWhole: false };

  test('has the headers and the body that were sent, without the signature', () => {
    const { request, response: received } = shownExchange({ signedAt: 1_790_000_000, sentBytes: 40 }, sent);
    expect(request).toEqual({
      url: 'https://shop.example/hook',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Sextant-Callback/1.0',
        'webhook-id': `evt_${'a'.repeat(24)}`,
        'webhook-timestamp': '1790000000',
        'webhook-signature': HIDDEN,
      },
      body: `{"id":"${'a'.repeat(24)}","type":"serp"}`,
      bytes: 40,
    });
    expect(received).toBeNull();
  });

  test('hides the credentials of the URL', () => {
    const { request } = shownExchange({ signedAt: 1, sentBytes: 1 }, { ...sent, url: 'https://user:canary@shop.example/' });
    expect(request.headers.authorization).toBe(HIDDEN);
    expect(JSON.stringify(request)).not.toContain('canary');
  });

  test('refers to the object when all of it was sent, unless it was too large', () => {
    expect(shownExchange({ signedAt: 1, sentBytes: 9 }, { ...sent, isWhole: true }).request.body).toBeNull();
    const { request } = shownExchange({ signedAt: 1, sentBytes: 9, truncated: true }, { ...sent, isWhole: true });
    expect(request.body).toContain('"type":"serp"');
    expect(request.headers['x-truncated']).toBe('1');
  });
});
