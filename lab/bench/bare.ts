// The bare limits: the same SQL from a raw client, and node:http that sends the same bytes.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const HERE = fileURLToPath(import.meta.url);

/** The arguments of `place` for so many equal items of one order, as text: nothing is computed while measuring. */
export function placeParameters(account, request, count) {
  const fill = (value, times = count) => Array.from({ length: times }, () => value);
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

/** The same, but as that many orders of one item each: what a flush of single creates looks like. */
export function placeSingles(account, request, count) {
  const fill = (value) => Array.from({ length: count }, () => value);
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

/** Calls one prepared statement over and over from a few raw connections. Answers calls per second. */
export async function rawSql(url, statement, values, { connections, seconds }) {
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

/** node:http in a process of its own that answers every request with these bytes. */
export function bareHttp(headers, body) {
  return new Promise((resolve) => {
    const child = fork(HERE, ['--child'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
    child.once('message', (port) => resolve({ origin: `http://127.0.0.1:${port}`, stop: () => child.kill() }));
    child.send({ headers, body });
  });
}

if (process.argv[2] === '--child') {
  process.once('message', ({ headers, body }) => {
    const bytes = Buffer.from(body);
    const server = createServer((_request, response) => {
      response.writeHead(200, { ...headers, 'content-length': bytes.length });
      response.end(bytes);
    });
    server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  });
}
