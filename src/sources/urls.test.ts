// Checks that URLs become absolute and keep their parts, also when they are asked for again.
import { expect, test } from 'vitest';
import { absoluteUrl, hostOf, urlOf } from './urls.ts';

const BASE = 'https://www.search.example/results?q=tea';

test.each([
  ['https://shop.example', 'https://shop.example/'],
  [' http://shop.example/a b ', 'http://shop.example/a%20b'],
  ['HTTPS://Shop.Example/', 'https://shop.example/'],
  ['/page?b=1', 'https://www.search.example/page?b=1'],
  ['//cdn.example/x.png', 'https://cdn.example/x.png'],
  ['https:page', 'https://www.search.example/page'],
  ['?b=2', 'https://www.search.example/results?b=2'],
  ['javascript:void(0)', null],
  ['data:image/png;base64,AA', null],
  ['https://', null],
  ['http://a b/', null],
  ['', null],
  [null, null],
])('%s becomes %s', (href, expected) => {
  expect(absoluteUrl(href, BASE)).toBe(expected);
  expect(absoluteUrl(href, BASE)).toBe(expected);
});

test('a URL has the same parts each time, among many others', () => {
  for (let round = 0; round < 3; round++) {
    for (let number = 0; number < 700; number++) {
      const url = absoluteUrl(`/path-${number}?n=${number}`, `https://host-${number}.example`)!;
      expect([hostOf(url), urlOf(url).pathname, urlOf(url).searchParams.get('n')]).toEqual([
        `host-${number}.example`,
        `/path-${number}`,
        String(number),
      ]);
    }
  }
});

test('text that is not a URL has no host and no parts', () => {
  for (const text of ['', 'shop.example', 'https://', '/page']) {
    expect(hostOf(text)).toBe('');
    expect(() => urlOf(text)).toThrow(TypeError);
  }
});
