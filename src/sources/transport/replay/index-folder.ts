// Indexes REPLAY_DIR: finds every captured page and its request, without keeping pages in memory.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EngineName } from '../../../contract/vocabulary.ts';
import { type CapturedExchange, type CapturedPage, type CapturedSearch, type IsEngine, ReplayProblem } from './capture.ts';
import { readHar } from './har.ts';
import { INDEX_FILE, PAGES_FOLDER, readEngineFolder, readIndex } from './page-files.ts';
import { readStoredSerps } from './stored-serps.ts';
import { pathKey, urlKey } from './url-key.ts';
import { readWarc } from './warc.ts';

export interface ReplayIndex {
  /** Pages with a URL, by `urlKey`. */
  readonly exchanges: ReadonlyMap<string, CapturedPage>;
  /** The same pages with their URLs, by `pathKey`. */
  readonly similar: ReadonlyMap<string, readonly { readonly url: string; readonly page: CapturedPage }[]>;
  /** Searches without a URL, by `searchKey`. */
  readonly searches: ReadonlyMap<string, readonly CapturedSearch[]>;
  /** Files and folders that are in no known form. */
  readonly ignored: readonly string[];
}

/** A search whose keyword is unknown answers every keyword. */
export const searchKey = (engine: EngineName, keyword?: string): string => (keyword === undefined ? engine : `${engine} ${keyword}`);

/** Throws `ReplayProblem` when the folder has no page or a damaged file. */
export function indexFolder(folder: string, isEngine: IsEngine): ReplayIndex {
  const exchanges = new Map<string, CapturedPage>();
  const similar = new Map<string, { url: string; page: CapturedPage }[]>();
  const searches = new Map<string, CapturedSearch[]>();
  const ignored: string[] = [];
  const addSearch = (search: CapturedSearch): void => {
    append(searches, searchKey(search.engine, search.known.keyword), search);
  };
  // Of several captures of one URL the last one counts.
  const addExchange = ({ method, url, body, page }: CapturedExchange): void => {
    exchanges.set(urlKey(method, url, body), page);
    if (method === 'GET') append(similar, pathKey(url), { url, page });
  };
  const known = readIndex(folder, isEngine);
  const addFolder = (parent: string, name: string): void => {
    if (isEngine(name)) for (const search of readEngineFolder(path.join(parent, name), name, known)) addSearch(search);
    else ignored.push(path.relative(folder, path.join(parent, name)));
  };

  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    const isFolder = statSync(file).isDirectory();
    if (isFolder && name === PAGES_FOLDER)
      for (const below of namesIn(file)) {
        if (statSync(path.join(file, below)).isDirectory()) addFolder(file, below);
      }
    else if (isFolder) addFolder(folder, name);
    else if (/\.warc(?:\.gz)?$/.test(name)) for (const exchange of readWarc(file)) addExchange(exchange);
    else if (name.endsWith('.har')) for (const exchange of readHar(file)) addExchange(exchange);
    else if (name === INDEX_FILE) continue;
    else {
      const stored = /\.(?:json|jsonl|ndjson)$/.test(name) ? readStoredSerps(file, isEngine) : null;
      if (stored) for (const search of stored) addSearch(search);
      else ignored.push(name);
    }
  }
  if (exchanges.size + searches.size === 0) throw new ReplayProblem(`${folder} has no captured pages.`);
  return { exchanges, similar, searches, ignored };
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch (cause) {
    throw new ReplayProblem(`${folder} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

/** Returns the counts for people: `3 pages for google, 2 for bing, 10 by URL`. */
export function describeIndex({ exchanges, searches, ignored }: ReplayIndex): string {
  const perEngine = new Map<EngineName, number>();
  for (const { engine, pages } of [...searches.values()].flat()) perEngine.set(engine, (perEngine.get(engine) ?? 0) + pages.length);
  const counts = [...perEngine].map(([engine, count]) => [count, `for ${engine}`] as const);
  const parts = [...counts, ...(exchanges.size > 0 ? [[exchanges.size, 'by URL'] as const] : [])];
  const text = parts.map(([count, what], index) => `${count}${index === 0 ? (count === 1 ? ' page' : ' pages') : ''} ${what}`).join(', ');
  return ignored.length === 0 ? text : `${text}; ignored: ${ignored.join(', ')}`;
}
