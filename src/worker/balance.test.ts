import { beforeEach, expect, test } from 'vitest';
import { type Balance, createBalance } from './balance.ts';

let time: number;
let share: number;
let balance: Balance;
beforeEach(() => {
  [time, share] = [10_000, 1];
  balance = createBalance({ now: () => time, busyShare: () => share });
});
/** A look each half second. */
const look = (more: boolean, seconds: number): void => {
  for (const end = time + seconds * 1000; time < end; time += 500) balance.looked(more);
};
const tell = (count: number): void => {
  for (let told = 0; told < count; told++) balance.told();
};

test('every place may be filled as long as callbacks keep up, however busy the process is', () => {
  look(false, 60);
  expect(balance.allow(200)).toBe(200);
});

test('a burst of callbacks holds nothing back', () => {
  look(true, 2);
  expect(balance.allow(200)).toBe(200);
});

test('while callbacks fall behind, as many jobs begin as callbacks leave', () => {
  look(true, 5);
  expect(balance.allow(200)).toBe(0);
  tell(30);
  expect(balance.allow(200)).toBe(30);
  balance.began(20);
  expect(balance.allow(200)).toBe(10);
  tell(500);
  expect(balance.allow(200)).toBe(200);
});

test('it is over with the first look that finds room, and what left before does not count the next time', () => {
  look(true, 5);
  tell(30);
  balance.looked(false);
  expect(balance.allow(200)).toBe(200);
  look(true, 5);
  expect(balance.allow(200)).toBe(0);
});

test('receivers that take their time hold no jobs back: the process is not busy', () => {
  look(true, 5);
  share = 0.5;
  expect(balance.allow(200)).toBe(200);
});

test('nobody waits for callbacks that nobody can look for', () => {
  look(true, 5);
  expect(balance.allow(200)).toBe(0);
  time += 5000;
  expect(balance.allow(200)).toBe(200);
});

test('the share of the real process is that of the time since the last question', async () => {
  const real = createBalance();
  for (const end = performance.now() + 600; performance.now() < end; );
  for (let polls = 0; polls < 2; polls++) {
    real.looked(true);
    await new Promise((resolve) => setTimeout(resolve, 3100));
    real.looked(true);
    // Idle until now, so nothing is held back.
    expect(real.allow(200)).toBe(200);
  }
});
