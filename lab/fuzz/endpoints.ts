// Sends drawn requests to a running service, many at once, and holds every answer and the books against the oracle.
import { availableParallelism, loadavg } from 'node:os';
import { Pool } from 'undici';
import { judge, statusesOf } from './oracle.ts';
import { EDGES, TARGETS } from './requests.ts';

const AT_ONCE = 16;
const CHUNK = 1000;
const SLOW_MS = 5000;
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const SHRINK_TRIES_MAX = 40;
const RSS_GROWTH_MB_MAX = 300;

/** `target` is where the service listens, with its operator's token and a way to ask its database. */
export async function fuzzEndpoints({ target, openapi, random, count, only, findings, say, sink, secrets = {} }) {
  const statuses = statusesOf(openapi);
  const pool = new Pool(target.url, {
    connections: AT_ONCE,
    pipelining: 1,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    maxHeaderSize: 65_536,
  });
  const known = await actorsOf(target, sink);
  const books = { ids: new Set(), lookups: 0, unclear: 0, lost: { charges: 0, objects: 0 } };
  const parts = {
    pool,
    statuses,
    findings,
    known,
    books,
    slow: [],
    secrets: [...Object.values(secrets), known.key, known.live, known.other],
  };
  const total = Object.values(TARGETS)
    .flat()
    .reduce((sum, [share]) => sum + share, 0);
  const counts = {};
  for (const edge of EDGES) await sendAndJudge({ ...edge(sink), key: known.key }, parts);
  let settled = null;
  for (const [name, generators] of Object.entries(TARGETS)) {
    if (only && !only.has(name)) continue;
    const own = random.fork(name);
    counts[name] = 0;
    for (const [share, draw] of generators) {
      let left = Math.max(1, Math.round((count * share) / total));
      while (left > 0) {
        const size = Math.min(CHUNK, left);
        const asked = Array.from({ length: size }, () => withKey(draw(own, known), known, own));
        await inParallel(asked, (each) => sendAndJudge(each, parts));
        left -= size;
        counts[name] += size;
        await checkBooks(target, known, books, findings);
        if (!target.alive()) return { counts, rssMb: 0 };
      }
    }
    settled ??= target.rss();
    say(
      `${name}: ${counts[name]} requests, ${books.ids.size} objects, memory ${target.rss().toFixed(0)} MB, findings ${findings.all.length}${books.lost.objects > 0 ? `, ${books.lost.objects} made behind a 502` : ''}`,
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

/** The account under test, and another whose objects must stay unseen. */
async function actorsOf(target, sink) {
  const [mine, other, spare] = [await target.account(), await target.account(), await target.account()];
  const foreign = [];
  for (const [path, body] of [
    ['/serp/new', { keyword: 'foreign words', region: 'US' }],
    ['/keyword/new', { keywords: ['foreign'], region: 'US' }],
    ['/ai/send-prompt', { prompt: 'foreign' }],
  ]) {
    const answer = await fetch(`${target.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${other.keys.test}` },
      body: JSON.stringify(body),
    });
    foreign.push((await answer.json()).id);
  }
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
  };
}

/** Mostly the test key, by query or header; the live one where nobody outside would be asked. */
function withKey(asked, known, random) {
  if (asked.key === null) return asked;
  const safe = asked.expect === 400 || asked.expect === 404 || /^\/(?:user|region)/.test(asked.path);
  const key =
    safe && asked.operation !== null && !/source|searchEngine|aiService/.test(asked.parameter ?? '') && random.chance(0.1)
      ? known.live
      : known.key;
  // Without providers a live key is refused earlier, by another name.
  const live = key === known.live;
  return {
    ...asked,
    ...(live && asked.expect === 400 ? { parameter: undefined, at: undefined } : {}),
    live,
    key,
    inQuery: random.chance(0.5),
  };
}

export async function send(pool, asked) {
  const started = performance.now();
  const path = asked.key && asked.inQuery ? `${asked.path}${asked.path.includes('?') ? '&' : '?'}apikey=${asked.key}` : asked.path;
  const headers = { ...asked.headers, ...(asked.key && !asked.inQuery ? { authorization: `Bearer ${asked.key}` } : {}) };
  const answer = await pool.request({ method: asked.method, path, headers, body: asked.body });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, ms: performance.now() - started };
}

async function sendAndJudge(asked, parts) {
  let answer;
  try {
    answer = await settledAnswer(asked, parts);
  } catch (error) {
    // Header values and paths that our own client refuses to send say nothing about the service.
    if (error.code === 'UND_ERR_INVALID_ARG' || /invalid (?:request path|header|method|idempotency)/i.test(error.message)) return;
    // A body past the limit is refused while it is still being sent; whoever only writes meets a closed connection.
    if (Buffer.byteLength(asked.body ?? '') > BODY_BYTES_MAX && /EPIPE|ECONNRESET|UND_ERR_SOCKET/.test(error.code ?? '')) return;
    parts.findings.add('connection', `${error.code ?? error.name}: ${error.message}`, shown(asked));
    return;
  }
  note(asked, answer, parts);
  if (answer.ms > SLOW_MS) parts.slow.push(asked);
  const problem = judge(asked, answer, parts.statuses);
  if (parts.secrets.some((secret) => answer.text.includes(secret))) parts.findings.add('leak', 'a secret in an answer', shown(asked));
  if (problem) parts.findings.add(`${asked.operation ?? 'strange'} ${problem[0]}`, problem[1], await shrunk(asked, problem[0], parts));
}

const isCrowded = ({ status, text }) =>
  [408, 502, 504].includes(status) || ((status === 429 || status === 503) && /the service is busy/.test(text));

/** On a crowded machine our own bytes or the database can be late once: what happened then is unclear, and only an answer that stays away is a finding. */
async function settledAnswer(asked, { pool, books }) {
  let answer = await send(pool, asked);
  for (let tries = 0; tries < 5 && isCrowded(answer); tries++) {
    if (answer.status === 502 || answer.status === 504)
      books.unclear += Array.isArray(asked.value)
        ? asked.value.length
        : typeof asked.body === 'string' && asked.body.startsWith('[')
          ? 1000
          : 1;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answer = await send(pool, asked);
  }
  return answer;
}

/** Keeps the books: which objects were acknowledged, how many lookups were paid. */
function note(asked, { status, text }, { known, books }) {
  if (status === 200 && !asked.live && /^\/(?:whois|technologies)\//.test(asked.path)) books.lookups += 1;
  if (status !== 200 || asked.live || !/^post \/(?:serp|keyword|ai)\/(?:new|se)/.test(asked.operation ?? '')) return;
  for (const object of [JSON.parse(text)].flat()) {
    books.ids.add(object.id);
    const kind = asked.path.split('/')[1];
    if (known.ids[kind].length < 500) known.ids[kind].push(object.id);
    if (known.ids.any.length < 500) known.ids.any.push(object.id);
  }
}

/** One charge per acknowledged object and paid lookup, nothing more; and the ledger adds up. */
async function checkBooks(target, known, books, findings) {
  const [row] = await target.query(
    `select (select count(*) from ledger where account_id = $1 and not live and kind = 'charge')::int as charges,
            (select count(*) from ledger where account_id = $1 and live and kind <> 'grant')::int as live,
            (select count(*) from objects where account_id = $1)::int as objects,
            (select sum(amount) from ledger where account_id = $1 and not live)::bigint as sum,
            (select sum(remaining) from lots where account_id = $1 and not live)::bigint as balance`,
    [Number(known.account)],
  );
  const sure = { charges: books.ids.size + books.lookups + books.lost.charges, objects: books.ids.size + books.lost.objects };
  for (const name of ['charges', 'objects']) {
    const more = row[name] - sure[name];
    if (more < 0 || more > books.unclear) findings.add('books', `${row[name]} ${name} for ${sure[name]} acknowledged`, '');
    books.lost[name] += more;
  }
  // From here on the books are exact again.
  books.unclear = 0;
  if (row.live !== 0) findings.add('books', `${row.live} live entries although every live request was refused`, '');
  if (String(row.sum) !== String(row.balance)) findings.add('books', `ledger ${row.sum}, balance ${row.balance}`, '');
}

/** Where many share the machine, everybody gets his part of it. */
const slowMs = () => SLOW_MS * Math.max(1, loadavg()[0] / availableParallelism());

/** Slow once is the machine; slow three times more is the service. */
async function judgeSlow(asked, { pool, findings }) {
  for (let tries = 0; tries < 3; tries++) if ((await send(pool, asked)).ms <= slowMs()) return;
  findings.add('slow', 'took more than five seconds four times', shown(asked));
}

const shown = ({ method, path, headers, body, value }) => ({
  method,
  path,
  headers: { ...headers, authorization: undefined },
  body: value ?? body?.toString(),
});

/** Leaves out fields as long as the same thing still goes wrong. */
async function shrunk(asked, kind, parts) {
  let best = asked;
  // An input that should have been refused loses its fault by being made smaller.
  if (kind !== 'expected' && asked.value && typeof asked.value === 'object' && !Array.isArray(asked.value)) {
    let tries = 0;
    for (const name of Object.keys(asked.value)) {
      if (++tries > SHRINK_TRIES_MAX) break;
      const { [name]: _, ...value } = best.value;
      const smaller = { ...best, value, body: JSON.stringify(value) };
      const answer = await send(parts.pool, smaller).catch(() => null);
      if (answer) note(smaller, answer, parts);
      if (answer && judge(smaller, answer, parts.statuses)?.[0] === kind) best = smaller;
    }
  }
  return shown(best);
}

async function inParallel(list, work) {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, list.length) }, async () => {
      while (next < list.length) await work(list[next++]);
    }),
  );
}
