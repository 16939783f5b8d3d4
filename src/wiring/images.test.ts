// The image proxy with a real HTTP server behind it, over its routes.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLimits } from '../api/limits.ts';
import { SCHEMAS } from '../api/openapi.ts';
import { imageRoutes } from '../api/routes/images.ts';
import type { Fetch } from '../business/orders/objects.ts';
import type { ApiError } from '../contract/errors.ts';
import type { ResultImages } from '../contract/images.ts';
import { noItems } from '../contract/items.ts';
import type { Stored } from '../contract/order.ts';
import type { Kind, Mode } from '../contract/vocabulary.ts';
import { compress } from '../platform/gzip.ts';
import { createBuckets } from '../platform/rate-limit.ts';
import { defaultResolver } from '../platform/resolver.ts';
import { createImages, type Images, type ImagesParts } from './images.ts';
import { ONE_OFF_ACCOUNT } from './one-off-account.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const [SERP, KEYWORD, UNKNOWN] = ['1'.repeat(24), '2'.repeat(24), '3'.repeat(24)];
const DRAWN = 'https://pictures.example/food/320x240/7.svg';
let server: Server;
let origin: string;
let requests: string[] = [];
const opened: { readonly images: Images; readonly app: FastifyInstance }[] = [];

async function storedObject(id: string, kind: Kind): Promise<Stored> {
  const items = {
    ...noItems(),
    videos: [{ thumbnail: `${origin}/a.png` }, { thumbnail: `${origin}/a b.png` }],
    news: [{ thumbnail: `${origin}/a.svg` }],
    organic: [{ thumbnail: DRAWN }],
  };
  const data = kind === 'serp' ? { totalResults: null, raw: [], ...items } : { totalResults: 0, results: [] };
  return {
    id,
    kind,
    request: '{}',
    createdAt: new Date(),
    isOverLimit: false,
    queued: true,
    callbackExecuted: false,
    callbackFailed: false,
    scheduledAt: null,
    result: {
      faulty: false,
      verdict: 'valid',
      attempts: '[]',
      detail: '{}',
      generatedAt: new Date(),
      // As stored: with the closing brace of the surrounding object.
      body: await compress(`${JSON.stringify(data)}}`),
    },
  };
}

/** Account 7 owns one SERP and one keyword object, in both modes. */
const store = {
  fetch: async ({ accountId, kind, ids }: Fetch): Promise<Stored[]> => {
    const id = kind === 'serp' ? SERP : kind === 'keyword' ? KEYWORD : null;
    return accountId === 7 && id !== null && ids.includes(id) ? [await storedObject(id, kind)] : [];
  },
};

/** Ten image requests at once from one IP address. */
const limitsOf = () => {
  const rate = { perMinute: 10, burst: 10 };
  return createLimits(createBuckets({ now: () => 0 }), { account: rate, address: rate, badKeys: rate, badTokens: rate, ipv6Prefix: 64 });
};

async function open(more: Partial<ImagesParts> = {}, account = { id: 7, mode: 'live' as Mode }): Promise<FastifyInstance> {
  const images = createImages({
    config: { BASE_PATH: '', IMAGE_PROXY: true, REPLAY_DIR: null },
    secrets: { keyPepper: 'pepper' },
    store,
    resolve: defaultResolver().resolve,
    policy: { allowLoopback: true, allowNetworks: [] },
    ...more,
  });
  const app = fastify({ routerOptions: { maxParamLength: 8192 } });
  for (const schema of SCHEMAS) app.addSchema(schema);
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
    request.account = { ...ONE_OFF_ACCOUNT, ...account };
  });
  app.setErrorHandler((error, _, reply) => reply.code((error as ApiError).code).send((error as ApiError).body));
  imageRoutes(app, images.routes, limitsOf());
  await app.ready();
  opened.push({ images, app });
  return app;
}
const linksOf = async (app: FastifyInstance, id = SERP): Promise<ResultImages> => (await app.inject(`/objects/${id}/images`)).json();
const pathOf = ({ images }: ResultImages, end: string): string => images.find(({ url }) => url.endsWith(end))!.path;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url!);
    if (request.url === '/a.svg') response.setHeader('content-type', 'image/svg+xml').end('<svg/>');
    else response.setHeader('content-type', 'text/html').end(PNG);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const { images, app } of opened) {
    await app.close();
    await images.close();
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('200', () => {
  test('the links of a SERP return its images, typed by their bytes and cached privately', async () => {
    const app = await open();
    const links = await linksOf(app);
    expect(links.images.map(({ url }) => url).sort()).toEqual(
      [DRAWN, ...['/a b.png', '/a.png', '/a.svg'].map((path) => origin + path)].sort(),
    );
    for (const name of ['/a.png', '/a b.png']) {
      const { statusCode, headers, rawPayload } = await app.inject(pathOf(links, name));
      expect([statusCode, headers['content-type'], rawPayload.equals(PNG)]).toEqual([200, 'image/png', true]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      const seconds = Number(/^private, max-age=(\d+)$/.exec(String(headers['cache-control']))?.[1]);
      expect(seconds).toBeGreaterThan(3500);
      expect(seconds).toBeLessThanOrEqual(7200);
    }
  });
  test('a second page view has the same links, and its images come from the cache', async () => {
    const app = await open();
    requests = [];
    const [first, second] = [await linksOf(app), await linksOf(app)];
    // The links differ only if the hour changed in between.
    if (first.expiresAt === second.expiresAt) expect(second).toEqual(first);
    for (const links of [first, second]) await app.inject(pathOf(links, '/a.png'));
    expect(requests).toEqual(['/a.png']);
  });
  test('links of one process work in another process of the installation', async () => {
    const links = await linksOf(await open());
    expect((await (await open()).inject(pathOf(links, '/a.png'))).statusCode).toBe(200);
  });
  test.each([
    ['a disabled proxy', { config: { BASE_PATH: '', IMAGE_PROXY: false, REPLAY_DIR: null } }, undefined, SERP],
    ['captured pages', { config: { BASE_PATH: '', IMAGE_PROXY: true, REPLAY_DIR: 'pages' } }, undefined, SERP],
    ['an object without images', {}, undefined, KEYWORD],
  ])('%s has no links', async (_, parts, account, id) => {
    expect((await linksOf(await open(parts, account), id)).images).toEqual([]);
  });
});

describe('a test key', () => {
  test('gets links to drawn images only, which run and load nothing when opened as a page', async () => {
    const app = await open({}, { id: 7, mode: 'test' });
    const links = await linksOf(app);
    expect(links.images.map(({ url }) => url)).toEqual([DRAWN]);
    const { statusCode, headers, payload } = await app.inject(pathOf(links, '/7.svg'));
    expect([statusCode, headers['content-type'], headers['content-security-policy']]).toEqual([
      200,
      'image/svg+xml',
      "default-src 'none'; sandbox",
    ]);
    expect(payload).toMatch(/^<svg /);
  });
});

describe('403', () => {
  test('an altered link, a link of another installation, and a link that is not signed are rejected without a request', async () => {
    const app = await open();
    const path = pathOf(await linksOf(app), '/a.png');
    const foreign = pathOf(await linksOf(await open({ secrets: { keyPepper: 'other' } })), '/a.png');
    requests = [];
    const unsigned = `/images/9999999999.${Buffer.from(`7 ${origin}/a.png`).toString('base64url')}.${'A'.repeat(22)}`;
    for (const link of [path.replace(/\.(.)/, (_, char) => `.${char === 'A' ? 'B' : 'A'}`), foreign, unsigned, '/images/x'])
      expect((await app.inject(link)).statusCode, link).toBe(403);
    expect(requests).toEqual([]);
  });
  test('a disabled proxy rejects earlier links', async () => {
    const path = pathOf(await linksOf(await open()), '/a.png');
    const app = await open({ config: { BASE_PATH: '', IMAGE_PROXY: false, REPLAY_DIR: null } });
    expect((await app.inject(path)).statusCode).toBe(403);
  });
});

describe('404', () => {
  test('an unknown object and an object of another account have no links', async () => {
    expect((await (await open()).inject(`/objects/${UNKNOWN}/images`)).statusCode).toBe(404);
    expect((await (await open({}, { id: 8, mode: 'live' })).inject(`/objects/${SERP}/images`)).statusCode).toBe(404);
  });
});

describe('429', () => {
  test('too many requests from one IP address are rejected, whatever their tokens', async () => {
    const app = await open();
    const path = pathOf(await linksOf(app), '/a.png');
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent++) statuses.push((await app.inject(sent % 2 === 0 ? path : '/images/x')).statusCode);
    expect(statuses).toEqual([200, 403, 200, 403, 200, 403, 200, 403, 200, 403, 429]);
  });
});

describe('502', () => {
  test('an SVG file is rejected', async () => {
    const app = await open();
    const { statusCode, headers, payload } = await app.inject(pathOf(await linksOf(app), '/a.svg'));
    expect([statusCode, JSON.parse(payload).message]).toEqual([502, 'The image is not a PNG, JPEG, GIF, WebP or AVIF file.']);
    expect(headers['content-type']).toContain('application/json');
  });
  test('an image on this machine is not requested with the policy of the service', async () => {
    const links = await linksOf(await open());
    requests = [];
    const guarded = await open({ policy: { allowLoopback: false, allowNetworks: [] } });
    expect((await guarded.inject(pathOf(links, '/a.png'))).statusCode).toBe(502);
    expect(requests).toEqual([]);
  });
});
