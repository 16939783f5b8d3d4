// A million queued objects: whether claims stay as fast as with a short queue, and whether urgent objects go first.

import { createPlaceOrder } from '#product/business/orders/place.js';
import type { OrderItem } from '#product/contract/order.js';
import type { Db } from '#product/platform/db.js';
import { createQueue } from '#product/platform/queue.js';
import { type Environment, openWithOneAccount } from '../environment.ts';
import { callerOf } from '../net.ts';
import { brokenOf, quantile, round, type Say } from '../report.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const BATCH = 1000;
const CLAIM = { times: 2000, want: 20 };
const URGENT = 200;
const SETTLED = { name: 'settled', text: 'delete from queue where object_id = any($1)' };

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const count = quick ? 20_000 : 1_000_000;
  const environment = await openWithOneAccount();
  try {
    const short = await fill(environment, 5000);
    const started = performance.now();
    const few = await claims(environment.db, 200);
    await fill(environment, count - short, say);
    const filled = (performance.now() - started) / 1000;
    const many = await claims(environment.db, CLAIM.times);
    say(`claims of ${CLAIM.want}: p50 ${round(few.p50, 1)} ms from a short queue, ${round(many.p50, 1)} ms from the long one`);

    const api = await environment.start('start');
    const call = callerOf(api.url, environment.key);
    const times: number[] = [];
    for (let number = 0; number < URGENT; number++) {
      const asked = performance.now();
      const { json } = await call('POST', '/serp/new', {
        keyword: `urgent ${number}`,
        region: 'US',
        priority: 'INSTANT',
        asynchronous: false,
      });
      if (json.ready) times.push(performance.now() - asked);
    }
    times.sort((a, b) => a - b);
    const metrics = await fetch(`${api.url}/metrics`).then((response) => response.text());
    await api.stop('SIGTERM');
    const [row] = await environment.db.query<{ depth: number }>({
      name: 'depth',
      text: 'select count(*)::integer as depth from queue where lease is null',
    });
    const { depth } = row!;
    const figures = {
      queued: count,
      filledPerSecond: round(count / filled),
      claims: CLAIM.times,
      claimOf: CLAIM.want,
      shortP50Ms: round(few.p50, 1),
      shortP99Ms: round(few.p99, 1),
      p50Ms: round(many.p50, 1),
      p99Ms: round(many.p99, 1),
      urgentStarted: startedOf(metrics, 'count'),
      urgentStartedWithin1s: startedOf(metrics, 'bucket', '1'),
      urgentStartedWithin500ms: startedOf(metrics, 'bucket', '0.5'),
      urgentReady: times.length,
      urgentP50Ms: round(quantile(times, 0.5)),
      urgentP99Ms: round(quantile(times, 0.99)),
      stillQueued: depth,
    };
    return {
      figures,
      broken: brokenOf([
        ['with 1,000,000 queued a claim takes at most 50 ms (p99)', figures.p99Ms <= 50],
        ['INSTANT is started within 1 s behind them (p99)', figures.urgentStartedWithin1s >= URGENT * 0.99 && times.length === URGENT],
        ['the backlog is still there', quick || depth > count / 2],
      ]),
    };
  } finally {
    await environment.close();
  }
}

/** Reads the worker's histogram of waiting times. */
function startedOf(metrics: string, part: string, bound?: string): number {
  const lines = metrics
    .split('\n')
    .filter((line) => line.startsWith(`sextant_job_wait_seconds_${part}{`) && line.includes('priority="INSTANT"'));
  return Number(
    lines
      .find((line) => bound === undefined || line.includes(`le="${bound}"`))
      ?.split(' ')
      .at(-1) ?? 0,
  );
}

/** Places orders as the API does. Returns their number. */
async function fill({ db, account }: Environment, count: number, say: Say = () => undefined): Promise<number> {
  const place = createPlaceOrder(db, {
    retentionDays: 7,
    archiveDays: 30,
    deadlineSeconds: [86_400, 21_600, 600, 600, 900],
    aiGraceDays: 7,
    aiRateSeconds: 60,
    itemsMax: BATCH,
    callsMax: 2,
  });
  const request = JSON.stringify({
    searchEngine: 'google',
    keyword: 'backlog',
    region: 'US',
    language: 'en',
    maxResults: 10,
    priority: 'LOW',
  });
  const items = Array.from(
    { length: BATCH },
    (): OrderItem => ({ request, priority: 'LOW', cost: 1, overCost: 1, hasWaiter: false, delayDays: 0 }),
  );
  for (let made = 0; made < count; made += 4 * BATCH) {
    await Promise.all(
      Array.from({ length: Math.min(4, Math.ceil((count - made) / BATCH)) }, () =>
        place({ account, kind: 'serp', items, idempotency: null }),
      ),
    );
    if (made % 100_000 === 0) say(`${made} are queued …`);
  }
  return count;
}

/** Claims and finishes jobs as a worker does. Returns the times of the claims. */
async function claims(db: Db, times: number): Promise<{ p50: number; p99: number }> {
  const queue = createQueue(db);
  const took: number[] = [];
  for (let number = 0; number < times; number++) {
    const started = performance.now();
    const rows = await queue.claim(CLAIM.want);
    took.push(performance.now() - started);
    await db.query(SETTLED, [rows.map((row) => row.object_id)]);
  }
  took.sort((a, b) => a - b);
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}
