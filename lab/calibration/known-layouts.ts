// Fills a table of layouts like that of a worker, to measure how long comparing pages with it takes.
import { createLayoutTable, type LayoutTable } from '#product/business/layouts/table.js';
import { type PageSketches, type Sketch, SLOTS } from '#product/platform/sketch.js';
import type { Random } from '../random.ts';

export interface Seen {
  readonly engine: string;
  readonly sketches: PageSketches;
}

/** Pages of each layout, so that it is familiar. */
const PAGES_PER_LAYOUT = 3;
/** What a captured page has in common with the nearest other page of its engine: the medians of all pages, in 2026-11. */
const NEAREST = { shapes: 0.72, names: 0.64 };
const STEPS = 20;

/** Each slot has, with this chance, the value of one of the sketches. */
const mixed = (sketches: readonly Sketch[], chance: number, random: Random): Sketch =>
  Uint16Array.from({ length: SLOTS }, (_, slot) => (random.chance(chance) ? random.pick(sketches)[slot]! : random.integer(1, 0xffff)));

const mixOf = (pages: readonly PageSketches[], chances: typeof NEAREST, random: Random): PageSketches => ({
  shapes: mixed(
    pages.map(({ shapes }) => shapes),
    chances.shapes,
    random,
  ),
  names: mixed(
    pages.map(({ names }) => names),
    chances.names,
    random,
  ),
});

/**
 * Returns a table with this number of layouts for each engine, all of one device. The first ones are like the given pages, but
 * equal none of them, as in a worker. The others have as much in common with the pages of their engine as layouts of their own
 * can have, so that a comparison that ends early at different sketches gains no more than it would in a worker.
 */
export function knownLayouts(seen: readonly Seen[], perEngine: number, random: Random): LayoutTable {
  const counts = new Map<string, number>();
  const countOf = (engine: string): number => counts.get(engine) ?? 0;
  const table = createLayoutTable({
    // The table reads and writes only when its functions are called.
    db: { query: async () => [] },
    intervalMs: 0,
    samplesMax: 0,
    retentionDays: 1,
    onUnknown: (engine) => void counts.set(engine, countOf(engine) + 1),
    onError: (error) => {
      throw error;
    },
  });
  const learn = (engine: string, sketches: PageSketches): void => {
    const page = {
      engine,
      sketches,
      device: 'desktop',
      outcome: 'valid',
      isFirst: true,
      requested: 10,
      found: { organic: { length: 10 } },
    } as const;
    for (let count = 0; count < PAGES_PER_LAYOUT; count++) table.observe(page);
  };
  for (const { engine, sketches } of random.shuffle(seen)) {
    if (countOf(engine) < perEngine) learn(engine, mixOf([sketches], NEAREST, random));
  }
  for (const engine of new Set(seen.map((page) => page.engine))) {
    const pages = seen.filter((page) => page.engine === engine).map(({ sketches }) => sketches);
    while (countOf(engine) < perEngine) {
      const before = countOf(engine);
      // Sketches that are too similar belong to a known layout.
      for (let step = STEPS; countOf(engine) === before; step--)
        learn(engine, mixOf(pages, { shapes: step / STEPS, names: step / STEPS }, random));
    }
  }
  return table;
}
