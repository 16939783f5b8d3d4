// Watches the parser yield per engine. A sudden drop indicates a new page layout.

export interface FillWatch {
  /** Records one valid SERP: the organic results found and requested. */
  note(engine: string, found: number, asked: number): void;
}

/** Number of SERPs in the short and in the long window. */
const SHORT = 20;
const LONG = 200;
/** Report a drop below this share of the usual yield. */
const DROP = 0.6;

/** Calls `onDrop` once when an engine's yield drops, and again only after a recovery. */
export function createFillWatch(onDrop: (engine: string, now: number, usual: number) => void): FillWatch {
  const engines = new Map<string, { short: number[]; long: number[]; alarmed: boolean }>();
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    note: (name, found, asked) => {
      const engine = engines.get(name) ?? { short: [], long: [], alarmed: false };
      engines.set(name, engine);
      const share = Math.min(1, found / Math.max(1, asked));
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
