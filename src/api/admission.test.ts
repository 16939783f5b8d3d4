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
const pass = (ms: number, checks = 1) => {
  for (let check = 0; check < checks; check++) {
    time += ms;
    vi.advanceTimersByTime(50);
  }
};
const enter = (count: number, isArrived = arrived) => Array.from({ length: count }, () => overload.acquire(false, isArrived));
const entered = (count: number) => enter(count).filter(Boolean).length;

describe('a burst', () => {
  test('is admitted up to a limit, and one more request for each that ends', () => {
    const slots = enter(41);
    expect(slots.filter(Boolean)).toHaveLength(40);
    slots[0]!.release();
    slots[0]!.release();
    expect(entered(2)).toBe(1);
  });
  test('that ends soon is no overload', () => {
    const slots = enter(40);
    pass(50, 8);
    for (const slot of slots) slot!.release();
    pass(50, 8);
    expect(entered(40)).toBe(40);
  });
});

describe('sustained load', () => {
  test('gets only the usual slots, until no request was rejected for a second', () => {
    const slots = enter(40);
    pass(50, 12);
    for (const slot of slots.slice(0, 31)) slot!.release();
    expect(entered(5)).toBe(1);
    for (const slot of slots.slice(31)) slot!.release();
    pass(50, 10);
    expect(overload.working).toBe(1);
    // A second wave half a second later still gets only the usual slots.
    const wave = enter(40);
    expect(wave.filter(Boolean)).toHaveLength(9);
    for (const slot of wave) slot?.release();
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
    for (let number = 0; number < 40; number++) overload.acquire(true, arrived);
    expect(overload.acquire(true, arrived)).toBeNull();
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
