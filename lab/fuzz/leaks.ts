// Runs load with planted secrets and many errors, and searches every byte of output for them.
import type { Random } from '../random.ts';
import type { Say } from '../report.ts';
import { sleep } from '../wait.ts';
import type { Findings } from './findings.ts';
import { canary, type Parrot, searchFor, type Texts } from './secrets.ts';
import type { Target } from './service.ts';
import type { Sink } from './sink.ts';

const END_MS_MAX = 60_000;

interface LoadParts {
  readonly target: Target;
  /** Grows by the keys of the accounts that are made. */
  readonly secrets: Record<string, string>;
  readonly random: Random;
  readonly rounds: number;
  readonly sink: Sink;
  readonly endMs?: number;
}

/** `told` is everything that the first account was sent, `words` what only the other one sent. */
interface Loaded {
  readonly told: readonly string[];
  readonly words: Texts;
  readonly objects: number;
}

interface More {
  readonly inQuery?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}
type LeakCall = (key: string, method: string, path: string, body?: unknown, more?: More) => Promise<{ status: number; text: string }>;
/** The key, the kind and the id of an object. */
type Made = readonly [key: string, kind: string, id: string];

/** Two accounts under load, with errors. Returns what the first was sent and what only the second sent. */
export async function loadWithSecrets({ target, secrets, random, rounds, sink, endMs = END_MS_MAX }: LoadParts): Promise<Loaded> {
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
  const told: string[] = [];
  const ids: Made[] = [];
  const call: LeakCall = async (key, method, path, body, more = {}) => {
    const headers: Record<string, string> = {
      ...(more.inQuery ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more.headers,
    };
    const response = await fetch(`${target.url}${path}${more.inQuery ? `?apikey=${key}` : ''}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const whole = `${JSON.stringify([...response.headers])}\n${text}`;
    if (key !== other.keys.test && key !== other.keys.live) told.push(whole);
    if (response.status === 200 && /^\/(?:serp|keyword|ai)\/(?:new$|se)/.test(path))
      ids.push([key, path.split('/')[1]!, JSON.parse(text).id]);
    return { status: response.status, text };
  };
  const callback = sink.url.replace('//', `//user:${secrets.callbackPassword}@`);
  for (let round = 0; round < rounds; round++) {
    const serp = (fields: object): object => ({ keyword: `tea ${round}`, region: 'US', asynchronous: true, ...fields });
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
      call(secrets.token!, 'GET', '/user'),
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
  // One account requests the objects of the other.
  const foreign = ids.filter(([key]) => key === other.keys.test || key === other.keys.live);
  for (const [, kind, id] of foreign.slice(0, 20)) await call(mine.keys.test, 'GET', `/${kind}/${id}`);
  await call(mine.keys.test, 'POST', '/serp/list', foreign.map(([, , id]) => id).slice(0, 1000));
  return { told, words, objects: ids.length };
}

/** Fetches every object until it has ended, so that its final response is searched too. */
async function ended(ids: readonly Made[], call: LeakCall, endMs: number): Promise<void> {
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

interface ScanParts extends Loaded {
  readonly target: Target;
  readonly secrets: Texts;
  readonly sink: Sink;
  readonly parrot: Parrot;
  readonly findings: Findings;
  readonly say: Say;
}

/** Searches everything that a running service printed or sent. `told` holds no response that shows a secret on purpose. */
export async function scan({ target, secrets, words, told, sink, parrot, findings, say }: ScanParts): Promise<number> {
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
