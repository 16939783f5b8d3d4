// Baselines: the same SQL from a raw client, and node:http that sends the same bytes.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Account } from '#product/contract/order.js';
import type { Statement } from '#product/platform/db.js';
import { listen } from '../net.ts';
import { messageOf } from '../processes.ts';

const HERE = fileURLToPath(import.meta.url);

/** The arguments of `place` for one order of equal items, as text: nothing is computed while measuring. */
export function placeParameters(account: Account, request: string, count: number): unknown[] {
  const fill = <T>(value: T): T[] => Array.from({ length: count }, () => value);
  return [
    [account.id],
    [false],
    ['serp'],
    [false],
    [null],
    [null],
    [null],
    [1],
    [count],
    fill(1),
    fill(1),
    fill(1),
    fill(false),
    fill(0),
    `[${fill(request).join(',')}]`,
    [7, 30, 30],
    [86400, 21600, 600, 600, 900],
    60,
  ];
}

/** The same as orders of one item each, like a flush of single creates. */
export function placeSingles(account: Account, request: string, count: number): unknown[] {
  const fill = <T>(value: T): T[] => Array.from({ length: count }, () => value);
  return [
    fill(account.id),
    fill(false),
    fill('serp'),
    fill(false),
    fill(null),
    fill(null),
    fill(null),
    fill(0).map((_, index) => index + 1),
    fill(1),
    fill(1),
    fill(1),
    fill(1),
    fill(false),
    fill(0),
    `[${fill(request).join(',')}]`,
    [7, 30, 30],
    [86400, 21600, 600, 600, 900],
    60,
  ];
}

/** Calls one prepared statement over and over from a few raw connections. Returns calls per second. */
export async function rawSql(
  url: string,
  statement: Statement,
  values: unknown[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  let calls = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await client.query({ ...statement, values });
        calls++;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return calls / elapsed;
}

/** node:http in a separate process that sends these bytes to every request. */
export async function bareHttp(headers: Readonly<Record<string, string>>, body: Buffer): Promise<{ origin: string; stop(): void }> {
  const child = fork(HERE, ['--http'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  child.send({ headers, body });
  const port = await messageOf<number>(child);
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

if (process.argv[2] === '--http')
  process.once('message', async ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) => {
    const bytes = Buffer.from(body);
    const server = createServer((_request, response) => {
      response.writeHead(200, { ...headers, 'content-length': bytes.length });
      response.end(bytes);
    });
    process.send!(await listen(server));
  });
