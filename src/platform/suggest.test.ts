import { describe, expect, it } from 'vitest';
import { distanceOf, nearestOf } from './suggest.ts';

describe('an unknown word', () => {
  it('has a distance of changed, missing and swapped letters', () => {
    expect(distanceOf('search', 'search')).toBe(0);
    expect(distanceOf('serach', 'search')).toBe(1);
    expect(distanceOf('seach', 'search')).toBe(1);
    expect(distanceOf('', 'abc')).toBe(3);
  });

  it('gets the nearest known word as a suggestion, or none when none is near', () => {
    expect(nearestOf('serach', ['start', 'search', 'parse'])).toBe('search');
    expect(nearestOf('Regoin', ['region', 'results'])).toBe('region');
    expect(nearestOf('xyzzy', ['start', 'search'])).toBeNull();
    expect(nearestOf('s'.repeat(10_000), ['search'])).toBeNull();
  });
});
