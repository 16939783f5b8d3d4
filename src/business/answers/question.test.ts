import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashedUrls } from './question.ts';

/** The part of a URL that is hashed, in its plain form. Stored hashes depend on it. */
const hashedPart = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/?(?:#.*)?$/, '');

test('URLs are equal without their scheme, www, fragment and final slash', () => {
  const [plain, ...others] = hashedUrls([
    'https://tea.example/a',
    'http://tea.example/a',
    'HTTPS://WWW.tea.example/a/',
    'https://www.tea.example/a#b',
    'https://www.tea.example/a/#b/c#d',
  ]);
  expect(others).toEqual(Array.from({ length: 4 }, () => plain));
  const different = ['https://tea.example/', 'https://tea.example/b', 'https://tea.example/a?b', 'https://tea.example/a//'];
  expect(hashedUrls(different)).not.toContain(plain);
  // FNV-1a of `a`, from its authors' list of test values.
  expect(hashedUrls(['a'])).toEqual([0xe40c292c | 0]);
});

/** FNV-1a, the plain way. */
const hashOf = (text: string): number =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).reduce(
    (hash, code) => Math.imul(hash ^ code, 0x01000193),
    0x811c9dc5,
  ) | 0;

test('any text has the hash of its plain form', () => {
  const part = fc.constantFrom('http://', 'https://', 'HTTP://', 'www.', 'WWW.', '/', '#', '?', 'tea', 'ä', 'https:/', ' ');
  const text = fc.oneof(
    fc.array(part).map((parts) => parts.join('')),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
  );
  fc.assert(
    fc.property(text, (url) => {
      expect(hashedUrls([url])).toEqual([hashOf(hashedPart(url))]);
    }),
  );
});
