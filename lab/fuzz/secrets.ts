// Secrets that are planted in a service, and the search for them in everything that came out.
import { createServer } from 'node:http';
import { closeServer, listen } from '../net.ts';
import type { Random } from '../random.ts';

export type Texts = Readonly<Record<string, string>>;

/** A secret that occurs nowhere by chance. */
export const canary = (name: string, random: Random): string =>
  `canary${name}${Array.from({ length: 16 }, () => random.pick([...'0123456789abcdefghijklmnopqrstuvwxyz'])).join('')}`;

/** Every encoding in which a secret could be printed. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // The characters at both ends depend on neighbouring bytes and are left out.
    return text.slice(shift === 0 ? 0 : 4, Math.floor((shift + bytes.length) / 3) * 4);
  });
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)];
}

export interface Hit {
  readonly name: string;
  readonly place: string;
  readonly around: string;
}

/** Finds the secrets in texts, which are given by their origin. */
export function searchFor(secrets: Texts, places: Texts): Hit[] {
  const hits: Hit[] = [];
  for (const [name, secret] of Object.entries(secrets))
    for (const form of formsOf(secret))
      for (const [place, text] of Object.entries(places)) {
        const at = text.indexOf(form);
        if (at >= 0) hits.push({ name, place, around: text.slice(Math.max(0, at - 80), at).replaceAll(form, '…') });
      }
  return hits;
}

export interface Parrot {
  readonly url: string;
  readonly port: number;
  /** The number of requests so far. */
  asked(): number;
  close(): Promise<void>;
}

/** A provider that rejects every key and repeats it in its response, as some do, and a proxy that does the same. */
export async function startParrot(): Promise<Parrot> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const heard = JSON.stringify({ url: request.url, headers: request.headers });
    response.writeHead(request.url!.includes('slow') ? 503 : 401, {
      'content-type': 'application/json',
      'x-heard': heard.replace(/[^\x20-\x7e]/g, '').slice(0, 2000),
    });
    response.end(
      JSON.stringify({
        error: { message: `Incorrect API key provided: ${heard}`, type: 'invalid_request_error' },
        message: heard,
        code: 403,
      }),
    );
  });
  server.on('connect', (request, socket) => {
    asked += 1;
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 407 ${request.headers['proxy-authorization'] ?? 'none'}\r\ncontent-length: 0\r\n\r\n`);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}

type Planted = 'token' | 'pepper' | 'openai' | 'perplexity' | 'upstream' | 'proxy';

/** Settings that hold the secrets, and the secrets by name. */
export function plantedSettings(
  random: Random,
  parrot: Parrot,
): { settings: Record<string, string>; secrets: Record<Planted, string> & Record<string, string> } {
  const secrets = Object.fromEntries(
    ['token', 'pepper', 'openai', 'perplexity', 'upstream', 'proxy'].map((name) => [name, canary(name, random)]),
  ) as Record<Planted, string>;
  const settings = {
    ADMIN_TOKEN: secrets.token,
    KEY_PEPPER: secrets.pepper,
    OPENAI_API_KEY: secrets.openai,
    OPENAI_BASE_URL: parrot.url,
    PERPLEXITY_API_KEY: secrets.perplexity,
    PERPLEXITY_BASE_URL: parrot.url,
    UPSTREAM_KEY: secrets.upstream,
    UPSTREAM_URL: parrot.url,
    PROXIES: `*=http://exit:${secrets.proxy}@127.0.0.1:${parrot.port}`,
    LOG_LEVEL: 'debug',
    BING_RSS: 'false',
    SOURCE_RETRY_SECONDS: '0.2,0.2',
    SOURCE_ATTEMPTS_MAX: '2',
  };
  return { settings, secrets };
}
