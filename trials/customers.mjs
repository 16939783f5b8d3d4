// Customers who go on ordering and reading at a steady pace whatever happens, remember what they were promised, and ask for it in the end.
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { quantile } from './load.mjs';

/** As long as a client that waits may have to. */
const TIMEOUT_MS = 300_000;
const IDS_AT_ONCE = 1000;

/** Three creates, one that waits, and six reads, `rate` of them a second. */
export function startCustomers(origin, key, rate) {
  const pool = new Pool(origin, { connections: 200, pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const calls = [];
  const acknowledged = [];
  const open = new Set();
  const started = performance.now();
  let number = 0;

  const call = async (turn) => {
    const due = performance.now();
    const record = { at: due - started, ms: 0, status: 0, error: '', waited: turn === 3 };
    const order = { keyword: `trial ${number}`, region: 'US', ...(turn === 3 ? { asynchronous: false, priority: 'INSTANT' } : {}) };
    const creating = turn < 4 || acknowledged.length === 0;
    try {
      const answer = await pool.request({
        path: creating ? '/serp/new' : `/serp/${acknowledged[(number * 7919) % acknowledged.length]}`,
        method: creating ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, ...(creating ? { 'content-type': 'application/json' } : {}) },
        body: creating ? JSON.stringify(order) : null,
      });
      const object = await answer.body.json();
      record.status = answer.statusCode;
      if (creating && answer.statusCode === 200) acknowledged.push(object.id);
    } catch (error) {
      record.error = error.code ?? error.message;
    }
    record.ms = performance.now() - due;
    calls.push(record);
  };
  const timer = setInterval(() => {
    const target = Math.floor(((performance.now() - started) / 1000) * rate);
    for (; number < target; number++) {
      const one = call(number % 10).finally(() => open.delete(one));
      open.add(one);
    }
  }, 5);

  return {
    acknowledged,
    calls,
    now: () => performance.now() - started,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      await pool.destroy();
    },
  };
}

/** How calls went, those of a span of time or all; clients that were told to wait do not count as slow. */
export function summaryOf(calls) {
  const times = calls.filter(({ status, waited }) => status === 200 && !waited).map(({ ms }) => ms);
  times.sort((a, b) => a - b);
  const statuses = {};
  for (const { status, error, waited } of calls) {
    const name = `${status || error}${waited && status !== 200 ? ' while waiting' : ''}`;
    statuses[name] = (statuses[name] ?? 0) + 1;
  }
  const failed = calls.filter(({ status }) => status !== 200 && status !== 429).length;
  return { calls: calls.length, statuses, failed, p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: times.at(-1) ?? 0 };
}

/** Of what was acknowledged: how many do not exist, and how many never ended. */
export async function outcomeOf(call, ids, secondsMax = 90) {
  const states = new Map();
  for (const started = Date.now(); ; await sleep(500)) {
    const missing = ids.filter((id) => !states.get(id));
    for (let from = 0; from < missing.length; from += IDS_AT_ONCE) {
      const { status, json } = await call('POST', '/serp/list', missing.slice(from, from + IDS_AT_ONCE));
      if (status === 200) for (const { id, ready, faulty } of json) states.set(id, ready || faulty);
    }
    const unfinished = ids.filter((id) => states.get(id) === false).length;
    const lost = ids.filter((id) => !states.has(id)).length;
    if ((unfinished === 0 && lost === 0) || Date.now() - started > secondsMax * 1000) return { lost, unfinished };
  }
}

/** Objects in the database of this account, and charges that do not fit them. */
export async function booksOf(db) {
  const [books] = await db.query({
    name: 'books',
    text: `select (select count(*) from objects)::integer as objects,
      (select count(*) from objects o where not exists (select from ledger g where g.ref = o.id and g.kind = 'charge'))::integer as uncharged,
      (select count(*) from account_modes p where (select coalesce(sum(remaining), 0) from lots l where l.account_id = p.account_id and l.live = p.live)
        <> (select coalesce(sum(amount), 0) from ledger g where g.account_id = p.account_id and g.live = p.live))::integer as drift`,
  });
  return books;
}
