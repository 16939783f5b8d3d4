// S3 storage that is slow, silent, away or has lost blobs: what customers see, where results go, and whether any is lost.
import { type Environment, openWithOneAccount, TOKEN } from '../environment.ts';
import { type Call, callerOf } from '../net.ts';
import { brokenOf, count, quantile, round } from '../report.ts';
import { missingS3, type S3Server, type S3State, startS3 } from '../s3-server.ts';
import { sleep, until } from '../wait.ts';
import { type CustomerCall, ledgerCheck, outcomeOf, startCustomers } from './customers.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const RATE = 10;
/** After a failed upload, the service stores results in the database for 30 s. */
const COOLDOWN_MS = 32_000;
/**
 * How much longer than with normal storage a response may take: the median asynchronous create, and 99 of 100 requests that wait for S3. An
 * attempt at S3 ends after 10 s without a response.
 */
const CREATE_EXTRA_MS = 3000;
const WAIT_EXTRA_MS = 15_000;
const START_MS_MAX = 120_000;
const LOST = 5;
/** Sandbox results compress to about 1.7 KB. */
const SETTINGS = { S3_MIN_BYTES: '500', SYNC_WAIT_SECONDS: '60', DATABASE_TIMEOUT_SECONDS: '30' };

interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Results that were stored during the phase. */
  readonly s3: number;
  readonly database: number;
}

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const missing = await missingS3();
  if (missing) return { figures: { skipped: missing }, broken: [] };
  const environment = await openWithOneAccount();
  let s3: S3Server | null = null;
  try {
    s3 = await startS3(environment.folder);
    return await disturb(environment, s3, quick ? 8000 : 20_000, say);
  } finally {
    await s3?.stop();
    await environment.close();
  }
}

async function disturb(environment: Environment, s3: S3Server, spanMs: number, say: TrialSettings['say']): Promise<TrialResult> {
  const service = await environment.start('start', { ...SETTINGS, ...s3.settings });
  const customers = startCustomers(service.url, environment.key, RATE);
  await until(async () => (await storedIn(environment)).s3 > 0, { msMax: START_MS_MAX, problem: () => 'no result was stored in S3' });
  const phases: Phase[] = [];
  const phase = async (name: string, state: S3State, ms: number): Promise<void> => {
    s3.setState(state);
    const [from, before] = [customers.now(), await storedIn(environment)];
    await sleep(ms);
    const after = await storedIn(environment);
    phases.push({ name, from, to: customers.now(), s3: after.s3 - before.s3, database: after.database - before.database });
    say(`${name}: ${after.s3 - before.s3} results in S3, ${after.database - before.database} in the database`);
  };
  await phase('normal', 'normal', spanMs);
  await phase('slow', 'slow', spanMs);
  await phase('after slow', 'normal', spanMs);
  for (const state of ['away', 'silent'] as const) {
    await phase(state, state, 2 * spanMs);
    await phase(`after ${state}`, 'normal', COOLDOWN_MS + spanMs);
  }
  await customers.stop();
  const call = callerOf(service.url, environment.key);
  const outcome = await outcomeOf(call, customers.acknowledged);
  const unread = await unreadOf(customers.acknowledged, call);
  const lostStatuses = await loseBlobs(environment, s3, call);
  const { drift, uncharged } = await ledgerCheck(environment.db);
  const seen = Object.fromEntries(phases.map((one) => [one.name, summaryOf(one, customers.calls)]));
  const figures = {
    phases: seen,
    errors: errorsOf(customers.calls),
    acknowledged: customers.acknowledged.length,
    ...outcome,
    unread,
    lostStatuses,
    drift,
    metrics: await countersOf(service.url),
  };
  const [all, normal] = [Object.values(seen), seen.normal!];
  const storedBy = (name: string): Phase => phases.find((one) => one.name === name)!;
  return {
    figures,
    broken: brokenOf([
      ['no create fails', all.every(({ creates, waits }) => only(creates, 200) && only(waits, 200))],
      ['creates do not wait for S3', all.every(({ creates }) => creates.p50Ms <= normal.creates.p50Ms + CREATE_EXTRA_MS)],
      ['synchronous creates wait for S3 only shortly', all.every(({ waits }) => waits.p99Ms <= normal.waits.p99Ms + WAIT_EXTRA_MS)],
      ['a read gets the object or 502', all.every(({ reads }) => only(reads, 200, 502))],
      ['a read of slow storage gets the object', only(seen.slow!.reads, 200)],
      ['a read that S3 does not serve is rejected in time', all.every(({ reads }) => reads.p99Ms <= normal.reads.p99Ms + WAIT_EXTRA_MS)],
      ['results go into the database while S3 is away or silent', storedBy('away').database > 0 && storedBy('silent').database > 0],
      ['results go to S3 again afterwards', storedBy('after away').s3 > 0 && storedBy('after silent').s3 > 0],
      ['no result is lost, and every object ends', outcome.lost === 0 && outcome.unfinished === 0 && unread === 0],
      ['a lost blob is a 502 for its own object only', lostStatuses.lost.join() === '502' && lostStatuses.others.join() === '200'],
      ['credits add up', drift === 0 && uncharged === 0],
    ]),
  };
}

async function storedIn({ db }: Environment): Promise<{ readonly s3: number; readonly database: number }> {
  const text = 'select count(blob_key)::integer as s3, count(body)::integer as database from results';
  return (await db.query<{ s3: number; database: number }>({ name: 'stored_in', text }))[0]!;
}

interface Calls {
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const only = ({ statuses }: Calls, ...allowed: readonly number[]): boolean =>
  Object.keys(statuses).every((status) => allowed.includes(Number(status)));

/** The calls that began in this phase. */
function summaryOf({ from, to, s3, database }: Phase, calls: readonly CustomerCall[]) {
  const begun = calls.filter(({ at }) => at >= from && at < to);
  return {
    s3,
    database,
    creates: callsOf(begun.filter(({ isRead, waited }) => !isRead && !waited)),
    waits: callsOf(begun.filter(({ isRead, waited }) => !isRead && waited)),
    reads: callsOf(begun.filter(({ isRead }) => isRead)),
  };
}

function callsOf(calls: readonly CustomerCall[]): Calls {
  const statuses: Record<string, number> = {};
  for (const { status, error } of calls) count(statuses, status || error);
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  return { statuses, p50Ms: round(quantile(times, 0.5)), p99Ms: round(quantile(times, 0.99)), maxMs: round(times.at(-1) ?? 0) };
}

/** Counts what failed calls were told, by kind of call. */
function errorsOf(calls: readonly CustomerCall[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error, isRead } of calls) if (status !== 200) count(counts, `${isRead ? 'read' : 'create'}: ${status} ${error}`);
  return counts;
}

/** Counts finished objects whose data cannot be read. */
async function unreadOf(ids: readonly string[], call: Call): Promise<number> {
  let unread = 0;
  for (const id of ids) {
    const { status, json } = await call('GET', `/serp/${id}`);
    if (status !== 200 || (json.ready && !json.data)) unread++;
  }
  return unread;
}

/** Deletes some blobs behind the back of the service. Returns the different statuses of their objects and of others. */
async function loseBlobs({ db }: Environment, s3: S3Server, call: Call): Promise<{ readonly lost: number[]; readonly others: number[] }> {
  const text = 'select id, blob_key as key from results where blob_key is not null order by id limit $1';
  const rows = await db.query<{ id: string; key: string }>({ name: 'some_blobs', text }, [2 * LOST]);
  const [lost, others] = [rows.slice(0, LOST), rows.slice(LOST)];
  for (const { key } of lost) await s3.store.remove(key);
  const statusesOf = async (some: readonly { readonly id: string }[]): Promise<number[]> => {
    const statuses = new Set<number>();
    for (const { id } of some) statuses.add((await call('GET', `/serp/${id}`)).status);
    return [...statuses];
  };
  return { lost: await statusesOf(lost), others: await statusesOf(others) };
}

/** The counters that an operator sees. */
async function countersOf(url: string): Promise<Record<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = (await response.text()).split('\n').filter((line) => /^sextant_(large_results|blob)/.test(line));
  const counters: Record<string, number> = {};
  for (const line of lines) {
    const [name, value] = [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))];
    counters[name] = (counters[name] ?? 0) + value;
  }
  return counters;
}
