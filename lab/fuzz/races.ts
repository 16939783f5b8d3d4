// Many clients at the same time: an action that may happen once happens once, and credits never go below zero.
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher, request } from 'undici';
import type { Json } from '../net.ts';
import { jsonHeaders } from '../net.ts';
import type { Random } from '../random.ts';
import { count as countUp } from '../report.ts';
import { sleep } from '../wait.ts';
import type { Findings } from './findings.ts';
import type { Target } from './service.ts';

const AT_ONCE = 50;

interface RacesParts {
  readonly target: Target;
  readonly random: Random;
  readonly count: number;
  readonly findings: Findings;
}

interface RaceAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  json(): Json;
}

interface Race {
  readonly target: Target;
  readonly random: Random;
  call(method: Dispatcher.HttpMethod, path: string, key: string, body?: unknown, headers?: Record<string, string>): Promise<RaceAnswer>;
  together<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]>;
  wrong(name: string, what: string): void;
}

export async function fuzzRaces({ target, random, count, findings }: RacesParts): Promise<number> {
  const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
  let sent = 0;
  const call: Race['call'] = async (method, path, key, body, headers = {}) => {
    sent += 1;
    const response = await request(`${target.url}${path}`, {
      dispatcher: agent,
      method,
      headers: { ...jsonHeaders(key, body), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.body.text();
    if (response.statusCode === 500) findings.add('race 500', text.slice(0, 200), `${method} ${path} ${JSON.stringify(body)}`);
    return { status: response.statusCode, text, headers: response.headers, json: () => JSON.parse(text) };
  };
  const together: Race['together'] = (times, work) => Promise.all(Array.from({ length: times }, (_, index) => work(index)));
  const wrong: Race['wrong'] = (name, what) => findings.add(`race ${name}`, what, '');
  const tell = { call, together, wrong, target, random };
  const rounds = Object.entries(ROUNDS);
  for (let turn = 0; sent < count; turn++) {
    const [name, round] = rounds[turn % rounds.length]!;
    await round(tell, name);
  }
  await agent.close();
  return sent;
}

const tally = (answers: readonly RaceAnswer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) countUp(counts, status);
  return counts;
};

const ROUNDS: Readonly<Record<string, (race: Race, name: string) => Promise<void>>> = {
  'credit for ten': async ({ call, together, wrong, target }, name) => {
    const { id, keys } = await target.account({ credits: 10 });
    const counts = tally(
      await together(AT_ONCE, (index) => call('POST', '/serp/new', keys.test, { keyword: `test:slow:30 race ${index}`, region: 'US' })),
    );
    if (counts[200] !== 10 || counts[402] !== AT_ONCE - 10) wrong(name, JSON.stringify(counts));
    const [{ least }] = await target.query('select min(remaining)::int as least from lots where account_id = $1 and not live', [
      Number(id),
    ]);
    if (least !== 0) wrong(name, `remaining ${least}`);
  },
  'batches that fit three times': async ({ call, together, wrong, target }, name) => {
    const { id, keys } = await target.account({ credits: 31 });
    const batch = (index: number) =>
      Array.from({ length: 10 }, (_, item) => ({ keyword: `test:slow:30 batch ${index} ${item}`, region: 'US' }));
    const counts = tally(await together(20, (index) => call('POST', '/serp/new/list', keys.test, batch(index))));
    const [{ objects }] = await target.query('select count(*)::int as objects from objects where account_id = $1', [Number(id)]);
    if (counts[200] !== 3 || objects !== 30) wrong(name, `${JSON.stringify(counts)}, ${objects} objects`);
  },
  'an hour of seven': async ({ call, together, wrong, target }, name) => {
    const { keys } = await target.account({ credits: 1000, limit: { hour: 7, action: 'reject' } });
    const answers = await together(AT_ONCE, (index) =>
      call('POST', '/serp/new', keys.test, { keyword: `test:slow:30 hour ${index}`, region: 'US' }),
    );
    const counts = tally(answers);
    if (counts[200] !== 7 || counts[402] !== AT_ONCE - 7) wrong(name, JSON.stringify(counts));
    if (answers.some(({ status, headers }) => status === 402 && !/^\d+$/.test(headers['retry-after'] ?? '')))
      wrong(name, '402 without Retry-After');
  },
  'one key, one body': async ({ call, together, wrong, target, random }, name) => {
    const { id, keys } = await target.account({ credits: 1000 });
    const headers = { 'idempotency-key': `race ${random.below(1e9)}` };
    const body = { keyword: 'race of equals', region: 'US' };
    const answers = await together(AT_ONCE, () => call('POST', '/serp/new', keys.test, body, headers));
    const ids = new Set(answers.filter(({ status }) => status === 200).map((answer) => answer.json().id));
    const [{ charges }] = await target.query("select count(*)::int as charges from ledger where account_id = $1 and kind = 'charge'", [
      Number(id),
    ]);
    if (ids.size !== 1 || charges !== 1 || answers.some(({ status }) => status !== 200))
      wrong(name, `${ids.size} objects, ${charges} charges, ${JSON.stringify(tally(answers))}`);
  },
  'one key, many bodies': async ({ call, together, wrong, target, random }, name) => {
    const { id, keys } = await target.account({ credits: 1000 });
    const headers = { 'idempotency-key': `race ${random.below(1e9)}` };
    const answers = await together(AT_ONCE, (index) =>
      call('POST', '/keyword/new', keys.test, { keywords: [`word ${index % 5}`], region: 'US' }, headers),
    );
    const [{ objects }] = await target.query('select count(*)::int as objects from objects where account_id = $1', [Number(id)]);
    const counts = tally(answers);
    if (objects !== 1 || counts[200] !== AT_ONCE / 5 || counts[400] !== AT_ONCE - AT_ONCE / 5)
      wrong(name, `${objects} objects, ${JSON.stringify(counts)}`);
  },
  'the same key of two accounts': async ({ call, together, wrong, target, random }, name) => {
    const both = [await target.account({ credits: 100 }), await target.account({ credits: 100 })];
    const headers = { 'idempotency-key': `shared ${random.below(1e9)}` };
    const answers = await together(20, (index) =>
      call('POST', '/serp/new', both[index % 2]!.keys.test, { keyword: 'shared', region: 'US' }, headers),
    );
    const ids = new Set(answers.map((answer) => answer.json().id));
    if (ids.size !== 2) wrong(name, `${ids.size} objects`);
  },
  'many removers': async ({ call, together, wrong, target }, name) => {
    const { keys } = await target.account({ credits: 100 });
    const { id } = (await call('POST', '/serp/new', keys.test, { keyword: 'to be removed', region: 'US' })).json();
    const counts = tally(await together(25, () => call('DELETE', `/serp/${id}`, keys.test)));
    const after = await call('GET', `/serp/${id}`, keys.test);
    if (counts[204] !== 1 || counts[404] !== 24 || after.status !== 404) wrong(name, `${JSON.stringify(counts)}, then ${after.status}`);
  },
  'a key that is revoked meanwhile': async ({ call, together, wrong, target }, name) => {
    const { id } = await target.account({ credits: 1000 });
    const made = (await target.admin('POST', `/admin/accounts/${id}/keys`, { mode: 'test' })).json;
    const answers = await together(30, async (index) => {
      if (index === 10) await target.admin('DELETE', `/admin/keys/${made.id}`);
      return call('GET', '/user', made.key);
    });
    if (answers.some(({ status }) => status !== 200 && status !== 403)) wrong(name, JSON.stringify(tally(answers)));
    await sleep(5000);
    const late = await call('GET', '/user', made.key);
    if (late.status !== 403) wrong(name, `${late.status} five seconds after it was revoked`);
  },
  'lookups with the last credits': async ({ call, together, wrong, target }, name) => {
    const { id, keys } = await target.account({ credits: 5 });
    const counts = tally(await together(25, (index) => call('GET', `/whois/race-${index}.example`, keys.test)));
    const [{ charges, left }] = await target.query(
      "select (select count(*) from ledger where account_id = $1 and kind = 'charge')::int as charges, (select sum(remaining) from lots where account_id = $1 and not live)::int as left",
      [Number(id)],
    );
    if (counts[200] !== 5 || counts[429] !== 20 || charges !== 5 || left !== 0)
      wrong(name, `${JSON.stringify(counts)}, ${charges} charges, ${left} left`);
  },
};
