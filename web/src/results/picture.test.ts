import { describe, expect, test } from 'vitest';
import { pictureUrl } from './picture.ts';

describe('the URL of a picture', () => {
  test.each(['data:image/png;base64,iVBORw0KGgo=', 'data:image/svg+xml,%3Csvg%3E%3C/svg%3E', 'DATA:image/webp;base64,AAAA'])(
    'is the data URI itself: %s',
    (url) => expect(pictureUrl(url)).toBe(url),
  );

  test('goes through the image proxy, with the whole URL as one parameter', () => {
    const url = 'https://pictures.example/a b.png?size=2&name=tea#top';
    const proxied = new URL(pictureUrl(url)!, 'http://service.example');
    expect([proxied.host, proxied.pathname, [...proxied.searchParams]]).toEqual(['service.example', '/images', [['url', url]]]);
  });

  test.each([
    null,
    undefined,
    '',
    'javascript:alert(1)',
    'data:text/html,<p>',
    'blob:https://a.example/1',
    '//cdn.example/a.png',
    'https://',
  ])('is null for %s', (url) => expect(pictureUrl(url)).toBeNull());
});
