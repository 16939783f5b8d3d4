import { expect, test } from 'vitest';
import { proxiesFor, readProxies } from './proxies.ts';

const TEXTS = [
  'DE=http://tea:s3cret@one.example:8080',
  '*=http://any.example:3128',
  'de=https://two.example',
  'US=http://u:p%40w@three.example:1',
];

test('proxies of the country come first, then those for any, under labels without secrets', () => {
  const proxies = readProxies(TEXTS);
  expect(proxies.map(({ label }) => label)).toEqual(['DE-1', 'any-1', 'DE-2', 'US-1']);
  expect(proxiesFor(proxies, 'de').map(({ label }) => label)).toEqual(['DE-1', 'DE-2', 'any-1']);
  expect(proxiesFor(proxies, 'JP').map(({ label }) => label)).toEqual(['any-1']);
  expect(proxiesFor(proxies, null).map(({ label }) => label)).toEqual(['any-1']);
  expect(proxies[0]!.proxy()).toBe('http://tea:s3cret@one.example:8080');
  expect(JSON.stringify(proxies)).not.toMatch(/s3cret|example/);
});

test.each([
  'http://tea:s3cret@one.example',
  'DEU=http://tea:s3cret@one.example',
  'DE=http://tea:s3cret@',
  'DE=ftp://tea:s3cret@one.example',
  'DE=http://tea:s3cret%@one.example',
  'DE=http://tea:s3cret@one.example/path',
  '',
])('a malformed proxy is reported by its index, not by its text (%#)', (text) => {
  let problem = '';
  try {
    readProxies(['*=http://any.example:3128', text]);
  } catch (error) {
    problem = String(error);
  }
  expect(problem).toMatch(/proxy 2/);
  expect(problem).not.toMatch(/s3cret|one\.example/);
});
