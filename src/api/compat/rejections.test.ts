// Requests that compatibility endpoints reject: in the provider's format, and without a charge.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
let account: { id: string; test: string };
beforeAll(async () => {
  const limits = { IP_RATE_PER_MINUTE: '1000000', IP_RATE_BURST: '1000000', RATE_PER_MINUTE: '1000000', RATE_BURST: '1000000' };
  service = await startTestService({ SYNC_WAIT_SECONDS: '0', ...limits }, false);
  account = await service.account({ credits: 10_000 });
});
afterAll(() => service.stop());

const balance = async (): Promise<number> => (await service.admin('GET', `/admin/accounts/${account.id}/ledger?mode=test`)).json.balance;
/** Sends a raw URL: nothing encodes it again. */
const send = async (method: 'GET' | 'HEAD' | 'POST', url: string, headers: Record<string, string> = {}, body?: string) => {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = { method, url, headers: { ...type, ...headers }, ...(body === undefined ? {} : { payload: body }) };
  const { statusCode, headers: received, payload } = await service.app.inject(sent);
  const allow = String(received.allow).split(', ').toSorted().join(', ');
  return { status: statusCode, allow, json: payload === '' ? null : JSON.parse(payload) };
};
const serper = (): Record<string, string> => ({ 'x-api-key': account.test });
const basic = (): Record<string, string> => ({ authorization: `Basic ${Buffer.from(`login:${account.test}`).toString('base64')}` });

test('HEAD is rejected where GET costs credits', async () => {
  const before = await balance();
  for (const path of ['/search', '/search.json', '/search.html']) {
    const { status, allow } = await send('HEAD', `${path}?q=tea&api_key=${account.test}`);
    expect([path, status, allow]).toEqual([path, 405, path === '/search' ? 'GET, POST' : 'GET']);
  }
  for (const path of ['/search', '/images', '/news', '/videos', '/places', '/maps', '/webpage']) {
    const { status, allow } = await send('HEAD', `${path}?q=tea&url=https://shop.example/`, serper());
    expect([path, status, allow]).toEqual([path, 405, 'GET, POST']);
  }
  for (const path of ['/whois/shop.example', '/technologies/shop.example'])
    expect(await send('HEAD', `${path}?apikey=${account.test}`)).toMatchObject({ status: 405, allow: 'GET' });
  expect((await send('HEAD', '/v3/appendix/user_data', basic())).status).toBe(404);
  expect(await balance()).toBe(before);
});
