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

/** Returns all land cells as one path of dots. A line without length and with round ends is a dot. */
export function landPath(): string {
  const bytes = Uint8Array.from(atob(LAND_BITS), (letter) => letter.charCodeAt(0));
  let path = '';
  for (let cell = 0; cell < LAND.columns * LAND.rows; cell++)
    if ((bytes[cell >> 3]! >> (cell & 7)) & 1) path += `M${(cell % LAND.columns) + 0.5} ${Math.floor(cell / LAND.columns) + 0.5}h0`;
  return path;
}
