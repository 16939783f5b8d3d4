// Comparing pages with the layouts of an engine gives what the plain definitions give.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEVICES, type Device } from '../../contract/cases.ts';
import { type PageSketches, SLOTS, similarityOf } from '../../platform/sketch.ts';
import { closenessOf, SAME_LAYOUT } from './cluster.ts';
import { countsOf, NO_COUNTS } from './counts.ts';
import type { KnownEntry } from './device-layouts.ts';
import { EngineLayouts } from './engine-layouts.ts';
import { isFamiliar, isSurelyFamiliar, usualYieldIn } from './familiar.ts';

/** A few kinds of sketches, with a random share of their slots. So pages are near to, or far from, several layouts. */
const sketch = fc
  .tuple(fc.nat(2), fc.array(fc.boolean(), { minLength: SLOTS, maxLength: SLOTS }), fc.nat(50))
  .map(([kind, isOwn, other]) => Uint16Array.from(isOwn, (own, slot) => (own ? kind * 100 + slot : other * 100)));
const sketches: fc.Arbitrary<PageSketches> = fc.record({ shapes: sketch, names: sketch });
const device = fc.constantFrom(...DEVICES);
const yields = fc
  .nat(40)
  .chain((judged) => fc.record({ judged: fc.constant(judged), found: fc.nat(judged * 10), requested: fc.constant(judged * 10) }));
const stored = fc.record({
  device,
  sketches,
  pages: fc.nat(40),
  yields,
  ageDays: fc.constantFrom(0.1, 2, 8),
  doubt: fc.constantFrom(null, { kind: 'yield' } as const),
  caseState: fc.constantFrom(null, 'open', 'dismissed', 'corrected'),
});
const step = fc.record({ device, sketches, isFirst: fc.boolean(), found: fc.nat(10), isCompared: fc.boolean() });

const entryOf = (known: Partial<KnownEntry> & Pick<KnownEntry, 'device' | 'sketches'>, id: string): KnownEntry => ({
  id,
  engine: 'bing',
  pages: 0,
  ageDays: 0,
  doubt: null,
  caseState: null,
  yields: { judged: 0, found: 0, requested: 0 },
  samples: 0,
  counts: NO_COUNTS,
  isFamiliar: false,
  ...known,
});

/** The first layout that has at least 60% in common with the page, or the first of the nearest ones. */
function plainLayoutOf(entries: readonly KnownEntry[], page: PageSketches): KnownEntry | null {
  const near = entries
    .map((entry) => [entry, closenessOf(entry.sketches, page)] as const)
    .filter(([, closeness]) => closeness >= SAME_LAYOUT);
  const best = Math.max(...near.map(([, closeness]) => closeness));
  return (near.find(([, closeness]) => closeness >= 0.6) ?? near.find(([, closeness]) => closeness === best))?.[0] ?? null;
}

function plainFamiliarityOf(entries: readonly KnownEntry[], usual: ReadonlyMap<Device, number | null>, page: PageSketches) {
  if (entries.reduce((sum, { pages }) => sum + pages, 0) < 50) return null;
  const familiar = DEVICES.flatMap((own) => entries.filter(({ device: one }) => one === own)).filter((entry) =>
    isFamiliar(entry, usual.get(entry.device) ?? null),
  );
  const nearest = (kind: keyof PageSketches): number =>
    Math.max(0, ...familiar.map((entry) => similarityOf(entry.sketches[kind], page[kind])));
  const similarities = familiar.map(({ sketches: known }) => ({
    shapes: similarityOf(known.shapes, page.shapes),
    names: similarityOf(known.names, page.names),
  }));
  return similarities.find(isSurelyFamiliar) ?? { shapes: nearest('shapes'), names: nearest('names') };
}

test('layouts and familiarity of pages equal the plain definitions, whatever was loaded and counted before', () => {
  const found = { layouts: 0, familiar: 0, newLayouts: 0 };
  fc.assert(
    fc.property(
      fc.array(stored, { maxLength: 12 }),
      fc.array(step, { maxLength: 20 }),
      fc.array(sketches, { maxLength: 3 }),
      (loaded, steps, pages) => {
        const layouts = new EngineLayouts();
        const entries = loaded.map((known, index) => entryOf(known, `stored ${index}`));
        for (const entry of entries) layouts.add(entry);
        layouts.learnUsualYields();
        const usual = new Map(DEVICES.map((one) => [one, usualYieldIn(entries.filter((entry) => entry.device === one))]));
        const check = (page: PageSketches): void => {
          const familiarity = layouts.familiarityOf(page);
          expect(familiarity).toEqual(plainFamiliarityOf(entries, usual, page));
          if (familiarity !== null && familiarity.names > 0) found.familiar++;
        };
        for (const { device: own, sketches: page, isFirst, found: organic, isCompared } of steps) {
          // A page may be compared before it is counted, while other pages are counted in between.
          if (isCompared) for (const one of [page, ...pages]) check(one);
          const known = layouts.layoutOf(own, page);
          const plain = plainLayoutOf(
            entries.filter((entry) => entry.device === own),
            page,
          );
          expect(known?.id).toBe(plain?.id);
          if (known) found.layouts++;
          else found.newLayouts++;
          const entry = known ?? entryOf({ device: own, sketches: page }, `new ${entries.length}`);
          if (known === null) {
            layouts.add(entry);
            entries.push(entry);
          }
          layouts.count(entry, countsOf({ outcome: 'valid', isFirst, requested: 10, found: { organic: { length: organic } } }));
        }
        for (const page of pages) check(page);
        expect(layouts.size).toBe(entries.length);
        expect(new Set(layouts.entries)).toEqual(new Set(entries));
      },
    ),
    { numRuns: 300 },
  );
  expect(Math.min(...Object.values(found))).toBeGreaterThan(100);
});
