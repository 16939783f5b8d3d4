import { describe, expect, test } from 'vitest';
import { linksOf, pictureUrl } from './picture.ts';

const LINKS = linksOf([
  { url: 'https://pictures.example/tea.png', path: '/images/signed' },
  { url: 'https://pictures.example/away.png', path: 'https://pictures.example/away.png' },
]);

describe('the URL of a picture', () => {
  test.each(['data:image/png;base64,iVBORw0KGgo=', 'data:image/svg+xml,%3Csvg%3E%3C/svg%3E', 'DATA:image/webp;base64,AAAA'])(
    'is the data URI itself: %s',
    (url) => expect(pictureUrl(url, LINKS)).toBe(url),
  );

  test('is the path on the image proxy for a linked image', () => {
    expect(pictureUrl('https://pictures.example/tea.png', LINKS)).toBe('/images/signed');
  });

  test.each([
    null,
    undefined,
    '',
    'https://pictures.example/other.png',
    'https://pictures.example/away.png',
    'data:text/html,<p>',
    'javascript:alert(1)',
  ])('is null for %s', (url) => expect(pictureUrl(url, LINKS)).toBeNull());
});
