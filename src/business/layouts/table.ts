// The layouts that one worker knows, in memory. It assigns pages to them, and writes counts and samples every 20 s.
import { createHash } from 'node:crypto';
import { DEVICES, type Device } from '../../contract/cases.ts';
import type { Db } from '../../platform/db.ts';
import { type PageSketches, similarityOf, sketchToBytes } from '../../platform/sketch.ts';
import { layoutOf } from './cluster.ts';
import { countsOf, type LayoutCounts, NO_COUNTS, type PageFigures, sumOf, type YieldCounts } from './counts.ts';
import { isFamiliar, type KnownLayout, usualYieldIn } from './familiar.ts';
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
  /** Returns the highest similarity to familiar layouts of the engine. Null while too few of its pages are known. */
  familiarityOf(engine: string, sketches: PageSketches): { readonly shapes: number; readonly names: number } | null;
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
const FAMILIAR_PAGES_MIN = 50;
/** Samples that wait for the next write. Each may have some hundred kilobytes. */
const WAITING_MAX = 10;
const STOP_MS_MAX = 2000;

interface Entry extends KnownLayout {
  readonly id: string;
  readonly engine: string;
  readonly device: Device;
  readonly sketches: PageSketches;
  pages: number;
  yields: YieldCounts;
  samples: number;
  /** Since the last write. `pages` and `yields` include them. */
  counts: LayoutCounts;
}

const idOf = (engine: string, device: Device, { shapes, names }: PageSketches): string =>
  createHash('sha256').update(`${engine}/${device}/`).update(sketchToBytes(shapes)).update(sketchToBytes(names)).digest('hex').slice(0, 24);

const isDoubtful = ({ kind, below = 0 }: Doubt, { outcome, isFirst, requested, filled }: PageFigures): boolean => {
  if (kind === 'unparsed' || kind === 'suspect') return outcome === kind;
  return isFirst && outcome === 'valid' && (kind === 'array' || (filled.organic ?? 0) < requested * below);
};

const groupOf = (engine: string, device: Device): string => `${engine}/${device}`;

const usualYieldsIn = (engines: ReadonlyMap<string, readonly Entry[]>): Map<string, number | null> =>
  new Map(
    [...engines].flatMap(([engine, entries]) =>
      DEVICES.map((device) => [groupOf(engine, device), usualYieldIn(entries.filter((entry) => entry.device === device))]),
    ),
  );

const addCounts = (entry: Entry, counts: LayoutCounts): void => {
  const { yields } = entry;
  entry.pages += counts.pages;
  entry.yields = {
    judged: yields.judged + counts.judged,
    found: yields.found + counts.found,
    requested: yields.requested + counts.requested,
  };
  entry.counts = sumOf([entry.counts, counts]);
};

export function createLayoutTable(parts: LayoutTableParts): LayoutTable {
  const { db, samplesMax } = parts;
  let engines = new Map<string, Entry[]>();
  /** By engine and device, as of the last load. */
  let usualYields = new Map<string, number | null>();
  let waiting: Omit<SamplePage, 'layoutId'>[] = [];
  const layoutIds = new WeakMap<object, string>();
  let building = 0;
  let isFailing = false;
  let writes = 0;

  const entryOf = ({ engine, device, sketches }: SeenPage): Entry | null => {
    const entries = engines.get(engine) ?? [];
    engines.set(engine, entries);
    const known = layoutOf(
      entries.filter((entry) => entry.device === device),
      sketches,
    );
    if (known !== null) return known;
    parts.onUnknown(engine);
    if (entries.length >= LAYOUTS_MAX) return null;
    const created: Entry = {
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
    };
    entries.push(created);
    return created;
  };

  const keep = async (entry: Entry, sample: NonNullable<SeenPage['sample']>): Promise<void> => {
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
    const next = new Map<string, Entry[]>();
    for (const { firstSeen, ...layout } of stored) {
      const entries = next.get(layout.engine) ?? [];
      next.set(layout.engine, entries);
      // Ordered by the last page, so that rare layouts are missing first.
      if (entries.length < LAYOUTS_MAX) entries.push({ ...layout, yields: yields.get(layout.id) ?? NO_COUNTS, counts: NO_COUNTS });
    }
    usualYields = usualYieldsIn(next);
    for (const [engine, entries] of engines) {
      for (const entry of entries.filter(({ counts }) => counts.pages > 0)) {
        const known = next.get(engine)?.find(({ id }) => id === entry.id);
        if (known) addCounts(known, entry.counts);
        else next.set(engine, [...(next.get(engine) ?? []), entry]);
      }
    }
    engines = next;
  };

  const writeCounts = async (): Promise<void> => {
    const seen: SeenLayout[] = [];
    for (const entry of [...engines.values()].flat()) {
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
      const entry = entryOf(page);
      if (entry === null) return;
      addCounts(entry, countsOf(page));
      const isKept =
        entry.doubt !== null && entry.samples < samplesMax && waiting.length + building < WAITING_MAX && isDoubtful(entry.doubt, page);
      if (isKept && page.sample) void keep(entry, page.sample);
    },
    familiarityOf: (engine, sketches) => {
      const entries = engines.get(engine) ?? [];
      if (entries.reduce((sum, { pages }) => sum + pages, 0) < FAMILIAR_PAGES_MIN) return null;
      let [shapes, names] = [0, 0];
      for (const entry of entries) {
        if (!isFamiliar(entry, usualYields.get(groupOf(engine, entry.device)) ?? null)) continue;
        shapes = Math.max(shapes, similarityOf(entry.sketches.shapes, sketches.shapes));
        names = Math.max(names, similarityOf(entry.sketches.names, sketches.names));
      }
      return { shapes, names };
    },
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
