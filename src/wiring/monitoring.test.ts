import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlertMessage } from '../business/alerts/messages.ts';
import { createAlertWebhook } from '../business/alerts/webhook.ts';
import { signCallback } from '../business/callbacks/signature.ts';
import { readConfig } from '../config.ts';
import { createHttpClient, type HttpClient } from '../platform/http.ts';
import { alertPolicy } from './monitoring.ts';
import { callbackPolicy } from './targets.ts';

const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
const MESSAGE: AlertMessage = {
  id: 'alert_1_opened',
  event: 'opened',
  alert: {
    id: '1',
    rule: 'diskFull',
    subject: 'north',
    severity: 'warning',
    summary: 'The disk of north is 91% full.',
    openedAt: '2026-11-15T09:30:00+0000',
    resolvedAt: null,
  },
  at: 1_800_000_000.7,
};

let server: Server;
let url: string;
let status = 200;
const received: { headers: IncomingMessage['headers']; text: string }[] = [];
const clients: HttpClient[] = [];

/** In production, callbacks cannot reach this machine. */
const configOf = (more: Record<string, string> = {}) =>
  readConfig({ MODE: 'production', ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: SECRET, ...more });
const clientWith = (policy: ReturnType<typeof alertPolicy>): HttpClient => {
  const client = createHttpClient({ policy, connectionsPerHost: 1, connectMsMax: 5000 });
  clients.push(client);
  return client;
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ headers: request.headers, text });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://user:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}/alerts`;
});
afterAll(async () => {
  for (const client of clients) await client.close();
  server.closeAllConnections();
  server.close();
});

describe('the webhook of alerts', () => {
  test('reaches the URL of the operator on this machine, signed like a callback', async () => {
    await createAlertWebhook(clientWith(alertPolicy(configOf(), url)), url, SECRET)(MESSAGE);
    const { headers, text } = received.at(-1)!;
    expect(JSON.parse(text)).toEqual({ type: 'alert.opened', timestamp: MESSAGE.alert.openedAt, data: MESSAGE.alert });
    expect(headers['webhook-id']).toBe(MESSAGE.id);
    expect(headers).toMatchObject(signCallback(MESSAGE.id, 1_800_000_000, text, SECRET));
    expect(headers.authorization).toBe(`Basic ${Buffer.from('user:pass word').toString('base64')}`);
  });

  test('reaches no other port of this machine', async () => {
    const other = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const send = createAlertWebhook(clientWith(alertPolicy(configOf(), url)), elsewhere, SECRET);
    await expect(send(MESSAGE)).rejects.toThrow('The webhook URL is not allowed.');
    other.close();
  });

  test('cannot be reached by callbacks', () => {
    expect(callbackPolicy(configOf()).ownPorts.has(Number(new URL(url).port))).toBe(true);
  });

  test('reports a status that is no success, and an unreachable receiver, without the URL', async () => {
    const send = createAlertWebhook(clientWith(alertPolicy(configOf(), url)), url, SECRET);
    status = 503;
    await expect(send(MESSAGE)).rejects.toThrow('The webhook responded with 503.');
    status = 200;
    // No server listens on this port.
    const closed = 'http://127.0.0.1:49151/secret-path';
    const unreachable = createAlertWebhook(clientWith(alertPolicy(configOf(), closed)), closed, SECRET);
    await expect(unreachable(MESSAGE)).rejects.toThrow(new Error('The webhook could not be reached.'));
  });
});
