// Domain rules: how they are read, and which URLs they match.
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { Match } from '../../../contract/tracking.ts';
import { matches, readDomain } from './domains.ts';

const rule = (domain: string, match?: Match) => readDomain({ domain, ...(match ? { match } : {}) });

describe('a rule', () => {
  test.each([
    ['Shop.Example', 'site', { host: 'shop.example', path: '', match: 'site' }],
    ['www.shop.example', 'site', { host: 'shop.example', path: '', match: 'site' }],
    ['https://www.shop.example/', 'host', { host: 'shop.example', path: '', match: 'host' }],
    [' bücher.example ', 'site', { host: 'xn--bcher-kva.example', path: '', match: 'site' }],
    ['www.com', 'site', { host: 'www.com', path: '', match: 'site' }],
    ['shop.example/de/', 'prefix', { host: 'shop.example', path: '/de', match: 'prefix' }],
    ['shop.example/%7Eann', 'prefix', { host: 'shop.example', path: '/~ann', match: 'prefix' }],
    ['http://shop.example/p?b=2&a=1#top', 'url', { host: 'shop.example', path: '/p?a=1&b=2', match: 'url' }],
    ['shop.example', 'url', { host: 'shop.example', path: '', match: 'url' }],
  ] as const)('is read from %s as %s', (domain, match, expected) => {
    expect(rule(domain, match)).toEqual(expected);
  });

  test('is a site unless the request says otherwise', () => {
    expect(rule('shop.example').match).toBe('site');
  });

  test.each([
    ['localhost', 'site'],
    ['shop.example/de', 'site'],
    ['shop.example/de', 'host'],
    ['shop.example?x=1', 'site'],
    ['shop.example:8080', 'site'],
    ['ann@shop.example', 'url'],
    ['two words.example', 'site'],
    ['shop.example/a b', 'prefix'],
    ['shop.example/de?x=1', 'prefix'],
    ['ftp://shop.example', 'site'],
    ['-.example', 'site'],
    ['', 'site'],
  ] as const)('is not read from %s as %s', (domain, match) => {
    expect(() => readDomain({ domain, match }, 'domains[0].domain')).toThrow(ApiError);
    expect(() => readDomain({ domain, match }, 'domains[0].domain')).toThrow('domains[0].domain');
  });
});

describe('a URL', () => {
  const cases: [match: Match, domain: string, url: string, expected: boolean][] = [
    ['site', 'shop.example', 'https://shop.example/', true],
    ['site', 'shop.example', 'http://WWW.Shop.Example./x?y#z', true],
    ['site', 'www.shop.example', 'https://shop.example/', true],
    ['site', 'shop.example', 'https://de.shop.example/', true],
    ['site', 'shop.example', 'https://www.de.shop.example/', true],
    ['site', 'shop.example', 'https://myshop.example/', false],
    ['site', 'shop.example', 'https://shop.example.evil.example/', false],
    ['site', 'de.shop.example', 'https://shop.example/', false],
    ['site', 'bücher.example', 'https://www.xn--bcher-kva.example/', true],
    ['site', 'shop.example', 'shop.example/x', false],
    ['site', 'shop.example', '', false],
    ['host', 'shop.example', 'https://www.shop.example/a', true],
    ['host', 'shop.example', 'https://de.shop.example/a', false],
    ['prefix', 'shop.example/de', 'https://www.shop.example/de', true],
    ['prefix', 'shop.example/de', 'https://shop.example/de/?x=1', true],
    ['prefix', 'shop.example/de', 'https://shop.example/de/shoes', true],
    ['prefix', 'shop.example/de', 'https://shop.example/design', false],
    ['prefix', 'shop.example/de', 'https://shop.example/DE', false],
    ['prefix', 'shop.example/de', 'https://m.shop.example/de', false],
    ['prefix', 'shop.example/é', 'https://shop.example/%C3%A9/x', true],
    ['prefix', 'shop.example/é', 'https://shop.example/%c3%a9/x', true],
    ['url', 'shop.example/p', 'http://www.shop.example/p/', true],
    ['url', 'shop.example/p', 'https://shop.example/p#part', true],
    ['url', 'shop.example/p', 'https://shop.example/p?color=red', false],
    ['url', 'shop.example/p', 'https://shop.example/p/q', false],
    ['url', 'shop.example/p?a=1&b=2', 'https://shop.example/p?b=2&a=1', true],
    ['url', 'shop.example', 'https://www.shop.example/', true],
    ['url', 'shop.example/%', 'https://shop.example/%', true],
  ];
  test.each(cases)('%s %s and %s: %s', (match, domain, url, expected) => {
    expect(matches(url, rule(domain, match))).toBe(expected);
  });
});
