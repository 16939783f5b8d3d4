// Requests of clients that cannot run here, sent with the same method, path, query, headers and body.
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import type { Site } from './check.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses have many types.
export type Json = any;

export interface RecordedRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: Json;
}

/** Sends the bytes of a request. `fetch` would add headers of its own and refuse a `Host`. */
export function send(site: Pick<Site, 'url'>, { method = 'GET', path, headers = {}, body }: RecordedRequest): Promise<RecordedResponse> {
  const { hostname, port } = new URL(site.url);
  // Every HTTP client announces the length of a POST, even of an empty one.
  const length: Record<string, string> = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body ?? '')) } : {};
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path, headers: { ...headers, ...length }, timeout: 60_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: /^[[{]/.test(text) ? JSON.parse(text) : undefined,
        });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('The service did not respond.')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends a request that must succeed. */
export async function sendGood(site: Pick<Site, 'url'>, request: RecordedRequest): Promise<RecordedResponse> {
  const response = await send(site, request);
  assert.equal(response.status, 200, `${request.method ?? 'GET'} ${request.path}: ${response.text.slice(0, 300)}`);
  return response;
}

/** Creates an account and returns its test key. */
export async function createTestKey(site: Site, credits: number): Promise<string> {
  const body = JSON.stringify({ name: 'Compatibility', email: 'lab@mail.example', credits });
  const headers = { authorization: `Bearer ${site.adminToken}`, 'content-type': 'application/json' };
  return (await sendGood(site, { method: 'POST', path: '/admin/accounts', headers, body })).json.keys.test;
}

/** Returns what identifies each result: its link, or for a place everything except its position. */
const namesOf = (list: readonly Json[]): string[] => list.map(({ position, ...item }) => item.link ?? JSON.stringify(item));

/** Fails when two pages have a result in common, or one is empty. */
export function assertDifferentPages(one: Json, other: Json, what: string): void {
  assert.ok(one?.length > 0 && other?.length > 0, `${what}: an empty page`);
  const known = new Set(namesOf(one));
  assert.deepEqual(
    namesOf(other).filter((name) => known.has(name)),
    [],
    `${what}: the pages have results in common`,
  );
}
