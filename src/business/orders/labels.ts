// Labels: which jobs run only on workers with a certain label (`ROUTE_LABELS`).
import { ENGINES, type EngineName, type Mode } from '../../contract/vocabulary.ts';

/** Labels by rule. A rule is an engine, `keyword`, `ai` or `*`, optionally with a country: `google`, `*@RU`. */
export type RouteLabels = Readonly<Record<string, string>>;

/** The part of a job that decides its label. AI jobs have no country. */
export interface LabelledJob {
  readonly name: EngineName | 'keyword' | 'ai';
  readonly country?: string;
}

/** Returns the label of a job, or an empty text for a job that every worker may run. */
export type LabelOf = (job: LabelledJob, mode: Mode) => string;

const ANY = '*';
const OTHER_NAMES: readonly string[] = ['keyword', 'ai', ANY];
/** Labels are also values of a metric label, so their number is limited. */
const RULES_MAX = 100;

export const isLabel = (text: string): boolean => /^[a-z][a-z0-9-]{0,31}$/.test(text);
export const LABEL_FORM = 'lower-case letters, digits and hyphens, at most 32 characters, a letter first';

/** ZZ means “unknown region”. */
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;

/** Reads rules such as `google=browser,*@RU=ru`. Throws an error that names the first bad rule. */
export function readRouteLabels(text: string): RouteLabels {
  const labels: Record<string, string> = {};
  const rules = text
    .split(',')
    .map((rule) => rule.trim())
    .filter(Boolean);
  if (rules.length > RULES_MAX) throw new Error(`must have at most ${RULES_MAX} rules`);
  for (const rule of rules) {
    const [key, label, ...rest] = rule.split('=').map((part) => part.trim());
    if (!key || label === undefined || rest.length > 0) throw new Error(`has “${rule}”, which is not a rule such as google=browser`);
    const problem = keyProblem(key) ?? (isLabel(label) ? null : `“${label}” is not a label (${LABEL_FORM})`);
    if (problem !== null) throw new Error(`has the rule “${rule}”: ${problem}`);
    if (Object.hasOwn(labels, key)) throw new Error(`has two rules for ${key}`);
    labels[key] = label;
  }
  return labels;
}

function keyProblem(key: string): string | null {
  const [name, country, ...rest] = key.split('@') as [string, ...string[]];
  if (rest.length > 0) return `“${key}” has more than one country`;
  if (!OTHER_NAMES.includes(name) && !(ENGINES as readonly string[]).includes(name))
    return `“${name}” is neither an engine nor one of ${OTHER_NAMES.join(', ')}`;
  if (country === undefined) return null;
  if (name === 'ai') return 'AI requests have no region, so ai cannot have a country';
  return isCountry(country) ? null : `“${country}” is not a country code such as RU`;
}

/** The most specific rule applies: a name before `*`, then a country before none. Test jobs never have a label. */
export const createLabelOf =
  (labels: RouteLabels): LabelOf =>
  ({ name, country }, mode) => {
    if (mode === 'test') return '';
    return labels[`${name}@${country}`] ?? labels[name] ?? labels[`${ANY}@${country}`] ?? labels[ANY] ?? '';
  };

/** Returns the labels that jobs can have, each once. */
export const labelsIn = (labels: RouteLabels): string[] => [...new Set(Object.values(labels))].sort();
