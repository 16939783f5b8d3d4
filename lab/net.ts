// Local servers and JSON requests to a running service.
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Names the backend in each response of a balancer, so that clients can record which version served them. */
export const BACKEND_HEADER = 'x-backend';

/** Listens on a free port, or on a given one. Returns the port. */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

export const closeServer = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));

/** Linux, macOS and Windows choose higher ports for connections and for servers on port 0. */
const RESERVED_PORTS = { first: 20_000, count: 12_000 };
const PORT_ATTEMPTS = 100;

/** Returns a port for a process that starts later. The system does not give it to another server or connection meanwhile. */
export async function freePort(): Promise<number> {
  for (let attempts = 1; ; attempts++) {
    const server = createServer();
    try {
      const port = await listen(server, '127.0.0.1', RESERVED_PORTS.first + Math.floor(Math.random() * RESERVED_PORTS.count));
      await closeServer(server);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempts >= PORT_ATTEMPTS) throw error;
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of a response; each caller knows the contract of its route.
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Null when the body is empty. */
  readonly json: Json;
}

export type Call = (method: string, route: string, body?: unknown) => Promise<Answer>;

export const jsonHeaders = (key: string, body?: unknown): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});

export async function callJson(url: string, method: string, key: string, body?: unknown, msMax?: number): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: jsonHeaders(key, body),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(msMax === undefined ? {} : { signal: AbortSignal.timeout(msMax) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === '' ? null : JSON.parse(text) };
}

/** Calls to one service with one key. */
export const callerOf =
  (url: string, key: string): Call =>
  (method, route, body) =>
    callJson(`${url}${route}`, method, key, body);
