// Raw requests with several Authorization headers and with malformed Host headers.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_TOKEN, startTestService, type TestService } from './service.ts';

let service: TestService;
let port = 0;
let [key, other] = ['', ''];
beforeAll(async () => {
  service = await startTestService({}, false);
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
  [key, other] = [(await service.account()).test, (await service.account()).test];
});
afterAll(() => service.stop());

/** Sends one raw request on a new connection. */
function send(head: readonly string[], body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('error', reject).on('close', () => resolve({ status: Number(answer.slice(9, 12)), text: answer.split('\r\n\r\n').at(-1)! }));
    socket.write(`${[...head, 'connection: close', `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`);
  });
}

const bearer = (credential: string) => `Bearer ${credential}`;

describe('two Authorization headers', () => {
  const get = (path: string, ...headers: string[]) => send([`GET ${path} HTTP/1.1`, 'host: localhost', ...headers]);

  test('that differ are rejected, in either order and spelling', async () => {
    for (const [first, second] of [
      [key, other],
      [key, 'wrong'],
      ['wrong', key],
      [key, `${key}x`],
    ]) {
      const { status, text } = await get('/user', `Authorization: ${bearer(first!)}`, `aUTHORIZATION: ${bearer(second!)}`);
      expect([status, JSON.parse(text)]).toEqual([403, { code: 403, message: expect.any(String), solution: expect.any(String) }]);
    }
    expect((await get('/user', `authorization: ${bearer(key)}`, 'accept: a', 'authorization: Basic eDp5')).status).toBe(403);
  });

  test('that are equal count as one', async () => {
    expect((await get('/user', `authorization: ${bearer(key)}`, `Authorization: ${bearer(key)}`)).status).toBe(200);
  });

  test('that differ are rejected for operators and agents, and with a key in another header', async () => {
    const [right, wrong] = [`authorization: ${bearer(OPERATOR_TOKEN)}`, `authorization: ${bearer('wrong')}`];
    expect((await get('/admin/accounts', right, wrong)).status).toBe(403);
    expect((await get('/admin/accounts', right, right)).status).toBe(200);
    const two = [`authorization: ${bearer(key)}`, `authorization: ${bearer(other)}`];
    expect((await send(['POST /mcp HTTP/1.1', 'host: localhost', 'content-type: application/json', ...two], '{}')).status).toBe(403);
    const serper = ['POST /search HTTP/1.1', 'host: localhost', 'content-type: application/json', `x-api-key: ${key}`];
    expect((await send([...serper, ...two], '{"q":"tea"}')).status).toBe(403);
  });
});

describe('a malformed Host', () => {
  const hosts = [
    '',
    'a b',
    '[::1',
    '::1',
    'host:99999',
    'host:port',
    'a/b',
    'a?b',
    'a#b',
    'user@host',
    'user:pw@host',
    'a\\b',
    'a%',
    'é',
    '[::1]x',
  ];

  test.each(hosts)('is rejected at /mcp with 400: %j', async (host) => {
    const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const headers = [`authorization: ${bearer(key)}`, 'content-type: application/json', 'accept: application/json, text/event-stream'];
    for (const method of ['POST', 'GET', 'DELETE']) {
      const { status, text } = await send([`${method} /mcp HTTP/1.1`, `host: ${host}`, ...headers], method === 'POST' ? message : '');
      expect([method, status]).toEqual([method, 400]);
      expect(JSON.parse(text)).toMatchObject({ code: 400, message: expect.any(String) });
    }
  });

  test.each(['localhost', 'localhost:8080', '127.0.0.1:80', '[::1]', '[::1]:8080'])('is not %j', async (host) => {
    const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const headers = [`authorization: ${bearer(key)}`, 'content-type: application/json', 'accept: application/json, text/event-stream'];
    expect((await send(['POST /mcp HTTP/1.1', `host: ${host}`, ...headers], message)).status).toBe(200);
  });
});
