// The layouts of one engine that a worker knows: counts their pages, and compares further pages with them.
import type { Device } from '../../contract/cases.ts';
import type { PageSketches } from '../../platform/sketch.ts';
import type { LayoutCounts } from './counts.ts';
import { DeviceLayouts, type KnownEntry } from './device-layouts.ts';
import { type Familiarity, isSurelyFamiliar } from './familiar.ts';

const FAMILIAR_PAGES_MIN = 50;

export class EngineLayouts {
  readonly #devices: Readonly<Record<Device, DeviceLayouts>> = { desktop: new DeviceLayouts(), mobile: new DeviceLayouts() };

  get #all(): DeviceLayouts[] {
    return Object.values(this.#devices);
  }

  get size(): number {
    return this.#all.reduce((sum, { entries }) => sum + entries.length, 0);
  }

  get entries(): KnownEntry[] {
    return this.#all.flatMap(({ entries }) => entries);
  }

  add(entry: KnownEntry): void {
    this.#devices[entry.device].add(entry);
  }

  /** Adds pages to an entry of this engine. */
  count(entry: KnownEntry, counts: LayoutCounts): void {
    this.#devices[entry.device].count(entry, counts);
  }

  /** From now on, the yields of the entries are usual. */
  learnUsualYields(): void {
    for (const layouts of this.#all) layouts.learnUsualYield();
  }

  /** Returns the layout of a page, or null for a page of a new layout. */
  layoutOf(device: Device, sketches: PageSketches): KnownEntry | null {
    return this.#devices[device].layoutOf(sketches);
  }

  /** Compares a page with the familiar layouts of all devices. Null while too few pages are known. */
  familiarityOf(sketches: PageSketches): Familiarity | null {
    const { desktop, mobile } = this.#devices;
    if (desktop.pages + mobile.pages < FAMILIAR_PAGES_MIN) return null;
    const one = desktop.familiarityOf(sketches);
    if (isSurelyFamiliar(one)) return one;
    const other = mobile.familiarityOf(sketches);
    if (isSurelyFamiliar(other)) return other;
    return { shapes: Math.max(one.shapes, other.shapes), names: Math.max(one.names, other.names) };
  }
}
