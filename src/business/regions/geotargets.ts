// Reads Google's list of geographic targets, a CSV file with one target per line.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { REGION_TYPES, type RegionType } from '../../contract/vocabulary.ts';

export interface Target {
  readonly criteriaId: number;
  readonly name: string;
  readonly canonicalName: string;
  /** Criteria id of the parent. 0 for countries. */
  readonly parentId: number;
  readonly countryCode: string;
  /** Null for target types that the API does not have. */
  readonly type: RegionType | null;
  /** Only in files with an additional column of that name. */
  readonly placeId: string;
}

/** Returns the fields of one line. Quoted fields may contain commas and doubled quotes, but no line breaks. */
export function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === '"' && quoted && line[at + 1] === '"') {
      field += '"';
      at++;
    } else if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) {
      fields.push(field);
      field = '';
    } else field += character;
  }
  return [...fields, field];
}

const COLUMNS = ['Criteria ID', 'Name', 'Canonical Name', 'Parent ID', 'Country Code', 'Target Type'] as const;

function typeOf(written: string): RegionType | null {
  const type = written.trim().toLowerCase().replace('governorate', 'governate');
  return (REGION_TYPES as readonly string[]).includes(type) ? (type as RegionType) : null;
}

/** Yields the targets in file order. Throws when a column is missing. Skips lines without a criteria id. */
export async function* readTargets(path: string): AsyncGenerator<Target> {
  let columnIndexes: Map<string, number> | null = null;
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    const fields = fieldsOf(line);
    if (!columnIndexes) {
      columnIndexes = new Map(fields.map((title, at) => [title.replace('\uFEFF', '').trim(), at]));
      const missing = COLUMNS.filter((title) => !columnIndexes?.has(title));
      if (missing.length > 0) throw new Error(`the file is not a list of geographic targets: it has no column ${missing.join(', ')}`);
      continue;
    }
    const columns = columnIndexes;
    const field = (title: string): string => fields[columns.get(title) ?? -1]?.trim() ?? '';
    const criteriaId = Number(field('Criteria ID'));
    if (!Number.isInteger(criteriaId) || criteriaId <= 0) continue;
    yield {
      criteriaId,
      name: field('Name'),
      canonicalName: field('Canonical Name'),
      parentId: Number(field('Parent ID')) || 0,
      countryCode: field('Country Code').toUpperCase(),
      type: typeOf(field('Target Type')),
      placeId: field('Place ID'),
    };
  }
}
