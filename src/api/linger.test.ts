import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendsFirst } from '../../test/sends-first.ts';
import { startTestService, type TestService } from '../../test/service.ts';
import { lingerFor, unlessOver } from './linger.ts';

let service: TestService;
let port: number;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
  key = (await service.account()).test;
});
afterAll(() => service.stop());

const MIB = 1024 * 1024;
const head = (...lines: string[]) => `POST /serp/new HTTP/1.1\r\nhost: x\r\n${lines.join('\r\n')}\r\n\r\n`;
const withKey = () => `authorization: Bearer ${key}`;
const chunked = (size: number) => `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;

const bodyOf = (mib: number) => Array.from({ length: mib * 4 }, () => ' '.repeat(MIB / 4));

test.each([
  [
    'a body that is announced too large',
    () => head(withKey(), 'content-type: application/json', `content-length: ${5 * MIB}`),
    bodyOf(5),
    400,
  ],
  [
    'one that turns out too large',
    () => head(withKey(), 'content-type: application/json', 'transfer-encoding: chunked'),
    [...Array.from({ length: 20 }, () => chunked(MIB / 4)), '0\r\n\r\n'],
    400,
  ],
  ['another type', () => head(withKey(), 'content-type: text/plain', `content-length: ${2 * MIB}`), bodyOf(2), 400],
  [
    'a wrong key, by one who closes',
    () => head('connection: close', 'authorization: Bearer x', `content-length: ${2 * MIB}`),
    bodyOf(2),
    403,
  ],
  [
    'headers without end',
    () => 'POST /serp/new HTTP/1.1\r\nhost: x\r\n',
    Array.from({ length: 20 }, () => `a: ${'b'.repeat(9000)}\r\n`),
    431,
  ],
])('the refusal is read by a client that sends everything first: %s', async (_what, start, pieces, status) => {
  const heard = await sendsFirst(port, start(), pieces);
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(heard.split('\r\n\r\n')[1]!)).toEqual({ code: status, message: expect.any(String), solution: expect.any(String) });
});

test('the response is read as well if it comes when Node has paused the connection', async () => {
  const server = createServer(
    unlessOver((request, response) => {
      // By then Node has buffered as much of the body as it keeps for a handler that does not read.
      request.once('readable', () => {
        setTimeout(() => {
          lingerFor(request);
          response.writeHead(400, { connection: 'close', 'content-length': 2 }).end('{}');
        }, 60);
      });
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = head(`content-length: ${5 * MIB}`);
  for (let i = 0; i < 3; i++) {
    const heard = await sendsFirst((server.address() as AddressInfo).port, start, bodyOf(5));
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
  }
  server.close();
});

test('what is sent after a refused body is not done', async () => {
  const next = `GET /whois/shop.example HTTP/1.1\r\nhost: x\r\n${withKey()}\r\n\r\n`;
  const before = (await service.call('GET', '/user', key)).json;
  const refused = head(withKey(), 'content-type: text/plain', 'content-length: 100');
  // Once in its own chunk, and once in one chunk with the rest of the body, which the parser reads in one call.
  for (const pieces of [[' '.repeat(100), next], [`${' '.repeat(100)}${next}`]])
    expect(await sendsFirst(port, refused, pieces).catch(String)).not.toContain('200 OK');
  // Time enough for the lookup to be charged.
  await sleep(500);
  expect((await service.call('GET', '/user', key)).json).toEqual(before);
});
