// Requests turned away before they are parsed: every request gets one answer, in order, however its bytes arrive.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTurnstile, pathOfWhole } from './turnstile.ts';

const REFUSED = 'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 4\r\n\r\naway';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const post = (path: string, body: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('what is exactly one request', () => {
  const pathOf = (text: string) => pathOfWhole(Buffer.from(text, 'latin1'));

  it('is known by its end', () => {
    expect(pathOf(get('/serp/1?x=2'))).toBe('/serp/1?x=2');
    expect(pathOf(get('/a', 'connection: keep-alive\r\n'))).toBe('/a');
    expect(pathOf(post('/serp/new', '{"keyword":"tea"}'))).toBe('/serp/new');
  });

  it.each([
    ['a part of a head', get('/a').slice(0, -2)],
    ['the rest of a head', 'accept: x\r\n\r\n'],
    ['a part of a body', post('/a', '12345').slice(0, -1)],
    ['more than a body', `${post('/a', '12345')}6`],
    ['two requests', get('/a') + get('/b')],
    ['a body of unknown length', get('/a', 'Transfer-Encoding: chunked\r\n')],
    ['two lengths', get('/a', 'content-length: 0\r\nContent-Length: 0\r\n')],
    ['a length that is none', get('/a', 'content-length: 0x1\r\n')],
    ['a length in two lines', get('/a', 'content-length:\r\n 5\r\n')],
    ['a client that leaves', get('/a', 'Connection: close\r\n')],
    ['a client that asks first', get('/a', 'expect: 100-continue\r\n')],
    ['another protocol', get('/a', 'connection: upgrade\r\nupgrade: websocket\r\n')],
    ['an older client', get('/a').replace('1.1', '1.0')],
    ['another method', get('/a').replace('GET', 'HEAD')],
    ['very much', get('/a', `x: ${'y'.repeat(20_000)}\r\n`)],
  ])('is not %s', (_, text) => {
    expect(pathOf(text)).toBeNull();
  });
});

describe('a connection', () => {
  let server: Server;
  let full = true;
  let [parsed, unread] = [0, 0];

  beforeAll(async () => {
    const turnstile = createTurnstile(() => {
      if (!full) return null;
      unread++;
      return REFUSED;
    });
    server = createServer((request, response) => {
      parsed++;
      turnstile.saw(request, response);
      if (full) {
        response.writeHead(429, { 'content-length': 4 }).end('away');
        turnstile.refused(request, response);
        return;
      }
      let length = 0;
      request.on('data', (bytes: Buffer) => {
        length += bytes.length;
      });
      request.on('end', () => setImmediate(() => response.end(`${request.url} ${length}`)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  const dial = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.setNoDelay(true);
    await once(socket, 'connect');
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    return { socket, answers: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)), text: () => text };
  };
  const until = async (isSo: () => boolean) => {
    for (const started = Date.now(); !isSo(); await turn()) if (Date.now() - started > 5000) throw new Error('no answer');
  };
  const ask = async ({ socket, answers }: { socket: Socket; answers: () => number[] }, bytes: string) => {
    const before = answers().length;
    socket.write(bytes);
    await until(() => answers().length > before);
    return answers().at(-1);
  };

  it('that was turned away twice is turned away unread from then on, and let in when there is room', async () => {
    const line = await dial();
    full = true;
    [parsed, unread] = [0, 0];
    for (let i = 0; i < 5; i++) expect(await ask(line, get('/a'))).toBe(429);
    expect([parsed, unread]).toEqual([2, 3]);
    full = false;
    expect(await ask(line, post('/b', 'abc'))).toBe(200);
    expect(line.text()).toContain('/b 3');
    full = true;
    expect(await ask(line, get('/c'))).toBe(429);
    expect([parsed, unread]).toEqual([3, 4]);
    line.socket.destroy();
  });

  it('that sends a body in pieces is never answered in the middle of it', async () => {
    const line = await dial();
    full = true;
    for (let i = 0; i < 3; i++) await ask(line, get('/a'));
    full = false;
    const [head, body] = [post('/long', 'x'.repeat(60)).slice(0, -60), `${get('/trap').padEnd(60, 'x')}`];
    line.socket.write(head);
    await turn();
    full = true;
    line.socket.write(body);
    await until(() => line.answers().length === 4);
    [parsed, unread] = [0, 0];
    expect(await ask(line, get('/after'))).toBe(429);
    expect([parsed, unread]).toEqual([1, 0]);
    line.socket.destroy();
  });

  it('gets one answer for each request, however its bytes are cut and whenever the crowd comes and goes', { timeout: 60_000 }, async () => {
    const request = fc.oneof(
      fc.constant(get('/a')),
      fc.constant(post('/b', '{"keyword":"tea"}')),
      fc.constant(post('/trap', get('/c'))),
      fc.constant(get('/d') + get('/e')),
    );
    const step = fc.record({ bytes: request, cut: fc.nat({ max: 60 }), crowd: fc.boolean(), patient: fc.boolean() });
    const plan = fc.array(step, { minLength: 1, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const line = await dial();
        full = true;
        for (let i = 0; i < 3; i++) await ask(line, get('/a'));
        let due = 3;
        for (const { bytes, cut, crowd, patient } of steps) {
          full = crowd;
          line.socket.write(bytes.slice(0, cut));
          await turn();
          line.socket.write(bytes.slice(cut));
          due += bytes.startsWith('GET /d') ? 2 : 1;
          const now = due;
          if (patient) await until(() => line.answers().length === now);
        }
        await until(() => line.answers().length === due);
        for (let i = 0; i < 3; i++) await turn();
        line.socket.destroy();
        expect(line.answers().length).toBe(due);
      }),
      { numRuns: 150 },
    );
  });
});
