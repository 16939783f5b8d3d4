// Appends imported regions to the shipped list.
import { REGION_TYPES, type RegionType } from '../../contract/vocabulary.ts';
import { type Columns, type Lines, linesOf } from './columns.ts';
import type { Addition } from './overlay.ts';

/** An addition and the row of its parent. */
export interface AdditionWithParent extends Addition {
  readonly parent: number;
}

function extended<Column extends Int32Array | Uint8Array>(known: Column, added: readonly number[]): Column {
  const column = (
    known instanceof Int32Array ? new Int32Array(known.length + added.length) : new Uint8Array(known.length + added.length)
  ) as Column;
  column.set(known);
  column.set(added, known.length);
  return column;
}

const extendedLines = (known: Lines, added: readonly string[], count: number): Lines =>
  linesOf(Buffer.concat([known.bytes, Buffer.from(`\n${added.join('\n')}`)]), count);

/** Their population is unknown, so they are last in list order. They have the coordinates of their parent. */
export function withAdditions(columns: Columns, additions: readonly AdditionWithParent[]): Columns {
  if (additions.length === 0) return columns;
  const count = columns.count + additions.length;
  const borrowed = (column: Int32Array | Uint8Array): number[] => additions.map(({ parent }) => column[parent] ?? 0);
  const typeOf = ({ type }: AdditionWithParent): number => Math.max(0, REGION_TYPES.indexOf(type as RegionType));
  return {
    ...columns,
    count,
    names: extendedLines(
      columns.names,
      additions.map(({ name }) => name),
      count,
    ),
    ids: extendedLines(
      columns.ids,
      additions.map(({ id }) => id),
      count,
    ),
    latitudes: extended(columns.latitudes, borrowed(columns.latitudes)),
    longitudes: extended(columns.longitudes, borrowed(columns.longitudes)),
    populations: extended(
      columns.populations,
      additions.map(() => -1),
    ),
    parents: extended(
      columns.parents,
      additions.map(({ parent }) => parent),
    ),
    types: extended(columns.types, additions.map(typeOf)),
    countries: extended(columns.countries, borrowed(columns.countries)),
    flags: extended(
      columns.flags,
      additions.map(() => 0),
    ),
  };
}
