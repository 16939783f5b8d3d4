// Parses the date formats of registries.
import { toDateTime } from '../../contract/dates.ts';
import { withoutAccents } from './whois-words.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '([a-z]{3,9})';
const TIME = '(?:[t /]{1,3}(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:\\.\\d{1,9})?)?';

/** Time zones by name, in minutes east of Greenwich. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  bst: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  'msk/msd': 180,
  msd: 240,
  ist: 330,
  ict: 420,
  hkt: 480,
  sgt: 480,
  cst8: 480,
  jst: 540,
  kst: 540,
  aest: 600,
  nzst: 720,
  nzdt: 780,
  brt: -180,
  clst: -180,
  clt: -240,
  edt: -240,
  est: -300,
  pdt: -420,
  pst: -480,
};

type Parts = readonly (string | undefined)[];
interface Form {
  readonly pattern: RegExp;
  /** Year, month, day, hour, minute, second. */
  read(parts: Parts, order: DateOrder): Parts;
}

const FORMS: readonly Form[] = [
  { pattern: new RegExp(`(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})\\.?${TIME}`, 'i'), read: (p) => p.slice(1) },
  { pattern: new RegExp(`(\\d{4})[-/. ]${MONTH}[-/. ](\\d{1,2})${TIME}`, 'i'), read: (p) => p.slice(1) },
  { pattern: new RegExp(`(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})${TIME}`, 'i'), read: inOrder },
  {
    pattern: new RegExp(`(\\d{1,2})(?:st|nd|rd|th)?[-/. ]{1,2}(?:of )?${MONTH}[-/., ]{1,2}(\\d{4})(?:,? at)?${TIME}`, 'i'),
    read: (p) => [p[3], p[2], p[1], ...p.slice(4)],
  },
  {
    pattern: new RegExp(`${MONTH}[-. ]{1,2}(\\d{1,2})(?:st|nd|rd|th)?,?[- ]{1,2}(\\d{4})${TIME}`, 'i'),
    read: (p) => [p[3], p[1], p[2], ...p.slice(4)],
  },
  {
    pattern: new RegExp(`${MONTH} {1,2}(\\d{1,2}) {1,2}(\\d{1,2}):(\\d{2}):(\\d{2})(?: [a-z+0-9:/]{1,9})? (\\d{4})`, 'i'),
    read: (p) => [p[6], p[1], p[2], p[3], p[4], p[5]],
  },
  { pattern: new RegExp(`^(\\d{1,2})-([a-z]{3})-(\\d{2})${TIME}$`, 'i'), read: (p) => [fullYear(p[3]), p[2], p[1], ...p.slice(4)] },
  { pattern: new RegExp(`^(\\d{1,2})([a-z]{3})(\\d{4})${TIME}$`, 'i'), read: (p) => [p[3], p[2], p[1], ...p.slice(4)] },
  { pattern: new RegExp(`\\b(\\d{4})(\\d{2})(\\d{2})(?=[t ]{1,3}\\d{1,2}:)${TIME}`, 'i'), read: (p) => p.slice(1) },
  { pattern: /\b(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?\b/, read: (p) => p.slice(1) },
];

/** No registration is older than 1985. */
const fullYear = (year: string | undefined): string => `${Number(year) >= 85 ? '19' : '20'}${year}`;

/** The first part of a date that has only digits. */
export type DateOrder = 'day' | 'month';

/** Most countries use day, month, year. A number above 12, or the rest of the text, indicates the American order. */
function inOrder(parts: Parts, order: DateOrder): Parts {
  const american = Number(parts[2]) > 12 || (order === 'month' && Number(parts[1]) <= 12);
  return [parts[3], american ? parts[1] : parts[2], american ? parts[2] : parts[1], ...parts.slice(4)];
}

/** Months by the beginnings of their names in other languages, longer ones first. */
const OTHER_MONTHS: readonly (readonly [RegExp, string])[] = (
  [
    ['janv|ene|gen|sty|led|ocak|янв|січ', 'jan'],
    ['fevr|fev|lut|uno|subat|фев|лют', 'feb'],
    ['mars|maa|marz|brez|mart|мар|бер', 'mar'],
    ['avr|abr|kwi|dub|nisan|апр|кві', 'apr'],
    ['mai|mei|mag|maj|kve|mayis|май|мая|тра', 'may'],
    ['juin|giu|cze|cer|haz|июн|чер', 'jun'],
    ['juil|lug|lip|tem|июл|лип', 'jul'],
    ['aout|ago|sie|srp|agu|авг|сер', 'aug'],
    ['set|wrz|zari|eyl|сен|вер', 'sep'],
    ['okt|ott|out|paz|rij|ekim|окт|жов', 'oct'],
    ['lis|kasim|ноя|лис', 'nov'],
    ['dez|dic|gru|pros|aralik|дек|гру', 'dec'],
  ] as const
).map(([beginnings, month]) => [new RegExp(`^(?:${beginnings})`), month]);

/** Converts `3 de febrero de 2001`, `3. März 2001` and `2001年2月3日` to the formats above. */
const inEnglish = (line: string): string =>
  withoutAccents(line.toLowerCase())
    .replace(/(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]?/g, '$1-$2-$3')
    .replace(/\b1er\b/g, '1')
    .replace(/ del? (?=[\p{L}\d])/gu, ' ')
    .replace(/\p{L}{3,12}/gu, (name) => OTHER_MONTHS.find(([pattern]) => pattern.test(name))?.[1] ?? name);

/** Returns the first date in a text in the format of the contract, or null. Without a zone it is UTC. */
export function readDate(text: string, order: DateOrder = 'day'): string | null {
  return readPlainDate(text, order) ?? (/\d{4}/.test(text) ? readPlainDate(inEnglish(text.slice(0, 120)), order) : null);
}

function readPlainDate(text: string, order: DateOrder): string | null {
  const line = text
    .slice(0, 120)
    .replace(/(\d)\. (?=\d)/g, '$1.')
    .trim();
  for (const form of FORMS) {
    const match = form.pattern.exec(line);
    if (!match) continue;
    const at = toTime(form.read([...match], order));
    if (at === null) continue;
    return toDateTime(new Date(at - zoneMinutes(line.slice(match.index)) * 60_000));
  }
  return null;
}

function toTime([year, month, day, hour = '0', minute = '0', second = '0']: Parts): number | null {
  const number = /^\d/.test(month ?? '') ? Number(month) : MONTHS.indexOf((month ?? '').slice(0, 3).toLowerCase()) + 1;
  const [years, days, hours] = [Number(year), Number(day), Number(hour)];
  if (years < 1970 || years > 2200 || number < 1 || number > 12 || days < 1 || days > 31 || hours > 24) return null;
  const at = Date.UTC(years, number - 1, days, hours, Number(minute), Number(second));
  return Number.isNaN(at) ? null : at;
}

/** Returns the zone of a time: `10:00:00+02:00`, `10:00 (JST)`, `10:00:00 UTC+8`. A date alone has no zone. */
function zoneMinutes(text: string): number {
  const after = /\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?\s?\(?(?:utc|gmt)?\s?([+-])(\d{1,2}):?(\d{2})?\b/i.exec(text);
  if (after) return (after[1] === '-' ? -1 : 1) * (Number(after[2]) * 60 + Number(after[3] ?? 0));
  const named = /\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?\s?\(?([a-z]{1,4}(?:\/[a-z]{3})?)\b/i.exec(text);
  return named ? (ZONES[named[1]!.toLowerCase()] ?? 0) : 0;
}
