// A proxy that loses requests and responses like a bad network.
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a call is lost: `before` it reaches the service, `after` the response, in the `middle` of it, or replaced by a status of the proxy. */
export type Mishap = 'before' | 'after' | 'middle' | number | null;

export interface FlakyProxy {
  readonly baseUrl: string;
  /** Method, path and idempotency key of every call, and its fault. */
  readonly calls: { readonly name: string; readonly key: string | undefined; readonly mishap: Mishap }[];
  /** Sets the faults and clears the recorded calls. */
  befalls(how: (name: string, nth: number) => Mishap): void;
  close(): Promise<void>;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const calls: { name: string; key: string | undefined; mishap: Mishap }[] = [];
  let how: (name: string, nth: number) => Mishap = () => null;

  const server = createServer(async (request, response) => {
    const name = `${request.method} ${request.url}`;
    const mishap = how(name, calls.filter((call) => call.name === name).length);
    calls.push({ name, key: request.headers['idempotency-key'] as string | undefined, mishap });
    const body = await bytesOf(request);
    if (mishap === 'before') return void request.socket.destroy();
    if (typeof mishap === 'number') return void response.writeHead(mishap, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>');
    const onward = ask(`${target}${request.url}`, { method: request.method, headers: request.headers }, async (answer) => {
      const bytes = await bytesOf(answer);
      if (mishap === 'after') return void request.socket.destroy();
      const { 'transfer-encoding': _, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': bytes.length });
      if (mishap !== 'middle') return void response.end(bytes);
      response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
    });
    onward.on('error', () => request.socket.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    befalls: (next) => {
      calls.length = 0;
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
