// Keys that are nearly right. All of them must get the same rejection.
import { Pool } from 'undici';
import type { Random } from '../random.ts';
import type { Findings } from './findings.ts';
import type { Target } from './service.ts';

const AT_ONCE = 16;
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'о',
  p: 'р',
  c: 'с',
  x: 'х',
  A: 'А',
  B: 'В',
  O: 'О',
  0: '०',
  1: '１',
  l: 'ｌ',
  t: '𝗍',
};

function mutate(key: string, other: string, random: Random): string {
  const at = random.below(key.length);
  const letter = (): string => random.pick([...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']);
  return random.pick([
    () => key.slice(0, at) + letter() + key.slice(at + 1),
    () => key.slice(0, at),
    () => key.slice(at + 1),
    () => key + letter(),
    () => `${key} `,
    () => ` ${key}`,
    () => `${key}\0`,
    () => key.toUpperCase(),
    () => key.toLowerCase(),
    () => key.slice(0, -6) + other.slice(-6),
    () => key.slice(0, 17) + other.slice(17),
    () => other.slice(0, 17) + key.slice(17),
    () => key.replace('_test_', '_live_'),
    () => key.replace('sxt_', ''),
    () => [...key].map((each) => LOOK_ALIKES[each] ?? each).join(''),
    () => [...key].reverse().join(''),
    () => `${key},${other}`,
    () => key + key,
    () => '',
    () => 'null',
    () => 'undefined',
    () => '*',
    () => "' or '1'='1",
    () => '%00',
    () => 'x'.repeat(7000),
    () => Buffer.from(key).toString('base64'),
    () => '__proto__',
  ])();
}

type WrongWay = (key: string, other: string) => [path: string, headers: Record<string, string>];
/** Wrong ways to send a key; each returns a path and headers. */
const WRONG_WAYS: readonly WrongWay[] = [
  (key) => [`/user?apikey=${key}&apikey=${key}`, {}],
  (key) => [`/user?apikey[]=${key}`, {}],
  (key) => [`/user?apikey[0]=${key}`, {}],
  (key) => [`/user?APIKEY=${key}`, {}],
  (key) => [`/user?apikey=${key}&apikey=`, {}],
  (key, other) => [`/user?apikey=${key}`, { authorization: `Bearer ${other}` }],
  (key) => [`/user?apikey=`, { authorization: `Bearer ${key}` }],
  (key) => ['/user', { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }],
  (key) => ['/user', { authorization: key }],
  (key) => ['/user', { authorization: `Bearer ${key} ${key}` }],
  (key) => ['/user', { authorization: `Bearer${key}` }],
  () => ['/user', { authorization: 'Bearer' }],
  (key) => ['/user', { cookie: `apikey=${key}` }],
  (key) => ['/user', { 'x-api-key': key }],
  (key) => [`/user;apikey=${key}`, {}],
  (key) => [`/user#?apikey=${key}`.replace('#', '%23'), {}],
];

interface KeysParts {
  readonly target: Target;
  readonly random: Random;
  readonly count: number;
  readonly findings: Findings;
}

export async function fuzzKeys({ target, random, count, findings }: KeysParts): Promise<number> {
  const [mine, other, gone] = [await target.account(), await target.account(), await target.account()];
  const { key: revoked, id } = (await target.admin('POST', `/admin/accounts/${gone.id}/keys`, { mode: 'test' })).json;
  await target.admin('DELETE', `/admin/keys/${id}`);
  const [key, neighbour] = [mine.keys.test, other.keys.test];
  const pool = new Pool(target.url, { connections: AT_ONCE, maxHeaderSize: 65_536 });
  const good = new Set([key, neighbour, mine.keys.live, other.keys.live]);
  const first: { body: string | null } = { body: null };
  let sent = 0;
  const one = async (): Promise<void> => {
    sent += 1;
    const wrong = random.chance(0.03) ? revoked : mutate(key, neighbour, random);
    const [path, headers]: ReturnType<WrongWay> = random.chance(0.2)
      ? random.pick(WRONG_WAYS)(key, neighbour)
      : random.chance(0.5) || !/^[\x21-\x7e]+$/.test(wrong)
        ? [`/user?apikey=${encodeURIComponent(wrong)}`, {}]
        : ['/user', { authorization: `Bearer ${wrong}` }];
    if (good.has(wrong)) return;
    const method = random.pick(['GET', 'GET', 'GET', 'POST']);
    const route = method === 'POST' ? path.replace('/user', '/serp/new') : path;
    const response = await pool.request({
      method,
      path: route,
      headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
      ...(method === 'POST' ? { body: '{"keyword":"x","region":"US"}' } : {}),
    });
    const text = await response.body.text();
    const shown = `${method} ${route} ${JSON.stringify(headers)}`.replaceAll(key, '<key>').replaceAll(neighbour, '<other>');
    if ((response.statusCode === 404 || response.statusCode === 405) && /;apikey|%23/.test(path)) return;
    if (response.statusCode !== 403) findings.add('auth', `answered ${response.statusCode} instead of 403`, shown);
    first.body ??= text;
    if (response.statusCode === 403 && text !== first.body) findings.add('auth', 'refusals differ', `${shown}\n${text}\n${first.body}`);
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < count) await one();
    }),
  );
  await pool.close();
  const [{ objects }] = await target.query('select count(*)::int as objects from objects where account_id = any($1)', [
    [mine, other, gone].map((each) => Number(each.id)),
  ]);
  if (objects !== 0) findings.add('auth', `${objects} objects made without a key`, '');
  return sent;
}
