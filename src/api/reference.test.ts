import { gunzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiError } from '../contract/errors.ts';
import { openApiRoute, pageRoutes } from './reference.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify({ logger: false });
  await app.register(swagger, { openapi: { info: { title: 'Sextant', version: '1' } } });
  app.setErrorHandler((error, _, reply) => reply.code((error as ApiError).code).send((error as ApiError).body));
  openApiRoute(app);
  pageRoutes(app);
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

describe('the page', () => {
  test.each([
    ['/docs', './'],
    ['/docs/', '../'],
  ])('at %s is readable on phones and links to the dashboard, the guide and its own files', async (url, root) => {
    const { statusCode, headers, payload } = await app.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(payload).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    const links = [...payload.matchAll(/(?:href|src|data-document)="([^"]+)"/g)]
      .map(([, link]) => link!)
      .filter((link) => link !== 'data:,');
    const paths = links.map((link) => new URL(link, `http://host.example${url}`).pathname);
    expect(links.every((link) => link.startsWith(root))).toBe(true);
    expect(paths).toEqual(expect.arrayContaining(['/', '/docs/guide', '/openapi.json']));
    const files = paths.filter((path) => path.startsWith('/docs/static/'));
    expect(files).toHaveLength(4);
    for (const file of files) expect((await app.inject(file)).statusCode, file).toBe(200);
  });
  test('allows no inline script or style and no other host', async () => {
    const policy = String((await app.inject('/docs')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|upgrade-insecure-requests/);
    expect((await app.inject('/docs')).payload).not.toMatch(/<style|style=|<script>/);
  });
  test('has compressed files that browsers revalidate', async () => {
    const url = '/docs/static/swagger-ui-bundle.js';
    const [plain, compressed] = [await app.inject(url), await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })];
    expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    const { statusCode } = await app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
    expect(statusCode).toBe(304);
  });
  test.each(['index.html', '__proto__', 'swagger-ui.js', '..%2f..%2fpackage.json'])('has no other file: %s', async (file) => {
    expect((await app.inject(`/docs/static/${file}`)).statusCode).toBe(404);
  });
});
