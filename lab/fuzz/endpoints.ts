// Sends drawn requests to a running service, many at once, and checks every response and the ledger.
import { availableParallelism, loadavg } from 'node:os';
import { type Dispatcher, Pool } from 'undici';
import { callerOf } from '../net.ts';
import type { Random } from '../random.ts';
import type { Say } from '../report.ts';
import { sleep } from '../wait.ts';
import type { Asked, Fields, Known } from './asked.ts';
import { EDGES } from './edges.ts';
import type { Findings } from './findings.ts';
import { type AcknowledgedSoFar, checkLedger, noteAnswer } from './ledger-check.ts';
import { type JudgedAnswer, judge, type OpenApi, type Statuses, statusesOf } from './oracle.ts';
import { TARGETS } from './requests.ts';
import type { Target } from './service.ts';

const AT_ONCE = 16;
const CHUNK = 1000;
const SLOW_MS = 5000;
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const SHRINK_TRIES_MAX = 40;
const RSS_GROWTH_MB_MAX = 300;

interface EndpointParts {
  readonly target: Target;
  readonly openapi: OpenApi;
  readonly random: Random;
  readonly count: number;
  readonly only: ReadonlySet<string> | null;
  readonly findings: Findings;
  readonly say: Say;
  readonly sink: string;
  readonly secrets?: Readonly<Record<string, string>>;
}

interface Parts {
  readonly pool: Pool;
  readonly statuses: Statuses;
  readonly findings: Findings;
  readonly known: Known;
  readonly acknowledged: AcknowledgedSoFar;
  readonly slow: Asked[];
  readonly secrets: readonly string[];
}

/** Every drawn request must get the response of the contract, and the ledger must match. */
export async function fuzzEndpoints(given: EndpointParts): Promise<{ counts: Record<string, number>; rssMb: number }> {
  const { target, openapi, random, count, only, findings, say, sink, secrets = {} } = given;
  const statuses = statusesOf(openapi);
  const pool = new Pool(target.url, {
    connections: AT_ONCE,
    pipelining: 1,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    maxHeaderSize: 65_536,
  });
  const known = await actorsOf(target, sink);
  const acknowledged: AcknowledgedSoFar = { ids: new Set(), lookups: 0, unclear: 0, lost: { charges: 0, objects: 0 } };
  const parts: Parts = {
    pool,
    statuses,
    findings,
    known,
    acknowledged,
    slow: [],
    secrets: [...Object.values(secrets), known.key, known.live, known.other],
  };
  const total = Object.values(TARGETS)
    .flat()
    .reduce((sum, [share]) => sum + share, 0);
  const counts: Record<string, number> = {};
  for (const edge of EDGES) await sendAndJudge({ ...edge(), key: known.key }, parts);
  let settled: number | null = null;
  for (const [name, generators] of Object.entries(TARGETS)) {
    if (only && !only.has(name)) continue;
    const own = random.fork(name);
    let sent = 0;
    for (const [share, draw] of generators) {
      let left = Math.max(1, Math.round((count * share) / total));
      while (left > 0) {
        const size = Math.min(CHUNK, left);
        const asked = Array.from({ length: size }, () => withKey(draw(own, known), known, own));
        await inParallel(asked, (each) => sendAndJudge(each, parts));
        left -= size;
        sent += size;
        counts[name] = sent;
        await checkLedger(target, known, acknowledged, findings);
        if (!target.alive()) return { counts, rssMb: 0 };
      }
    }
    settled ??= target.rss();
    say(
      `${name}: ${sent} requests, ${acknowledged.ids.size} objects, memory ${target.rss().toFixed(0)} MB, findings ${findings.all.length}${acknowledged.lost.objects > 0 ? `, ${acknowledged.lost.objects} made behind a 502` : ''}`,
    );
  }
  say(`${parts.slow.length} answers took longer than a second on this machine; they are asked again`);
  for (const each of parts.slow.slice(0, 50)) await judgeSlow(each, parts);
  const rssMb = target.rss();
  if (settled !== null && rssMb > settled + RSS_GROWTH_MB_MAX)
    findings.add('memory', `grew from ${settled.toFixed(0)} to ${rssMb.toFixed(0)} MB`, '');
  await pool.close();
  return { counts, rssMb };
}

/** The account under test, and another whose objects must stay hidden. */
async function actorsOf(target: Target, sink: string): Promise<Known> {
  const [mine, other, spare] = [await target.account(), await target.account(), await target.account()];
  const foreign: string[] = [];
  const orders: [path: string, body: object][] = [
    ['/serp/new', { keyword: 'foreign words', region: 'US' }],
    ['/keyword/new', { keywords: ['foreign'], region: 'US' }],
    ['/ai/send-prompt', { prompt: 'foreign' }],
  ];
  const call = callerOf(target.url, other.keys.test);
  for (const [path, body] of orders) foreign.push((await call('POST', path, body)).json.id);
  const project = { name: 'Fuzz', domains: [{ domain: 'shop.example' }], defaults: { region: 'US' }, schedule: { every: 'manual' } };
  const callMine = callerOf(target.url, mine.keys.test);
  const { json: own } = await callMine('POST', '/projects', project);
  const { json: added } = await callMine('POST', `/projects/${own.id}/keywords`, { keywords: [{ keyword: 'tea' }] });
  const { json: hidden } = await call('POST', '/projects', { ...project, name: 'Foreign' });
  return {
    account: mine.id,
    key: mine.keys.test,
    live: mine.keys.live,
    other: other.keys.test,
    spare: spare.id,
    token: target.token,
    foreign,
    sink,
    ids: { serp: [], keyword: [], ai: [], any: [] },
    tracking: { project: own.id, keyword: added.ids[0], foreign: hidden.id },
  };
}

/** Mostly the test key, by query or header; the live key only where no source is requested. */
function withKey(asked: Asked, known: Known, random: Random): Asked {
  if (asked.key === null) return asked;
  const safe = asked.expect === 400 || asked.expect === 404 || /^\/(?:user|region)/.test(asked.path);
  const key =
    safe && asked.operation !== null && !/source|searchEngine|aiService/.test(asked.parameter ?? '') && random.chance(0.1)
      ? known.live
      : known.key;
  // Without providers a live request is rejected earlier, with another name.
  const live = key === known.live;
  return {
    ...asked,
    ...(live && asked.expect === 400 ? { parameter: undefined, at: undefined } : {}),
    live,
    key,
    inQuery: random.chance(0.5),
  };
}

interface SentAnswer extends JudgedAnswer {
  readonly ms: number;
}

export async function send(pool: Pool, asked: Asked): Promise<SentAnswer> {
  const started = performance.now();
  const path = asked.key && asked.inQuery ? `${asked.path}${asked.path.includes('?') ? '&' : '?'}apikey=${asked.key}` : asked.path;
  const headers = { ...asked.headers, ...(asked.key && !asked.inQuery ? { authorization: `Bearer ${asked.key}` } : {}) };
  const response = await pool.request({ method: asked.method as Dispatcher.HttpMethod, path, headers, body: asked.body ?? null });
  const text = await response.body.text();
  return { status: response.statusCode, headers: response.headers, text, ms: performance.now() - started };
}

async function sendAndJudge(asked: Asked, parts: Parts): Promise<void> {
  let answer: SentAnswer;
  try {
    answer = await settledAnswer(asked, parts);
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    // Our own client refuses to send some header values and paths. That says nothing about the service.
    if (error.code === 'UND_ERR_INVALID_ARG' || /invalid (?:request path|header|method|idempotency)/i.test(error.message)) return;
    // A body past the limit is rejected while it is being sent, so the client may only see a closed connection.
    if (Buffer.byteLength(asked.body ?? '') > BODY_BYTES_MAX && /EPIPE|ECONNRESET|UND_ERR_SOCKET/.test(error.code ?? '')) return;
    parts.findings.add('connection', `${error.code ?? error.name}: ${error.message}`, shown(asked));
    return;
  }
  noteAnswer(asked, answer, parts);
  if (answer.ms > SLOW_MS) parts.slow.push(asked);
  const problem = judge(asked, answer, parts.statuses);
  if (parts.secrets.some((secret) => answer.text.includes(secret))) parts.findings.add('leak', 'a secret in an answer', shown(asked));
  if (problem) parts.findings.add(`${asked.operation ?? 'strange'} ${problem[0]}`, problem[1], await shrunk(asked, problem[0], parts));
}

const isOverloaded = ({ status, text }: SentAnswer): boolean =>
  [408, 502, 504].includes(status) || ((status === 429 || status === 503) && /the service is busy/.test(text));

/** On a busy machine a request or the database can be late once. The outcome is then unknown, and only a repeated failure is a finding. */
async function settledAnswer(asked: Asked, { pool, acknowledged }: Parts): Promise<SentAnswer> {
  let answer = await send(pool, asked);
  for (let attempts = 0; attempts < 5 && isOverloaded(answer); attempts++) {
    if (answer.status === 502 || answer.status === 504)
      acknowledged.unclear += Array.isArray(asked.value)
        ? asked.value.length
        : typeof asked.body === 'string' && asked.body.startsWith('[')
          ? 1000
          : 1;
    await sleep(1000);
    answer = await send(pool, asked);
  }
  return answer;
}

/** Allows more time when the machine is shared. */
const slowMs = (): number => SLOW_MS * Math.max(1, loadavg()[0]! / availableParallelism());

/** A request that is slow once may be the machine. Slow three times more is a finding. */
async function judgeSlow(asked: Asked, { pool, findings }: Parts): Promise<void> {
  for (let attempts = 0; attempts < 3; attempts++) if ((await send(pool, asked)).ms <= slowMs()) return;
  findings.add('slow', 'took more than five seconds four times', shown(asked));
}

const shown = ({ method, path, headers, body, value }: Asked): object => ({
  method,
  path,
  headers: { ...headers, authorization: undefined },
  body: value ?? body?.toString(),
});

/** Removes fields while the problem stays the same. */
async function shrunk(asked: Asked, kind: string, parts: Parts): Promise<object> {
  let best = asked;
  // An input that should have been rejected may lose its fault when fields are removed.
  if (kind !== 'expected' && asked.value && typeof asked.value === 'object' && !Array.isArray(asked.value)) {
    let attempts = 0;
    for (const name of Object.keys(asked.value)) {
      if (++attempts > SHRINK_TRIES_MAX) break;
      const { [name]: _, ...value } = best.value as Fields;
      const smaller = { ...best, value, body: JSON.stringify(value) };
      const answer = await send(parts.pool, smaller).catch(() => null);
      if (answer) noteAnswer(smaller, answer, parts);
      if (answer && judge(smaller, answer, parts.statuses)?.[0] === kind) best = smaller;
    }
  }
  return shown(best);
}

async function inParallel<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, list.length) }, async () => {
      while (next < list.length) await work(list[next++]!);
    }),
  );
}
