// The test world over real HTTP: picks the site behind an address, obeys magic words, and lets the site answer.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { magicIn, withoutMagic } from './magic.ts';
import { asScriptOnly } from './script-only.ts';
import { html, type SandboxAnswer, type SandboxRequest, type SandboxSite } from './site.ts';
import { createWorld } from './world.ts';

export interface Sandbox {
  readonly port: number;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** A keyword of 2,048 characters of any script fits into an address of this length. */
const HEADER_BYTES_MAX = 64 * 1024;
/** Parameters of the engines that name a place or a language; they make another page of the same words. */
const PLACE = ['gl', 'hl', 'uule', 'cc', 'mkt', 'setlang', 'lr', 'region'];

export async function startSandbox(sites: readonly SandboxSite[]): Promise<Sandbox> {
  const server: Server = createServer({ maxHeaderSize: HEADER_BYTES_MAX, keepAliveTimeout: 60_000 }, (request, response) => {
    void serve(sites, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function serve(sites: readonly SandboxSite[], incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const request = await readRequest(incoming);
    const attempt = Number(incoming.headers['x-sandbox-attempt'] ?? 1);
    const answer = await answerOf(sites, request, attempt, () => response.destroyed);
    response.writeHead(answer.status, answer.headers ?? {});
    response.end(answer.body);
  } catch {
    response.writeHead(500);
    response.end();
  }
}

async function readRequest(incoming: IncomingMessage): Promise<SandboxRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  // A browser cannot name the origin apart, and insists on certificates for some names: it comes to www.bing.com.sandbox.example.
  const origin = headers['x-sandbox-origin'] ?? `https://${headers.host?.replace(/(?:\.sandbox\.example)?(?::\d+)?$/, '') || 'nobody'}`;
  const url = new URL(`${origin}${incoming.url ?? '/'}`);
  return { method: incoming.method ?? 'GET', url, headers, body: Buffer.concat(chunks).toString('utf8') };
}

async function answerOf(
  sites: readonly SandboxSite[],
  request: SandboxRequest,
  attempt: number,
  hungUp: () => boolean,
): Promise<SandboxAnswer> {
  const site = sites.find((candidate) => candidate.serves(request.url));
  if (!site) return { status: 502, body: 'nobody lives at this address of the test world' };
  const asked = site.keywordOf(request);
  const magic = magicIn(asked);
  const day = new Date().toISOString().slice(0, 10);
  const place = PLACE.map((name) => request.url.searchParams.get(name) ?? '').join('|');
  const words = magic.poisoned ? 'quarterly rainfall tables' : withoutMagic(asked);
  const world = createWorld(`${site.name}\n${request.url.hostname}\n${words}\n${place}`, words, day);

  // A pause, not work: timers cost nothing, however many run at once.
  for (let waited = 0; waited < magic.slowSeconds * 1000 && !hungUp(); waited += 250)
    await sleep(Math.min(250, magic.slowSeconds * 1000 - waited));
  if (magic.faulty) return { status: 500, body: 'faulty, as asked' };
  if (attempt <= magic.blockedTimes) return site.wall(request, world);
  if (magic.unparsed)
    return html(
      '<!doctype html><title>Hello</title><main><h1>A page from nowhere</h1><p>It has no structure that anybody knows.</p></main>',
    );
  if (magic.empty) return site.noResults(request, world);
  const results = site.results(request, world);
  return magic.script ? asScriptOnly(request, results) : results;
}
