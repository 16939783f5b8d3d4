import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOverload, type Overload } from './overload.ts';

let time = 0;
let idle = 0;
let overload: Overload;
const arrived = () => true;

beforeEach(() => {
  vi.useFakeTimers();
  [time, idle] = [0, 0];
  overload = createOverload({ requestsMax: 10, lagMsMax: 100 }, { idle: () => idle, now: () => time });
});
afterEach(() => {
  overload.close();
  vi.useRealTimers();
});
const pass = (ms: number) => {
  time += ms;
  vi.advanceTimersByTime(50);
};
const enter = (count: number, isArrived = arrived) => Array.from({ length: count }, () => overload.enter(false, isArrived));

describe('a crowd', () => {
  test('is let in up to the limit, and one more for each that leaves', () => {
    const places = enter(11);
    expect(places.map((place) => place !== null)).toEqual([...Array(10).fill(true), false]);
    places[0]!.leave();
    places[0]!.leave();
    expect(enter(2).map((place) => place !== null)).toEqual([true, false]);
  });
  test('that only waits for its objects holds no places', () => {
    enter(10);
    idle = 4;
    expect(overload.working).toBe(6);
    expect(enter(5).filter(Boolean)).toHaveLength(4);
  });
  test('of lookups has places of its own', () => {
    enter(10);
    const lookups = Array.from({ length: 11 }, () => overload.enter(true, arrived));
    expect(lookups.filter(Boolean)).toHaveLength(10);
  });
});

describe('clients that send their bodies slowly', () => {
  test('lose their places, and those whose bodies came keep them', () => {
    enter(5, () => false);
    enter(5);
    pass(900);
    expect(overload.working).toBe(10);
    pass(200);
    expect(overload.working).toBe(5);
  });
});

describe('a late event loop', () => {
  test('turns away all but a few, until it is on time again', () => {
    enter(7);
    pass(400);
    expect(enter(2).map((place) => place !== null)).toEqual([true, false]);
    for (let looks = 0; looks < 3; looks++) pass(50);
    expect(enter(1)[0]).not.toBeNull();
  });
});
