// Shared by the checks of DataForSEO's clients.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../check.ts';

// biome-ignore lint/suspicious/noExplicitAny: other projects' classes have many types.
export type Any = any;

export const TEA = { keyword: 'green tea', location_code: 2840, language_code: 'en' };

export const basicOf = ({ key }: Site): string => `Basic ${Buffer.from(`login@mail.example:${key}`).toString('base64')}`;

/** Returns the only task after checking the codes of the response and of the task. */
export function taskOf(response: Any, code = 20000): Any {
  assert.equal(response.status_code, 20000, response.status_message);
  assert.equal(response.tasks.length, 1);
  assert.equal(response.tasks[0].status_code, code, response.tasks[0].status_message);
  return response.tasks[0];
}

const WAIT_SECONDS = 90;

export async function until<T>(what: string, probe: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const end = Date.now() + WAIT_SECONDS * 1000; Date.now() < end; await sleep(200)) {
    const value = await probe();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
}

export async function withReceiver<T>(run: (url: string, received: readonly Received[]) => Promise<T>): Promise<T> {
  const received: Received[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ method: request.method!, url: request.url!, body: Buffer.concat(chunks) });
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, received);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
