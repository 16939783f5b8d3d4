import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noItems } from '../../contract/items.ts';
import { agreementOf, DEPTH, FEATURES, missingHosts, type Outline, outlineOf } from './agreement.ts';

const outline = (urls: readonly string[], features: Outline['features'] = []): Outline => ({ urls, features });
const SITES = Array.from({ length: 14 }, (_, number) => `site${number}.example/page`);
const outlines = fc
  .tuple(fc.shuffledSubarray(SITES, { maxLength: DEPTH }), fc.subarray([...FEATURES]))
  .map(([urls, features]) => outline(urls, features));

describe('the agreement of two pages', () => {
  test('is symmetric, and every value is between 0 and 1', () => {
    fc.assert(
      fc.property(outlines, outlines, (a, b) => {
        const [one, other] = [agreementOf(a, b), agreementOf(b, a)];
        expect(one).toEqual(other);
        for (const value of Object.values(one)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('is 1 for equal pages', () => {
    fc.assert(
      fc.property(outlines, (page) => {
        const { overlap, correlation, features, agreement } = agreementOf(page, page);
        for (const value of [overlap, correlation, features, agreement]) expect(value).toBeCloseTo(1, 12);
      }),
    );
  });

  test('is below 1 for pages whose results differ or have another order', () => {
    fc.assert(
      fc.property(outlines, outlines, (a, b) => {
        if (a.urls.join() !== b.urls.join()) expect(agreementOf(a, b).agreement).toBeLessThan(1 - 1e-9);
      }),
    );
  });

  test('is 0 for pages without a common result, whatever their features', () => {
    fc.assert(
      fc.property(outlines, (page) => {
        fc.pre(page.urls.length > 0);
        const foreign = outline(
          page.urls.map((url) => `other-${url}`),
          page.features,
        );
        expect(agreementOf(page, foreign)).toMatchObject({ overlap: 0, correlation: 0, features: 1, agreement: 0 });
        expect(agreementOf(page, outline([], page.features)).agreement).toBe(0);
      }),
    );
  });

  test('never rises when a foreign result takes the place of a common one', () => {
    fc.assert(
      fc.property(outlines, outlines, fc.nat(DEPTH), (a, b, place) => {
        fc.pre(place < b.urls.length && a.urls.includes(b.urls[place]!));
        const fewer = outline(b.urls.with(place, 'foreign.example/'), b.features);
        const [before, after] = [agreementOf(a, b), agreementOf(a, fewer)];
        expect(after.overlap).toBeLessThan(before.overlap);
        expect(after.correlation).toBeLessThan(before.correlation);
        expect(after.agreement).toBeLessThan(before.agreement);
      }),
    );
  });

  test('weighs the first places most', () => {
    const page = outline(SITES.slice(0, 10));
    const without = (place: number) => agreementOf(page, outline(page.urls.with(place, 'foreign.example/'))).correlation;
    expect(without(0)).toBeLessThan(without(9));
  });

  test('counts only features that both sources can return', () => {
    const [a, b] = [outline(SITES, ['paa', 'videos']), outline(SITES, ['videos'])];
    expect(agreementOf(a, b).features).toBe(0.5);
    expect(agreementOf(a, b, ['videos']).features).toBe(1);
    expect(agreementOf(a, b, ['maps']).features).toBe(1);
    expect(agreementOf(a, b).agreement).toBeCloseTo(0.9, 12);
  });
});

test('an outline has ten results and the features that are shown', () => {
  const organic = ['https://a.example/', 'http://www.a.example', ...SITES.map((site) => `https://${site}`)].map(
    (url) => ({ url }) as never,
  );
  const { urls, features } = outlineOf({ ...noItems(), organic, paa: [{} as never] });
  expect(urls).toEqual(['a.example', ...SITES.slice(0, 9)]);
  expect(features).toEqual(['paa']);
});

test('missing hosts are those of one page only, at most as many as wanted', () => {
  const [a, b] = [outline(['a.example/x', 'b.example/y', 'c.example?z=1', 'c.example/2']), outline(['a.example/other'])];
  expect(missingHosts(a, b, 10)).toEqual(['b.example', 'c.example']);
  expect(missingHosts(a, b, 1)).toEqual(['b.example']);
  expect(missingHosts(b, a, 10)).toEqual([]);
});
