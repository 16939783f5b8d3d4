import { describe, expect, test } from 'vitest';
import { kilometresBetween } from './figures.ts';
import { labelsOf, MAP_HEIGHT, MAP_WIDTH, placeMapOf, roundLength } from './map-positions.ts';

const HAMBURG = { latitude: 53.55, longitude: 10 };
const around = (latitude: number, longitude: number) => ({
  latitude: HAMBURG.latitude + latitude,
  longitude: HAMBURG.longitude + longitude,
});
const TOWN = [around(0.01, 0.02), around(-0.02, 0.01), around(0, -0.03)];
const isInside = ({ x, y }: { x: number; y: number }) => x > 0 && x < MAP_WIDTH && y > 0 && y < MAP_HEIGHT;

describe('a map of places', () => {
  test('needs a place', () => expect(placeMapOf([], HAMBURG)).toBeNull());

  test('shows all places and the centre of their region, north up', () => {
    const { pins, centre } = placeMapOf(TOWN, HAMBURG)!;
    expect([...pins, centre!].every(isInside)).toBe(true);
    expect(pins[0]!.y).toBeLessThan(pins[1]!.y);
    expect(pins[0]!.x).toBeGreaterThan(pins[2]!.x);
  });

  test('keeps distances: a pixel is equally long in both directions', () => {
    const { pins, cellKm, cellPixels } = placeMapOf(TOWN, HAMBURG)!;
    const drawn = (a: number, b: number) => Math.hypot(pins[a]!.x - pins[b]!.x, pins[a]!.y - pins[b]!.y) * (cellKm / cellPixels);
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const)
      expect(Math.abs(drawn(a, b) / kilometresBetween(TOWN[a]!, TOWN[b]!) - 1)).toBeLessThan(0.01);
  });

  test('leaves out the centre of a country far from the places', () => {
    expect(placeMapOf(TOWN, { latitude: 51.1, longitude: 10.4 })!.centre).toBeNull();
  });

  test('puts a single place in the middle', () => {
    const { pins, cellKm } = placeMapOf([HAMBURG], null)!;
    expect(pins).toEqual([{ x: MAP_WIDTH / 2, y: MAP_HEIGHT / 2 }]);
    expect(cellKm).toBeGreaterThan(0);
  });

  test('crosses the date line the short way', () => {
    const { cellKm, pins } = placeMapOf(
      [
        { latitude: -17, longitude: 179.9 },
        { latitude: -17, longitude: -179.9 },
      ],
      null,
    )!;
    expect(cellKm).toBeLessThan(20);
    expect(pins[0]!.x).toBeLessThan(pins[1]!.x);
  });

  test('shows land only on wide maps', () => {
    expect(placeMapOf(TOWN, null)!.land).toBe('');
    expect(placeMapOf([HAMBURG, { latitude: 41.9, longitude: 12.5 }], null)!.land.match(/M/g)!.length).toBeGreaterThan(20);
  });

  test.each([
    [0.3, 0.2],
    [1, 1],
    [4.9, 2],
    [7, 5],
    [23, 20],
    [999, 500],
  ])('grid cells have round lengths: at most %f km is %f km', (value, length) => expect(roundLength(value)).toBeCloseTo(length, 9));
});

describe('names on a map of places', () => {
  const map = placeMapOf(TOWN, HAMBURG)!;
  const named = (name: string, point: { latitude: number; longitude: number }) => ({ id: name, name, ...point });
  const namesOf = (...regions: readonly ReturnType<typeof named>[]) => labelsOf(map, regions).map(({ name }) => name);

  test('are those of regions on the map, away from the name of the searched region', () => {
    const regions = [named('Far', around(3, 0)), named('Centre', around(0.0001, 0.0001)), named('South', around(-0.015, -0.01))];
    expect(namesOf(...regions)).toEqual(['South']);
    const [label] = labelsOf(map, regions);
    expect(isInside(label!)).toBe(true);
  });

  test('are not behind a pin, however long they are', () => {
    const beside = around(0.01, 0.01);
    expect(namesOf(named('Pier', beside))).toEqual(['Pier']);
    expect(namesOf(named('Pier of the harbour and the market', beside))).toEqual([]);
    expect(namesOf(named('Pin', TOWN[0]!))).toEqual([]);
  });

  test('do not cover each other: the first one stays', () => {
    const south = around(-0.015, -0.01);
    expect(namesOf(named('First', south), named('Second', { ...south, latitude: south.latitude + 0.0005 }))).toEqual(['First']);
  });
});
