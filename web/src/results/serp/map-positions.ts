// Positions on a map of places: a plane around their centre, scaled to fit, with a grid and the land around.
import { landCells, type Point, type Region } from '../../region/region.ts';
import { kilometresBetween } from './figures.ts';

export const MAP_WIDTH = 480;
export const MAP_HEIGHT = 360;
const PADDING = 40;
const KM_PER_DEGREE = 111.2;
/** Shortest side of the map. A single place would have none. */
const SPAN_KM_MIN = 1.5;
/** A region's centre further away than this share of the places' extent is not on the map. */
const CENTRE_EXTENTS_MAX = 2;
const CENTRE_KM_ALWAYS = 10;
/** The land has one cell for 2.5 degrees, so that it shows nothing on maps of a town. */
const LAND_SPAN_KM_MIN = 400;

/** The region as it is in a result. Null in results of engines without regions. */
export type SearchedRegion = Pick<Region, 'id' | 'name' | 'countryCode' | 'latitude' | 'longitude'> | null;

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface PlaceMap {
  readonly pins: readonly Position[];
  /** Centre of the region, if it is near the places. */
  readonly centre: Position | null;
  readonly grid: string;
  readonly land: string;
  /** Length of a grid cell. */
  readonly cellKm: number;
  readonly cellPixels: number;
  readonly toMap: (point: Point) => Position;
}

/** Degrees from one longitude to another, the short way round. */
const eastOf = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;

/** The largest of 1, 2 and 5 times a power of ten that is at most the value. */
export function roundLength(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([5, 2, 1].find((step) => step * power <= value) ?? 1) * power;
}

const isNear = (centre: Point, places: readonly Point[]): boolean => {
  const distances = places.map((place) => kilometresBetween(centre, place));
  const extent = Math.max(...places.map((place) => kilometresBetween(places[0]!, place)));
  return Math.min(...distances) <= Math.max(CENTRE_KM_ALWAYS, extent * CENTRE_EXTENTS_MAX);
};

/** Returns null without places. */
export function placeMapOf(places: readonly Point[], region: Point | null): PlaceMap | null {
  const origin = places[0];
  if (!origin) return null;
  const centre = region && isNear(region, places) ? region : null;
  const shrink = Math.max(0.05, Math.cos((origin.latitude * Math.PI) / 180));
  const toPlane = ({ latitude, longitude }: Point): Position => ({
    x: eastOf(origin.longitude, longitude) * shrink * KM_PER_DEGREE,
    y: (origin.latitude - latitude) * KM_PER_DEGREE,
  });
  const shown = [...places, ...(centre ? [centre] : [])].map(toPlane);
  const [west, east] = [Math.min(...shown.map(({ x }) => x)), Math.max(...shown.map(({ x }) => x))];
  const [north, south] = [Math.min(...shown.map(({ y }) => y)), Math.max(...shown.map(({ y }) => y))];
  const [width, height] = [MAP_WIDTH - 2 * PADDING, MAP_HEIGHT - 2 * PADDING];
  const pixelsPerKm = Math.min(width / Math.max(east - west, SPAN_KM_MIN), height / Math.max(south - north, SPAN_KM_MIN));
  const toMap = (point: Point): Position => {
    const { x, y } = toPlane(point);
    return {
      x: MAP_WIDTH / 2 + (x - (west + east) / 2) * pixelsPerKm,
      y: MAP_HEIGHT / 2 + (y - (north + south) / 2) * pixelsPerKm,
    };
  };
  const cellKm = roundLength(MAP_WIDTH / 4 / pixelsPerKm);
  const cellPixels = cellKm * pixelsPerKm;
  return {
    pins: places.map(toMap),
    centre: centre && toMap(centre),
    grid: gridPath(cellPixels),
    land: MAP_WIDTH / pixelsPerKm < LAND_SPAN_KM_MIN ? '' : landPath(toMap),
    cellKm,
    cellPixels,
    toMap,
  };
}

/** A region whose name is written on the map. */
export interface MapLabel extends Position {
  readonly id: string;
  readonly name: string;
}

const LABELS_MAX = 12;
/** Distances between labels in pixels, so that they can be read. */
const [LABEL_WIDTH, LABEL_HEIGHT] = [110, 26];
const isFree = (a: Position, b: Position): boolean => Math.abs(a.x - b.x) >= LABEL_WIDTH || Math.abs(a.y - b.y) >= LABEL_HEIGHT;
/** A pin stands above its point. The text of a label is below its own. */
const [PIN_HALF_WIDTH, LETTER_HALF_WIDTH, PIN_ABOVE, PIN_BELOW] = [14, 2.8, 36, 20];
const isBesidePin = ({ x, y, name }: MapLabel, pin: Position): boolean =>
  Math.abs(x - pin.x) >= PIN_HALF_WIDTH + name.length * LETTER_HALF_WIDTH || pin.y - y >= PIN_ABOVE + PIN_BELOW || y - pin.y >= PIN_BELOW;

/** Returns the regions whose names have room on the map, the first ones first. */
export function labelsOf(
  { toMap, centre, pins }: PlaceMap,
  regions: readonly Pick<Region, 'id' | 'name' | 'latitude' | 'longitude'>[],
): MapLabel[] {
  const labels: MapLabel[] = [];
  for (const region of regions) {
    const label = { id: region.id, name: region.name, ...toMap(region) };
    const isInside = label.x > PADDING && label.x < MAP_WIDTH - PADDING && label.y > PADDING / 2 && label.y < MAP_HEIGHT - PADDING;
    if (!isInside || labels.length >= LABELS_MAX || !pins.every((pin) => isBesidePin(label, pin))) continue;
    if ((!centre || isFree(centre, label)) && labels.every((other) => isFree(other, label))) labels.push(label);
  }
  return labels;
}

function gridPath(cell: number): string {
  let path = '';
  for (let x = cell; x < MAP_WIDTH; x += cell) path += `M${x.toFixed(1)} 0V${MAP_HEIGHT}`;
  for (let y = cell; y < MAP_HEIGHT; y += cell) path += `M0 ${y.toFixed(1)}H${MAP_WIDTH}`;
  return path;
}

function landPath(toMap: (point: Point) => Position): string {
  return landCells()
    .map(toMap)
    .filter(({ x, y }) => x >= 0 && x <= MAP_WIDTH && y >= 0 && y <= MAP_HEIGHT)
    .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
    .join('');
}
