// Reads the fields of a project into its stored settings and the columns of its schedule.
import { errors } from '../../../contract/errors.ts';
import { COMPETITORS_MAX, type NewProject, type ProjectChange, type Schedule, type TrackedDomain } from '../../../contract/tracking.ts';
import { PRIORITIES } from '../../../contract/vocabulary.ts';
import type { DomainRule, ProjectSettings } from '../types.ts';
import type { ScheduleColumns } from './row.ts';

/** Throws a 400 that names the parameter `at`. */
export type ReadDomain = (given: TrackedDomain, at: string) => DomainRule;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const WINDOW_MINUTES = 240;
/** Points name competitors by index, so the index of a removed one is never used again. */
const COMPETITORS_EVER_MAX = 100;

const EMPTY: ProjectSettings = { domains: [], competitors: [], brandTerms: [], curve: null, delivery: {}, defaults: {}, notes: '' };

const distinct = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => a - b);

/** Without a schedule, a project is checked every day at 06:00 UTC. The caller checks the name of the zone. */
export function readSchedule(schedule: Schedule = { every: 'weekdays' }): ScheduleColumns {
  const { every, hours = 1, windowMinutes, deep } = schedule;
  const periodMinutes = every === 'hours' ? hours * 60 : 1440;
  if (windowMinutes !== undefined && windowMinutes > periodMinutes)
    throw errors.badParameter('schedule.windowMinutes', `must be at most ${periodMinutes}, the time between two slots`);
  return {
    every,
    every_hours: hours,
    weekdays: distinct(schedule.weekdays ?? WEEKDAYS),
    monthdays: distinct(schedule.monthdays ?? [1]),
    local_time: schedule.at ?? '06:00',
    time_zone: schedule.timeZone ?? 'UTC',
    window_minutes: windowMinutes ?? Math.min(WINDOW_MINUTES, periodMinutes),
    catch_up: schedule.catchUp ?? 'latest',
    deep_results: deep?.maxResults ?? 0,
    deep_weekday: deep?.weekday ?? 0,
  };
}

function readDomains(given: NewProject['domains'], readDomain: ReadDomain): ProjectSettings['domains'] {
  return given.map((each, index) => ({ ...readDomain(each, `domains[${index}].domain`), given: each }));
}

/** Competitors keep their index. Removed ones leave null, and new ones are appended. */
export function readCompetitors(
  given: NonNullable<NewProject['competitors']>,
  earlier: ProjectSettings['competitors'],
  readDomain: ReadDomain,
): ProjectSettings['competitors'] {
  const wanted = new Map<string, DomainRule & { readonly name: string }>();
  for (const [index, { domain, name }] of given.entries()) {
    const rule = readDomain({ domain, match: 'site' }, `competitors[${index}].domain`);
    if (wanted.has(rule.host)) throw errors.badParameter(`competitors[${index}].domain`, `repeats ${rule.host}`);
    wanted.set(rule.host, { ...rule, name: name?.trim() || rule.host });
  }
  const kept = earlier.map((each) => (each && wanted.get(each.host)) || null);
  const known = new Set(kept.map((each) => each?.host));
  const all = [...kept, ...[...wanted.values()].filter(({ host }) => !known.has(host))];
  if (all.length > COMPETITORS_EVER_MAX)
    throw errors.badParameter('competitors', `were replaced too often: a project has at most ${COMPETITORS_EVER_MAX} in its history`);
  if (wanted.size > COMPETITORS_MAX) throw errors.badParameter('competitors', `must have at most ${COMPETITORS_MAX} entries`);
  return all;
}

/** Visibility is a share of the clicks of position 1, so no position may have more. */
function readCurve(curve: NonNullable<NewProject['curve']>): ProjectSettings['curve'] {
  const [first = 0] = curve.shares;
  if (first === 0) throw errors.badParameter('curve.shares[0]', 'must be greater than 0');
  const above = curve.shares.findIndex((share) => share > first);
  if (above > 0) throw errors.badParameter(`curve.shares[${above}]`, 'must not be greater than the share of position 1');
  return { aiFactor: 1, ...curve };
}

/** Fields that are absent keep their value. */
export function readSettings(
  fields: NewProject | ProjectChange,
  readDomain: ReadDomain,
  earlier: ProjectSettings = EMPTY,
): ProjectSettings {
  const { domains, competitors, brandTerms, curve, defaults, notes } = fields;
  return {
    ...earlier,
    ...(domains ? { domains: readDomains(domains, readDomain) } : {}),
    ...(competitors ? { competitors: readCompetitors(competitors, earlier.competitors, readDomain) } : {}),
    ...(brandTerms ? { brandTerms: brandTerms.map((term) => term.trim().toLowerCase()).filter((term) => term !== '') } : {}),
    ...(curve ? { curve: readCurve(curve) } : {}),
    ...(defaults ? { defaults } : {}),
    ...(notes === undefined ? {} : { notes }),
  };
}

export interface OtherColumns {
  readonly name: string;
  readonly max_results: number;
  readonly priority: number;
  readonly retries_max: number;
  readonly top_count: number;
}

const DEFAULTS: OtherColumns = { name: '', max_results: 10, priority: PRIORITIES.indexOf('LOW'), retries_max: 2, top_count: 10 };

/** Fields that are absent keep their value. New `defaults` replace the earlier ones completely. */
export function readColumns(fields: NewProject | ProjectChange, earlier: OtherColumns = DEFAULTS): OtherColumns {
  const { name, defaults, retries, top } = fields;
  const trimmed = name?.trim();
  if (trimmed === '') throw errors.badParameter('name', 'must not be blank');
  return {
    name: trimmed ?? earlier.name,
    max_results: defaults ? (defaults.maxResults ?? DEFAULTS.max_results) : earlier.max_results,
    priority: defaults ? PRIORITIES.indexOf(defaults.priority ?? 'LOW') : earlier.priority,
    retries_max: retries ?? earlier.retries_max,
    top_count: top ?? earlier.top_count,
  };
}
