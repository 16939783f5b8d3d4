import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOverload, type Overload } from './admission.ts';

let time = 0;
let idle = 0;
let overload: Overload;
const arrived = () => true;

beforeEach(() => {
  vi.useFakeTimers();
  [time, idle] = [0, 0];
  overload = createOverload({ requestsMax: 10, burstMax: 40, lagMsMax: 100 }, { idle: () => idle, now: () => time });
});
afterEach(() => {
  overload.close();
  vi.useRealTimers();
});
const pass = (ms: number, looks = 1) => {
  for (let look = 0; look < looks; look++) {
    time += ms;
    vi.advanceTimersByTime(50);
  }
};
const enter = (count: number, isArrived = arrived) => Array.from({ length: count }, () => overload.enter(false, isArrived));
const entered = (count: number) => enter(count).filter(Boolean).length;

describe('a burst', () => {
  test('is admitted up to a limit, and one more request for each that ends', () => {
    const places = enter(41);
    expect(places.filter(Boolean)).toHaveLength(40);
    places[0]!.leave();
    places[0]!.leave();
    expect(entered(2)).toBe(1);
  });
  test('that ends soon is no overload', () => {
    const places = enter(40);
    pass(50, 8);
    for (const place of places) place!.leave();
    pass(50, 8);
    expect(entered(40)).toBe(40);
  });
});

describe('sustained load', () => {
  test('gets only the usual slots, until no request was rejected for a second', () => {
    const places = enter(40);
    pass(50, 12);
    for (const place of places.slice(0, 31)) place!.leave();
    expect(entered(5)).toBe(1);
    for (const place of places.slice(31)) place!.leave();
    pass(50, 10);
    expect(overload.working).toBe(1);
    // A second wave half a second later still gets only the usual slots.
    const wave = enter(40);
    expect(wave.filter(Boolean)).toHaveLength(9);
    for (const place of wave) place?.leave();
    pass(50, 21);
    expect(entered(40)).toBe(39);
  });
  test('of clients that only wait for their objects is no overload', () => {
    enter(30);
    idle = 28;
    pass(50, 20);
    expect([overload.working, entered(20)]).toEqual([2, 20]);
  });
  test('of lookups leaves the other requests their slots', () => {
    for (let number = 0; number < 40; number++) overload.enter(true, arrived);
    expect(overload.enter(true, arrived)).toBeNull();
    expect(entered(10)).toBe(10);
  });
  test('is also a small one that delays the event loop', () => {
    enter(6);
    pass(400, 2);
    expect(entered(10)).toBe(10);
    pass(400);
    expect(entered(10)).toBe(0);
  });
});

describe('clients that send their bodies slowly', () => {
  test('lose their slots, and those with complete bodies keep them', () => {
    enter(5, () => false);
    enter(5);
    expect(overload.working).toBe(10);
    // An incomplete body is no load, and after a second it loses its slot.
    pass(900);
    expect([overload.working, entered(35)]).toEqual([5, 35]);
    pass(200);
    expect(overload.working).toBe(40);
  });
});
