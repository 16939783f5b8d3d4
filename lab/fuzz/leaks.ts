// Plants secrets everywhere, makes things go wrong, and searches every byte that came out for them.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const END_MS_MAX = 60_000;

/** A secret that occurs nowhere by chance. */
export const canary = (name, random) =>
  `canary${name}${Array.from({ length: 16 }, () => random.pick([...'0123456789abcdefghijklmnopqrstuvwxyz'])).join('')}`;

/** Every form in which a careless line could carry it. */
export function formsOf(secret) {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // What neighbours could change is left out at both ends.
    return text.slice(shift === 0 ? 0 : 4, Math.floor((shift + bytes.length) / 3) * 4);
  });
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)];
}

/** Where one of the secrets can be found; texts by the place they were found in. */
export function searchFor(secrets, places) {
  const hits = [];
  for (const [name, secret] of Object.entries(secrets))
    for (const form of formsOf(secret))
      for (const [place, text] of Object.entries(places)) {
        const at = text.indexOf(form);
        if (at >= 0) hits.push({ name, place, around: text.slice(Math.max(0, at - 80), at).replaceAll(form, '…') });
      }
  return hits;
}

/** A provider that refuses every key and repeats it in its answer, as some do; a proxy that does the same. */
export async function startParrot() {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const heard = JSON.stringify({ url: request.url, headers: request.headers });
    response.writeHead(request.url.includes('slow') ? 503 : 401, {
      'content-type': 'application/json',
      'x-heard': heard.replace(/[^\x20-\x7e]/g, '').slice(0, 2000),
    });
    response.end(
      JSON.stringify({
        error: { message: `Incorrect API key provided: ${heard}`, type: 'invalid_request_error' },
        message: heard,
        code: 403,
      }),
    );
  });
  server.on('connect', (request, socket) => {
    asked += 1;
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 407 ${request.headers['proxy-authorization'] ?? 'none'}\r\ncontent-length: 0\r\n\r\n`);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Settings that hold the secrets, and the secrets by name. */
export function plantedSettings(random, parrot) {
  const secrets = Object.fromEntries(
    ['token', 'pepper', 'openai', 'perplexity', 'upstream', 'proxy'].map((name) => [name, canary(name, random)]),
  );
  const settings = {
    ADMIN_TOKEN: secrets.token,
    KEY_PEPPER: secrets.pepper,
    OPENAI_API_KEY: secrets.openai,
    OPENAI_BASE_URL: parrot.url,
    PERPLEXITY_API_KEY: secrets.perplexity,
    PERPLEXITY_BASE_URL: parrot.url,
    UPSTREAM_KEY: secrets.upstream,
    UPSTREAM_URL: parrot.url,
    PROXIES: `*=http://exit:${secrets.proxy}@127.0.0.1:${parrot.port}`,
    LOG_LEVEL: 'debug',
    BING_RSS: 'false',
    AGAIN_SECONDS: '0.2,0.2',
    TRIES_MAX: '2',
  };
  return { settings, secrets };
}

/** Two tenants under load, errors included; answers what each of them was told. */
export async function loadWithSecrets({ target, secrets, random, rounds, sink, endMs = END_MS_MAX }) {
  const [mine, other] = [await target.account({ name: 'A' }), await target.account({ name: 'B' })];
  const { key: revoked, id: revokedId } = (await target.admin('POST', `/admin/accounts/${mine.id}/keys`, { mode: 'test' })).json;
  await target.admin('DELETE', `/admin/keys/${revokedId}`);
  Object.assign(secrets, {
    live: mine.keys.live,
    test: mine.keys.test,
    otherLive: other.keys.live,
    otherTest: other.keys.test,
    revoked,
    webhook: mine.webhookSecret.replace('whsec_', ''),
    callbackPassword: canary('callback', random),
  });
  const words = {
    keyword: canary('keyword', random),
    prompt: canary('prompt', random),
    identifier: canary('identifier', random),
    cookie: canary('cookie', random),
  };
  const told = [];
  const ids = [];
  const call = async (key, method, path, body, more = {}) => {
    const headers = {
      ...(more.inQuery ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more.headers,
    };
    const answer = await fetch(`${target.url}${path}${more.inQuery ? `?apikey=${key}` : ''}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const whole = `${JSON.stringify([...answer.headers])}\n${text}`;
    if (key !== other.keys.test && key !== other.keys.live) told.push(whole);
    if (answer.status === 200 && /^\/(?:serp|keyword|ai)\/(?:new$|se)/.test(path)) ids.push([key, path.split('/')[1], JSON.parse(text).id]);
    return { status: answer.status, text };
  };
  const callback = sink.url.replace('//', `//user:${secrets.callbackPassword}@`);
  for (let round = 0; round < rounds; round++) {
    const serp = (fields) => ({ keyword: `tea ${round}`, region: 'US', asynchronous: true, ...fields });
    await Promise.all([
      call(mine.keys.live, 'POST', '/serp/new', serp({ searchEngine: 'google' })),
      call(mine.keys.live, 'POST', '/serp/new', serp({ searchEngine: random.pick(['seznam', 'yahoo']) })),
      call(mine.keys.live, 'POST', '/serp/new', serp({ searchEngine: random.pick(['chatgpt', 'perplexity']) })),
      call(mine.keys.live, 'POST', '/ai/send-prompt', { prompt: 'What?', aiService: random.pick(['chatgpt', 'perplexity']) }),
      call(mine.keys.live, 'POST', '/keyword/new', { keywords: ['tea'], region: 'US' }),
      call(mine.keys.test, 'POST', '/serp/new', serp({ callback, callbackFormat: 'JSON' }), { inQuery: true }),
      call(mine.keys.test, 'POST', '/serp/new', serp({ keyword: 'test:faulty tea', callback })),
      call(mine.keys.test, 'POST', '/serp/new', serp({ callback: callback.replace('http://', 'http:///') })),
      call(mine.keys.test, 'POST', '/serp/new', '{"keyword":', { inQuery: true }),
      call(mine.keys.test, 'GET', '/serp/%zz', undefined, { inQuery: true }),
      call(mine.keys.test, 'GET', '/nothing', undefined, { inQuery: true }),
      call(mine.keys.test, 'PUT', '/user', undefined, { inQuery: true }),
      call(revoked, 'GET', '/user', undefined, { inQuery: true }),
      call(secrets.token, 'GET', '/user'),
      call(mine.keys.live, 'GET', '/admin/accounts'),
      call(mine.keys.test, 'GET', `/user`, undefined, {
        headers: { 'idempotency-key': 'x', cookie: `k=${mine.keys.test}`, referer: `http://a.example/?apikey=${mine.keys.test}` },
      }),
      call(
        other.keys.test,
        'POST',
        '/serp/new',
        serp({ keyword: words.keyword, customCookieParameter: [{ name: 'a', value: words.cookie }] }),
      ),
      call(other.keys.test, 'POST', '/serp/new', serp({ keyword: `test:faulty ${words.keyword}` })),
      call(other.keys.test, 'POST', '/keyword/new', { keywords: [words.keyword], region: 'US' }),
      call(other.keys.live, 'POST', '/ai/send-prompt', {
        prompt: words.prompt,
        externalIdentifier: words.identifier,
        aiService: 'chatgpt',
      }),
      call(other.keys.test, 'POST', '/ai/send-prompt', { prompt: words.prompt, externalIdentifier: words.identifier }),
      call(other.keys.test, 'POST', '/serp/new', serp({ keyword: words.keyword, region: words.keyword })),
      call(other.keys.test, 'GET', `/whois/${words.keyword}.example`),
    ]);
  }
  await ended(ids, call, endMs);
  // One tenant asks for the other's objects.
  const foreign = ids.filter(([key]) => key === other.keys.test || key === other.keys.live);
  for (const [, kind, id] of foreign.slice(0, 20)) await call(mine.keys.test, 'GET', `/${kind}/${id}`);
  await call(mine.keys.test, 'POST', '/serp/list', foreign.map(([, , id]) => id).slice(0, 1000));
  return { told, words, objects: ids.length };
}

/** Fetches every object until it has ended, so that its last words are heard too. */
async function ended(ids, call, endMs) {
  const until = Date.now() + endMs;
  for (const [key, kind, id] of ids)
    for (;;) {
      const { status, text } = await call(key, 'GET', `/${kind}/${id}`);
      if (status !== 200 || Date.now() > until) break;
      const { ready, faulty } = JSON.parse(text);
      if (ready || faulty) break;
      await sleep(100);
    }
}

/** Everything a running service said, place by place. `told` holds no answer that shows a secret on purpose. */
export async function scan({ target, secrets, words, told, sink, parrot, findings, say }) {
  const metrics = await (await fetch(`${target.url}/metrics`)).text();
  const activity = JSON.stringify(await target.query('select query, application_name from pg_stat_activity'));
  const received = JSON.stringify(
    sink.received.map(({ headers, ...rest }) => ({ ...rest, headers: { ...headers, authorization: undefined } })),
  );
  const places = {
    log: target.log(),
    'database log': target.postgresLog(),
    metrics,
    'database activity': activity,
    answers: told.join('\n'),
    callbacks: received,
  };
  const hits = searchFor({ ...secrets, ...words }, places);
  for (const { name, place, around } of hits) findings.add('leak', `${name} in ${place}`, around);
  const bytes = Object.values(places).reduce((sum, text) => sum + text.length, 0);
  if (parrot.asked() === 0 || sink.count() === 0)
    findings.add('leak', 'the scan proved nothing: no provider was asked, or no callback sent', '');
  say(
    `leaks: ${Object.keys(secrets).length + Object.keys(words).length} secrets, ${(bytes / 1e6).toFixed(1)} MB searched, ${parrot.asked()} calls to providers, ${sink.count()} callbacks, ${hits.length} hits`,
  );
  return hits.length;
}
