// Callbacks to host names whose DNS never responds do not delay another account. Uses the real worker and a DNS server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from './dns-server.ts';
import { startTestService, type TestService, until } from './service.ts';

/** The target is 2 s; the rest is for busy machines. */
const ARRIVES_MS_MAX = 10_000;
const HANGING = 200;

let dns: DnsServer;
let service: TestService;
const arrived = new Map<string, number>();
const receiver = createServer((request, response) => {
  arrived.set(request.headers.host ?? '', performance.now());
  request.resume();
  response.end();
});

beforeAll(async () => {
  dns = await startDnsServer((name, type) => {
    if (name.startsWith('hang')) return 'silence';
    return { addresses: type === 'A' ? ['127.0.0.1'] : [], ttl: 60 };
  });
  service = await startTestService({ DNS_SERVERS: dns.address, CALLBACK_RETRY_SECONDS: '5,300', CALLBACK_ALLOW: '127.0.0.0/8' });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await service.stop();
  await dns.close();
});

const at = (host: string): string => `${host}:${(receiver.address() as AddressInfo).port}`;
const hangingNames = (): object[] =>
  Array.from({ length: HANGING }, (_, index) => ({
    keyword: 'tea',
    region: 'US',
    priority: 'INSTANT',
    callback: `http://hang.d${index}.example/hook`,
  }));

/** Creates a request with a callback to a new name. Returns the time until it arrives. */
async function msUntilCalledBack(key: string, host: string): Promise<number> {
  const started = performance.now();
  const callback = `http://${at(host)}/hook`;
  const { status } = await service.call('POST', '/serp/new', key, { keyword: 'tea', region: 'US', priority: 'INSTANT', callback });
  expect(status).toBe(200);
  return (await until(async () => arrived.get(at(host)))) - started;
}

test('200 callbacks to names that never resolve do not delay another account’s', async () => {
  const [attacker, other] = [await service.account({ credits: 100_000 }), await service.account()];
  const quietMs = await msUntilCalledBack(other.test, 'hook.quiet.example');
  expect((await service.call('POST', '/serp/new/list', attacker.test, hangingNames())).status).toBe(200);
  // All of them are due, and the dispatcher has claimed as many as it can.
  const { db } = service.database;
  const due = async () => (await db.query<{ count: number }>({ name: 'due', text: 'select count(*)::integer from outbox' }))[0]?.count;
  await until(async () => (await due()) === HANGING);

  const tookMs: number[] = [];
  // Long enough for the first lookups to time out, for others to use their slots, and for the first retries.
  for (let index = 0; index < 12; index++) {
    tookMs.push(await msUntilCalledBack(other.test, `hook.n${index}.example`));
    await sleep(500);
  }
  process.stdout.write(`callbacks to new names: ${tookMs.map(Math.round).join(', ')} ms, ${Math.round(quietMs)} ms when it is quiet\n`);
  expect(Math.max(...tookMs)).toBeLessThan(ARRIVES_MS_MAX);

  const metrics = async () => (await service.admin('GET', '/metrics')).text;
  await expect.poll(metrics).toMatch(/sextant_dns_lookups_total\{outcome="rejected",role="worker"\} \d+/);
  expect(await metrics()).toMatch(/sextant_dns_cached_names\{role="worker"\} [1-9]/);
});
