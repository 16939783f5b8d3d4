// Rejects values of SerpApi's filters that the engine does not know: it would ignore them and show other results.
import type { Regions } from '../../../business/regions/regions.ts';
import { errors } from '../../../contract/errors.ts';
import { languageIn } from '../languages.ts';
import { countryIn } from '../places.ts';
import { countIn, type Given } from '../values.ts';
import type { Dialect } from './dialects.ts';
import { unsupported } from './place-parameters.ts';
import { hasAdvanced } from './query.ts';

export const SAFE_LEVELS: readonly string[] = ['active', 'off'];

interface Filter {
  readonly allowed: readonly string[];
  /** For the error. */
  readonly what: string;
}

const words = (text: string): readonly string[] => text.split(' ');

/** The lists of SerpApi's documentation (seen 2026-11). */
const IMAGE_FILTERS: Readonly<Record<string, Filter>> = {
  imgar: { allowed: words('s t w xw'), what: 'aspect ratio' },
  imgsz: { allowed: words('l m i qsvga vga svga xga 2mp 4mp 6mp 8mp 10mp 12mp 15mp 20mp 40mp 70mp'), what: 'size' },
  image_color: { allowed: words('bw trans red orange yellow green teal blue purple pink white gray black brown'), what: 'color' },
  image_type: { allowed: words('face photo clipart lineart animated'), what: 'image type' },
  licenses: { allowed: words('f fc fm fmc cl ol'), what: 'license' },
  period_unit: { allowed: words('s n h d w m y'), what: 'unit' },
};
const SAFE: Filter = { allowed: SAFE_LEVELS, what: 'level' };
const SITE_DIRECTION: Filter = { allowed: ['i', 'e'], what: 'direction' };
const YAHOO_LEVEL: Filter = { allowed: ['r', 'i', 'p'], what: 'level' };

const DUCKDUCKGO_LEVEL: Filter = { allowed: ['1', '-1', '-2'], what: 'level' };

const AGE = /^(?:all|[snhdwmy]\d{0,3})$/;

/** Throws for a filter of this engine with an unknown value. Other names are not read. */
export function rejectFilterValues(given: Given, dialect: Dialect, regions: Regions): void {
  const isPassedOn = (name: string): boolean => dialect.passedOn.includes(name);
  if (isPassedOn('safe')) rejectOthers(given, 'safe', SAFE);
  if (isPassedOn('vm')) rejectOthers(given, 'vm', YAHOO_LEVEL);
  if (isPassedOn('lr')) rejectParts(given.lr, /^-?lang_(.+)$/i, (code) => Boolean(languageIn(code)), 'language - lr parameter');
  if (isPassedOn('cr')) rejectParts(given.cr, /^-?country(.+)$/i, (code) => countryIn(code, regions) !== null, 'country - cr parameter');
  if (hasAdvanced(dialect)) {
    rejectOthers(given, 'as_dt', SITE_DIRECTION);
    if (given.as_qdr !== undefined && !AGE.test(given.as_qdr)) throw unsupported(given.as_qdr, 'age - as_qdr parameter');
  }
  if (dialect.layout === 'images') rejectImageFilters(given);
  if (dialect.name === 'duckduckgo') {
    rejectOthers(given, 'safe', DUCKDUCKGO_LEVEL);
    if (given.df !== undefined && !isAgeOrDays(given.df))
      throw unsupported(given.df, 'date - df parameter. Supported: d, w, m, y and days such as 2024-01-01..2024-12-31');
  }
}

/** Returns whether the text is an age, or two days in order as `2024-01-01..2024-12-31`. */
function isAgeOrDays(text: string): boolean {
  if (/^[dwmy]$/.test(text)) return true;
  const match = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text);
  return match !== null && [match[1]!, match[2]!].every((day) => isDay(day.replaceAll('-', ''))) && match[1]! <= match[2]!;
}

function rejectOthers(given: Given, name: string, { allowed, what }: Filter): void {
  const value = given[name];
  if (value === undefined || allowed.includes(value)) return;
  throw unsupported(value, `${what} - ${name} parameter. Supported: ${allowed.join(', ')}`);
}

/** Google reads `|`, `.`, `-` and parentheses as operators between languages or countries. */
function rejectParts(value: string | undefined, form: RegExp, isKnown: (code: string) => boolean, what: string): void {
  if (value === undefined) return;
  const parts = value.split(/[|.()\s]+/).filter((part) => part !== '');
  if (parts.length === 0 || !parts.every((part) => isKnown(form.exec(part)?.[1] ?? ''))) throw unsupported(value, what);
}

function rejectImageFilters(given: Given): void {
  for (const [name, filter] of Object.entries(IMAGE_FILTERS)) rejectOthers(given, name, filter);
  if (given.period_value !== undefined) countIn(given, 'period_value', 1);
  const { period_unit, start_date, end_date } = given;
  for (const name of ['start_date', 'end_date']) {
    const value = given[name];
    if (value === undefined) continue;
    if (!isDay(value)) throw unsupported(value, `date - ${name} parameter. Supported: days such as 20241231`);
    // Google has one filter by time.
    if (period_unit !== undefined) throw errors.badParameter(name, 'cannot be combined with period_unit');
  }
  if (start_date !== undefined && end_date !== undefined && start_date > end_date)
    throw errors.badParameter('start_date', 'must not be after end_date');
}

/** Returns whether the text is a day of the calendar as `YYYYMMDD`. */
function isDay(text: string): boolean {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (!match) return false;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}
