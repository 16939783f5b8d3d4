// The layouts that one worker knows, in memory. It assigns pages to them, and writes counts and samples every 20 s.
import { createHash } from 'node:crypto';
import type { Device } from '../../contract/cases.ts';
import type { Db } from '../../platform/db.ts';
import { type PageSketches, sketchToBytes } from '../../platform/sketch.ts';
import { countsOf, NO_COUNTS, type PageFigures } from './counts.ts';
import type { KnownEntry } from './device-layouts.ts';
import { EngineLayouts } from './engine-layouts.ts';
import type { Familiarity } from './familiar.ts';
import type { Doubt } from './rules.ts';
import { keepCasePage, loadLayouts, loadYields, recordLayouts, type SamplePage, type SeenLayout } from './store.ts';

export interface SeenPage extends PageFigures {
  readonly engine: string;
  readonly device: Device;
  readonly sketches: PageSketches;
  /** Builds the sample, or null if it cannot be kept. Absent for pages that must not be kept. */
  readonly sample?: () => Promise<Omit<SamplePage, 'layoutId'> | null>;
}

export interface LayoutTable {
  /** Counts a page and, if its layout is in doubt, keeps it. Costs no statement. */
  observe(page: SeenPage): void;
  /** Compares a page with the familiar layouts of the engine. Null while too few of its pages are known. */
  familiarityOf(engine: string, sketches: PageSketches): Familiarity | null;
  write(): Promise<void>;
  load(): Promise<void>;
  stop(): Promise<void>;
}

export interface LayoutTableParts {
  readonly db: Pick<Db, 'query'>;
  readonly samplesMax: number;
  readonly retentionDays: number;
  /** A page belongs to no known layout. */
  readonly onUnknown: (engine: string) => void;
  readonly onError: (error: unknown) => void;
  /** 0 writes and loads only when the functions are called. */
  readonly intervalMs?: number;
}

/** Per engine. Pages of further new layouts are not counted until a load has dropped the rare ones. */
const LAYOUTS_MAX = 200;
/** Stored per engine. The difference is room for new layouts after each load. */
export const LAYOUTS_STORED_MAX = 150;
const INTERVAL_MS = 20_000;
/** Doubts change when the layouts are judged, once per minute. */
const WRITES_PER_LOAD = 3;
/** Samples that wait for the next write. Each may have some hundred kilobytes. */
const WAITING_MAX = 10;
const STOP_MS_MAX = 2000;

const idOf = (engine: string, device: Device, { shapes, names }: PageSketches): string =>
  createHash('sha256').update(`${engine}/${device}/`).update(sketchToBytes(shapes)).update(sketchToBytes(names)).digest('hex').slice(0, 24);

const isDoubtful = ({ kind, below = 0 }: Doubt, { outcome, isFirst, requested, found }: PageFigures): boolean => {
  if (kind === 'unparsed' || kind === 'suspect') return outcome === kind;
  return isFirst && outcome === 'valid' && (kind === 'array' || (found.organic?.length ?? 0) < requested * below);
};

const newEntry = ({ engine, device, sketches }: SeenPage): KnownEntry => ({
  id: idOf(engine, device, sketches),
  engine,
  device,
  sketches,
  pages: 0,
  ageDays: 0,
  doubt: null,
  caseState: null,
  yields: NO_COUNTS,
  samples: 0,
  counts: NO_COUNTS,
  isFamiliar: false,
});

/** Returns the layouts of an engine, and adds an engine without layouts. */
function layoutsIn(engines: Map<string, EngineLayouts>, engine: string): EngineLayouts {
  const layouts = engines.get(engine) ?? new EngineLayouts();
  engines.set(engine, layouts);
  return layouts;
}

export function createLayoutTable(parts: LayoutTableParts): LayoutTable {
  const { db, samplesMax } = parts;
  let engines = new Map<string, EngineLayouts>();
  let waiting: Omit<SamplePage, 'layoutId'>[] = [];
  const layoutIds = new WeakMap<object, string>();
  let building = 0;
  let isFailing = false;
  let writes = 0;

  const count = (page: SeenPage): KnownEntry | null => {
    const { engine, device, sketches } = page;
    const layouts = layoutsIn(engines, engine);
    let entry = layouts.layoutOf(device, sketches);
    if (entry === null) {
      parts.onUnknown(engine);
      if (layouts.size >= LAYOUTS_MAX) return null;
      entry = newEntry(page);
      layouts.add(entry);
    }
    layouts.count(entry, countsOf(page));
    return entry;
  };

  const keep = async (entry: KnownEntry, sample: NonNullable<SeenPage['sample']>): Promise<void> => {
    entry.samples++;
    building++;
    try {
      const page = await sample();
      if (page === null) return;
      layoutIds.set(page, entry.id);
      waiting.push(page);
    } catch (error) {
      parts.onError(error);
    } finally {
      building--;
    }
  };

  const load = async (): Promise<void> => {
    const [stored, yields] = [await loadLayouts(db), await loadYields(db)];
    const next = new Map<string, EngineLayouts>();
    for (const { firstSeen, ...layout } of stored) {
      const layouts = layoutsIn(next, layout.engine);
      // Ordered by the last page, so that rare layouts are missing first.
      if (layouts.size < LAYOUTS_MAX)
        layouts.add({ ...layout, yields: yields.get(layout.id) ?? NO_COUNTS, counts: NO_COUNTS, isFamiliar: false });
    }
    for (const layouts of next.values()) layouts.learnUsualYields();
    for (const [engine, { entries }] of engines) {
      for (const entry of entries.filter(({ counts }) => counts.pages > 0)) {
        const layouts = layoutsIn(next, engine);
        const known = layouts.entries.find(({ id }) => id === entry.id);
        if (known) layouts.count(known, entry.counts);
        else layouts.add(entry);
      }
    }
    engines = next;
  };

  const writeCounts = async (): Promise<void> => {
    const seen: SeenLayout[] = [];
    for (const entry of [...engines.values()].flatMap(({ entries }) => entries)) {
      if (entry.counts.pages === 0) continue;
      const { id, engine, device, sketches, counts } = entry;
      seen.push({ id, engine, device, sketches, ...counts });
      // Counts of a failed write are lost: a retry could count twice.
      entry.counts = NO_COUNTS;
    }
    if (seen.length > 0) await recordLayouts(db, seen);
  };

  const write = async (): Promise<void> => {
    await writeCounts();
    const samples = waiting;
    waiting = [];
    for (const page of samples) await keepCasePage(db, { ...page, layoutId: layoutIds.get(page)! }, samplesMax, parts.retentionDays);
  };

  const guarded = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
      isFailing = false;
    } catch (error) {
      if (!isFailing) parts.onError(error);
      isFailing = true;
    }
  };
  const round = async (): Promise<void> => {
    await write();
    if (++writes % WRITES_PER_LOAD === 0) await load();
  };

  let current: Promise<void> | null = null;
  const start = (run: () => Promise<void>): void => {
    current ??= guarded(run).finally(() => {
      current = null;
    });
  };
  const intervalMs = parts.intervalMs ?? INTERVAL_MS;
  const timer = intervalMs === 0 ? undefined : setInterval(() => start(round), intervalMs);
  timer?.unref();
  if (timer) start(load);

  return {
    observe: (page) => {
      const entry = count(page);
      if (entry === null) return;
      const isKept =
        entry.doubt !== null && entry.samples < samplesMax && waiting.length + building < WAITING_MAX && isDoubtful(entry.doubt, page);
      if (isKept && page.sample) void keep(entry, page.sample);
    },
    familiarityOf: (engine, sketches) => engines.get(engine)?.familiarityOf(sketches) ?? null,
    write,
    load,
    stop: async () => {
      clearInterval(timer);
      const finish = async (): Promise<void> => {
        await current;
        await guarded(write);
      };
      let limit: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, STOP_MS_MAX);
      });
      await Promise.race([finish(), timeout]);
      clearTimeout(limit);
    },
  };
}
