// The HTTP server of the sandbox: finds the site of a URL and applies magic keywords.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { blockPageOf } from './block-page.ts';
import { createDataset, type Dataset } from './dataset.ts';
import { createAttemptCounter, faultOf } from './faults.ts';
import { isFault, type Magic, magicIn, magicOfHost, withoutMagic } from './magic.ts';
import { startPort43 } from './port43.ts';
import { asScriptOnly } from './script-only.ts';
import { html, type SandboxRequest, type SandboxResponse, type SandboxSite } from './site.ts';

export interface Sandbox {
  /** The HTTP port on 127.0.0.1. */
  readonly port: number;
  /** All listening ports. */
  readonly ports: readonly number[];
  /** Returns the port of that WHOIS server. */
  whoisPortOf(hostname: string): number;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** A keyword of 2,048 characters of any script fits into a URL of this length. */
const HEADER_BYTES_MAX = 64 * 1024;
/** The usual URL parameters for region and language. Pages of the same query differ by them. */
const REGION_PARAMETERS = ['gl', 'hl', 'uule', 'cc', 'mkt', 'setlang', 'lr', 'region'];

/** The URL parameter that selects the day of a page. */
export const DAY_PARAMETER = 'sandboxDay';

export async function startSandbox(sites: readonly SandboxSite[]): Promise<Sandbox> {
  const respond = createRespond(sites);
  const server: Server = createServer({ maxHeaderSize: HEADER_BYTES_MAX, keepAliveTimeout: 60_000 }, (request, response) => {
    void serve(respond, request, response);
  });
  const port43 = await startPort43((request, hungUp) => respond(request, null, hungUp));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ports: [port, ...port43.ports],
    whoisPortOf: port43.portOf,
    close: async () => {
      server.closeAllConnections();
      await Promise.all([port43.close(), new Promise((resolve) => server.close(resolve))]);
    },
  };
}

async function serve(respond: Respond, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const given = Number(incoming.headers['x-sandbox-attempt']);
    send(response, await respond(await readRequest(incoming), given > 0 ? given : null, () => response.destroyed));
  } catch {
    response.writeHead(500);
    response.end();
  }
}

function send(response: ServerResponse, { status, headers, body, end }: SandboxResponse): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, ...(end ? { 'content-length': String(bytes.length) } : {}) });
  if (end === 'stall') response.flushHeaders();
  else if (end === 'cut') response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => setImmediate(() => response.destroy()));
  else response.end(bytes);
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
  // A browser cannot send the origin in a header, and requires certificates for some names. It uses
  // www.bing.com.sandbox.example.
  const origin = headers['x-sandbox-origin'] ?? `https://${headers.host?.replace(/(?:\.sandbox\.example)?(?::\d+)?$/, '') || 'nobody'}`;
  const url = new URL(`${origin}${incoming.url ?? '/'}`);
  return { method: incoming.method ?? 'GET', url, headers, body: Buffer.concat(chunks).toString('utf8') };
}

/** `given` is the number of the attempt, if the request has it. */
type Respond = (request: SandboxRequest, given: number | null, hungUp: () => boolean) => Promise<SandboxResponse>;

function createRespond(sites: readonly SandboxSite[]): Respond {
  const counter = createAttemptCounter();
  return async (request, given, hungUp) => {
    const site = sites.find((candidate) => candidate.serves(request.url));
    if (!site) return { status: 502, body: 'no sandbox site serves this URL' };
    const asked = site.keywordOf(request);
    const host = magicOfHost(site.hostOf?.(request) ?? '');
    const magic = magicIn(`${asked} ${host}`);
    const day = dayIn(request.url);
    const region = site.regionOf?.(request) ?? REGION_PARAMETERS.map((name) => request.url.searchParams.get(name) ?? '').join('|');
    const words = magic.poisoned ? 'quarterly rainfall tables' : withoutMagic(asked);
    const dataset = createDataset(`${site.name}\n${request.url.hostname}\n${words}\n${region}`, words, day, countryIn(request.url));

    // A timer costs nothing, even if many run at once.
    for (let waited = 0; waited < magic.slowSeconds * 1000 && !hungUp(); waited += 250)
      await sleep(Math.min(250, magic.slowSeconds * 1000 - waited));
    // A name lookup has one attempt, so the server counts its own.
    const counted = magic.blockedTimes > 0 || magic.faults.length > 0;
    const number = counted && (given === null || host !== '') ? counter.count(site, request) : (given ?? 1);
    return answerOf(site, request, dataset, magic, number);
  };
}

/** Returns the day of the parameter `sandboxDay`, to look at pages of the past, or today. Later days do not exist yet. */
function dayIn({ searchParams }: URL): string {
  const today = new Date().toISOString().slice(0, 10);
  const asked = searchParams.get(DAY_PARAMETER) ?? '';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(asked) && new Date(`${asked}T00:00Z`).toJSON()?.slice(0, 10) === asked;
  return isDay && asked < today ? asked : today;
}

/** Returns the country in the usual URL parameters. */
function countryIn({ searchParams }: URL): string | undefined {
  const named = searchParams.get('gl') ?? searchParams.get('cc') ?? searchParams.get('mkt')?.slice(-2) ?? '';
  return /^[a-z]{2}$/i.test(named) ? named.toUpperCase() : undefined;
}

function answerOf(site: SandboxSite, request: SandboxRequest, dataset: Dataset, magic: Magic, number: number): SandboxResponse {
  const fault = magic.faults.find(({ times }) => number <= times)?.kind;
  if (fault) return isFault(fault) ? faultOf(fault, site, request, dataset) : blockPageOf(fault, site, request, dataset);
  if (magic.faulty) return { status: 500, body: 'faulty, as requested' };
  if (number <= magic.blockedTimes) return site.blockPage(request, dataset);
  if (magic.unparsed)
    return html(
      '<!doctype html><title>Hello</title><main><h1>A page from nowhere</h1><p>It has no structure that anybody knows.</p></main>',
    );
  if (magic.empty) return site.noResults(request, dataset);
  const results = site.results(request, dataset);
  return magic.script ? asScriptOnly(request, results) : results;
}
