// Rows of exports: keywords, checks, competitors and first results.
import type { Group } from '../../../contract/tracking-history.ts';
import type { TrackedKeyword } from '../../../contract/tracking-keywords.ts';
import type { KeywordPoint } from '../history/rows.ts';
import type { History, SlotRange, TrackedKeywords } from '../interfaces.ts';
import { featuresOf, meaningOf } from '../projects/keyword-row.ts';
import type { PageUrls } from '../projects/page-urls.ts';
import { dayText, slotText } from '../slots.ts';
import type { ProjectRow } from '../types.ts';
import { lastOfGroups } from './groups.ts';

/** `points` are the lines of `GET /projects/{id}/history`. */
export const EXPORT_CONTENTS = ['keywords', 'history', 'competitors', 'top', 'points'] as const;
export type ExportContent = (typeof EXPORT_CONTENTS)[number];

export type ExportRow = Readonly<Record<string, unknown>>;

export interface ExportQuery {
  readonly content: ExportContent;
  readonly format: 'csv' | 'jsonl';
  readonly range: SlotRange;
  readonly group: Group;
  /** Only keywords with one of these tags. Empty: all. */
  readonly tags: readonly string[];
}

export interface ExportRows {
  read(
    project: ProjectRow,
    query: ExportQuery,
  ): { readonly columns: readonly string[]; readonly chunks: AsyncIterable<readonly ExportRow[]> };
}

export interface ExportParts {
  readonly keywords: Pick<TrackedKeywords, 'pages'>;
  readonly history: Pick<History, 'ofProject'>;
  readonly pageUrls: PageUrls;
}

/** The first columns are those that an import reads, so that an export can be imported again. */
const IMPORTED = [
  'keyword',
  'searchEngine',
  'region',
  'language',
  'device',
  'tags',
  'targetUrl',
  'starred',
  'enabled',
  'volume',
  'note',
] as const;
const KEYWORD_COLUMNS = [
  ...IMPORTED,
  'state',
  'reason',
  'checkedAt',
  'position',
  'rank',
  'depth',
  'url',
  'title',
  'change1',
  'change7',
  'change30',
  'best',
  'bestOn',
  'features',
  'owned',
  'citedAs',
  'visits',
] as const satisfies readonly (keyof TrackedKeyword)[];
const SERIES = ['keyword', 'engine', 'region', 'language', 'device'];
const COLUMNS: Readonly<Record<ExportContent, readonly string[]>> = {
  keywords: KEYWORD_COLUMNS,
  history: [
    'date',
    'slot',
    ...SERIES,
    'state',
    'reason',
    'position',
    'rank',
    'depth',
    'url',
    'features',
    'owned',
    'citedAs',
    'tags',
    'volume',
  ],
  competitors: ['date', 'slot', ...SERIES, 'depth', 'domain', 'competitor', 'position'],
  top: ['date', 'slot', ...SERIES, 'position', 'url'],
  points: [],
};

/** Lists and changes become texts in CSV. */
export function keywordCells(keyword: TrackedKeyword): ExportRow {
  const { tags, features, owned, change1, change7, change30 } = keyword;
  const changeText = (change: TrackedKeyword['change1']) => change?.value ?? change?.movement ?? null;
  return {
    ...keyword,
    tags: tags.join(';'),
    features: features.join(';'),
    owned: owned.join(';'),
    change1: changeText(change1),
    change7: changeText(change7),
    change30: changeText(change30),
  };
}

/** What the rows of a keyword have in common. */
type Series = ExportRow & { readonly tags: readonly string[]; readonly volume: number | null };

const seriesOf = ({ keyword, searchEngine, region, language, device, tags, volume }: TrackedKeyword): Series => ({
  keyword,
  engine: searchEngine,
  region,
  language,
  device,
  tags,
  volume,
});

export function createExportRows({ keywords, history, pageUrls }: ExportParts): ExportRows {
  async function* keywordRows(project: ProjectRow, { format, tags }: ExportQuery): AsyncIterable<readonly ExportRow[]> {
    for await (const page of keywords.pages(project, tags)) yield format === 'csv' ? page.map(keywordCells) : page;
  }
  async function* pointRows(project: ProjectRow, query: ExportQuery): AsyncIterable<readonly ExportRow[]> {
    // One short record per keyword is in memory. Points name their keyword only by id.
    const series = new Map<number, Series>();
    for await (const page of keywords.pages(project, query.tags)) for (const each of page) series.set(Number(each.id), seriesOf(each));
    for await (const chunk of lastOfGroups(history.ofProject(project, query.range), query.group)) {
      const points = chunk.filter(({ keywordId }) => series.has(keywordId));
      const urls = await pageUrls(project, pagesOf(points, query.content));
      yield points.flatMap((point) => rowsOf(project, point, series.get(point.keywordId)!, urls, query));
    }
  }
  return {
    read: (project, query) => ({
      columns: COLUMNS[query.content],
      chunks: query.content === 'keywords' ? keywordRows(project, query) : pointRows(project, query),
    }),
  };
}

function* pagesOf(points: readonly KeywordPoint[], content: ExportContent): Iterable<number> {
  for (const { pageId, top } of points) {
    if (content === 'top') yield* top;
    else if (content !== 'competitors' && pageId > 0) yield pageId;
  }
}

function rowsOf(
  project: ProjectRow,
  point: KeywordPoint,
  { tags, volume, ...series }: Series,
  urls: ReadonlyMap<number, string>,
  { content, format }: ExportQuery,
): readonly ExportRow[] {
  const time = { date: dayText(point.slot), slot: slotText(point.slot) };
  switch (content) {
    case 'competitors':
      return project.settings.competitors.flatMap((competitor, index) =>
        competitor && point.depth > 0
          ? [
              {
                ...time,
                ...series,
                depth: point.depth,
                domain: competitor.host,
                competitor: competitor.name,
                position: point.competitors[index] || null,
              },
            ]
          : [],
      );
    case 'top':
      return point.top.map((id, index) => ({ ...time, ...series, position: index + 1, url: urls.get(id) ?? null }));
    case 'points':
      return [{ keywordId: String(point.keywordId), ...shownPoint(project, point, urls) }];
    default: {
      const { slot: _slot, competitors: _competitors, features, owned, ...shown } = shownPoint(project, point, urls);
      if (format === 'jsonl') return [{ ...time, ...series, ...shown, features, owned, tags, volume }];
      return [{ ...time, ...series, ...shown, features: features.join(';'), owned: owned.join(';'), tags: tags.join(';'), volume }];
    }
  }
}

/** A point without its title, its first results and its object. */
function shownPoint({ settings }: ProjectRow, point: KeywordPoint, urls: ReadonlyMap<number, string>) {
  const { state, reason } = meaningOf(point.code);
  return {
    slot: slotText(point.slot),
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(point.code > 30 ? { imported: true } : {}),
    position: point.position || null,
    rank: point.rank || null,
    depth: point.depth || null,
    url: urls.get(point.pageId) ?? null,
    features: featuresOf(point.features),
    owned: featuresOf(point.owned),
    citedAs: point.cited || null,
    // Removed competitors keep their index in stored points.
    competitors: settings.competitors.flatMap((each, index) => (each ? [point.competitors[index] || null] : [])),
  };
}
