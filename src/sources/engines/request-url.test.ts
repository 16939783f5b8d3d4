// Checks that a customer's parameters replace and remove defaults, but never locked ones.
import { describe, expect, it } from 'vitest';
import type { SerpQuery } from '../serp.ts';
import { cookieWith, urlWith } from './request-url.ts';

const queryWith = (change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'google',
  keyword: 'tea',
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

describe('the URL of a query', () => {
  const defaults = { q: 'tea', hl: 'de', gl: 'de' };
  const address = (urlParameters: SerpQuery['urlParameters']) =>
    urlWith('https://search.example/find', defaults, queryWith({ urlParameters }), ['q', 'start']);

  it('has the defaults without custom parameters', () => {
    expect(address([])).toBe('https://search.example/find?q=tea&hl=de&gl=de');
  });

  it('uses the custom value for a default of the same name', () => {
    expect(address([{ name: 'hl', value: 'en' }])).toBe('https://search.example/find?q=tea&hl=en&gl=de');
  });

  it('loses a default that the customer set to null, and gains new parameters', () => {
    expect(
      address([
        { name: 'gl', value: null },
        { name: 'safe', value: 'active' },
      ]),
    ).toBe('https://search.example/find?q=tea&hl=de&safe=active');
  });

  it('keeps locked parameters despite custom ones', () => {
    const own = [
      { name: 'q', value: 'coffee' },
      { name: 'Q', value: null },
      { name: 'start', value: '90' },
    ];
    expect(address(own)).toBe('https://search.example/find?q=tea&hl=de&gl=de');
  });

  it('escapes any text', () => {
    const url = new URL(urlWith('https://search.example/find', { q: 'tee & kaffee #1 +ß' }, queryWith(), ['q']));
    expect(url.searchParams.get('q')).toBe('tee & kaffee #1 +ß');
  });
});

describe('the cookies of a query', () => {
  it('are absent when there is none', () => {
    expect(cookieWith({}, queryWith())).toBeNull();
    expect(cookieWith({ a: '1' }, queryWith({ cookieParameters: [{ name: 'a', value: null }] }))).toBeNull();
  });

  it('are the defaults, overridden by custom cookies', () => {
    const own = [
      { name: 'a', value: '2' },
      { name: 'b', value: 'x' },
    ];
    expect(cookieWith({ a: '1', c: '3' }, queryWith({ cookieParameters: own }))).toBe('a=2; c=3; b=x');
  });

  it('cannot begin another cookie or another header', () => {
    const own = [{ name: 'a=b', value: '1; c=2\r\nx: y' }];
    expect(cookieWith({}, queryWith({ cookieParameters: own }))).toBe('a%3Db=1%3B%20c=2%0D%0Ax:%20y');
  });
});
