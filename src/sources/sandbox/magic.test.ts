import { describe, expect, it } from 'vitest';
import { BLOCK_PAGES, ENDS, FAULTS, magicIn, magicOfHost, withoutMagic } from './magic.ts';

const NOTHING = {
  faulty: false,
  slowSeconds: 0,
  blockedTimes: 0,
  empty: false,
  poisoned: false,
  unparsed: false,
  script: false,
  faults: [],
};

describe('magic keywords', () => {
  it('are found in any position, with their numbers', () => {
    expect(magicIn('red shoes')).toEqual(NOTHING);
    expect(magicIn('test:slow:5 red test:blocked:2 shoes')).toEqual({ ...NOTHING, slowSeconds: 5, blockedTimes: 2 });
    expect(magicIn('https://shop.example/?q=test:500:2').faults).toEqual([{ kind: '500', times: 2 }]);
    expect(magicIn('a test:captcha:1 b test:429').faults).toEqual([
      { kind: 'captcha', times: 1 },
      { kind: '429', times: Number.POSITIVE_INFINITY },
    ]);
  });

  it('are not found inside other words', () => {
    for (const text of ['test:5000', 'latest:500', 'test:cuts', 'test 500', 'test-500', 'TEST:500']) expect(magicIn(text)).toEqual(NOTHING);
  });

  it('are not part of the query, unless there is nothing else', () => {
    for (const word of [...FAULTS, ...BLOCK_PAGES]) {
      expect(withoutMagic(`red test:${word}:3 shoes test:${word}`)).toBe('red shoes');
      expect(withoutMagic(`test:${word}`)).toBe(`test:${word}`);
    }
    for (const word of ENDS)
      expect(withoutMagic(`red test:${word}${word === 'slow' || word === 'blocked' ? ':2' : ''} shoes`)).toBe('red shoes');
  });

  it('are labels in names', () => {
    expect(magicOfHost('test-500.example')).toBe('test:500');
    expect(magicOfHost('www.TEST-500-2-shop.com')).toBe('test:500:2');
    expect(magicOfHost('test-stall-shop.co.uk')).toBe('test:stall');
    expect(magicOfHost('test-slow-2.example')).toBe('test:slow:2');
    for (const host of ['shop.example', 'latest-500.example', 'test500.example', 'a-test-500.example'])
      expect(magicIn(magicOfHost(host))).toEqual(NOTHING);
  });
});
