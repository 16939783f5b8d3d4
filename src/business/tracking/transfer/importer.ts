// Imports keywords, and points of the past, from a text. A wrong line is named, and the others are imported.
import { setImmediate as nextTick } from 'node:timers/promises';
import { ApiError, errors } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import { isLongerThan } from '../../../contract/text.ts';
import { KEYWORD_CHARACTERS_MAX, TAGS_MAX } from '../../../contract/tracking.ts';
import type { Imported, NewTrackedKeyword, TrackedKeyword } from '../../../contract/tracking-keywords.ts';
import type { History, Importer, TrackedKeywords } from '../interfaces.ts';
import { readTags, readTargetUrl } from '../projects/keyword-fields.ts';
import { type ExpandKeywords, keywordText, type Variant } from '../projects/variants.ts';
import { readSlot } from '../slots.ts';
import type { ProjectRow, ReadPoint, Slot } from '../types.ts';
import { type ImportedRow, type ImportTable, openTable, RowProblem, readRow } from './formats.ts';

export interface ImporterParts {
  readonly keywords: Pick<TrackedKeywords, 'add' | 'pages'>;
  readonly history: Pick<History, 'insert'>;
  readonly expand: ExpandKeywords;
  /** The current slot of a project. */
  readonly slotNow: (project: ProjectRow) => Promise<Slot>;
}

type Point = Parameters<History['insert']>[1][number];

const LINES_MAX = 50_000;
const PROBLEMS_MAX = 100;
/** Lines between two pauses for other requests. */
const SLICE = 1000;
const NOTE_CHARACTERS_MAX = 500;
/** Trackers check the first hundred results. */
const PAST_DEPTH = 100;
const POINTS_AT_ONCE = 5000;

/** Identifies a series, for keywords of the file and for those of the project. */
const seriesOf = (engine: string, region: string, language: string, isMobile: boolean): string =>
  [engine, region, language, isMobile ? 'mobile' : 'desktop'].join('\n');
const seriesOfVariant = ({ engine, request, language, isMobile }: Variant): string =>
  seriesOf(engine, (JSON.parse(request) as { region: { canonicalName: string } }).region.canonicalName, language, isMobile);
const seriesOfKeyword = ({ searchEngine, region, language, device }: TrackedKeyword): string =>
  seriesOf(searchEngine, region, language, device === 'mobile');

const problemText = (error: unknown): string => {
  if (error instanceof RowProblem) return error.message;
  if (!(error instanceof ApiError && error.code === 400)) throw error;
  return [error.message.replace(/^Bad input parameter: /, ''), error.solution ?? ''].join(' ').trim();
};

/** Checks what a request with this keyword would be rejected for, except its variant. */
function checkFields({ keyword, tags, targetUrl, note }: NewTrackedKeyword, past: ImportedRow['past'], now: Slot): void {
  const text = keywordText(keyword);
  if (text === '' || isLongerThan(text, KEYWORD_CHARACTERS_MAX))
    throw new RowProblem(`keyword must have 1 to ${KEYWORD_CHARACTERS_MAX} characters`);
  if (readTags(tags, 'tags').length > TAGS_MAX) throw new RowProblem(`tags has more than ${TAGS_MAX} entries`);
  readTargetUrl(targetUrl, 'targetUrl');
  if (isLongerThan(note ?? '', NOTE_CHARACTERS_MAX)) throw new RowProblem(`note must have at most ${NOTE_CHARACTERS_MAX} characters`);
  if (!past) return;
  if (readSlot('date', past.day) > now) throw new RowProblem('date is in the future');
}

interface ReadTable {
  readonly rows: readonly ImportedRow[];
  /** Series of a row, by the fields that name them. */
  readonly seriesIn: (row: ImportedRow) => readonly string[];
  readonly problems: Imported['problems'];
  readonly lines: number;
}

const variantName = ({ searchEngine, region, language, devices }: NewTrackedKeyword): string =>
  JSON.stringify([searchEngine, region, language, devices]);

export function createImporter({ keywords, history, expand, slotNow }: ImporterParts): Importer {
  const read = async (account: Account, project: ProjectRow, table: ImportTable): Promise<ReadTable> => {
    const { settings, maxResults } = project;
    const now = await slotNow(project);
    const series = new Map<string, readonly string[] | RowProblem>();
    const checkVariant = async (keyword: NewTrackedKeyword): Promise<void> => {
      const name = variantName(keyword);
      if (!series.has(name)) {
        const found = await expand(account, settings.defaults, maxResults, [keyword], () => '').catch(
          (error) => new RowProblem(problemText(error)),
        );
        series.set(name, found instanceof RowProblem ? found : found.map(({ variant }) => seriesOfVariant(variant)));
      }
      const known = series.get(name);
      if (known instanceof RowProblem) throw known;
    };
    const rows: ImportedRow[] = [];
    const problems: Imported['problems'] = [];
    let lines = 0;
    for (const row of table.rows) {
      if (++lines > LINES_MAX) throw errors.badParameter('text', `has more than ${LINES_MAX} lines`, 'Split the file.');
      if (lines % SLICE === 0) await nextTick();
      try {
        const imported = readRow(table, row);
        checkFields(imported.keyword, imported.past, now);
        await checkVariant(imported.keyword);
        rows.push(imported);
      } catch (error) {
        const message = problemText(error);
        if (problems.length < PROBLEMS_MAX) problems.push({ line: row.line, message });
      }
    }
    const seriesIn = ({ keyword }: ImportedRow) => series.get(variantName(keyword)) as readonly string[];
    return { rows, seriesIn, problems, lines };
  };

  /** Inserts the checks of the past into the series of their keywords. Existing points stay. */
  const insertPast = async (project: ProjectRow, { rows, seriesIn }: ReadTable): Promise<number> => {
    const wanted = new Set(rows.map(({ keyword }) => keywordText(keyword.keyword).toLowerCase()));
    const ids = new Map<string, number>();
    for await (const page of keywords.pages(project, []))
      for (const each of page)
        if (wanted.has(each.keyword.toLowerCase())) ids.set(`${seriesOfKeyword(each)}\n${each.keyword.toLowerCase()}`, Number(each.id));
    const points = rows.flatMap((row): Point[] =>
      seriesIn(row).flatMap((name) => {
        const keywordId = ids.get(`${name}\n${keywordText(row.keyword.keyword).toLowerCase()}`);
        return keywordId === undefined || row.past === null ? [] : [pointOf(row.past, keywordId, readSlot('date', row.past.day))];
      }),
    );
    let inserted = 0;
    for (let start = 0; start < points.length; start += POINTS_AT_ONCE)
      inserted += await history.insert(project, points.slice(start, start + POINTS_AT_ONCE));
    return inserted;
  };

  return {
    run: async (account, project, { text, format = 'auto', columns = {}, dryRun = false }) => {
      const table = openTable(text, format, columns);
      if ('unknown' in table)
        throw errors.badParameter('columns', `has no column for ${table.unknown}`, 'Name the columns of the file by field in `columns`.');
      const found = await read(account, project, table);
      const isHistory = table.format === 'serpstatHistory';
      const named = found.rows.map(({ keyword }) => keyword);
      // A history has many lines per keyword, which are no duplicates.
      const distinct = isHistory ? [...new Map(named.map((each) => [JSON.stringify(each), each])).values()] : named;
      const result = await keywords.add(account, project, { keywords: distinct, dryRun });
      const pastCount = isHistory ? found.rows.length : 0;
      return {
        format: table.format,
        columns: table.columns.names,
        ignored: [...table.columns.ignored],
        lines: found.lines,
        points: isHistory && !dryRun ? await insertPast(project, found) : pastCount,
        problems: found.problems,
        result,
      };
    },
  };
}

/** A point of another tracker: code 31 found, 32 not found. */
function pointOf(past: NonNullable<ImportedRow['past']>, keywordId: number, slot: Slot): Point {
  const point: ReadPoint = {
    code: past.position > 0 ? 31 : 32,
    position: past.position,
    rank: 0,
    depth: PAST_DEPTH,
    page: past.url === null ? null : { url: past.url, title: null },
    otherPages: [],
    features: 0,
    owned: 0,
    cited: 0,
    competitors: [],
    top: [],
  };
  return { ...point, slot, keywordId };
}
