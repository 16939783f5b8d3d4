import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { startTestService } from './service.ts';

describe('a service with little disk space', () => {
  test('rejects new requests, charges nothing, and still returns stored objects', async () => {
    const service = await startTestService({ DISK_FREE_MIN_MB: '10000000', DATA_DIR: tmpdir() }, false);
    try {
      const { test: key } = await service.account();
      const before = (await service.call('GET', '/user', key)).json;
      for (const [path, body] of [
        ['/serp/new', { keyword: 'tea', region: 'US' }],
        ['/serp/new/list', [{ keyword: 'tea', region: 'US' }]],
        ['/ai/send-prompt', { prompt: 'What is tea?' }],
        ['/keyword/new', { keywords: ['tea'], region: 'US' }],
      ] as const) {
        const response = await service.call('POST', path, key, body);
        expect([path, response.status, response.json.message, response.headers['retry-after']]).toEqual([
          path,
          502,
          'Disk space is low: the service rejects new requests.',
          '60',
        ]);
      }
      expect((await service.call('GET', '/user', key)).json).toEqual(before);
      expect((await service.call('POST', '/serp/list', key, ['0123456789abcdef01234567'])).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});
