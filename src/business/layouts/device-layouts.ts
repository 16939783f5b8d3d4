// The layouts of one engine and device that a worker knows.
import type { Device } from '../../contract/cases.ts';
import { type PageSketches, similarityOf } from '../../platform/sketch.ts';
import { SketchList } from '../../platform/sketch-list.ts';
import { nearestOf, SAME_LAYOUT } from './cluster.ts';
import { type LayoutCounts, plus, type YieldCounts } from './counts.ts';
import { type Familiarity, isFamiliar, isSurelyFamiliar, type KnownLayout, NAMES_PER_SHAPES_MIN, usualYieldIn } from './familiar.ts';

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

export class DeviceLayouts {
  readonly #entries: KnownEntry[] = [];
  readonly #shapes = new SketchList();
  readonly #names = new SketchList();
  /** The similarities of names, in the order of the entries. A page is compared for its quality, and again when it is counted. */
  readonly #compared = new WeakMap<PageSketches, number[]>();
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
    const names = this.#compareNames(sketches);
    return nearestOf(this.#entries, (index, best) => {
      const own = names[index]!;
      return own < SAME_LAYOUT || own <= best ? 0 : Math.min(own, this.#shapesAt(index, sketches));
    });
  }

  /** Returns the similarity to a familiar layout that is near enough, or the highest similarities to any. */
  familiarityOf(sketches: PageSketches): Familiarity {
    if (this.#entries.length === 0) return { shapes: 0, names: 0 };
    const names = this.#compareNames(sketches);
    for (let index = 0; index < names.length; index++) {
      if (names[index]! < NAMES_PER_SHAPES_MIN || !this.#entries[index]!.isFamiliar) continue;
      const familiarity = { shapes: this.#shapesAt(index, sketches), names: names[index]! };
      if (isSurelyFamiliar(familiarity)) return familiarity;
    }
    const shapes: number[] = [];
    this.#shapes.compareRest(sketches.shapes, shapes);
    const highest = { shapes: 0, names: 0 };
    for (const [index, entry] of this.#entries.entries()) {
      if (!entry.isFamiliar) continue;
      highest.shapes = Math.max(highest.shapes, shapes[index]!);
      highest.names = Math.max(highest.names, names[index]!);
    }
    return highest;
  }

  #compareNames(sketches: PageSketches): readonly number[] {
    const names = this.#compared.get(sketches) ?? [];
    if (names.length === 0) this.#compared.set(sketches, names);
    // Further entries may have been added since the page was compared.
    this.#names.compareRest(sketches.names, names);
    return names;
  }

  #shapesAt(index: number, sketches: PageSketches): number {
    return similarityOf(this.#entries[index]!.sketches.shapes, sketches.shapes);
  }

  #decide(entry: KnownEntry): void {
    entry.isFamiliar = isFamiliar(entry, this.#usualYield);
  }
}
