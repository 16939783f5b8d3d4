// Three times the saturation rate: how much throughput remains, how fast the rest is rejected, and how soon the service recovers.

import { CLIENTS, pin, SERVICE } from '../cores.ts';
import { openWithOneAccount, type RunningProcess } from '../environment.ts';
import { loadAtRate, loadWaiting, type RateResult, withKey } from '../load.ts';
import { type Call, callerOf } from '../net.ts';
import type { RawRequest } from '../open-sockets.ts';
import { childrenOf } from '../processes.ts';
import { brokenOf, median, round, type Say } from '../report.ts';
import { sleep } from '../wait.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

/** Shares of the best rate. The search starts at half of it. */
const STEPS = { shares: [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2], seconds: 3, tries: 2 };
const WARM_UP = { rate: 200, seconds: 3 };
/** The median decides, because the slowest hundredth depends on other load of the machine. */
const SATURATION = { p50MsMax: 100, shareMin: 0.95 };
const CALM_MS_MAX = 1000;
/** Connections that are open from the start. More are opened when none is free. */
const WARM = 4000;
/**
 * The speed of the machine changes from minute to minute. Each overload therefore has its own saturation point, and the best rate is measured
 * right before and after it, by few enough waiting clients that none is rejected.
 */
const BEST = { clients: 200, seconds: 5 };
const ROUNDS = 5;
/** A generator that was this late did not send the planned load, so the run is repeated. */
const LATE_MS_MAX = 250;
const OVER_TRIES = 3;

/** Seven reads of one object, one of ten, two creates. */
async function mixOf(call: Call): Promise<RawRequest[]> {
  const made = await call(
    'POST',
    '/serp/new/list',
    Array.from({ length: 10 }, (_, index) => ({ keyword: `tea ${index}`, region: 'US' })),
  );
  const ids: string[] = made.json.map(({ id }: { id: string }) => id);
  for (let ready = 0; ready < ids.length; ) {
    await sleep(100);
    ready = (await call('POST', '/serp/list', ids)).json.filter((serp: { ready: boolean }) => serp.ready).length;
  }
  const read = (index: number): RawRequest => ({ path: `/serp/${ids[index]}` });
  const create = { method: 'POST', path: '/serp/new', body: JSON.stringify({ keyword: 'green tea', region: 'US', priority: 'LOW' }) };
  return [
    read(0),
    read(1),
    create,
    read(2),
    read(3),
    { method: 'POST', path: '/serp/list', body: JSON.stringify(ids) },
    read(4),
    create,
    read(5),
    read(6),
  ];
}

const goodOf = (answer: RateResult): number => (answer.byStatus[200]?.count ?? 0) / answer.seconds;

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const environment = await openWithOneAccount();
  try {
    const api = await environment.start('api', { LOG_LEVEL: 'warn' });
    const worker = await environment.start('worker');
    const requests = withKey(environment.key, await mixOf(callerOf(api.url, environment.key)));
    // Jobs stay in the queue from now on, because the trial measures the API only.
    await worker.stop();
    // On few cores the load generator would take the CPU time that the service needs.
    const postgres = environment.databasePid();
    const apart = [api.pid, postgres, ...childrenOf(postgres)].every((pid) => pin(pid, SERVICE));
    const cores = apart ? CLIENTS : null;
    const at: AtRate = (rate, seconds) => loadAtRate({ origin: api.url, requests, rate: Math.round(rate), seconds, cores, warm: WARM });
    await at(WARM_UP.rate, WARM_UP.seconds);

    const best = async (): Promise<number> => {
      const { seconds, counts } = await loadWaiting({ origin: api.url, requests, cores, ...BEST });
      return (counts[200] ?? 0) / seconds;
    };
    const rounds: Round[] = [];
    await best();
    for (let latest = await best(); rounds.length < (quick ? 1 : ROUNDS); ) {
      const saturation = await saturationOf(latest, at, say);
      const before = await best();
      const { over, tries: attempts } = await overOf(() => at(saturation * 3, quick ? 5 : 15), say);
      latest = await best();
      rounds.push({ saturation: round(saturation), ...roundOf(over, (before + latest) / 2), tries: attempts });
      say(`three times: ${JSON.stringify(rounds.at(-1))}`);
    }
    const after = await at(rounds.at(-1)!.saturation * 0.5, 10);
    const figures = { ...figuresOf(rounds, after, api), apart };
    if (figures.failed > 0) for (const [reason, count] of reasonsOf(api.printed())) say(`failed: ${count} × ${reason}`);
    return { figures, broken: promisesOf(figures) };
  } finally {
    await environment.close();
  }
}

type AtRate = (rate: number, seconds: number) => Promise<RateResult>;
type Round = ReturnType<typeof roundOf> & { readonly saturation: number; readonly tries: number };

async function overOf(run: () => Promise<RateResult>, say: Say): Promise<{ over: RateResult; tries: number }> {
  for (let attempts = 1; ; attempts++) {
    const over = await run();
    if (over.lateMs <= LATE_MS_MAX || attempts === OVER_TRIES) return { over, tries: attempts };
    say(`the generator was ${round(over.lateMs)} ms late: ${round(goodOf(over))}/s good; once more`);
  }
}

/** A step must fail twice, because other load of the machine can fail it once. */
async function saturationOf(best: number, at: AtRate, say: Say): Promise<number> {
  let saturation = best * STEPS.shares[0]!;
  for (const share of STEPS.shares) {
    const rate = best * share;
    let held = false;
    for (let attempts = 0; attempts < STEPS.tries && !held; attempts++) {
      const answer = await at(rate, STEPS.seconds);
      const good = goodOf(answer);
      const { p50 = 0, p99 = 0 } = answer.byStatus[200] ?? {};
      held = p50 <= SATURATION.p50MsMax && good >= rate * SATURATION.shareMin;
      const rejected = answer.byStatus[429]?.count ?? 0;
      say(`${round(rate)}/s: ${round(good)}/s good, p50 ${round(p50)} ms, p99 ${round(p99)} ms, ${rejected} refused`);
    }
    if (!held) break;
    saturation = rate;
  }
  return saturation;
}

function roundOf(over: RateResult, best: number) {
  const refused = over.byStatus[429] ?? { count: 0, sentP50: 0, sentP99: 0 };
  const others = Object.entries(over.byStatus).filter(([status]) => status !== '200' && status !== '429');
  return {
    best: round(best),
    offered: round(over.due / over.seconds),
    good: round(goodOf(over)),
    share: round(goodOf(over) / best, 2),
    goodP50Ms: round(over.byStatus[200]?.p50 ?? 0),
    goodP99Ms: round(over.byStatus[200]?.p99 ?? 0),
    refused: refused.count,
    refusedP50Ms: round(refused.sentP50, 1),
    refusedP99Ms: round(refused.sentP99, 1),
    connections: over.connections,
    generatorLateMs: round(over.lateMs),
    errors: { ...over.errors, ...Object.fromEntries(others.map(([status, times]) => [status, times!.count])) },
    failed: over.failed + others.reduce((sum, [, times]) => sum + times!.count, 0),
  };
}

/** The median round, and the shares of all rounds. */
function figuresOf(rounds: readonly Round[], after: RateResult, api: RunningProcess) {
  const calm = after.windows.findIndex((window) => window.good === window.due && window.slowest < CALM_MS_MAX);
  const sorted = [...rounds].sort((a, b) => a.share - b.share);
  return {
    ...sorted[Math.floor(sorted.length / 2)]!,
    shares: rounds.map(({ share }) => share).join('/'),
    refusedP50Ms: median(rounds.map(({ refusedP50Ms }) => refusedP50Ms)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    tries: rounds.reduce((sum, { tries: attempts }) => sum + attempts, 0),
    recoverySeconds: calm < 0 ? null : (calm + 1) * 0.25,
    megabytes: round(api.megabytes()),
  };
}

/** The reasons that the service logged for requests that it could not serve. */
function reasonsOf(printed: string): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const [, reason] of printed.matchAll(/request not served.*?"?error"?\W+(.{0,300})/g))
    reasons.set(reason!, (reasons.get(reason!) ?? 0) + 1);
  return reasons;
}

const promisesOf = (figures: ReturnType<typeof figuresOf>): string[] =>
  brokenOf([
    ['at three times the saturation rate good requests keep 70 % of the best (median)', figures.share >= 0.7],
    ['the others get 429 within 20 ms (median)', figures.refused > 0 && figures.refusedP50Ms < 20],
    ['nothing fails otherwise', figures.failed === 0],
    ['it is well again within 5 s', figures.recoverySeconds !== null && figures.recoverySeconds <= 5],
  ]);
