import { expect, test } from 'vitest';
import { pageUrl } from './page-url.ts';

test.each([
  ['http://www.shop.example/', 'shop.example'],
  ['https://shop.example', 'shop.example'],
  ['https://SHOP.example/Shoes/?utm_source=x&b=2&a=1&gclid=9#top', 'shop.example/Shoes?a=1&b=2'],
  ['https://shop.example:8443/a%C3%A4/', 'shop.example:8443/aä'],
  ['https://shop.example/100%', 'shop.example/100%'],
  ['https://shop.example/?id=1', 'shop.example?id=1'],
  ['https://shop.example./index.html', 'shop.example'],
  ['https://shop.example/a?srsltid=Abc', 'shop.example/a'],
  ['https://shop.example/?a=2&a=1', 'shop.example?a=1&a=2'],
  [' not a URL ', 'not a URL'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
])('%s is spelled %s', (given, expected) => {
  expect(pageUrl(given)).toBe(expected);
});

test.each([
  ['https://shop.example/a', 'https://shop.example/b'],
  ['https://shop.example/Case', 'https://shop.example/case'],
  ['https://shop.example/?id=1', 'https://shop.example/?id=2'],
  ['https://shop.example/?a=b%3D1', 'https://shop.example/?a=b&1='],
  ['https://shop.example:8443/', 'https://shop.example/'],
  ['https://blog.shop.example/', 'https://shop.example/'],
])('%s is another page than %s', (one, other) => {
  expect(pageUrl(one)).not.toBe(pageUrl(other));
});
