// Results as flat rows, for exports: one row per search result, keyword, AI answer or citation.
import { ITEM_ARRAYS } from './items.ts';
import type { State } from './listing.ts';
import type { Kind } from './vocabulary.ts';

/** The columns of every row and their types in Parquet files. New columns are added at the end. */
export const RESULT_COLUMN_TYPES = {
  id: 'text',
  kind: 'text',
  createdAt: 'time',
  generatedAt: 'time',
  engine: 'text',
  region: 'text',
  language: 'text',
  device: 'text',
  keyword: 'text',
  state: 'text',
  verdict: 'text',
  error: 'text',
  resultType: 'text',
  position: 'integer',
  rank: 'integer',
  page: 'integer',
  title: 'text',
  url: 'text',
  domain: 'text',
  description: 'text',
  date: 'text',
  rating: 'number',
  votes: 'integer',
  price: 'text',
  searchVolume: 'integer',
  competition: 'number',
  costPerClick: 'number',
  quality: 'number',
} as const;
export type ResultColumn = keyof typeof RESULT_COLUMN_TYPES;
export const RESULT_COLUMNS = Object.keys(RESULT_COLUMN_TYPES) as readonly ResultColumn[];

/** Columns without a value are absent. */
export type ResultRow = Readonly<Partial<Record<ResultColumn, string | number>>>;

type Fields = Readonly<Record<string, unknown>>;
type Cell = string | number | undefined;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});
const listIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Returns the first value that is a text or a number. */
const cell = (...values: readonly unknown[]): Cell =>
  values.find((value): value is string | number => (typeof value === 'string' && value !== '') || typeof value === 'number');

/**
 * Returns the rows of an object as the API returns it. An object without results has one row with its state, so that
 * failed and empty requests are not missing. With `types`, there are only rows of these types.
 */
export function resultRows(kind: Kind, object: Fields, types?: ReadonlySet<string>): ResultRow[] {
  const request = requestCells(kind, object);
  const items = ITEMS[kind](object).filter(({ resultType }) => !types || types.has(String(resultType)));
  if (types && items.length === 0) return [];
  return (items.length === 0 ? [{}] : items).map((item) => withoutGaps({ ...request, ...item }));
}

function requestCells(kind: Kind, object: Fields): Record<string, Cell> {
  const keywords = Array.isArray(object.keywords) ? object.keywords.join(', ') : undefined;
  return {
    id: cell(object.id),
    kind,
    createdAt: cell(object.createdAt),
    generatedAt: cell(object.generatedAt),
    engine: cell(object.searchEngine, object.source, object.aiService),
    region: cell(fieldsIn(object.region).canonicalName),
    language: cell(object.language),
    ...(kind === 'serp' ? { device: object.isMobile === true ? 'mobile' : 'desktop' } : {}),
    keyword: cell(object.keyword, keywords, object.prompt, object.url),
    state: stateOf(object),
    verdict: cell(object.verdict),
    error: cell(object.error),
    quality: cell(object.quality),
  };
}

/** A failed AI job is `ready` and has an `error`. */
function stateOf({ ready, faulty, error }: Fields): State {
  if (faulty === true || (error !== null && error !== undefined)) return 'faulty';
  return ready === true ? 'ready' : 'waiting';
}

const ITEMS: Readonly<Record<Kind, (object: Fields) => Record<string, Cell>[]>> = {
  serp: ({ data }) => ITEM_ARRAYS.flatMap((name) => listIn(fieldsIn(data)[name]).map((item) => itemCells(name, item))),
  keyword: ({ data }) =>
    listIn(fieldsIn(data).results).map(({ keyword, searchVolume, competition, costPerClick }) => ({
      resultType: 'keyword',
      keyword: cell(keyword),
      searchVolume: cell(searchVolume),
      competition: cell(competition),
      costPerClick: cell(costPerClick),
    })),
  ai: ({ response }) => {
    if (!isFields(response)) return [];
    const answer = { resultType: 'answer', url: cell(response.url), description: cell(response.text, response.summary) };
    return [answer, ...listIn(response.citations).map((citation) => itemCells('citation', citation))];
  },
};

/** The arrays of a SERP name equal facts differently. */
function itemCells(resultType: string, item: Fields): Record<string, Cell> {
  return {
    resultType,
    position: cell(item.position),
    rank: cell(item.rank),
    page: cell(item.page),
    title: cell(item.title, item.question, item.accountTitle, item.keyword),
    url: cell(item.url),
    domain: cell(item.domain, hostOf(item.url)),
    description: cell(item.snippet, item.description, item.answer, item.text, item.address),
    date: cell(item.publishedAt, item.date),
    rating: cell(fieldsIn(item.rating).value),
    votes: cell(fieldsIn(item.rating).votes),
    price: cell(fieldsIn(item.price).displayed),
  };
}

function hostOf(url: unknown): string | undefined {
  return typeof url === 'string' ? /^https?:\/\/([^/?#:@]+)/i.exec(url)?.[1]?.toLowerCase() : undefined;
}

const withoutGaps = (cells: Readonly<Record<string, Cell>>): ResultRow =>
  Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== undefined)) as ResultRow;
