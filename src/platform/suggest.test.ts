import { describe, expect, it } from 'vitest';
import { distanceOf, nearestOf } from './suggest.ts';

describe('a word that nobody knows', () => {
  it('is counted by letters that differ, are missing or have changed places', () => {
    expect(distanceOf('search', 'search')).toBe(0);
    expect(distanceOf('serach', 'search')).toBe(1);
    expect(distanceOf('seach', 'search')).toBe(1);
    expect(distanceOf('', 'abc')).toBe(3);
  });

  it('leads to the nearest known one, and to none when none is near', () => {
    expect(nearestOf('serach', ['start', 'search', 'parse'])).toBe('search');
    expect(nearestOf('Regoin', ['region', 'results'])).toBe('region');
    expect(nearestOf('xyzzy', ['start', 'search'])).toBeNull();
    expect(nearestOf('s'.repeat(10_000), ['search'])).toBeNull();
  });
});
