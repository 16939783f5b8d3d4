// Reads folders of pages: `<engine>/<name>.html`, further pages as `<name>.2.html`, and an index of their keywords.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EngineName } from '../../../contract/vocabulary.ts';
import { type CapturedPage, type CapturedSearch, type IsEngine, RECORD_BYTES_MAX, ReplayProblem, type SearchFields } from './capture.ts';

/** `shoes.html`, `shoes.2.html.gz` and so on: name, page number, type, compression. */
const PAGE_FILE = /^(.+?)(?:\.(\d{1,3}))?\.(html?|json|xml)(\.gz)?$/i;
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', htm: 'text/html', json: 'application/json', xml: 'application/xml' };
export const INDEX_FILE = 'index.jsonl';
/** Engine folders may also be below this folder. */
export const PAGES_FOLDER = 'pages';

/** Returns the searches in the folder of one engine. A search is a page with the further pages of the same name. */
export function readEngineFolder(folder: string, engine: EngineName, known: KnownFields): CapturedSearch[] {
  const searches = new Map<string, CapturedPage[]>();
  for (const name of readdirSync(folder).sort()) {
    const match = PAGE_FILE.exec(name);
    if (!match) continue;
    const [, title = '', number = '1', type = '', compressed] = match;
    const page = filePage(path.join(folder, name), TYPES[type.toLowerCase()]!, compressed !== undefined);
    const pages = searches.get(title) ?? [];
    if (pages[Number(number) - 1]) throw new ReplayProblem(`${page.file}: another file has the same page.`);
    pages[Number(number) - 1] = page;
    searches.set(title, pages);
  }
  return [...searches].map(([title, pages]) => {
    const missing = Array.from(pages).indexOf(undefined as never);
    if (missing !== -1) throw new ReplayProblem(`${path.join(folder, title)}: page ${missing + 1} is missing.`);
    return { engine, known: known.get(withoutCompression(pages[0]!.file)) ?? {}, pages };
  });
}

function filePage(file: string, type: string, isCompressed: boolean): CapturedPage {
  const { size } = statSync(file);
  if (size > RECORD_BYTES_MAX) throw new ReplayProblem(`${file} is larger than 64 MB.`);
  const compression = isCompressed ? 'gzip' : undefined;
  const headers = { 'content-type': type, ...(isCompressed ? { 'content-encoding': 'gzip' } : {}) };
  return { file, offset: 0, length: size, read: (bytes) => ({ status: 200, headers, bytes, compression }) };
}

/** What the index says about a page, by its file without `.gz`. */
export type KnownFields = ReadonlyMap<string, Partial<SearchFields>>;

const withoutCompression = (file: string): string => file.replace(/\.gz$/i, '');

/** Reads `index.jsonl`: one line per first page with `file`, `keyword` and, if known, `language`, `isMobile`, `region`. */
export function readIndex(folder: string, isEngine: IsEngine): KnownFields {
  const file = path.join(folder, INDEX_FILE);
  const known = new Map<string, Partial<SearchFields>>();
  if (!existsSync(file)) return known;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `${file}, line ${index + 1}`;
    const row = rowOf(line, where);
    const page = path.join(folder, row.file);
    if (!isEngine(path.basename(path.dirname(page)))) continue;
    if (!existsSync(page) && !existsSync(`${page}.gz`)) throw new ReplayProblem(`${where}: there is no file ${row.file}.`);
    known.set(withoutCompression(page), row.known);
  }
  return known;
}

/** The field `query` of other tools means the same as `keyword`. */
function rowOf(line: string, where: string): { file: string; known: Partial<SearchFields> } {
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(line) as Record<string, unknown>;
  } catch {
    throw new ReplayProblem(`${where} is not JSON.`);
  }
  if (typeof row?.file !== 'string') throw new ReplayProblem(`${where} has no file.`);
  const { file, keyword = row.query, language, isMobile, region } = row;
  return {
    file: file as string,
    known: {
      ...(typeof keyword === 'string' ? { keyword } : {}),
      ...(typeof language === 'string' ? { language } : {}),
      ...(typeof isMobile === 'boolean' ? { isMobile } : {}),
      ...(typeof region === 'string' ? { region } : {}),
    },
  };
}
