// Checks the targets of links, and that navigation is not a result.
import { describe, expect, it } from 'vitest';
import { sameness, targetOf } from './links.ts';

describe('the target of a link', () => {
  it.each([
    ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
    ['/url?q=https://a.example/%3Fb%3D1&sa=U', 'https://a.example/?b=1'],
    ['https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fa.example%2F', 'https://a.example/'],
    ['https://www.google.com/amp/s/a.example/amp/page', 'https://a.example/amp/page'],
    ['https://a-example.cdn.ampproject.org/v/s/a.example/page?usqp=1', 'https://a.example/page'],
    ['https://translate.google.com/translate?hl=en&u=https://a.example/', 'https://a.example/'],
    ['/aclk?sa=l&adurl=https://a.example/', 'https://a.example/'],
    ['https://www.googleadservices.com/pagead/aclk?adurl=https://a.example/', 'https://a.example/'],
    ['/url?q=/url?q=https://a.example/', 'https://a.example/'],
    ['https://support.google.com/websearch', 'https://support.google.com/websearch'],
    ['https://www.google.com/search/about/', 'https://www.google.com/search/about/'],
    ['https://www.google.com/maps', 'https://www.google.com/maps'],
  ])('of %s is %s', (href, target) => {
    expect(targetOf(href)).toBe(target);
  });

  it.each([
    '/search?q=more&start=10',
    '/search?tbm=isch&q=tea',
    'https://maps.google.com/maps?q=tea+near+me',
    '/aclk?sa=l&ai=no-landing-page',
    'https://webcache.googleusercontent.com/search?q=cache:x',
    'javascript:void(0)',
    'mailto:someone@a.example',
    '#',
    '',
    'http://[broken',
  ])('is none for %s', (href) => {
    expect(targetOf(href)).toBeNull();
  });
});

describe('two URLs', () => {
  it('are the same result with and without scheme, www, fragment and trailing slash', () => {
    expect(sameness('https://www.a.example/tea/#top')).toBe(sameness('http://a.example/tea'));
    expect(sameness('https://a.example/tea?x=1')).not.toBe(sameness('https://a.example/tea?x=2'));
  });
});
