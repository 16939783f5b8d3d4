import { describe, expect, test } from 'vitest';
import type { OverviewTables } from '../business/orders/overview.ts';
import { createPaint, PLAIN } from './paint.ts';
import { type Screen, topCommand, topText } from './top.ts';

const source = (change: object) => ({
  engine: 'google',
  source: 'page',
  mode: 'live' as const,
  ok: 0,
  blocked: 0,
  unreachable: 0,
  unreadable: 0,
  p50Ms: 0,
  p95Ms: 0,
  fill: {},
  ...change,
});
const state: OverviewTables = {
  at: '2026-11-15T09:30:12+0000',
  sample: { objects: 3, since: '2026-11-15T08:30:12+0000' },
  engines: [
    source({ engine: 'bing', source: 'sandbox', mode: 'test', ok: 4, p50Ms: 20, p95Ms: 30 }),
    source({ unreachable: 5, resting: '2026-11-15T09:31:00+0000' }),
  ],
  modes: [
    {
      mode: 'live',
      queue: [{ priority: 'INSTANT', waiting: 0, running: 1, oldestSeconds: 300 }],
      callbacks: { pending: 7, failing: 7, oldestSeconds: 5 },
    },
    {
      mode: 'test',
      queue: [{ priority: 'INSTANT', waiting: 2, running: 0, oldestSeconds: 3 }],
      callbacks: { pending: 0, failing: 0, oldestSeconds: 0 },
    },
  ],
  queue: [{ priority: 'INSTANT', waiting: 2, running: 1, oldestSeconds: 300 }],
  labels: [],
  callbacks: { pending: 7, oldestSeconds: 5, failing: [{ host: 'shop.example', count: 7, lastReason: 'answered 500' }] },
  workers: [{ token: 'w1', seenSeconds: 2, running: 1, labels: ['de'], labelsOnly: false }],
  database: { version: '18', bytes: 1, connections: 1, connectionsMax: 100, usageBehindSeconds: 0 },
};
const WIDE = { rows: 50, columns: 200 };

/** A screen whose user presses q after so many drawings. */
function screenFor(drawings: number): Screen & { readonly drawn: string[]; closed: number } {
  const quit = new AbortController();
  const screen = {
    drawn: [] as string[],
    closed: 0,
    size: () => WIDE,
    quit: quit.signal,
    draw: (text: string) => {
      screen.drawn.push(text);
      if (screen.drawn.length >= drawings) quit.abort();
    },
    close: () => {
      screen.closed++;
    },
  };
  return screen;
}
const run = async (words: readonly string[], read: () => Promise<OverviewTables>, screen: Screen | null) => {
  const printed: string[] = [];
  const openScreen = screen && (() => screen);
  const status = await topCommand(words, {
    read,
    print: (text) => printed.push(text),
    openScreen,
    pause: async () => undefined,
    paint: PLAIN,
  });
  return { status, printed };
};

describe('the table', () => {
  test('shows queue, sources, failing hosts and workers, live sources first', () => {
    const lines = topText(state, WIDE, PLAIN).split('\n');
    expect(lines[0]).toBe('Sextant 2026-11-15 09:30:12 UTC');
    expect(lines[1]).toBe('2 waiting, 1 running, 1 worker, 7 callbacks pending');
    expect(lines.filter((line) => line.startsWith('INSTANT'))).toEqual([
      expect.stringMatching(/^INSTANT +live +0 +1 +5 min$/),
      expect.stringMatching(/^INSTANT +test +2 +0 +3 s$/),
    ]);
    const sources = lines.filter((line) => /^(?:google|bing) /.test(line));
    expect(sources).toEqual([
      expect.stringMatching(/^google page +live +paused +0% +5 +0 +5 /),
      expect.stringMatching(/^bing sandbox +test +on +100% +4 /),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^shop\.example +7 +answered 500$/));
    expect(lines).toContainEqual(expect.stringMatching(/^w1 +1 +2 s ago +de$/));
    expect(lines.at(-1)).toBe('q: quit');
  });

  test('fits into the terminal', () => {
    const lines = topText(state, { rows: 8, columns: 20 }, PLAIN).split('\n');
    expect(lines).toHaveLength(8);
    expect(Math.max(...lines.slice(2, -1).map((line) => line.length))).toBeLessThanOrEqual(20);
  });

  test('colours a paused source', () => {
    const line = topText(state, WIDE, createPaint(true, false))
      .split('\n')
      .find((each) => each.includes('google page'))!;
    expect(line).toMatch(/^\u001b\[33m/);
  });

  test('says that nothing was attempted and that no worker runs', () => {
    const text = topText({ ...state, engines: [], workers: [] }, WIDE, PLAIN);
    expect(text).toContain('no attempts in the last hour');
    expect(text).toContain('none is running, so requests wait');
  });
});

describe('the command', () => {
  test('prints JSON once with --json, even in a terminal', async () => {
    const screen = screenFor(1);
    const { status, printed } = await run(['--json'], async () => state, screen);
    expect([status, JSON.parse(printed.join(''))]).toEqual([0, state]);
    expect(screen.drawn).toEqual([]);
  });

  test('prints the table once without a terminal', async () => {
    const { printed } = await run([], async () => state, null);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain('INSTANT');
    expect(printed[0]).not.toContain('q: quit');
  });

  test('draws until the user quits, and restores the terminal', async () => {
    const screen = screenFor(3);
    let reads = 0;
    await run([], async () => ({ ...state, callbacks: { ...state.callbacks, pending: reads++ } }), screen);
    expect(screen.drawn.map((text) => /(\d+) callbacks/.exec(text)?.[1])).toEqual(['0', '1', '2']);
    expect(screen.closed).toBe(1);
  });

  test('keeps the last figures while the service cannot be read, and says so', async () => {
    const screen = screenFor(3);
    let reads = 0;
    const read = async () => {
      if (++reads === 2) throw new Error('connection refused');
      return state;
    };
    await run([], read, screen);
    expect(screen.drawn[1]).toContain('Not up to date: connection refused');
    expect(screen.drawn[1]).toContain('INSTANT');
    expect(screen.drawn[2]).not.toContain('Not up to date');
  });

  test('fails before it opens the screen when the first read fails', async () => {
    const screen = screenFor(1);
    const failed = run([], () => Promise.reject(new Error('no database')), screen);
    await expect(failed).rejects.toThrow('no database');
    expect(screen.closed).toBe(0);
  });

  test.each([[['x']], [['--interval', '0']], [['--interval', 'soon']]])('rejects %j', async (words) => {
    await expect(run(words, async () => state, null)).rejects.toThrow(/Usage|--interval/);
  });
});
