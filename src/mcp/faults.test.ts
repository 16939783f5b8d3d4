// Faults in our own code: logged with the request, and shown to the client without details.
import { expect, test } from 'vitest';
import { createMcpHttp } from './http.ts';
import type { CallApi } from './service-backend.ts';

const ID = 'a'.repeat(24);
const CALLER = { key: 'sxt_test_x', keyId: '1', ip: '127.0.0.1', requestId: 'request-7' };
const faults: unknown[] = [];
const rejected: unknown[] = [];
const answered = (body: unknown) => async () => ({ status: 200, text: JSON.stringify(body), cost: '1' });

async function send(
  callApi: CallApi,
  method: string,
  params: object,
): Promise<{ result?: Record<string, unknown>; error?: { message: string } }> {
  const http = createMcpHttp({
    version: '1',
    hosts: [],
    loopbackOnly: false,
    waitsMax: 10,
    callAs: () => callApi,
    sessions: { open: () => Promise.reject(new Error('unused')), find: async () => null },
    onError: (_error, requestId) => rejected.push(requestId),
    onFault: (error, tool, requestId) => faults.push([(error as Error).message, tool, requestId]),
  });
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', host: 'localhost' };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await (await http.respond(request, body, CALLER))!.text();
  await http.close();
  const data = /^data: (.+)$/m.exec(text)?.[1] ?? text;
  expect(data).not.toContain('secret');
  return JSON.parse(data);
}
const fault: CallApi = async () => {
  throw new TypeError('secret detail');
};

test('a fault of a tool is logged and gets a 500 with the request id', async () => {
  faults.length = 0;
  const { result } = await send(fault, 'tools/call', { name: 'whois', arguments: { domain: 'shop.com' } });
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { cost: null, error: { code: 500, message: 'Internal error.', solution: expect.stringContaining('request-7') } },
  });
  expect(faults).toEqual([['secret detail', 'whois', 'request-7']]);
});

test('a fault after the order was placed names the order', async () => {
  faults.length = 0;
  const callApi: CallApi = (call) => (call.path === '/serp/new' ? answered({ id: ID, ready: false })() : fault(call));
  const { result } = await send(callApi, 'tools/call', { name: 'search', arguments: { keyword: 'tea', priority: 'NORMAL' } });
  expect(result).toMatchObject({ isError: true, structuredContent: { id: ID, cost: 1, error: { code: 500 } } });
  expect(faults).toEqual([['secret detail', 'serp', 'request-7']]);
});

test('a fault of a resource is logged, and an unexpected response of the service is one', async () => {
  faults.length = 0;
  const { error } = await send(fault, 'resources/read', { uri: `sextant://serp/${ID}` });
  expect(error?.message).toBe('Internal error. Request id: request-7.');
  const { result } = await send(answered(null), 'tools/call', { name: 'technologies', arguments: { domain: 'shop.com' } });
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 500 } } });
  expect(faults).toEqual([
    ['secret detail', 'resources/read', 'request-7'],
    [expect.stringContaining('null'), 'technologies', 'request-7'],
  ]);
});

test('a message that the protocol layer rejects is reported with the request', async () => {
  rejected.length = 0;
  expect((await send(fault, 'tools/call', [])).error).toBeDefined();
  expect(rejected).toContain('request-7');
});
