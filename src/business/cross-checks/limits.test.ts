import { describe, expect, test } from 'vitest';
import { readCrossChecks } from './limits.ts';

const isEngine = (name: string): boolean => ['google', 'bing', 'google-aimode'].includes(name);

describe('CROSS_CHECKS', () => {
  test('has a share and a number of calls per engine', () => {
    expect(readCrossChecks('google=0.02:200, bing=1:50,google-aimode=.5:0', isEngine)).toEqual({
      google: { share: 0.02, callsPerDay: 200 },
      bing: { share: 1, callsPerDay: 50 },
      'google-aimode': { share: 0.5, callsPerDay: 0 },
    });
  });
  test.each([
    ['google', 'must be a list such as'],
    ['google=0.02', 'must be a list such as'],
    ['google=-1:5', 'must be a list such as'],
    ['google=0.1:5,', 'must be a list such as'],
    ['google=1.1:5', 'has the share 1.1 for google'],
    ['altavista=0.1:5', 'names the unknown engine altavista'],
    ['google=0.1:5,google=0.2:5', 'names the engine google twice'],
  ])('rejects %s', (given, problem) => {
    expect(() => readCrossChecks(given, isEngine)).toThrow(problem);
  });
});
