import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createReaders } from './slow-clients.ts';

class Response extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}
const SETTINGS = { bytesMin: 100, graceMs: 1000, bytesPerMs: 1, bytesMax: 5000, youngMs: 500 };
const begin = (readers: ReturnType<typeof createReaders>, size: number): Response => {
  const response = new Response();
  readers.add(response as unknown as ServerResponse, size);
  return response;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a client that reads slowly', () => {
  test('is disconnected after its time, which is longer for a larger response', () => {
    const readers = createReaders(SETTINGS);
    const [small, large] = [begin(readers, 200), begin(readers, 2000)];
    vi.advanceTimersByTime(1300);
    expect([small.destroyed, large.destroyed]).toEqual([true, false]);
    vi.advanceTimersByTime(2000);
    expect([large.destroyed, readers.bytes]).toEqual([true, 0]);
  });
  test('is disconnected when all unread responses exceed the limit, and younger ones stay', () => {
    const readers = createReaders(SETTINGS);
    const old = begin(readers, 4000);
    vi.advanceTimersByTime(600);
    const young = begin(readers, 4000);
    expect([old.destroyed, young.destroyed, readers.bytes]).toEqual([true, false, 4000]);
  });
});

describe('a client that has read everything', () => {
  test('is not disconnected', () => {
    const readers = createReaders(SETTINGS);
    const response = begin(readers, 300);
    response.emit('close');
    vi.advanceTimersByTime(60_000);
    expect([response.destroyed, readers.bytes]).toEqual([false, 0]);
  });
});
