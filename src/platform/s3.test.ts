import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCESS, type ObjectServer, startObjectServer } from '../../test/s3-server.ts';
import { createObjectStore, type ObjectStore, StorageUnavailable } from './s3.ts';

/** A real server, if the environment names one: its bucket must exist. */
const REAL = process.env.S3_TEST_URL;
const real = {
  url: REAL ?? '',
  region: process.env.S3_TEST_REGION ?? 'us-east-1',
  accessKey: process.env.S3_TEST_ACCESS_KEY ?? '',
  secretKey: process.env.S3_TEST_SECRET_KEY ?? '',
};

let server: ObjectServer;
beforeAll(async () => {
  server = await startObjectServer();
});
beforeEach(() => {
  server.trouble = null;
});
afterAll(() => server.close());

const read = async (store: ObjectStore, key: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of (await store.get(key)).chunks) chunks.push(chunk);
  return Buffer.concat(chunks);
};
const using = async (settings: object, work: (store: ObjectStore) => Promise<void>): Promise<void> => {
  const store = createObjectStore({ url: server.url, ...ACCESS, ...settings });
  await work(store);
  await store.close();
};

describe.each(['a strict server', 'a real server'])('with %s', (which) => {
  const there = which === 'a strict server' || REAL !== undefined;
  const settings = () => (which === 'a strict server' ? {} : real);

  test.skipIf(!there)('what is put can be got, looked for and removed', () =>
    using(settings(), async (store) => {
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256));
      await store.put('some/key-1', bytes);
      expect((await read(store, 'some/key-1')).equals(bytes)).toBe(true);
      expect(await store.head('some/key-1')).toBe(bytes.length);
      await store.remove('some/key-1');
      await store.remove('some/key-1');
      expect(await store.head('some/key-1')).toBeNull();
      await expect(store.get('some/key-1')).rejects.toMatchObject({ name: 'ObjectStoreAway', code: 404 });
    }),
  );
  test.skipIf(!there)('keys with odd letters are signed as they are sent', () =>
    using(settings(), async (store) => {
      const key = "größe & 'more' (1)*!+$=@,;~";
      await store.put(key, Buffer.from('odd'));
      expect(String(await read(store, key))).toBe('odd');
      await store.remove(key);
    }),
  );
  test.skipIf(!there)('another secret is refused at once', () =>
    using({ ...settings(), secretKey: 'wrong' }, async (store) => {
      await expect(store.put('k', Buffer.from('x'))).rejects.toMatchObject({ name: 'ObjectStoreAway', code: 403 });
    }),
  );
});

describe('a store in trouble', () => {
  test('is asked again, and then given up', () =>
    using({}, async (store) => {
      server.trouble = 'refuse';
      const before = server.asked.length;
      await expect(store.put('k', Buffer.from('x'))).rejects.toMatchObject({ code: 503 });
      expect(server.asked.length - before).toBe(3);
      server.trouble = null;
      await store.put('k', Buffer.from('x'));
    }));
  test('that is well again at the second try is not noticed', () =>
    using({}, async (store) => {
      server.trouble = 'refuse';
      const put = store.put('second', Buffer.from('x'));
      const before = server.asked.length;
      while (server.asked.length === before) await new Promise((resolve) => setTimeout(resolve, 2));
      server.trouble = null;
      await put;
      expect(await store.head('second')).toBe(1);
    }));
  test('that never answers is given up', () =>
    using({ idleTimeoutMs: 50, putTimeoutMs: 50 }, async (store) => {
      server.trouble = 'hang';
      await expect(store.put('k', Buffer.from('x'))).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(store.get('k')).rejects.toBeInstanceOf(StorageUnavailable);
    }));
  test('that responds too late is not asked again', () =>
    using({ idleTimeoutMs: 1500 }, async (store) => {
      server.trouble = 'hang';
      const before = server.asked.length;
      await expect(store.get('k')).rejects.toBeInstanceOf(StorageUnavailable);
      expect(server.asked.length - before).toBe(1);
    }));
  test('that breaks off in the middle does not pass for a short answer', () =>
    using({}, async (store) => {
      await store.put('long', Buffer.alloc(500_000, 1));
      server.trouble = 'cut';
      await expect(read(store, 'long')).rejects.toBeInstanceOf(StorageUnavailable);
    }));
  test('that has no such bucket, or cannot be reached, says so', async () => {
    await using({ url: server.url.replace('/pages/', '/others/') }, async (store) => {
      await expect(store.put('k', Buffer.from('x'))).rejects.toMatchObject({ code: 404 });
    });
    await using({ url: 'http://127.0.0.1:9/pages' }, async (store) => {
      await expect(store.get('k')).rejects.toBeInstanceOf(StorageUnavailable);
    });
  });
  test('a session token is sent and signed', () =>
    using({ sessionToken: 'a-token' }, async (store) => {
      await store.put('token', Buffer.from('x'));
      expect(await store.head('token')).toBe(1);
    }));
});
