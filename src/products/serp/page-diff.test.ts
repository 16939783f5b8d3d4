import { describe, expect, test } from 'vitest';
import { diffPages } from './page-diff.ts';

const item = (n: number, more: object = {}) => ({ position: n, title: `Title ${n}`, url: `https://shop${n}.example/`, ...more });
const page = (...organic: object[]) => ({ outcome: 'valid', organic });

describe('the difference of two readings', () => {
  test('is empty for equal ones', () => {
    expect(diffPages(page(item(1), item(2)), page(item(1), item(2)))).toEqual({ changes: [], gained: 0, lost: 0 });
  });

  test('names an inserted item once, and not the ones behind it', () => {
    const diff = diffPages(page(item(1), item(3)), page(item(1), item(2), item(3)));
    expect(diff).toMatchObject({ gained: 1, lost: 0, changes: [{ array: 'organic', position: 2, field: 'item', old: null }] });
    expect(diff.changes).toHaveLength(1);
  });

  test('compares ranks only while all items stay: an inserted one changes those of all arrays', () => {
    const ranked = (paa: number, ...organic: object[]) => ({ ...page(...organic), paa: [{ question: 'Why?', rank: paa }] });
    const before = ranked(3, item(1, { rank: 1 }), item(3, { rank: 2 }));
    expect(diffPages(before, ranked(4, item(1, { rank: 1 }), item(2, { rank: 2 }), item(3, { rank: 3 }))).changes).toHaveLength(1);
    expect(diffPages(before, ranked(4, item(1, { rank: 1 }), item(3, { rank: 3 }))).changes).toMatchObject([
      { array: 'organic', field: 'rank', old: 2, new: 3 },
      { array: 'paa', field: 'rank', old: 3, new: 4 },
    ]);
    expect(diffPages(page(item(1, { rank: 1 })), page(item(1, { rank: 2 })), { statedOnly: true }).changes).toMatchObject([
      { field: 'rank' },
    ]);
  });

  test('names changed fields by array and position', () => {
    const diff = diffPages(page(item(1, { date: null }), item(2)), page(item(1, { date: '2 days ago' }), item(2, { title: 'Other' })));
    expect(diff.changes).toEqual([
      { array: 'organic', position: 1, field: 'date', old: null, new: '2 days ago' },
      { array: 'organic', position: 2, field: 'title', old: 'Title 2', new: 'Other' },
    ]);
  });

  test('names lost items, changed orders, changed URLs and outcomes', () => {
    expect(diffPages(page(item(1), item(2)), page(item(1)))).toMatchObject({ lost: 1, gained: 0 });
    expect(diffPages(page(item(1), item(2)), page(item(2), item(1))).changes).toEqual([
      { array: 'organic', position: 1, field: 'position', old: 2, new: 1 },
    ]);
    expect(diffPages(page(item(1)), page({ ...item(1), url: 'https://new.example/' })).changes).toMatchObject([{ field: 'url' }]);
    expect(diffPages(page(), { outcome: 'unparsed' }).changes).toMatchObject([
      { array: '', field: 'outcome', old: 'valid', new: 'unparsed' },
    ]);
  });

  test('with stated fields only ignores fields and lists of fields that are not stated', () => {
    const stated = page({ title: 'Title 1', sitelinks: [{ title: 'A' }] });
    const actual = (sitelinks: object[]) => page(item(1, { sitelinks, rating: null }));
    expect(diffPages(stated, actual([{ title: 'A', url: 'x' }]), { statedOnly: true }).changes).toEqual([]);
    expect(diffPages(stated, actual([{ title: 'B' }]), { statedOnly: true }).changes).toMatchObject([{ field: 'sitelinks' }]);
    expect(diffPages(stated, actual([]), { statedOnly: true }).changes).toHaveLength(1);
    expect(diffPages({ ...stated, next: true }, stated, { statedOnly: true }).changes).toMatchObject([{ field: 'next' }, {}].slice(0, 1));
  });

  test('with stated fields only compares positions and nulls that are stated', () => {
    const options = { statedOnly: true };
    expect(diffPages(page(item(1), item(2)), page(item(1), item(3, { url: item(2).url, title: 'Title 2' })), options).changes).toEqual([
      { array: 'organic', position: 2, field: 'position', old: 2, new: 3 },
    ]);
    expect(diffPages(page(item(1, { date: null })), page(item(1)), options).changes).toMatchObject([{ field: 'date' }]);
    expect(diffPages(page(item(1, { date: null })), page(item(1, { date: null })), options).changes).toEqual([]);
    expect(diffPages({ ...page(item(1)), next: false }, page(item(1)), options).changes).toEqual([]);
    // Without their URLs, items are the same by their titles.
    expect(diffPages(page({ title: 'Title 1' }, { title: 'Title 3' }), page(item(1), item(2), item(3)), options)).toMatchObject({
      gained: 1,
      lost: 0,
    });
  });

  test('keeps repeated items apart', () => {
    expect(diffPages(page(item(1), item(1)), page(item(1), item(1))).changes).toEqual([]);
    expect(diffPages(page(item(1), item(1)), page(item(1)))).toMatchObject({ lost: 1 });
  });
});
