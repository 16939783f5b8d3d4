// Builds the canaries of a worker: its part of the fleet's runs, each through the ordinary engine, route and parser.
import { createAudit } from '../business/accounts/audit.ts';
import { createCanaryStore } from '../business/canaries/store.ts';
import { createProviderBudgets } from '../business/provider-budgets.ts';
import type { SeriesRecorder } from '../business/series/recorder.ts';
import type { Config } from '../config.ts';
import { CANARIES_ACTOR } from '../contract/canaries.ts';
import type { Whois } from '../contract/whois.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Resolver } from '../platform/resolver.ts';
import { createTtlCache } from '../platform/ttl-cache.ts';
import { judgeSearch, judgeTechnologies, judgeWhois } from '../products/canaries/judge.ts';
import { collectSerp } from '../products/serp/collect.ts';
import { lookUpTechnologies, readTechnologiesDomain } from '../products/technologies.ts';
import { lookUpWhois, readWhoisDomain } from '../products/whois.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';
import { type CanaryAssignment, type CanaryAttempt, startCanaries } from '../worker/canaries.ts';
import { assignCanaries, canaryJob } from './canary-assignment.ts';
import { budgetName, hasCanaries } from './canary-terms.ts';
import { BudgetSpent } from './meter.ts';
import { ONE_OFF_ACCOUNT } from './one-off-account.ts';
import type { SourceAccess } from './source-access.ts';
import { createTechnologyAccess } from './technologies.ts';

export interface CanaryParts {
  readonly db: Db;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly series: Pick<SeriesRecorder, 'count'>;
  readonly sourceAccess: SourceAccess;
  readonly resolver: Resolver;
  readonly isBusy: () => boolean;
}

export interface CanaryWorker {
  stop(msMax: number): Promise<void>;
}

const LOOKUP_ACCOUNT = { ...ONE_OFF_ACCOUNT, mode: 'live' } as const;
/** A day without budget is over at midnight, so the next try may wait. */
const SPENT_RETRY_SECONDS = 900;

export function startCanaryWorker(parts: CanaryParts): CanaryWorker {
  const { db, config, log, metrics, series } = parts;
  const store = createCanaryStore(db, createAudit(db, CANARIES_ACTOR));
  const onError = (error: unknown): void => log.error('canaries failed', { error });
  if (!hasCanaries(config)) {
    // Nothing tests these sources any more, so nothing would switch them on again.
    if (config.REPLAY_DIR === null) store.restore().catch(onError);
    return { stop: async () => undefined };
  }
  return startCanaries(
    {
      store,
      assign: (canaries) => assignCanaries(canaries, parts),
      attempt: createAttempt(parts),
      isBusy: parts.isBusy,
      onRun: ({ engine, source, canary }, { outcome, reason }) => {
        metrics.canary(engine, source, outcome);
        series.count('canaries', `${engine}/${source}`, { [outcome]: 1 });
        if (outcome === 'failed') log.warn('canary failed', { engine, source, canary, reason: reason ?? '' });
      },
      onError,
    },
    {
      intervalSeconds: config.CANARY_INTERVAL_MINUTES * 60,
      switching: config.CANARY_SWITCHES_OFF,
      runDays: config.SERIES_DAYS,
    },
  );
}

/** Counts the calls of a run, and those that the budget of the provider refused. */
const watched =
  (fetch: FetchPage, calls: { made: number; refused: number }): FetchPage =>
  async (request, context) => {
    try {
      const page = await fetch(request, context);
      calls.made++;
      return page;
    } catch (error) {
      if (error instanceof BudgetSpent) calls.refused++;
      else calls.made++;
      throw error;
    }
  };

function createAttempt({ db, config, log, sourceAccess, resolver }: CanaryParts): (assignment: CanaryAssignment) => Promise<CanaryAttempt> {
  const limits = Object.fromEntries(Object.entries(config.CANARY_BUDGET).map(([source, calls]) => [budgetName(source), { calls }]));
  const budgets = createProviderBudgets(db, limits, (name, seconds) =>
    log.info('canary budget spent', { source: name, resetSeconds: seconds }),
  );
  const search = async ({ source, definition }: CanaryAssignment): Promise<CanaryAttempt> => {
    const job = canaryJob(definition.request!);
    const started = performance.now();
    const calls = { made: 0, refused: 0 };
    const end = await collectSerp(job, {
      engineOf: (name) => sourceAccess.engines('live')[name],
      routeOf: (engine) =>
        sourceAccess
          .fullSerpRoute(engine, job)
          .filter(({ name }) => name === source)
          .map((one) => ({ ...one, fetch: watched(one.fetch, calls) })),
      circuits: sourceAccess.circuits,
      settings: { attemptsMax: 1, retryAfterSeconds: [1] },
    });
    const attempt = end.attempts.at(-1);
    // The circuit is open, or the source has left the route.
    if (!attempt) return { retrySeconds: end.outcome === 'again' ? end.retryAfterSeconds : SPENT_RETRY_SECONDS };
    // PROVIDER_BUDGETS has nothing left for this source: no call took place.
    if (calls.refused > 0 && calls.made === 0) return { retrySeconds: SPENT_RETRY_SECONDS };
    return { ...judgeSearch(definition, end, new Date()), attempt: attempt.outcome, ms: Math.round(performance.now() - started) };
  };
  const lookUp = async ({ definition: { engine, question, anchors } }: CanaryAssignment): Promise<CanaryAttempt> => {
    const started = performance.now();
    const ms = (): number => Math.round(performance.now() - started);
    // A thread of its own, which ends with the run: it holds many fingerprints.
    const { close, ...technologies } = createTechnologyAccess(config, resolver);
    try {
      if (engine === 'whois') {
        // No backlinks, which cost money, and no result of an earlier lookup.
        const parts = {
          fetchOf: sourceAccess.fetchOf,
          bootstrap: sourceAccess.bootstrap,
          hostOf: async () => null,
          cache: createTtlCache<Whois>({ entriesMax: 1 }),
        };
        const found = await lookUpWhois(readWhoisDomain(question, LOOKUP_ACCOUNT), 'auto', LOOKUP_ACCOUNT, parts);
        return { ...judgeWhois(anchors, found), attempt: 'valid', ms: ms() };
      }
      const name = readTechnologiesDomain(question, LOOKUP_ACCOUNT);
      const found = await lookUpTechnologies(name, LOOKUP_ACCOUNT, { ...technologies, fetchOf: sourceAccess.fetchOf });
      return { ...judgeTechnologies(anchors, found), attempt: 'valid', ms: ms() };
    } catch (error) {
      const reason = `The lookup failed: ${error instanceof Error ? error.message : 'unknown error'}`.slice(0, 300);
      return { outcome: 'inconclusive', reason, attempt: 'unreachable', ms: ms() };
    } finally {
      await close();
    }
  };
  return async (assignment) => {
    const { source, definition } = assignment;
    const hasBudget = Object.hasOwn(config.CANARY_BUDGET, source);
    if (hasBudget) {
      // The circuit is asked first: a run that cannot take place must not use up the budget.
      const waitSeconds = sourceAccess.circuits.openCircuits().get(`${definition.engine}/live/${source}`) ?? 0;
      if (waitSeconds > 0) return { retrySeconds: waitSeconds };
      if (!(await budgets.reserve(budgetName(source)))) return { retrySeconds: SPENT_RETRY_SECONDS };
    }
    const end = await (definition.request === null ? lookUp(assignment) : search(assignment));
    if (hasBudget && 'retrySeconds' in end) await budgets.release(budgetName(source));
    return end;
  };
}
