// Attacks on the SSRF guard by spellings, redirects and referrals. A listener counts every connection that gets through.
import { type AddressInfo, createServer, type Server } from 'node:net';
import { closeServer, jsonHeaders } from '../net.ts';
import type { Random } from '../random.ts';
import { sleep } from '../wait.ts';
import type { Findings } from './findings.ts';
import type { Product } from './product.ts';
import { isPublic, randomAddress } from './reference.ts';
import type { Target } from './service.ts';
import { AROUND, FORBIDDEN_HOSTS } from './spellings.ts';

export const STRICT = { allowLoopback: false, allowNetworks: [] };

export interface Honeypot {
  readonly port: number;
  connects(): number;
  close(): Promise<unknown>;
}

/** A listener that must never be reached, on IPv4 and, where available, IPv6. */
export async function startHoneypot(): Promise<Honeypot> {
  let connects = 0;
  /** Null where the machine does not have the address. */
  const listen = (host: string, port: number): Promise<Server | null> =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        connects += 1;
        socket.on('error', () => undefined);
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ncaught');
      });
      server.on('error', () => resolve(null));
      server.listen(port, host, () => resolve(server));
    });
  const first = (await listen('0.0.0.0', 0))!;
  const { port } = first.address() as AddressInfo;
  const second = await listen('::1', port);
  return {
    port,
    connects: () => connects,
    close: () => Promise.all([first, second].map((server) => server && closeServer(server))),
  };
}

interface RulesParts {
  readonly product: Pick<Product, 'callbackProblem' | 'isAllowedHost' | 'isAllowedAddress'>;
  readonly random: Random;
  readonly count: number;
  readonly findings: Findings;
}

/** The guard's functions against spellings and against an independent list of ranges. */
export function fuzzGuardRules({ product, random, count, findings }: RulesParts): number {
  let attempts = 0;
  for (const host of FORBIDDEN_HOSTS)
    for (const around of AROUND) {
      attempts += 1;
      const text = around(host, 8080);
      if (product.callbackProblem(text, STRICT) === null && leadsThere(text, host))
        findings.add('guard', 'a callback to a forbidden address is accepted', text);
      if (URL.canParse(text) && leadsThere(text, host) && product.isAllowedHost(new URL(text).hostname, STRICT))
        findings.add('guard', 'a forbidden host is allowed', text);
    }
  for (; attempts < count; attempts++) {
    const address = randomAddress(random);
    const expected = isPublic(address);
    if (product.isAllowedAddress(address, STRICT) !== expected)
      findings.add('guard', `${expected ? 'refuses a public' : 'allows a forbidden'} address`, address);
    const url = `http://${address.includes(':') ? `[${address}]` : address}/`;
    if (product.isAllowedHost(new URL(url).hostname, STRICT) !== expected)
      findings.add('guard', 'judges a host otherwise than its address', url);
  }
  return attempts;
}

/** Some spellings change the host. They are skipped. */
function leadsThere(text: string, host: string): boolean {
  try {
    return new URL(text).hostname === new URL(`http://${host}/`).hostname;
  } catch {
    return false;
  }
}

interface ClientParts {
  readonly product: Pick<Product, 'createHttpClient' | 'createWhoisFetch'>;
  readonly honeypot: Honeypot;
  readonly findings: Findings;
}

/** The guarded client, asked for every spelling, directly and by a WHOIS referral. */
export async function fuzzGuardedClient({ product, honeypot, findings }: ClientParts): Promise<number> {
  const client = product.createHttpClient({ policy: STRICT, connectionsPerHost: 4, connectMsMax: 1000 });
  const whois = product.createWhoisFetch(STRICT, undefined, () => honeypot.port);
  let attempts = 0;
  for (const host of FORBIDDEN_HOSTS) {
    for (const around of AROUND) {
      const url = around(host, honeypot.port);
      if (!leadsThere(url, host)) continue;
      attempts += 1;
      const answer = await client.request({ url, bytesMax: 1000, msMax: 2000 }).catch((error: Error) => error);
      if (!(answer instanceof Error)) findings.add('guard', 'the client reached a forbidden address', url);
    }
    attempts += 1;
    const referral = { url: `whois://${host}/shop.com` };
    if (URL.canParse(referral.url))
      await whois(referral, { attempt: 1, msMax: 2000 }).then(
        () => findings.add('guard', 'a referral reached a forbidden address', referral.url),
        () => undefined,
      );
  }
  await client.close();
  return attempts;
}

interface ServiceParts {
  readonly target: Target;
  readonly honeypot: Honeypot;
  readonly findings: Findings;
  readonly hosts?: readonly string[];
}

/** The running service with live keys: callbacks, pages to analyse, universal pages, technologies, WHOIS. */
export async function fuzzGuardedService({ target, honeypot, findings, hosts = FORBIDDEN_HOSTS }: ServiceParts): Promise<number> {
  const { keys } = await target.account();
  let attempts = 0;
  const ask = async (method: string, path: string, body?: object): Promise<number> => {
    attempts += 1;
    const response = await fetch(`${target.url}${path}`, {
      method,
      headers: jsonHeaders(keys.live, body),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await response.text();
    return response.status;
  };
  for (const host of hosts) {
    const url = `http://${host}:${honeypot.port}/`;
    if (!URL.canParse(url)) continue;
    const pages: [path: string, body: object][] = [
      ['/serp/new', { keyword: url, region: 'US', searchEngine: 'universal' }],
      ['/ai/seo-analysis', { url, aiService: 'chatgpt' }],
    ];
    for (const [path, body] of pages) {
      const status = await ask('POST', path, body);
      if (status !== 400) findings.add('guard', `${path} answered ${status}`, url);
    }
    // The service listens on loopback here, so callbacks to loopback are allowed. All others are not.
    if (!isLoopback(host)) {
      const status = await ask('POST', '/serp/new', { keyword: 'x', region: 'US', callback: url });
      if (status !== 400) findings.add('guard', `a callback answered ${status}`, url);
    }
    const name = encodeURIComponent(host.replace(/^\[|\]$/g, ''));
    for (const path of [`/technologies/${name}`, `/whois/${name}`]) {
      const status = await ask('GET', path);
      if (status !== 400) findings.add('guard', `${path} answered ${status}`, host);
    }
  }
  await sleep(500);
  return attempts;
}

function isLoopback(host: string): boolean {
  const { hostname } = new URL(`http://${host}/`);
  return /^127\.|^\[::1\]$|^\[::ffff:7f|localhost\.?$/.test(hostname);
}
