// Errors for `region` and `regionSearch` when no region matches.
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { loadRegions } from '../regions/load.ts';
import { readRegion } from './fields.ts';

const regions = loadRegions();

function rejectionOf(request: Parameters<typeof readRegion>[0]): { message: string; solution: string } {
  try {
    readRegion(request, regions, '');
  } catch (error) {
    if (error instanceof ApiError) return error.body as { message: string; solution: string };
    throw error;
  }
  throw new Error('the region was accepted');
}

describe('a region that is not known', () => {
  test.each([9_999_999, '9999999'])('as the criteria id %j names the command that adds such ids', (region) => {
    expect(rejectionOf({ region }).solution).toContain('sextant regions refresh');
  });
  test('as a name suggests similar names', () => {
    expect(rejectionOf({ region: 'Munnich,Bavaria,Germany' }).solution).toContain('“Munich,Bavaria,Germany”');
  });
});

describe('a search for types without regions', () => {
  test('names the types', () => {
    const { message, solution } = rejectionOf({ regionSearch: { latitude: 48, longitude: 11, types: ['dma region', 'tv region'] } });
    expect(message).toContain('regionSearch.types');
    expect(message).toContain('“dma region”, “tv region”');
    expect(solution).toContain('sextant regions refresh');
  });
  test('finds the others when some have regions', () => {
    expect(readRegion({ regionSearch: { latitude: 48.14, longitude: 11.58, types: ['dma region', 'city'] } }, regions, '').type).toBe(
      'city',
    );
  });
});
