// Loads the shipped region list and an operator's import.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { type AdditionWithParent, withAdditions } from './additions.ts';
import { Chains } from './chains.ts';
import { type Columns, lineAt, readColumns } from './columns.ts';
import type { JoinedRow } from './criteria.ts';
import { additionsOf, decompressOverlay, findOverlay, joinsOf } from './overlay.ts';
import { createRegions, type Regions } from './regions.ts';
import { Table } from './table.ts';

/** The folder is next to both `src` and the built `dist`, and this file has the same depth in both. */
const SHIPPED = fileURLToPath(new URL('../../../data/regions.bin.br', import.meta.url));

/** The list that was loaded last. Nothing changes it, so one process needs it only once. */
let last: Regions | null = null;

/** `file` is a list built by `npm run regions`. `overlayFolder` may contain an import. Default: the list's folder. */
export function loadRegions(file: string = SHIPPED, overlayFolder: string = dirname(file)): Regions {
  const compressed = readFileSync(file);
  const imported = findOverlay(overlayFolder);
  const version = createHash('sha256')
    .update(compressed)
    .update(imported ?? '')
    .digest('hex')
    .slice(0, 16);
  if (last?.version !== version) last = assemble(readColumns(brotliDecompressSync(compressed)), imported, version);
  return last;
}

/** Returns the shipped list without an import, as the base of a new import. */
export function loadTable(file: string = SHIPPED): Table {
  const columns = readColumns(brotliDecompressSync(readFileSync(file)));
  return new Table(columns, columns.count, new Map());
}

function assemble(shipped: Columns, imported: Buffer | null, version: string): Regions {
  if (!imported) return createRegions(new Table(shipped, shipped.count, new Map()), [], version);
  const byId = rowFinder(shipped);
  const text = decompressOverlay(imported);
  const additions: AdditionWithParent[] = [];
  const rowOfAddition = new Map<string, number>();
  for (const addition of additionsOf(text)) {
    const parent = byId(addition.parentId);
    if (parent < 0) continue;
    rowOfAddition.set(addition.id, shipped.count + additions.length);
    additions.push({ ...addition, parent });
  }
  const joined: JoinedRow[] = [];
  const placeIds = new Map<number, string>();
  for (const { criteriaId, regionId, alias, placeId } of joinsOf(text)) {
    const row = rowOfAddition.get(regionId) ?? byId(regionId);
    // A newer list may lack a region that an older import refers to.
    if (row < 0) continue;
    joined.push({ criteriaId, row, alias });
    if (placeId) placeIds.set(row, placeId);
  }
  return createRegions(new Table(withAdditions(shipped, additions), shipped.count, placeIds), joined, version);
}

function rowFinder(columns: Columns): (id: string) => number {
  const chains = new Chains(columns.count, (row) => lineAt(columns.ids, row));
  return (id) => {
    for (const row of chains.rowsOf(id)) if (lineAt(columns.ids, row) === id) return row;
    return -1;
  };
}
