// A region of the API, and the coordinates of the map.
import { LAND, LAND_BITS } from './land.ts';

export interface Region {
  readonly id: string;
  readonly name: string;
  readonly formattedName: string;
  readonly canonicalName: string;
  readonly countryCode: string;
  readonly type: string | null;
  readonly population: number | null;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Map coordinates are measured in cells. */
export const toMap = ({ latitude, longitude }: Point): { x: number; y: number } => ({
  x: (longitude + 180) / LAND.step,
  y: (LAND.north - latitude) / LAND.step,
});

export function fromMap(x: number, y: number): Point {
  const round = (value: number) => Math.round(value * 100) / 100;
  return { latitude: round(LAND.north - y * LAND.step), longitude: round(x * LAND.step - 180) };
}

/** Returns the centre of every land cell, in cells from the north-western corner. */
function cellCentres(): { x: number; y: number }[] {
  const bytes = Uint8Array.from(atob(LAND_BITS), (letter) => letter.charCodeAt(0));
  return Array.from({ length: LAND.columns * LAND.rows }, (_, cell) => cell)
    .filter((cell) => (bytes[cell >> 3]! >> (cell & 7)) & 1)
    .map((cell) => ({ x: (cell % LAND.columns) + 0.5, y: Math.floor(cell / LAND.columns) + 0.5 }));
}

/** Returns all land cells as one path of dots. A line without length and with round ends is a dot. */
export const landPath = (): string =>
  cellCentres()
    .map(({ x, y }) => `M${x} ${y}h0`)
    .join('');

/** Returns the coordinates of all land cells. */
export const landCells = (): Point[] => cellCentres().map(({ x, y }) => fromMap(x, y));
