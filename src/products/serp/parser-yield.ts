// Watches the parser yield per engine. A sudden drop indicates a new page layout.

import type { Job, JobEnd } from '../../contract/order.ts';

export interface YieldWatch {
  /** Records one valid SERP: the organic results found and requested. */
  record(engine: string, found: number, requested: number): void;
}

/** Number of SERPs in the short and in the long window. */
const SHORT = 20;
const LONG = 200;
/** Report a drop below this share of the usual yield. */
const DROP = 0.6;

/** Calls `onDrop` once when an engine's yield drops, and again only after a recovery. */
export function createYieldWatch(onDrop: (engine: string, now: number, usual: number) => void): YieldWatch {
  const engines = new Map<string, { short: number[]; long: number[]; alarmed: boolean }>();
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    record: (name, found, requested) => {
      const engine = engines.get(name) ?? { short: [], long: [], alarmed: false };
      engines.set(name, engine);
      const share = Math.min(1, found / Math.max(1, requested));
      engine.short = [...engine.short.slice(1 - SHORT), share];
      engine.long = [...engine.long.slice(1 - LONG), share];
      if (engine.short.length < SHORT || engine.long.length < SHORT * 2) return;
      const [now, usual] = [mean(engine.short), mean(engine.long)];
      const fallen = now < usual * DROP;
      if (fallen && !engine.alarmed) onDrop(name, now, usual);
      engine.alarmed = fallen;
    },
  };
}

/** What a parser found in one SERP, as `collectSerp` leaves it in the detail of the object. */
export interface ParserYield {
  readonly engine: string;
  /** Organic results found and requested. */
  readonly found: number;
  readonly requested: number;
  /** Items per array. */
  readonly filled: Readonly<Record<string, number>>;
}

/** Null for anything but a valid SERP whose pages were parsed for this job: a reused result says nothing about the parser. */
export function yieldOf(job: Job, end: JobEnd): ParserYield | null {
  if (job.kind !== 'serp' || end.outcome !== 'done' || end.verdict !== 'valid' || end.detail?.reused) return null;
  const { engine, found, asked, filled } = end.detail as unknown as Omit<ParserYield, 'requested'> & { readonly asked: number };
  return { engine, found, requested: asked, filled };
}
