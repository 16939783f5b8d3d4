// Names of columns in files of Sextant and of other trackers.

/** What Search Console calls its column of queries, by the language of the account. Folded. */
export const TOP_QUERIES: readonly string[] = [
  'topqueries',
  'häufigstesuchanfragen',
  'requêteslesplusfréquentes',
  'consultasprincipales',
  'queryprincipali',
  'principaisconsultas',
  'populairstezoekopdrachten',
  'najpopularniejszezapytania',
  '上位のクエリ',
  '热门查询',
  '인기검색어',
];

/** Names by field, folded: lower case, without spaces and punctuation. The first name is that of Sextant's own exports. */
export const FIELD_NAMES = {
  keyword: ['keyword', 'keywords', 'query', ...TOP_QUERIES, 'searchterm', 'searchquery', 'phrase'],
  searchEngine: ['searchengine', 'engine', 'searchenginename'],
  region: ['region', 'location', 'searchlocation', 'market'],
  country: ['country', 'countrycode', 'searchlocalecountrycode', 'database'],
  city: ['city'],
  language: ['language', 'lang', 'languagecode'],
  device: ['device', 'devices', 'searchtype', 'platform'],
  tags: ['tags', 'tag', 'labels', 'label', 'groups', 'group'],
  targetUrl: ['targeturl', 'preferredurl', 'desiredurl', 'preferredlandingpage'],
  starred: ['starred', 'star', 'favorite', 'favourite'],
  enabled: ['enabled', 'active'],
  volume: ['volume', 'searchvolume', 'avgmonthlysearches', 'monthlyvolume'],
  note: ['note', 'notes', 'comment'],
  date: ['date', 'checkdate', 'day'],
  url: ['url', 'rankingurl', 'landingpage'],
  position: ['position', 'pos', 'rank', 'ranking'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Field = keyof typeof FIELD_NAMES;
export const FIELDS = Object.keys(FIELD_NAMES) as readonly Field[];

/** Accents are composed, because some programs write them as characters of their own. */
export const foldName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

export interface Columns {
  /** Index of the column by field. */
  readonly indexes: ReadonlyMap<Field, number>;
  /** Name of the column in the file by field. */
  readonly names: Readonly<Record<string, string>>;
  /** Columns of the file that no field uses. */
  readonly ignored: readonly string[];
  /** Number of columns of the file. */
  readonly count: number;
}

/**
 * Finds the columns of the `used` fields by their names. `given` maps fields to columns, instead of the guess. Returns the first
 * name in it that is not known.
 */
export function findColumns(
  header: readonly string[],
  used: readonly Field[],
  given: Readonly<Record<string, string>> = {},
): Columns | { readonly unknown: string } {
  const folded = header.map(foldName);
  const indexes = new Map<Field, number>();
  const wanted = Object.entries(given);
  for (const [field, column] of wanted) {
    const index = folded.indexOf(foldName(column));
    if (!FIELDS.includes(field as Field)) return { unknown: field };
    if (index < 0) return { unknown: column };
    indexes.set(field as Field, index);
  }
  for (const field of used) {
    if (indexes.has(field)) continue;
    const taken = new Set(indexes.values());
    const index = FIELD_NAMES[field].map((name) => folded.indexOf(name)).find((at) => at >= 0 && !taken.has(at));
    if (index !== undefined) indexes.set(field, index);
  }
  const taken = new Set(indexes.values());
  return {
    indexes,
    names: Object.fromEntries([...indexes].map(([field, index]) => [field, header[index]!])),
    ignored: header.filter((name, index) => !taken.has(index) && name !== ''),
    count: header.length,
  };
}

/** Returns whether a row names a column with keywords. */
export const isHeader = (cells: readonly string[]): boolean =>
  cells.some((cell) => (FIELD_NAMES.keyword as readonly string[]).includes(foldName(cell)));

/** Returns whether a row below titles is the header: it names a column with keywords and one of another field. */
export const isLaterHeader = (cells: readonly string[]): boolean => {
  const columns = findColumns(cells, FIELDS);
  return !('unknown' in columns) && columns.indexes.has('keyword') && columns.indexes.size > 1;
};
