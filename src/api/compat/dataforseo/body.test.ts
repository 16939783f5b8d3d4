import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { readTaskBodies } from './body.ts';

test('a large object of tasks is read like a small one', async () => {
  const app = fastify();
  app.decorateRequest('account', null);
  app.decorateRequest('workMs', 0);
  const nothing = () => undefined;
  readTaskBodies(app, { check: nothing, rejected: nothing, sent: nothing });
  app.post('/', async ({ body }) => Object.values(body as object).map(({ tag }) => tag));
  const textFor = (count: number): string => {
    const task = (tag: string) => JSON.stringify({ tag, keywords: Array.from({ length: count }, (_, index) => `k${index}`) });
    return `{ "10" : ${task('ten')}, "2":${task('replaced')}, "\\u0031": ${task('one')}, "2" : ${task('two')}, "3": null }`;
  };
  const read = async (count: number) => (await app.inject({ method: 'POST', url: '/', payload: textFor(count) })).json();
  expect(await read(1)).toEqual(['one', 'two', 'ten']);
  expect(await read(1000)).toEqual(await read(1));
  await app.close();
});

test('a compressed body counts with its size after decompression', async () => {
  const app = fastify();
  app.decorateRequest('account', null);
  app.decorateRequest('workMs', 0);
  let counted = 0;
  readTaskBodies(app, {
    check: () => undefined,
    rejected: () => undefined,
    sent: (_account, _ip, bytes) => {
      counted += Math.max(0, bytes);
    },
  });
  app.post('/', async ({ body }) => ({ count: (body as unknown[]).length }));
  const plain = JSON.stringify([{ keyword: 'tea', note: 'x'.repeat(1_000_000) }]);
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const { json } = await app.inject({ method: 'POST', url: '/', headers, payload: gzipSync(plain) });
  expect([json(), counted]).toEqual([{ count: 1 }, plain.length]);
  await app.close();
});
