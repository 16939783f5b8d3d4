// Imports Google's list of geographic targets: criteria ids, spellings and additional regions.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { Criteria } from './criteria.ts';
import { readTargets, type Target } from './geotargets.ts';
import { loadTable } from './load.ts';
import { Matching } from './matching.ts';
import { Names } from './names.ts';
import { type Addition, compressOverlay, type Join, overlayPath } from './overlay.ts';
import { RegionMatcher } from './resolve.ts';
import { keyOf, plain } from './spelling.ts';
import type { Table } from './table.ts';

export interface ImportCounts {
  /** Targets in the file. */
  rows: number;
  /** Targets that match a region of the shipped list. */
  matched: number;
  /** Targets that became new regions, at the coordinates of their nearest known ancestor. */
  added: number;
  /** Targets of an unknown type, without a known ancestor, or with a name that exists already. */
  skipped: number;
}

export interface ImportOptions {
  /** The base region list. Default: the shipped list. */
  readonly file?: string;
  /** Called after every ten thousand targets and at the end. */
  readonly onProgress?: (counts: Readonly<ImportCounts>) => void;
}

const PROGRESS_STEP = 10_000;
const ANCESTORS_MAX = 8;

/** Writes the overlay into `dataDir`, where `loadRegions` finds it. Replaces an earlier import. */
export async function importGeotargets(csvPath: string, dataDir: string, options: ImportOptions = {}): Promise<ImportCounts> {
  const table = loadTable(options.file);
  const names = new Names(table);
  const matching = new Matching(table, names);
  const matcher = new RegionMatcher(table, names, new Criteria(table, []));
  const counts: ImportCounts = { rows: 0, matched: 0, added: 0, skipped: 0 };
  const rowOf = new Map<number, number>();
  const joins: Join[] = [];
  const pending: Target[] = [];
  const join = (target: Target, row: number): void => {
    rowOf.set(target.criteriaId, row);
    // Store the target's spelling only if it does not resolve already.
    const understood = matcher.find(target.canonicalName) === row;
    joins.push(joinOf(target, table.id(row), understood ? '' : target.canonicalName));
    counts.matched++;
  };
  for await (const target of readTargets(csvPath)) {
    const row = matching.exact(target);
    if (row >= 0) join(target, row);
    else pending.push(target);
    if (++counts.rows % PROGRESS_STEP === 0) options.onProgress?.(counts);
  }
  // Exact matches first, so that a loose match cannot take their regions.
  const unmatched = pending.filter((target) => {
    const row = matching.loose(target);
    if (row >= 0) join(target, row);
    return row < 0;
  });
  const { additions, namesakes } = addTargets(unmatched, rowOf, table, names);
  for (const { target, row } of namesakes) join(target, row);
  for (const { target, addition, key } of additions)
    joins.push(joinOf(target, addition.id, keyOf(target.canonicalName) === key ? '' : target.canonicalName));
  counts.added = additions.length;
  counts.skipped = unmatched.length - additions.length - namesakes.length;
  writeOverlay(dataDir, { joins, additions: additions.map(({ addition }) => addition) });
  options.onProgress?.(counts);
  return counts;
}

function joinOf({ criteriaId, placeId }: Target, regionId: string, alias: string): Join {
  return { criteriaId, regionId, alias, placeId };
}

interface Added {
  readonly target: Target;
  readonly addition: Addition;
  readonly key: string;
}

/** A city region with the canonical name of a town means that town. */
interface Namesake {
  readonly target: Target;
  readonly row: number;
}

function addTargets(
  targets: readonly Target[],
  rowOf: ReadonlyMap<number, number>,
  table: Table,
  names: Names,
): { additions: Added[]; namesakes: Namesake[] } {
  const byId = new Map(targets.map((target) => [target.criteriaId, target]));
  const taken = new Set<string>();
  const additions: Added[] = [];
  const namesakes: Namesake[] = [];
  for (const target of targets) {
    const parent = knownAncestor(target, byId, rowOf);
    const name = target.name.replace(/\s*,\s*/g, '-');
    if (parent < 0 || target.type === null || target.type === 'country' || !name) continue;
    const key = keyOf(`${plain(name)},${table.canonicalKey(parent)}`);
    const namesake = names.byCanonical(key);
    if (namesake >= 0 && target.type === 'city region') namesakes.push({ target, row: namesake });
    if (taken.has(key) || namesake >= 0) continue;
    taken.add(key);
    additions.push({ target, key, addition: { id: `ct${target.criteriaId}`, name, type: target.type, parentId: table.id(parent) } });
  }
  return { additions, namesakes };
}

/** Returns the nearest ancestor in the shipped list, which has coordinates. */
function knownAncestor(target: Target, byId: ReadonlyMap<number, Target>, rowOf: ReadonlyMap<number, number>): number {
  let at: Target | undefined = target;
  for (let generation = 0; at && generation < ANCESTORS_MAX; generation++) {
    const row = rowOf.get(at.parentId);
    if (row !== undefined) return row;
    at = byId.get(at.parentId);
  }
  return -1;
}

/** Writes to a temporary file and renames it, so that a reader never sees a partial overlay. */
function writeOverlay(dataDir: string, overlay: { joins: Join[]; additions: Addition[] }): void {
  mkdirSync(dataDir, { recursive: true });
  const path = overlayPath(dataDir);
  writeFileSync(`${path}.new`, compressOverlay(overlay));
  renameSync(`${path}.new`, path);
}
