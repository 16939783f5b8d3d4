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

test('an address that cannot be decoded is rejected in the format of the provider', async () => {
  const before = await balance();
  const text = 'Bad request address: it is not valid percent-encoding. Encode the address as UTF-8.';
  const broken = '%E0%A4%A';
  for (const path of [`/searches/${broken}?`, `/search/${broken}?q=tea&`, `/search?q=${broken}&`, `/search.json?q=tea&hl=100%&`])
    expect([path, await send('GET', `${path}api_key=${account.test}`)]).toEqual([
      path,
      expect.objectContaining({ status: 400, json: { error: text } }),
    ]);
  for (const path of [`/images/${broken}`, `/images?q=${broken}`, `/search?q=tea&x=${broken}`])
    expect([path, await send('GET', path, serper())]).toEqual([
      path,
      expect.objectContaining({ status: 400, json: { message: text, statusCode: 400 } }),
    ]);
  for (const path of [`/v3/${broken}`, `/v3/serp/google/organic/task_get/advanced/${broken}`])
    expect(await send('GET', path, basic())).toMatchObject({ status: 404, json: { status_code: 40400, tasks: null } });
  expect((await send('GET', `/${broken}`)).json).toMatchObject({ code: 400, message: expect.stringContaining('Bad request address') });
  expect((await send('GET', `/serp/${'a'.repeat(9000)}?apikey=${account.test}`)).json.message).toBe('Bad request address: it is too long.');
  expect(await balance()).toBe(before);
});

test('a batch of Serper holds only searches, whatever the query string says', async () => {
  const before = await balance();
  const bodies = ['[]', '[[]]', '[[{"q":"tea"}]]', '[5]', '["tea"]', '[null]', '[{"q":"green"},[]]', JSON.stringify(Array(101).fill({}))];
  for (const body of [...bodies, '5', '"tea"', 'true', '{']) {
    const { status, json } = await send('POST', '/search?q=tea', serper(), body);
    expect([body, status, json]).toEqual([body, 400, { message: expect.stringMatching(/^Bad request body: /), statusCode: 400 }]);
  }
  expect(await balance()).toBe(before);
});

test('a parameter that asks for other results is rejected', async () => {
  const before = await balance();
  for (const query of [
    'udm=28',
    'tbm=shop',
    'tbm=pts',
    'engine=naver&query=tea&where=news',
    'engine=google_news&so=1',
    'tbm=lcl&filter=0',
    'safe=zzz',
    'tbm=isch&start_date=yesterday',
    'engine=yandex&text=tea&lr=999999',
    'engine=duckduckgo&safe=active',
    'engine=duckduckgo&df=2024-12-31..2024-01-01',
  ]) {
    const { status, json } = await send('GET', `/search?q=tea&${query}&api_key=${account.test}`);
    expect([query, status, Object.keys(json)]).toEqual([query, 400, ['error']]);
  }
  for (const path of ['news', 'videos', 'places', 'maps']) {
    const { status, json } = await send('POST', `/${path}`, serper(), '{"q":"tea","autocorrect":false}');
    expect([status, json.message]).toEqual([400, `Bad input parameter: autocorrect is not supported by /${path}.`]);
  }
  const { status, json } = await send('POST', '/images', serper(), '{"q":"tea","safe":"zzz"}');
  expect([status, json]).toEqual([400, { message: 'Bad input parameter: safe must be one of active, off.', statusCode: 400 }]);
  expect(await balance()).toBe(before);
});

test('a filter that is too long is named as it was sent', async () => {
  const cr = Array(300).fill('countryUS').join('|');
  const { status, json } = await send('GET', `/search?q=tea&safe=active&cr=${cr}&api_key=${account.test}`);
  expect([status, json]).toEqual([400, { error: 'Bad input parameter: cr must have at most 2048 characters.' }]);
});

test('wrong methods and paths get the format of the provider that the request names', async () => {
  expect(await send('POST', `/search?q=tea&api_key=${account.test}`)).toMatchObject({
    status: 405,
    allow: 'GET',
    json: { error: expect.stringContaining('Method not allowed') },
  });
  expect((await send('POST', '/search', {}, '{"q":"tea"}')).json).toEqual({ message: 'Unauthorized.', statusCode: 403 });
  for (const path of ['/v3', '/v3/', '/v3/serp'])
    expect([path, await send('GET', path, basic())]).toEqual([
      path,
      expect.objectContaining({ status: 404, json: expect.objectContaining({ status_code: 40400, tasks: null }) }),
    ]);
});
