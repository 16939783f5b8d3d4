// Messages about alerts on their way: webhooks, emails, a dead receiver, and the event feed.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createMailServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../client/webhook.ts';
import { createTrackingAlerts } from '../src/business/tracking/alerts/alerts.ts';
import { createDeliverMessages, type DeliverParts } from '../src/business/tracking/alerts/deliver.ts';
import { createGroupAlerts } from '../src/business/tracking/alerts/group.ts';
import type { ProjectRow } from '../src/business/tracking/types.ts';
import type { Account } from '../src/contract/order.ts';
import type { TrackingMessage } from '../src/contract/tracking-alerts.ts';
import type { Db } from '../src/platform/db.ts';
import { createHttpClient, type HttpClient } from '../src/platform/http.ts';
import { sendSmtp } from '../src/platform/smtp.ts';
import { callbackPolicy } from '../src/wiring/targets.ts';
import { makeAccount } from './orders.ts';
import { startTestService, type TestService, until } from './service.ts';
import { addAlerts, makeAlertProject, messagesOf, skipPauses } from './tracking-alert-rows.ts';

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

let service: TestService;
let db: Db;
let account: Account;
let secret: string;
let http: HttpClient;
let receiver: Server;
/** Accepts connections and never responds. */
let dead: Server;
let status = 200;
const received: Received[] = [];
const urlOf = (server: Server, host = '127.0.0.1'): string => `http://${host}:${(server.address() as AddressInfo).port}/hook`;

beforeAll(async () => {
  service = await startTestService({}, false);
  db = service.database.db;
  account = await makeAccount(db);
  const [row] = await db.query<{ secret: string }>(
    { name: 'test_secret', text: 'select webhook_secret as secret from accounts where id = $1' },
    [account.id],
  );
  secret = row!.secret;
  http = createHttpClient({ policy: callbackPolicy(service.config), connectionsPerHost: 4, connectMsMax: 5000 });
  receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ headers: request.headers, text });
    response.writeHead(status).end();
  });
  dead = createServer(() => undefined);
  for (const server of [receiver, dead]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}, 120_000);
afterAll(async () => {
  await http.close();
  for (const server of [receiver, dead]) {
    server.closeAllConnections();
    server.close();
  }
  await service.stop();
});

const deliver = (mail: DeliverParts['mail'] = null) => createDeliverMessages(db, { http, mail });
/** Sends what is due and waits for the receivers. */
const deliverAll = async (mail: DeliverParts['mail'] = null): Promise<number> => {
  const messages = deliver(mail);
  const count = await messages.run();
  await messages.settled();
  return count;
};
async function projectWithMessage(delivery: Parameters<typeof makeAlertProject>[2], alerts = 2): Promise<ProjectRow> {
  const project = await makeAlertProject(db, account, delivery);
  await addAlerts(db, project, alerts);
  expect(await createGroupAlerts(db).run()).toBe(1);
  return project;
}

describe('a webhook', () => {
  test('is sent once, with a signature that the client accepts', async () => {
    received.length = 0;
    const project = await projectWithMessage({ webhook: urlOf(receiver) });
    expect(await deliverAll()).toBe(1);
    expect(await deliverAll()).toBe(0);
    expect(received).toHaveLength(1);
    const [message] = await messagesOf(db, project);
    expect(message).toMatchObject({ attempt: 1, status: 200, reason: null, delivered: true, wait: null });
    const event = await verifyWebhook(received[0]!.text, received[0]!.headers, secret);
    expect(event.eventId).toBe(`evt_${message!.id}`);
    expect(event.payload).toMatchObject({ id: message!.id, type: 'tracking', total: 2, counts: { dropped: 2 } });
    expect(received[0]!.headers['user-agent']).toBe('Sextant-Tracking/1.0');
    await expect(verifyWebhook(`${received[0]!.text} `, received[0]!.headers, secret)).rejects.toThrow('signature');
  });

  test('is retried with the same id until the receiver accepts it, and can be sent again', async () => {
    received.length = 0;
    status = 500;
    const project = await projectWithMessage({ webhook: urlOf(receiver) });
    await deliverAll();
    const [failed] = await messagesOf(db, project);
    expect(failed).toMatchObject({ attempt: 1, status: 500, reason: 'The webhook responded with 500.', delivered: false });
    expect(failed!.wait).toBeGreaterThan(1);
    expect(failed!.wait).toBeLessThanOrEqual(5);
    expect(await deliverAll()).toBe(0);
    status = 200;
    await skipPauses(db, project);
    expect(await deliverAll()).toBe(1);
    expect((await messagesOf(db, project))[0]).toMatchObject({ attempt: 2, status: 200, delivered: true, wait: null });
    const alerts = createTrackingAlerts(db);
    const { items } = await alerts.list(project, project, null, 1);
    expect(await alerts.resend(project, items[0]!.id)).toBe(true);
    expect(await deliverAll()).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(received).toHaveLength(3);
  });

  test('is given up when the receiver is gone, and after the last attempt', async () => {
    status = 410;
    const project = await projectWithMessage({ webhook: urlOf(receiver) });
    await deliverAll();
    expect((await messagesOf(db, project))[0]).toMatchObject({ attempt: 1, status: 410, delivered: false, wait: null });
    status = 503;
    const other = await projectWithMessage({ webhook: urlOf(receiver) });
    for (let attempt = 1; attempt <= 7; attempt++) {
      expect(await deliverAll()).toBe(1);
      await skipPauses(db, other);
    }
    status = 200;
    expect(await deliverAll()).toBe(0);
    expect((await messagesOf(db, other))[0]).toMatchObject({ attempt: 7, status: 503, delivered: false, wait: null });
  });

  test('cannot reach forbidden addresses', async () => {
    const project = await projectWithMessage({ webhook: 'http://169.254.169.254/latest' });
    await deliverAll();
    expect((await messagesOf(db, project))[0]).toMatchObject({ status: null, reason: 'The webhook URL is not allowed.' });
    await db.query({ name: 'test_drop', text: 'delete from tracking_messages where project_id = $1' }, [project.id]);
  });

  test('to a dead receiver delays no other', async () => {
    received.length = 0;
    const stuck: ProjectRow[] = [];
    for (let count = 0; count < 6; count++) stuck.push(await projectWithMessage({ webhook: urlOf(dead) }));
    const project = await projectWithMessage({ webhook: urlOf(receiver) });
    const messages = deliver();
    // Two of the dead receiver and the other one.
    expect(await messages.run()).toBe(3);
    await until(async () => (await messagesOf(db, project))[0]!.delivered);
    expect(received).toHaveLength(1);
    // While both are open, nothing more is sent to that host.
    const attempts = async () => (await Promise.all(stuck.map((one) => messagesOf(db, one)))).map(([message]) => message!.attempt);
    expect((await attempts()).filter((attempt) => attempt > 0)).toHaveLength(2);
    expect(await messages.run()).toBe(0);
    const late = await projectWithMessage({ webhook: urlOf(receiver) });
    expect(await messages.run()).toBe(1);
    await until(async () => (await messagesOf(db, late))[0]!.delivered);
    dead.closeAllConnections();
    await messages.settled();
    const ids = stuck.map(({ id }) => id);
    await db.query({ name: 'test_drop_all', text: 'delete from tracking_messages where project_id = any ($1::integer[])' }, [ids]);
  }, 60_000);
});

test('an email is sent to each address by SMTP, and waits without it', async () => {
  const lines: string[] = [];
  const mailServer = createMailServer((socket) => {
    let isData = false;
    socket.on('error', () => undefined).write('220 mail.example ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        lines.push(line);
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        socket.write(isData ? '354 continue\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`;
  const project = await projectWithMessage({ emails: ['a@mail.example', 'b@mail.example'] });
  expect(await deliverAll()).toBe(0);
  expect(await deliverAll({ from: 'sextant@mail.example', send: (mail) => sendSmtp(mail, { url }) })).toBe(2);
  mailServer.close();
  expect((await messagesOf(db, project)).map(({ delivered }) => delivered)).toEqual([true, true]);
  expect(lines.filter((line) => line.startsWith('RCPT')).sort()).toEqual(['RCPT TO:<a@mail.example>', 'RCPT TO:<b@mail.example>']);
  expect(lines.filter((line) => line === 'Subject: [Sextant] Test: 2 alerts')).toHaveLength(2);
});

describe('the event feed', () => {
  const ALL = 'types=serp,keyword,ai,tracking';

  test('has messages for readers that ask for them, and is unchanged for all others', async () => {
    const { id, test: key } = await service.account();
    const owner = { ...account, id: Number(id) };
    const read = async (query: string) => {
      const { status: code, json, text } = await service.call('GET', `/events?${query}`, key);
      expect(code, text).toBe(200);
      return json;
    };
    expect((await read('limit=10')).items).toEqual([]);
    const before = await makeAlertProject(db, owner);
    await addAlerts(db, before, 1);
    await createGroupAlerts(db).run();
    expect((await read(ALL)).items).toEqual([]);
    const project = await makeAlertProject(db, owner);
    await addAlerts(db, project, 3);
    await createGroupAlerts(db).run();
    const { items, next, lost } = await read(ALL);
    expect([items.length, next, lost]).toEqual([1, '1', 0]);
    expect(items[0]).toMatchObject({ cursor: '1', type: 'tracking' });
    const message = JSON.parse(items[0].body) as TrackingMessage;
    expect(message).toMatchObject({ id: items[0].objectId, total: 3, project: { id: project.publicId } });
    expect(items[0].headers['webhook-id']).toBe(`evt_${message.id}`);
    // A reader of objects passes the message, and nothing is lost.
    expect(await read('after=0')).toEqual({ items: [], next: '1', more: false, lost: 0, recording: true });
    expect((await service.call('GET', '/events?types=tracking,all', key)).status).toBe(400);
  });

  test('streams messages to readers that ask for them', async () => {
    const { id, test: key } = await service.account();
    if (!service.app.server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 });
    const base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    const ended = new AbortController();
    const response = await fetch(`${base}/events/stream?types=tracking`, {
      headers: { authorization: `Bearer ${key}` },
      signal: ended.signal,
    });
    const project = await makeAlertProject(db, { ...account, id: Number(id) });
    await addAlerts(db, project, 1);
    await createGroupAlerts(db).run();
    let text = '';
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString();
      if (text.includes('event: finished')) break;
    }
    ended.abort();
    expect(text).toContain('"type":"tracking"');
  }, 60_000);
});
