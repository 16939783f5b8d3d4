import { gunzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiRoute } from './reference.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify({ logger: false });
  await app.register(swagger, { openapi: { info: { title: 'Sextant', version: '1' } } });
  openApiRoute(app);
  await app.ready();
});
afterAll(() => app.close());
const ask = (headers: Record<string, string> = {}) => app.inject({ url: '/openapi.json', headers });

test('a client that accepts gzip gets it compressed, any other plain, with equal content', async () => {
  const [plain, compressed] = [await ask(), await ask({ 'accept-encoding': 'gzip, deflate, br' })];
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual(plain.json());
});
test('a client that rejects gzip gets plain text', async () => {
  expect((await ask({ 'accept-encoding': 'gzip;q=0, br' })).headers['content-encoding']).toBeUndefined();
});
test('a client that has it already gets 304', async () => {
  const { headers } = await ask();
  expect((await ask({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});
