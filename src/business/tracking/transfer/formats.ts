// Formats of imported files: how each is recognised, and how its rows become keywords and points of the past.
import type { ImportFormat, NewTrackedKeyword } from '../../../contract/tracking-keywords.ts';
import { ENGINE_LABELS, ENGINES, type EngineName } from '../../../contract/vocabulary.ts';
import { type Columns, type Field, findColumns, foldName, isHeader, isLaterHeader, TOP_QUERIES } from './columns.ts';
import { countryNameOf, countryOf, languageOf } from './countries.ts';
import { type CsvRow, csvRows, type Delimiter, delimiterOf, textLines } from './csv.ts';

export type Format = Exclude<ImportFormat, 'auto'>;

export interface ImportedRow {
  readonly keyword: NewTrackedKeyword;
  /** A check of the past. `position` 0: not found. */
  readonly past: { readonly day: string; readonly position: number; readonly url: string | null } | null;
}

export interface ImportTable {
  readonly format: Format;
  readonly columns: Columns;
  readonly rows: Iterable<CsvRow>;
}

/** A row that cannot be imported. The message follows the number of its line. */
export class RowProblem extends Error {}

const KEYWORD_FIELDS: readonly Field[] = ['keyword', 'searchEngine', 'region', 'country', 'language', 'device', 'tags', 'volume'];
const OWN_FIELDS: readonly Field[] = [...KEYWORD_FIELDS, 'targetUrl', 'starred', 'enabled', 'note'];
/** Positions of Search Console are averages of impressions, and its impressions are not volumes. Both are ignored. */
const FIELDS_OF: Readonly<Record<Format, readonly Field[]>> = {
  sextant: OWN_FIELDS,
  lines: ['keyword'],
  serpbear: ['keyword', 'country', 'city', 'device', 'tags'],
  serposcope: ['keyword', 'country', 'region', 'device'],
  searchConsole: ['keyword', 'country', 'device'],
  ryte: ['keyword', 'country', 'device', 'tags'],
  serpstatHistory: ['keyword', 'date', 'url', 'position', 'region', 'country', 'device', 'searchEngine', 'language'],
};
const SERPOSCOPE_HEADER = ['keyword', 'country', 'datacentre', 'device', 'location', 'custom'];

/** Recognises a file by its first row. */
export function formatOf(first: readonly string[]): Format {
  if (!isHeader(first)) {
    const isSerposcope = first.length >= 4 && first.length <= 6 && /^(?:desktop|mobile|smartphone)$/i.test(first[3]!);
    return isSerposcope ? 'serposcope' : 'lines';
  }
  const names = new Set(first.map(foldName));
  const has = (...wanted: string[]): boolean => wanted.every((name) => names.has(name));
  if (has('id', 'keyword', 'country', 'city', 'device', 'updated', 'added')) return 'serpbear';
  if (has('clicks', 'impressions') || TOP_QUERIES.some((name) => names.has(name))) return 'searchConsole';
  if (has('keyword', 'date', 'position')) return 'serpstatHistory';
  if (has('keyword', 'labels')) return 'ryte';
  return 'sextant';
}

/** Lines in which a header is looked for. Semrush and Keyword Planner write titles above it. */
const TITLE_LINES_MAX = 20;

interface Start {
  readonly text: string;
  /** Lines above the text. */
  readonly skipped: number;
  readonly delimiter: Delimiter;
  readonly cells: readonly string[];
}

/** Returns the text from its header on. A text without one is returned as it is. */
function startOf(text: string): Start {
  const at = (rest: string, skipped: number): Start => {
    const delimiter = delimiterOf(rest);
    const first = csvRows(rest, delimiter).next();
    return { text: rest, skipped, delimiter, cells: first.done ? [] : first.value.cells };
  };
  const whole = at(text, 0);
  if (isHeader(whole.cells)) return whole;
  for (let skipped = 1, end = text.indexOf('\n'); skipped <= TITLE_LINES_MAX && end >= 0; skipped++, end = text.indexOf('\n', end + 1)) {
    const start = at(text.slice(end + 1), skipped);
    if (isLaterHeader(start.cells)) return start;
  }
  return whole;
}

/** Returns the table of a text, or the name of a column or field that does not exist. */
export function openTable(
  given: string,
  wanted: ImportFormat,
  names: Readonly<Record<string, string>> = {},
): ImportTable | { readonly unknown: string } {
  const { text, skipped, delimiter, cells } = startOf(given);
  const format = wanted === 'auto' ? (Object.keys(names).length > 0 ? 'sextant' : formatOf(cells)) : wanted;
  const hasHeader = format !== 'lines' && (format !== 'serposcope' || isHeader(cells));
  const header = hasHeader ? cells : format === 'lines' ? ['keyword'] : SERPOSCOPE_HEADER;
  const columns = findColumns(header, FIELDS_OF[format], names);
  if ('unknown' in columns) return columns;
  if (!columns.indexes.has('keyword')) return { unknown: 'keyword' };
  const rows = format === 'lines' ? textLines(text) : csvRows(text, delimiter);
  return { format, columns, rows: hasHeader ? belowHeader(rows, skipped) : rows };
}

function* belowHeader(rows: Iterable<CsvRow>, skipped: number): Generator<CsvRow, void> {
  let isFirst = true;
  for (const { line, cells } of rows) {
    if (!isFirst) yield { line: line + skipped, cells };
    isFirst = false;
  }
}

const ENGINE_NAMES: ReadonlyMap<string, EngineName> = new Map(
  ENGINES.flatMap((name) => [[foldName(name), name] as const, [foldName(ENGINE_LABELS[name]), name] as const]),
);

function engineOf(text: string): EngineName {
  // Other trackers name the site, such as google.de.
  const engine = ENGINE_NAMES.get(foldName(text)) ?? ENGINE_NAMES.get(foldName(text.split('.')[0]!));
  if (!engine) throw new RowProblem(`the search engine “${text.slice(0, 50)}” is not known`);
  return engine;
}

const DEVICES: Readonly<Record<string, ('desktop' | 'mobile')[]>> = {
  desktop: ['desktop'],
  computer: ['desktop'],
  pc: ['desktop'],
  '1': ['desktop'],
  mobile: ['mobile'],
  smartphone: ['mobile'],
  phone: ['mobile'],
  '2': ['mobile'],
  both: ['desktop', 'mobile'],
  all: ['desktop', 'mobile'],
  desktopmobile: ['desktop', 'mobile'],
  mobiledesktop: ['desktop', 'mobile'],
};

function devicesOf(text: string): ('desktop' | 'mobile')[] {
  const devices = DEVICES[foldName(text)];
  if (!devices) throw new RowProblem(`the device “${text.slice(0, 50)}” is not known`);
  return devices;
}

function flagOf(text: string, field: string): boolean {
  if (/^(?:true|1|yes|y|x|on)$/i.test(text)) return true;
  if (/^(?:false|0|no|n|off)$/i.test(text)) return false;
  throw new RowProblem(`${field} must be true or false`);
}

/** Ranges such as 10–100 are not volumes. */
function volumeOf(text: string): number | null {
  const digits = /^\d{1,3}(?:[.,\s]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text;
  return /^\d{1,10}$/.test(digits) && Number(digits) <= 2_000_000_000 ? Number(digits) : null;
}

/** Our own exports mark cells that a spreadsheet would treat as formulas with an apostrophe. */
const withoutMark = (text: string): string => (/^'[\s\u200b\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/.test(text) ? text.slice(1) : text);

/** Empty cells, and `-`, which SerpBear writes for none. */
const isNone = (text: string): boolean => text === '' || text === '-';

function pastOf(cell: (field: Field) => string): ImportedRow['past'] {
  const [day, position, url] = [cell('date').slice(0, 10), cell('position'), cell('url')];
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new RowProblem('date must be a day such as 2026-11-18');
  const isAbsent = isNone(position) || position === '0' || /^>/.test(position);
  if (!isAbsent && !/^\d{1,3}$/.test(position)) throw new RowProblem('position must be a whole number');
  const found = isAbsent ? 0 : Number(position);
  return { day, position: found <= 100 ? found : 0, url: found > 0 && found <= 100 && !isNone(url) ? url : null };
}

/** The most precise of location, city and country. */
function regionOf(cell: (field: Field) => string): string {
  const [region, city, country] = [cell('region'), cell('city'), countryOf(cell('country'))];
  if (!isNone(region)) return countryOf(region);
  return isNone(city) ? country : `${city},${countryNameOf(country)}`;
}

/** Throws a `RowProblem`. */
export function readRow({ format, columns }: ImportTable, { cells }: CsvRow): ImportedRow {
  const cell = (field: Field): string => {
    const index = columns.indexes.get(field);
    const text = index === undefined ? '' : (cells[index] ?? '');
    return format === 'sextant' ? withoutMark(text) : text;
  };
  const keyword = cell('keyword');
  if (keyword === '') throw new RowProblem('has no keyword');
  const [engine, language, device, volume] = [cell('searchEngine'), cell('language'), cell('device'), cell('volume')];
  const region = regionOf(cell);
  const tags = tagCells(format, columns, cells, cell);
  const [targetUrl, starred, enabled, note] = [cell('targetUrl'), cell('starred'), cell('enabled'), cell('note')];
  const readVolume = volumeOf(volume);
  return {
    keyword: {
      keyword,
      ...(engine === '' ? {} : { searchEngine: engineOf(engine) }),
      ...(isNone(region) ? {} : { region }),
      ...(language === '' ? {} : { language: languageOf(language) }),
      ...(isNone(device) ? {} : { devices: devicesOf(device) }),
      ...(tags.length > 0 ? { tags } : {}),
      ...(targetUrl === '' ? {} : { targetUrl }),
      ...(starred === '' ? {} : { starred: flagOf(starred, 'starred') }),
      ...(enabled === '' ? {} : { enabled: flagOf(enabled, 'enabled') }),
      ...(readVolume === null ? {} : { volume: readVolume }),
      ...(note === '' ? {} : { note }),
    },
    past: format === 'serpstatHistory' ? pastOf(cell) : null,
  };
}

/** SerpBear writes its tags unquoted with commas in the last column. Others separate them by commas or semicolons. */
function tagCells(format: Format, { indexes, count }: Columns, cells: readonly string[], cell: (field: Field) => string): string[] {
  const index = indexes.get('tags');
  const text = format === 'serpbear' && index === count - 1 ? cells.slice(index).join(',') : cell('tags');
  return text
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => !isNone(tag));
}
