// The layouts of one engine and device that a worker knows.
import type { Device } from '../../contract/cases.ts';
import type { PageSketches } from '../../platform/sketch.ts';
import { SketchList } from '../../platform/sketch-list.ts';
import { nearestOf } from './cluster.ts';
import { type LayoutCounts, plus, type YieldCounts } from './counts.ts';
import { type Familiarity, isFamiliar, type KnownLayout, usualYieldIn } from './familiar.ts';

export interface KnownEntry extends KnownLayout {
  readonly id: string;
  readonly engine: string;
  readonly device: Device;
  readonly sketches: PageSketches;
  pages: number;
  yields: YieldCounts;
  samples: number;
  /** Since the last write. `pages` and `yields` include them. */
  counts: LayoutCounts;
  /** Decided when the entry changes, because every page is compared with all familiar entries. */
  isFamiliar: boolean;
}

/** The similarities of one page to the entries, in their order. */
interface Similarities {
  readonly shapes: number[];
  readonly names: number[];
}

export class DeviceLayouts {
  readonly #entries: KnownEntry[] = [];
  readonly #shapes = new SketchList();
  readonly #names = new SketchList();
  /** A page is compared for its quality, and again when it is counted. */
  readonly #compared = new WeakMap<PageSketches, Similarities>();
  #usualYield: number | null = null;
  #pages = 0;

  get entries(): readonly KnownEntry[] {
    return this.#entries;
  }

  get pages(): number {
    return this.#pages;
  }

  add(entry: KnownEntry): void {
    this.#entries.push(entry);
    this.#shapes.add(entry.sketches.shapes);
    this.#names.add(entry.sketches.names);
    this.#pages += entry.pages;
    this.#decide(entry);
  }

  count(entry: KnownEntry, counts: LayoutCounts): void {
    const { yields } = entry;
    this.#pages += counts.pages;
    entry.pages += counts.pages;
    entry.yields = {
      judged: yields.judged + counts.judged,
      found: yields.found + counts.found,
      requested: yields.requested + counts.requested,
    };
    entry.counts = plus(entry.counts, counts);
    this.#decide(entry);
  }

  learnUsualYield(): void {
    this.#usualYield = usualYieldIn(this.#entries);
    for (const entry of this.#entries) this.#decide(entry);
  }

  layoutOf(sketches: PageSketches): KnownEntry | null {
    const { shapes, names } = this.#compare(sketches);
    return nearestOf(this.#entries, (index) => Math.min(names[index]!, shapes[index]!));
  }

  /** Returns the highest similarity to familiar layouts. */
  familiarityOf(sketches: PageSketches): Familiarity {
    const similarities = this.#compare(sketches);
    let [shapes, names] = [0, 0];
    for (let index = 0; index < this.#entries.length; index++) {
      if (!this.#entries[index]!.isFamiliar) continue;
      shapes = Math.max(shapes, similarities.shapes[index]!);
      names = Math.max(names, similarities.names[index]!);
    }
    return { shapes, names };
  }

  #compare(sketches: PageSketches): Similarities {
    let similarities = this.#compared.get(sketches);
    if (similarities === undefined) {
      similarities = { shapes: [], names: [] };
      this.#compared.set(sketches, similarities);
    }
    // Further entries may have been added since the page was compared.
    this.#shapes.compareRest(sketches.shapes, similarities.shapes);
    this.#names.compareRest(sketches.names, similarities.names);
    return similarities;
  }

  #decide(entry: KnownEntry): void {
    entry.isFamiliar = isFamiliar(entry, this.#usualYield);
  }
}
