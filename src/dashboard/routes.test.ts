import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardPages, sharePage } from './routes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-dashboard-'));
const SCRIPT = 'console.log("a script long enough to be compressed");'.repeat(20);
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Sextant</title>');
  writeFileSync(path.join(folder, 'raw-page.html'), '<!doctype html><title>Raw page</title>');
  writeFileSync(path.join(folder, 'share.html'), '<!doctype html><title>Report</title>');
  const script = path.join(folder, 'assets', 'index-1a2b.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  app = fastify({ logger: false });
  app.setErrorHandler((error, _request, reply) => reply.code((error as unknown as { code: number }).code).send('refused'));
  dashboardPages(folder)(app);
  app.get('/share/:token', (request, reply) => sharePage(folder)!(request, reply));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('200', () => {
  test('a browser gets the page with a policy that allows no inline script', async () => {
    const { statusCode, headers, payload } = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(statusCode).toBe(200);
    expect(payload).toContain('Sextant');
    expect(headers['cache-control']).toBe('no-cache');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data:;");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:|\*/);
  });
  test('assets are cached forever, because their names contain a hash', async () => {
    const { headers, payload } = await get('/assets/index-1a2b.js');
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toContain('text/javascript');
    expect(payload).toBe(SCRIPT);
  });
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('a client that accepts %s gets %s', async (accepted, encoding) => {
    const { headers } = await get('/assets/index-1a2b.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('accept-encoding');
  });
  test('the page of a shared report has the policy of the dashboard', async () => {
    const { headers, payload } = await get('/share/abc', { accept: 'text/html' });
    expect(payload).toContain('Report');
    expect(headers['content-security-policy']).toBe((await get('/')).headers['content-security-policy']);
    expect(headers.vary).toContain('accept');
    expect(sharePage(path.join(folder, 'assets'))).toBeNull();
  });
  test('the frame of a raw page has no network access and an opaque origin', async () => {
    const { headers } = await get('/raw-page.html');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-scripts;');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('connect-src');
    expect(policy).not.toContain('allow-same-origin');
  });
});

describe('302', () => {
  test('redirects to the API reference without a build', async () => {
    const bare = fastify({ logger: false });
    dashboardPages(path.join(folder, 'assets'))(bare);
    const { statusCode, headers } = await bare.inject({ url: '/' });
    expect([statusCode, headers.location]).toEqual([302, '/docs']);
    await bare.close();
  });
});

describe('304', () => {
  test('does not send an unchanged page again', async () => {
    const { headers } = await get('/');
    const repeated = await get('/', { 'if-none-match': String(headers.etag) });
    expect([repeated.statusCode, repeated.payload]).toEqual([304, '']);
  });
});

describe('404', () => {
  test.each(['/assets/no-such.js', '/assets/..%2Findex.html', '/assets/index-1a2b.js.br'])(
    '%s is not a file of the dashboard',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
  test('a client that accepts JSON gets 404', async () => {
    expect((await get('/', { accept: 'application/json' })).statusCode).toBe(404);
  });
});
