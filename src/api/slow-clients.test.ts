import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSlowClients } from './slow-clients.ts';

class Response extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}
const SETTINGS = { bytesMin: 100, graceMs: 1000, bytesPerMs: 1, bytesMax: 5000, youngMs: 500 };
const begin = (slowClients: ReturnType<typeof createSlowClients>, size: number): Response => {
  const response = new Response();
  slowClients.add(response as unknown as ServerResponse, size);
  return response;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a client that reads slowly', () => {
  test('is disconnected after its time, which is longer for a larger response', () => {
    const slowClients = createSlowClients(SETTINGS);
    const [small, large] = [begin(slowClients, 200), begin(slowClients, 2000)];
    vi.advanceTimersByTime(1300);
    expect([small.destroyed, large.destroyed]).toEqual([true, false]);
    vi.advanceTimersByTime(2000);
    expect([large.destroyed, slowClients.bytes]).toEqual([true, 0]);
  });
  test('is disconnected when all unread responses exceed the limit, and younger ones stay', () => {
    const slowClients = createSlowClients(SETTINGS);
    const old = begin(slowClients, 4000);
    vi.advanceTimersByTime(600);
    const young = begin(slowClients, 4000);
    expect([old.destroyed, young.destroyed, slowClients.bytes]).toEqual([true, false, 4000]);
  });
});

describe('a client that has read everything', () => {
  test('is not disconnected', () => {
    const slowClients = createSlowClients(SETTINGS);
    const response = begin(slowClients, 300);
    response.emit('close');
    vi.advanceTimersByTime(60_000);
    expect([response.destroyed, slowClients.bytes]).toEqual([false, 0]);
  });
});
