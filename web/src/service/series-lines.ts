// Turns time series into the lines of a chart.
import type { SeriesResponse } from '../../../src/contract/series.ts';
import type { Mode } from '../../../src/contract/vocabulary.ts';
import { labelOf } from '../labels.ts';
import type { Line } from '../parts/chart.tsx';

/** More lines than colours cannot be told apart. */
export const LINES_MAX = 6;

type Values = readonly (number | null)[];
type SeriesLine = SeriesResponse['lines'][number];
export type ToLines = (series: SeriesResponse) => readonly Line[];

const inMode = ({ lines }: SeriesResponse, mode: Mode): SeriesLine[] =>
  lines.filter(({ key }) => key === mode || key.startsWith(`${mode}/`));
/** `live/google/direct` becomes "Google direct", and a pair of sources such as `bing/page~upstream` "Bing Direct fetch and upstream". */
const nameOf = (key: string): string => {
  const parts = key.split('/').filter((part) => part !== 'live' && part !== 'test');
  return parts.length === 0 ? labelOf(key) : parts.map((part) => part.split('~').map(labelOf).join(' and ')).join(' ');
};
const totalOf = (values: Values = []): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
const busiest = (lines: readonly SeriesLine[], counter: string): SeriesLine[] =>
  [...lines].sort((a, b) => totalOf(b.values[counter]) - totalOf(a.values[counter])).slice(0, LINES_MAX);

/** One line per key of a mode. The busiest come first. */
export const byKey =
  (mode: Mode, value: string, ranked = value): ToLines =>
  (series) =>
    busiest(inMode(series, mode), ranked).map(({ key, values }) => ({ name: nameOf(key), values: values[value] ?? [] }));

/** A counter as a share of another one, per key, of a mode if one is given. `scale` is the value of 1. A step without a total is a gap. */
export const shareByKey =
  (part: string, total: string, scale = 100, mode?: Mode): ToLines =>
  (series) =>
    busiest(mode === undefined ? series.lines : inMode(series, mode), total).map(({ key, values }) => ({
      name: nameOf(key),
      values: (values[total] ?? []).map((count, step) => (count ? Math.round((scale * (values[part]?.[step] ?? 0)) / count) : null)),
    }));

/** The share of successes in percent, per key of a mode. */
export const successByKey = (mode: Mode, total: string): ToLines => shareByKey('ok', total, 100, mode);

/** Several values of one key, or of the busiest key of a mode. */
export const valuesOf =
  (names: Readonly<Record<string, string>>, mode?: Mode, ranked = ''): ToLines =>
  (series) => {
    const line = mode === undefined ? series.lines[0] : busiest(inMode(series, mode), ranked)[0];
    if (!line) return [];
    const prefix = ranked === '' ? '' : `${nameOf(line.key)} `;
    return Object.entries(names).map(([value, title]) => ({ name: `${prefix}${title}`, values: line.values[value] ?? [] }));
  };

/** One line per key of any mode. */
export const everyKey =
  (value: string, scale = 1): ToLines =>
  ({ lines }) =>
    lines.slice(0, LINES_MAX).map(({ key, values }) => ({
      name: nameOf(key),
      values: (values[value] ?? []).map((number) => (number === null ? null : Math.round(number * scale * 10) / 10)),
    }));

/** The newest and the highest value of a line. */
export function figuresOf({ values }: Line): { readonly latest: number | null; readonly highest: number | null } {
  const known = values.filter((value): value is number => value !== null && value !== undefined);
  return { latest: known.at(-1) ?? null, highest: known.length === 0 ? null : Math.max(...known) };
}
