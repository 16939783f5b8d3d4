// Normalisation of names, and the edit distance between two words.
import { describe, expect, it } from 'vitest';
import { looseOf } from './loose.ts';
import { LruCache } from './lru-cache.ts';
import { stepsBetween } from './near-names.ts';
import { keyOf, plain } from './spelling.ts';

describe('spelling', () => {
  it('drops accents and keeps other scripts', () => {
    expect(plain('Île-de-France')).toBe('Ile-de-France');
    expect(plain('Łódź, Tromsø, Straße, Þingeyri')).toBe('Lodz, Tromso, Strasse, Thingeyri');
    expect(plain('東京')).toBe('東京');
  });

  it('gives all spellings of a name the same key', () => {
    expect(keyOf('  Austin , Texas,  United States')).toBe('austin,texas,united states');
    expect(keyOf('KØBENHAVN')).toBe('kobenhavn');
  });

  it('drops generic words unless nothing else remains', () => {
    expect(looseOf('salta province')).toBe('salta');
    expect(looseOf('state of sao paulo')).toBe('sao paulo');
    expect(looseOf('state')).toBe('state');
  });
});

describe('edit distance', () => {
  it('counts a missing, an additional, a different and two swapped letters as one', () => {
    for (const slip of ['germny', 'germanyy', 'germani', 'gemrany']) expect(stepsBetween('germany', slip, 3)).toBe(1);
    expect(stepsBetween('germany', 'germany', 3)).toBe(0);
  });

  it('stops counting above the limit', () => {
    expect(stepsBetween('germany', 'austria', 2)).toBe(3);
    expect(stepsBetween('a', 'abcdef', 2)).toBe(3);
  });
});

describe('recent results', () => {
  it('drop the least recently used entry', () => {
    const recent = new LruCache<number>(2);
    let made = 0;
    const get = (key: string) => recent.get(key, () => ++made);
    expect([get('a'), get('b'), get('a'), get('c'), get('a'), get('b')]).toEqual([1, 2, 1, 3, 1, 4]);
  });
});
