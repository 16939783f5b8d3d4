import { expect, test } from 'vitest';
import type { ShownElement } from './items/elements.ts';
import { filtered } from './url-filters.ts';

const elements = (...urls: string[]): ShownElement[] => urls.map((url) => ({ type: 'organic', url }) as unknown as ShownElement);
const urlsOf = (shown: readonly ShownElement[]) => shown.map(({ url }) => url);

test('named parameters are removed, and other URLs stay as they are', () => {
  const shown = filtered(elements('https://shop.example/a?utm=1&b=2', 'https://shop.example/a?b=%7e', 'no url?utm=1'), {
    remove_from_url: ['utm', 'srsltid'],
  });
  expect(urlsOf(shown)).toEqual(['https://shop.example/a?b=2', 'https://shop.example/a?b=%7e', 'no url?utm=1']);
});

// `URL.canParse` of Node 20 rejects Latin-1 letters after some thousand calls.
test('parameters are removed after many calls, too', () => {
  for (let times = 0; times < 20_000; times++) {
    const [url] = urlsOf(filtered(elements('http://münchen.example/?utm=1'), { remove_from_url: ['utm'] }));
    if (url !== 'http://xn--mnchen-3ya.example/') throw new Error(`not removed at call ${times}: ${url}`);
  }
});

test('a target selects a domain with its subdomains, or a pattern', () => {
  const all = elements('https://www.shop.example/a', 'https://shop.example.net/', 'https://other.example/shop.example');
  expect(urlsOf(filtered(all, { target: 'shop.example' }))).toEqual(['https://www.shop.example/a']);
  expect(urlsOf(filtered(all, { target: '*shop.example*' }))).toHaveLength(3);
  expect(urlsOf(filtered(all, { target: 'other.example/*' }))).toEqual(['https://other.example/shop.example']);
});
