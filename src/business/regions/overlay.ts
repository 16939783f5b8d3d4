// The file of an operator's import: criteria ids, further spellings and further regions.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

export interface Join {
  readonly criteriaId: number;
  /** Id of the matched region. */
  readonly regionId: string;
  /** The canonical name of the imported list, if it differs from ours. */
  readonly alias: string;
  readonly placeId: string;
}

export interface Addition {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Id of the parent in the shipped list. The addition has no coordinates of its own. */
  readonly parentId: string;
}

export interface Overlay {
  readonly joins: Join[];
  readonly additions: Addition[];
}

const FILE = 'geotargets.tsv.gz';
export const overlayPath = (folder: string): string => join(folder, FILE);
const clean = (text: string): string => text.replace(/[\t\r\n]/g, ' ');

/** One line per entry: `j` joins a criteria id to a region, `a` adds a region. */
export function compressOverlay(overlay: Overlay): Buffer {
  const additions = overlay.additions.map((row) => ['a', row.id, clean(row.name), row.type, row.parentId].join('\t'));
  const joins = overlay.joins.map((row) => ['j', row.criteriaId, row.regionId, clean(row.alias), clean(row.placeId)].join('\t'));
  return gzipSync([...additions, ...joins].join('\n'));
}

/** Returns the compressed overlay of a folder, or null without an import. */
export function findOverlay(folder: string): Buffer | null {
  const path = overlayPath(folder);
  return existsSync(path) ? readFileSync(path) : null;
}

export const decompressOverlay = (compressed: Buffer): Buffer => gunzipSync(compressed);

/** Yields the fields of all lines of one kind. Additions are written before joins. */
function* fieldsOfKind(text: Buffer, kind: string): Generator<string[]> {
  const code = kind.charCodeAt(0);
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(10, start);
    const end = found < 0 ? text.length : found;
    if (text[start] === code) yield text.toString('utf8', start, end).split('\t');
    start = end + 1;
  }
}

export function* additionsOf(text: Buffer): Generator<Addition> {
  for (const [, id = '', name = '', type = '', parentId = ''] of fieldsOfKind(text, 'a')) yield { id, name, type, parentId };
}

export function* joinsOf(text: Buffer): Generator<Join> {
  for (const [, criteriaId, regionId = '', alias = '', placeId = ''] of fieldsOfKind(text, 'j')) {
    yield { criteriaId: Number(criteriaId), regionId, alias, placeId };
  }
}
