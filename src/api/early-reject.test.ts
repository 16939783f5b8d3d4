// Early rejection: every request gets exactly one response, in order, however its bytes arrive.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beforeServing } from './connections.ts';
import { createEarlyReject } from './early-reject.ts';

const REFUSED = 'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 4\r\n\r\naway';
/** More than the kernel buffers for a client that does not read. */
const LONG = `HTTP/1.1 429 Too Many Requests\r\ncontent-length: ${2 ** 24}\r\n\r\n${'x'.repeat(2 ** 24)}`;
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const post = (path: string, body: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('a connection', () => {
  let server: Server;
  let full = true;
  let overloaded = false;
  let end: () => void;
  const timesMs = { first: 30_000, next: 30_000 };
  let [parsed, unread] = [0, 0];
  /** The service's ends of the connections. */
  const arrived: Socket[] = [];

  beforeAll(async () => {
    const earlyReject = createEarlyReject({
      rejectionFor: (path) => {
        if (!full) return null;
        unread++;
        return path === '/long' ? LONG : REFUSED;
      },
      overloaded: () => overloaded,
      timesMs,
    });
    end = earlyReject.end;
    server = createServer((request, response) => {
      parsed++;
      earlyReject.onRequest(request, response);
      if (full) {
        response.writeHead(429, { 'content-length': 4 }).end('away');
        earlyReject.onRejected(request);
        return;
      }
      let length = 0;
      request.on('data', (bytes: Buffer) => {
        length += bytes.length;
      });
      request.on('end', () => setImmediate(() => response.end(`${request.url} ${length}`)));
    });
    beforeServing(server, (serve) => (socket) => {
      arrived.push(socket);
      earlyReject.onConnection(socket, () => serve(socket));
    });
    server.listen(0, '127.0.0.1');
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
    for (const started = Date.now(); !isSo(); await delay(2)) if (Date.now() - started > 60_000) throw new Error('no answer');
  };
  const ask = async ({ socket, answers }: { socket: Socket; answers: () => number[] }, bytes: string) => {
    const before = answers().length;
    socket.write(bytes);
    await until(() => answers().length > before);
    return answers().at(-1);
  };

  /** Admitted while there are free slots, rejected afterwards. */
  const comesAndGoes = async (line: Awaited<ReturnType<typeof dial>>) => {
    full = false;
    expect(await ask(line, post('/b', 'abc'))).toBe(200);
    expect(line.text()).toContain('/b 3');
    full = true;
    expect(await ask(line, get('/c'))).toBe(429);
  };

  it.each([
    ['without a body', get('/a')],
    ['with a body', post('/a', '{"keyword":"tea"}')],
  ])('that was rejected twice %s is rejected unparsed from then on, and admitted when there is a free slot', async (_, request) => {
    const line = await dial();
    full = true;
    [parsed, unread] = [0, 0];
    for (let i = 0; i < 5; i++) expect(await ask(line, request)).toBe(429);
    expect([parsed, unread]).toEqual([2, 3]);
    await comesAndGoes(line);
    expect([parsed, unread]).toEqual([3, 4]);
    line.socket.destroy();
  });

  describe('that opens under overload', () => {
    beforeAll(() => {
      overloaded = true;
    });
    afterAll(() => {
      overloaded = false;
    });
    beforeEach(() => {
      full = true;
      [parsed, unread] = [0, 0];
    });

    it('is rejected unparsed from its first request on, and admitted when there is a free slot', async () => {
      const line = await dial();
      for (let i = 0; i < 3; i++) expect(await ask(line, get('/a'))).toBe(429);
      expect([parsed, unread]).toEqual([0, 3]);
      await comesAndGoes(line);
      expect([parsed, unread]).toEqual([1, 4]);
      line.socket.destroy();
    });

    it('is left to the parser when it sends a request in parts', async () => {
      const line = await dial();
      line.socket.write(get('/a').slice(0, 9));
      await until(() => arrived.at(-1)!.bytesRead === 9);
      expect(await ask(line, get('/a').slice(9))).toBe(429);
      expect([parsed, unread]).toEqual([1, 0]);
      line.socket.destroy();
    });

    it('is closed when it is silent, before the first request and between two requests', async () => {
      const closed: string[] = [];
      const watched = async (name: string) => {
        const line = await dial();
        line.socket.once('close', () => closed.push(name));
        return line;
      };
      Object.assign(timesMs, { first: 60, next: 30_000 });
      const asks = await watched('asks');
      await ask(asks, get('/a'));
      const silent = await watched('silent');
      await once(silent.socket, 'close');
      expect(closed).toEqual(['silent']);
      Object.assign(timesMs, { first: 30_000, next: 60 });
      const patient = await watched('patient');
      const asked = await watched('asked');
      await ask(asked, get('/a'));
      await once(asked.socket, 'close');
      expect(closed).toEqual(['silent', 'asked']);
      expect([parsed, unread]).toEqual([0, 2]);
      Object.assign(timesMs, { first: 30_000, next: 30_000 });
      for (const { socket } of [asks, patient]) socket.destroy();
    });

    it('is closed when its client ends its side', async () => {
      const line = await dial();
      await ask(line, get('/a'));
      line.socket.end();
      await once(line.socket, 'close');
      expect(line.answers()).toEqual([429]);
    });

    it('is not read while its client reads nothing', async () => {
      const line = await dial();
      line.socket.pause();
      line.socket.write(get('/long'));
      await until(() => unread === 1);
      line.socket.write(get('/a'));
      // A request on another connection, sent later, is looked at first.
      const other = await dial();
      await ask(other, get('/a'));
      expect(unread).toBe(2);
      line.socket.resume();
      await until(() => line.answers().length === 2);
      expect([parsed, unread]).toEqual([0, 3]);
      for (const { socket } of [line, other]) socket.destroy();
    });

    it('is closed when the service ends', async () => {
      const line = await dial();
      await ask(line, get('/a'));
      end();
      await once(line.socket, 'close');
      expect([parsed, unread]).toEqual([0, 1]);
    });
  });

  it('that sends a body in parts gets no response in the middle of it', async () => {
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

  it('gets one response for each request, however its bytes are cut and whenever overload begins and ends', async () => {
    const request = fc.oneof(
      fc.constant(get('/a')),
      fc.constant(post('/b', '{"keyword":"tea"}')),
      fc.constant(post('/trap', get('/c'))),
      fc.constant(get('/d') + get('/e')),
    );
    const step = fc.record({ bytes: request, cut: fc.nat({ max: 60 }), overload: fc.boolean(), patient: fc.boolean() });
    const plan = fc.array(step, { minLength: 1, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(plan, fc.boolean(), async (steps, arrivesOverloaded) => {
        overloaded = arrivesOverloaded;
        const line = await dial();
        full = true;
        for (let i = 0; i < 3; i++) await ask(line, get('/a'));
        let due = 3;
        for (const { bytes, cut, overload, patient } of steps) {
          full = overload;
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
