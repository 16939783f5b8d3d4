// Reads the filters of object lists from a query string.
import type { Filter } from '../business/orders/list.ts';
import { errors } from '../contract/errors.ts';
import { ITEM_ARRAYS, RESULT_TYPES } from '../contract/items.ts';
import type { ExportContent, State } from '../contract/listing.ts';
import { hasControls } from '../contract/text.ts';
import type { ExportFormat, Kind } from '../contract/vocabulary.ts';
import type { ExportRequest } from './export.ts';

export interface FilterQuery {
  readonly kind?: Kind;
  readonly engine?: string;
  readonly region?: string;
  readonly state?: State;
  readonly q?: string;
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
/** Ids store seconds in four bytes, so no object can be outside this range. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2099, 11, 31)];

/** Rejects control characters and unpaired surrogates, which the database cannot search for. */
export function readText(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (hasControls(text) || !text.isWellFormed())
    throw errors.badParameter(name, 'must not contain control characters or unpaired surrogates');
  return text;
}

function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  // An unencoded plus sign arrives as a space in a query string.
  const spelled = text.replace(/ (?=\d\d:?\d\d$)/, '+').replace(/([+-]\d\d)(\d\d)$/, DAY.test(text) ? '$1$2' : '$1:$2');
  const at = DAY.test(spelled) || DATE_TIME.test(spelled) ? Date.parse(spelled) : Number.NaN;
  // `Date.parse` accepts the 30th of February as a day in March.
  const isReal = !Number.isNaN(at) && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (!isReal || at < EARLIEST || at > LATEST) {
    throw errors.badParameter(name, 'must be a day or a date and time', 'Send 2026-11-15 or 2026-11-15T09:30:00Z.');
  }
  return new Date(at);
}

/** Returns the times of a period. `names` are the parameters in error messages. */
export function readTimes(
  query: Pick<FilterQuery, 'from' | 'to'>,
  names: { readonly from?: string } = {},
): { readonly from: Date | undefined; readonly to: Date | undefined } {
  const [from, to] = [readTime(names.from ?? 'from', query.from), readTime('to', query.to)];
  if (from && to && from >= to) throw errors.badParameter('to', 'must be later than from');
  return { from, to };
}

export function readFilter(query: FilterQuery): Filter {
  const { from, to } = readTimes(query);
  return {
    kind: query.kind,
    engine: query.engine,
    state: query.state,
    region: readText('region', query.region),
    q: readText('q', query.q),
    from,
    to,
  };
}

export interface ExportFileQuery extends FilterQuery {
  readonly ids?: string;
  readonly content?: ExportContent;
  readonly include?: 'results';
  readonly types?: string;
  readonly format?: ExportFormat;
}

/** Returns the wanted types of rows, or undefined for all. */
function readTypes({ content, include, types }: ExportFileQuery): ReadonlySet<string> | undefined {
  if (include !== undefined && content !== undefined) throw errors.badParameter('include', 'cannot be combined with content');
  if (types === undefined) return include === undefined ? undefined : new Set(['organic']);
  if (include === undefined && content !== 'results') throw errors.badParameter('types', 'needs content=results');
  const wanted = types.split(',').map((type) => type.trim());
  const unknown = wanted.find((type) => !(RESULT_TYPES as readonly string[]).includes(type));
  if (unknown !== undefined) throw errors.badParameter('types', `must be some of ${RESULT_TYPES.join(', ')}`);
  return new Set(wanted);
}

/** SERPs alone have rows of these types, so other objects are not read. */
const isOfSerps = (types: ReadonlySet<string>): boolean => [...types].every((type) => (ITEM_ARRAYS as readonly string[]).includes(type));

const SECOND_MS = 1000;
/** The first four bytes of an id are its time in seconds. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8), 16) * SECOND_MS;

/** With `ids`, only the time between the oldest and the newest of them is scanned. */
export function readExport(query: ExportFileQuery): ExportRequest {
  const types = readTypes(query);
  const filter = readFilter(types && isOfSerps(types) ? { kind: 'serp', ...query } : query);
  const { content = query.include ?? 'requests', format = 'jsonl' } = query;
  if (query.ids === undefined) return { filter, content, types, format };
  const ids = new Set(query.ids.split(','));
  const times = [...ids].map(timeOf);
  // An id and the creation time of its object may differ by a second.
  const from = new Date(Math.max(Math.min(...times) - SECOND_MS, filter.from?.getTime() ?? EARLIEST));
  const to = new Date(Math.min(Math.max(...times) + 2 * SECOND_MS, filter.to?.getTime() ?? LATEST));
  return { filter: { ...filter, from, to }, ids, content, types, format };
}
