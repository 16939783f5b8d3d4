import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { ExportRow, ExportRows } from '../business/tracking/transfer/export-rows.ts';
import type { ProjectRow } from '../business/tracking/types.ts';
import { sendError } from './errors.ts';
import { createTrackingExports } from './tracking-export.ts';

const project = { accountId: 1, mode: 'test' } as ProjectRow;
const wanted = { project, content: 'history', format: 'csv', range: { from: 0, to: 1440 }, group: 'none', tags: [] } as const;
const CHUNKS = 2000;

let app: FastifyInstance | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

/** Rows that count how many chunks were read, and whether reading has ended. */
function countingRows(chunks = CHUNKS, failure?: Error) {
  const state = { read: 0, ended: false };
  async function* read(): AsyncIterable<readonly ExportRow[]> {
    try {
      if (failure) throw failure;
      for (; state.read < chunks; state.read++)
        yield Array.from({ length: 100 }, (_, n) => ({ keyword: `=${n}`, url: 'x'.repeat(500), count: -n }));
    } finally {
      state.ended = true;
    }
  }
  const rows: ExportRows = { read: () => ({ columns: ['keyword', 'count', 'url'], chunks: read() }) };
  return { state, rows };
}

async function serve(rows: ExportRows, settings = { most: 1, perAccount: 1, stalledMs: 60_000 }): Promise<number> {
  const sendExport = createTrackingExports(rows, settings);
  app = fastify();
  app.setErrorHandler((error, req, reply) => sendError(error, req, reply, { error: () => undefined } as never));
  app.get('/export', async (_request, reply) => sendExport(reply, wanted));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

async function open(port: number): Promise<IncomingMessage> {
  const [response] = (await once(request({ port, host: '127.0.0.1', path: '/export', agent: false }).end(), 'response')) as [
    IncomingMessage,
  ];
  return response;
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await delay(20);
};

test('a client that does not read stops the reading, and its end releases the slot', async () => {
  const { state, rows } = countingRows();
  const port = await serve(rows);
  const response = await open(port);
  response.pause();
  // Buffers of sockets hold some megabytes of the 110 MB.
  let before = -1;
  await until(() => state.read > 0);
  while (before !== state.read) {
    before = state.read;
    await delay(300);
  }
  expect(state.read).toBeLessThan(CHUNKS / 2);
  const second = await open(port);
  expect(second.statusCode).toBe(429);
  second.resume();
  response.destroy();
  await until(() => state.ended);
  const third = await open(port);
  expect(third.statusCode).toBe(200);
  third.destroy();
});

test('a client that stalls is disconnected', async () => {
  const { state, rows } = countingRows();
  const port = await serve(rows, { most: 1, perAccount: 1, stalledMs: 200 });
  const response = await open(port);
  response.pause();
  await until(() => state.ended);
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.on('error', () => undefined).resume();
  await closed;
  expect(response.complete).toBe(false);
});

test('a failure before the first row is an error and not a broken file', async () => {
  const { rows } = countingRows(1, new Error('no database'));
  const port = await serve(rows);
  for (const _ of [1, 2]) {
    const response = await open(port);
    // The second one shows that the slot was released.
    expect(response.statusCode).toBe(500);
    response.resume();
    await once(response, 'close');
  }
});

test('numbers stay numbers, and texts are safe in a spreadsheet', async () => {
  const { rows } = countingRows(1);
  const port = await serve(rows);
  const response = await open(port);
  let text = '';
  for await (const chunk of response) text += chunk;
  const [header, first, second] = text.split('\r\n');
  expect([header, first!.slice(0, 6), second!.slice(0, 7)]).toEqual(['keyword,count,url', "'=0,0,", "'=1,-1,"]);
  expect(response.headers['content-disposition']).toBe('attachment; filename="history.csv"');
});
