// Builds the canaries of the admin API and of `sextant canaries`: all sources with their states, and runs on request.
import type { Audit } from '../business/accounts/audit.ts';
import { type CanaryStates, createCanaryAccess } from '../business/canaries/access.ts';
import type { Config } from '../config.ts';
import type { CanaryEngine, CanaryList, CanaryResult, CanaryRunList, CanaryRunQuery, CanarySource } from '../contract/canaries.ts';
import { errors } from '../contract/errors.ts';
import type { Db } from '../platform/db.ts';
import { configuredSources } from './canary-sources.ts';
import { budgetName, hasCanaries, isBudgeted, paidSources } from './canary-terms.ts';

export interface CanaryAdmin {
  read(): Promise<CanaryList>;
  runs(query: CanaryRunQuery): Promise<CanaryRunList>;
  /** Throws 404 for an unknown source, 400 for one that may not be tested, and 429 while one of its canaries runs. */
  run(engine: string, source: string, by?: string): Promise<CanarySource>;
}

const RUNS_DEFAULT = 100;
/** A live search takes seconds. */
const BUSY_SECONDS = 5;

export function createCanaryAdmin(db: Db, audit: Audit, config: Config): CanaryAdmin {
  const access = createCanaryAccess(db, audit);
  const paid = paidSources(config);
  let configured: readonly [engine: string, source: string][] | null = null;
  const loadConfigured = async () => {
    configured ??= await configuredSources(config);
    return configured;
  };
  const list = async (): Promise<CanarySource[]> => {
    const states = await access.read(Object.keys(config.CANARY_BUDGET).map(budgetName));
    const engines = new Set<string>(states.canaries.map(({ engine }) => engine));
    const known = [...(await loadConfigured()).filter(([engine]) => engines.has(engine)), ...states.states.map(rowKey)];
    const keys = new Map(known.map(([engine, source]) => [`${engine}/${source}`, [engine, source] as const]));
    return [...keys.values()].map(([engine, source]) => sourceOf(engine, source, states, config, isBudgeted(source, paid, config)));
  };
  return {
    read: async () => {
      const sources = await list();
      const failing = sources.filter(({ state }) => state === 'failing');
      return {
        intervalMinutes: hasCanaries(config) ? config.CANARY_INTERVAL_MINUTES : 0,
        sources: [...failing, ...sources.filter(({ state }) => state !== 'failing')],
      };
    },
    runs: async ({ engine, source, limit }) => ({
      items: await access.runs(engine ?? null, source ?? null, limit ?? RUNS_DEFAULT),
    }),
    run: async (engine, source, by) => {
      const find = async () => (await list()).find((one) => one.engine === engine && one.source === source);
      const found = await find();
      if (!found || found.canaries.length === 0) throw errors.notFound();
      if (!hasCanaries(config)) throw errors.badParameter('engine', 'cannot be tested: canaries are off', 'Set CANARY_INTERVAL_MINUTES.');
      if (found.state === 'unbudgeted')
        throw errors.badParameter('source', 'is a paid source without a budget for canaries', `Add ${source} to CANARY_BUDGET.`);
      const ids = found.canaries.map(({ id }) => id);
      if (!(await access.request(engine, source, ids, by))) throw errors.testRunning(BUSY_SECONDS);
      return (await find()) ?? found;
    },
  };
}

const rowKey = ({ engine, source }: { readonly engine: string; readonly source: string }): [string, string] => [engine, source];

function sourceOf(
  engine: string,
  source: string,
  { canaries, sources, states, usage, spent }: CanaryStates,
  { CANARY_BUDGET }: Pick<Config, 'CANARY_BUDGET'>,
  budgeted: boolean,
): CanarySource {
  const row = sources.find((one) => one.engine === engine && one.source === source);
  const own = states.filter((state) => state.engine === engine && state.source === source);
  // Workers know which canaries a source can answer: a proxy of one country has only those of that country.
  const isAsked = (id: string): boolean => own.length === 0 || own.some(({ canary }) => canary === id);
  const results = canaries
    .filter((canary) => canary.engine === engine && isAsked(canary.id))
    .map(({ id, question, region, language, device, checked }): CanaryResult => {
      const state = own.find(({ canary }) => canary === id);
      return {
        id,
        question,
        region,
        language,
        device,
        checked,
        lastRunAt: state?.lastRunAt ?? null,
        outcome: state?.outcome ?? null,
        reason: state?.reason ?? null,
        dueAt: state?.dueAt ?? null,
        running: state?.running ?? false,
      };
    });
  // One failure does not make it failing, and it does not prove that the source works.
  const isProven = results.some(({ outcome }) => outcome === 'passed');
  const failingSince = row?.failingSince ?? null;
  const runsPerDay = Object.hasOwn(CANARY_BUDGET, source) ? CANARY_BUDGET[source] : undefined;
  return {
    engine: engine as CanaryEngine,
    source,
    state: failingSince !== null ? 'failing' : !budgeted ? 'unbudgeted' : isProven ? 'passing' : 'untested',
    failingSince,
    suspectSince: row?.suspectSince ?? null,
    reason: row?.reason ?? null,
    switchedOff: row?.switchedOff ?? false,
    runsToday: usage.find((one) => one.engine === engine && one.source === source)?.runs ?? 0,
    budget: runsPerDay === undefined ? null : { runsPerDay, usedToday: spent.get(budgetName(source)) ?? 0 },
    canaries: results,
  };
}
