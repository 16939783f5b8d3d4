// Which canaries a worker asks which sources, and how often. Sources behind proxies take turns.
import { randomBytes } from 'node:crypto';
import { paceSeconds } from '../business/canaries/rules.ts';
import type { Config } from '../config.ts';
import type { PublishedCanary } from '../contract/canaries.ts';
import type { Job } from '../contract/order.ts';
import { type EngineName, isLookup } from '../contract/vocabulary.ts';
import { proxiedKind } from '../sources/serp-route.ts';
import type { CanaryAssignment } from '../worker/canaries.ts';
import { isBudgeted, LOOKUP_SOURCES, paidSources } from './canary-terms.ts';
import type { SourceAccess } from './source-access.ts';

export interface CanaryAssignmentParts {
  readonly config: Config;
  readonly sourceAccess: Pick<SourceAccess, 'engines' | 'fullSerpRoute'>;
}

const ID_BYTES = 12;

/**
 * The request decides which sources are on the route, for example the proxies of its country. The id is new for each run,
 * because a source may answer a second request with the same id from its memory.
 */
export const canaryJob = (request: string): Job => ({
  id: randomBytes(ID_BYTES).toString('hex'),
  kind: 'serp',
  mode: 'live',
  accountId: 0,
  priority: 'NORMAL',
  attempt: 1,
  crashes: 0,
  overdue: false,
  request,
  history: [],
  waitedMs: 0,
});

export function assignCanaries(canaries: readonly PublishedCanary[], { config, sourceAccess }: CanaryAssignmentParts): CanaryAssignment[] {
  const paid = paidSources(config);
  const assigned = canaries.flatMap((definition) => {
    const route = routeOf(definition, sourceAccess);
    const tested = route.filter((source) => isBudgeted(source, paid, config));
    return tested.map((source) => ({
      engine: definition.engine,
      source,
      canary: definition.id,
      definition,
      route,
      rotation: rotationOf(source, tested, config),
    }));
  });
  const paces = new Map(
    Object.entries(config.CANARY_BUDGET).map(([name, runs]) => [
      name,
      paceSeconds(assigned.filter(({ source }) => source === name).length, runs),
    ]),
  );
  const routes = routesByEngine(assigned);
  return assigned.map((one) => ({
    ...one,
    otherRoutes: routes.get(one.engine)!.filter((route) => route.includes(one.source) && route.join() !== one.route.join()),
    paceSeconds: paces.get(one.source) ?? 0,
  }));
}

/** Returns the different routes of each engine. Regions have different proxies. */
function routesByEngine(assigned: readonly CanaryAssignment[]): Map<string, readonly (readonly string[])[]> {
  const routes = new Map<string, Map<string, readonly string[]>>();
  for (const { engine, route } of assigned) routes.set(engine, (routes.get(engine) ?? new Map()).set(route.join(), route));
  return new Map([...routes].map(([engine, own]) => [engine, [...own.values()]]));
}

function routeOf({ engine: name, request }: PublishedCanary, sourceAccess: CanaryAssignmentParts['sourceAccess']): string[] {
  if (request === null) return isLookup(name) ? [LOOKUP_SOURCES[name]] : [];
  const engine = sourceAccess.engines('live')[name as EngineName];
  return engine ? sourceAccess.fullSerpRoute(engine, canaryJob(request)).map((source) => source.name) : [];
}

/**
 * Returns the sources that take turns with this one: those of its kind behind other proxies. Otherwise the traffic would grow with
 * the number of proxies. A source with a number in CANARY_BUDGET is tested by that number alone.
 */
function rotationOf(source: string, tested: readonly string[], { CANARY_BUDGET }: Pick<Config, 'CANARY_BUDGET'>): string[] {
  const hasNumber = (name: string): boolean => Object.hasOwn(CANARY_BUDGET, name);
  const kind = proxiedKind(source);
  if (kind === null || hasNumber(source)) return [source];
  return tested.filter((name) => proxiedKind(name) === kind && !hasNumber(name));
}
