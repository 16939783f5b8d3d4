// Customers that order and read at a steady rate, record what was acknowledged, and check it at the end.

import { Pool } from 'undici';
import type { Db } from '#product/platform/db.js';
import type { Call } from '../net.ts';
import { count, quantile } from '../report.ts';
import { sleep } from '../wait.ts';

/** Longer than any synchronous wait. */
const TIMEOUT_MS = 300_000;
const IDS_AT_ONCE = 1000;

/** One call: `at` counts from the start of the load, `status` is 0 without a response, `error` is the message of an error. */
export interface CustomerCall {
  readonly at: number;
  readonly waited: boolean;
  readonly isRead: boolean;
  ms: number;
  status: number;
  error: string;
}

export interface Customers {
  readonly acknowledged: readonly string[];
  readonly calls: readonly CustomerCall[];
  now(): number;
  stop(): Promise<void>;
}

/** `rate` calls per second: of ten calls three creates, one synchronous create and six reads. */
export function startCustomers(origin: string, key: string, rate: number): Customers {
  const pool = new Pool(origin, { connections: 200, pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const calls: CustomerCall[] = [];
  const acknowledged: string[] = [];
  const open = new Set<Promise<void>>();
  const started = performance.now();
  let number = 0;

  const call = async (turn: number): Promise<void> => {
    const due = performance.now();
    const order = { keyword: `trial ${number}`, region: 'US', ...(turn === 3 ? { asynchronous: false, priority: 'INSTANT' } : {}) };
    const creating = turn < 4 || acknowledged.length === 0;
    const record: CustomerCall = { at: due - started, ms: 0, status: 0, error: '', waited: turn === 3, isRead: !creating };
    try {
      const response = await pool.request({
        path: creating ? '/serp/new' : `/serp/${acknowledged[(number * 7919) % acknowledged.length]}`,
        method: creating ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, ...(creating ? { 'content-type': 'application/json' } : {}) },
        body: creating ? JSON.stringify(order) : null,
      });
      const object = (await response.body.json()) as { id: string; message?: string };
      record.status = response.statusCode;
      record.error = object.message ?? '';
      if (creating && response.statusCode === 200) acknowledged.push(object.id);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      record.error = code ?? message;
    }
    record.ms = performance.now() - due;
    calls.push(record);
  };
  const timer = setInterval(() => {
    const target = Math.floor(((performance.now() - started) / 1000) * rate);
    for (; number < target; number++) {
      const one: Promise<void> = call(number % 10).finally(() => open.delete(one));
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

/** Statuses and times of calls. Synchronous creates do not count as slow. */
export function summaryOf(calls: readonly CustomerCall[]) {
  const times = calls.filter(({ status, waited }) => status === 200 && !waited).map(({ ms }) => ms);
  times.sort((a, b) => a - b);
  const statuses: Record<string, number> = {};
  for (const { status, error, waited } of calls) {
    const name = `${status || error}${waited && status !== 200 ? ' while waiting' : ''}`;
    count(statuses, name);
  }
  const failed = calls.filter(({ status }) => status !== 200 && status !== 429).length;
  return { calls: calls.length, statuses, failed, p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: times.at(-1) ?? 0 };
}

/** Counts acknowledged objects that do not exist, and objects that never ended. */
export async function outcomeOf(call: Call, ids: readonly string[], secondsMax = 90): Promise<{ lost: number; unfinished: number }> {
  const states = new Map<string, boolean>();
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

export interface LedgerCheck {
  readonly objects: number;
  readonly uncharged: number;
  readonly drift: number;
}

/** Objects in the database, objects without a charge, and account modes whose ledger does not match. */
export async function ledgerCheck(db: Db): Promise<LedgerCheck> {
  const [row] = await db.query<LedgerCheck>({
    name: 'ledger_check',
    text: `select (select count(*) from objects)::integer as objects,
      (select count(*) from objects o where not exists (select from ledger g where g.ref = o.id and g.kind = 'charge'))::integer as uncharged,
      (select count(*) from account_modes p where (select coalesce(sum(remaining), 0) from lots l where l.account_id = p.account_id and l.live = p.live)
        <> (select coalesce(sum(amount), 0) from ledger g where g.account_id = p.account_id and g.live = p.live))::integer as drift`,
  });
  return row!;
}
