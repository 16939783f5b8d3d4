import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiError } from '../contract/errors.ts';
import { guidePages } from './guide.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-guide-'));
const LIST = {
  index: { file: 'index.html', type: 'text/html', tag: 'a' },
  concepts: { file: 'concepts.html', type: 'text/html', tag: 'b' },
  'loads.svg': { file: 'loads.svg', type: 'image/svg+xml', tag: 'c' },
  'llms.txt': { file: 'llms.txt', type: 'text/plain', tag: 'd' },
  'concepts.md': { file: 'concepts.md', type: 'text/markdown', tag: 'e' },
};

async function open(from: string): Promise<FastifyInstance> {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => reply.code((error as ApiError).code).send((error as ApiError).body));
  guidePages(from)(app);
  await app.ready();
  return app;
}

let app: FastifyInstance;
beforeAll(async () => {
  writeFileSync(path.join(folder, 'files.json'), JSON.stringify(LIST));
  for (const { file } of Object.values(LIST)) {
    writeFileSync(path.join(folder, file), `this is ${file}`);
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(`this is ${file}`));
  }
  app = await open(folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('pages have a policy that allows no inline script', async () => {
  const { statusCode, headers, payload } = await get('/docs/guide');
  expect([statusCode, headers['content-type'], payload]).toEqual([200, 'text/html; charset=utf-8', 'this is index.html']);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(headers['content-security-policy']).not.toContain('unsafe');
});
test('language models find the guide as text at the root, and each page as Markdown', async () => {
  const [list, page, none] = [await get('/llms.txt'), await get('/docs/guide/concepts.md'), await get('/llms-full.txt')];
  expect([list.statusCode, list.headers['content-type'], list.payload]).toEqual([200, 'text/plain; charset=utf-8', 'this is llms.txt']);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  // Without a build, there is no such file.
  expect(none.statusCode).toBe(404);
});
test('images have a policy without scripts', async () => {
  const { headers } = await get('/docs/guide/loads.svg');
  expect([headers['content-type'], String(headers['content-security-policy']).includes('script-src')]).toEqual(['image/svg+xml', false]);
});
test('a client that accepts gzip gets the file compressed at build time', async () => {
  const [plain, compressed] = [await get('/docs/guide/concepts'), await get('/docs/guide/concepts', { 'accept-encoding': 'br, gzip' })];
  expect([compressed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
  expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(compressed.headers.etag).not.toBe(plain.headers.etag);
});
test('a client that rejects gzip gets the plain page', async () => {
  const { headers, payload } = await get('/docs/guide/concepts', { 'accept-encoding': 'gzip;q=0, br' });
  expect([headers['content-encoding'], payload]).toEqual([undefined, 'this is concepts.html']);
});
test('returns 304 for a page that the client already has', async () => {
  const { etag } = (await get('/docs/guide/concepts')).headers;
  const repeated = await get('/docs/guide/concepts', { 'if-none-match': String(etag) });
  expect([repeated.statusCode, repeated.payload, repeated.headers.etag]).toEqual([304, '', etag]);
});
test('redirects the trailing slash of the first page', async () => {
  const { statusCode, headers } = await get('/docs/guide/');
  expect([statusCode, new URL(headers.location!, 'http://service.example/docs/guide/').pathname]).toEqual([302, '/docs/guide']);
});
test.each(['nothing', 'files.json', 'concepts.html', 'concepts.html.gz', '..%2f..%2fpackage.json', '__proto__'])(
  '%s returns 404',
  async (name) => {
    expect((await get(`/docs/guide/${name}`)).json()).toMatchObject({ code: 404 });
  },
);
test('there is no guide without a build', async () => {
  const other = await open(path.join(folder, 'nowhere'));
  expect((await other.inject('/docs/guide')).json()).toMatchObject({ code: 404 });
  await other.close();
});
