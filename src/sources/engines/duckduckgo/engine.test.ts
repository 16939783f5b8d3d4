// Checks the requests to DuckDuckGo and the parser of its pages.
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { plainQuery } from '../../stored-page.ts';
import { duckduckgo } from './engine.ts';

const queryWith = (change: Partial<SerpQuery> = {}, countryCode = 'DE'): SerpQuery =>
  plainQuery('duckduckgo', {
    keyword: 'green tea',
    region: { canonicalName: 'Somewhere', countryCode, type: 'country', latitude: 51, longitude: 9 },
    language: 'de',
    ...change,
  });
const parse = (body: string, change: Partial<Page> = {}) => {
  const request = duckduckgo.start(queryWith());
  return duckduckgo.parse({ request, url: request.url, status: 200, headers: {}, body, ...change }, queryWith());
};
const outcomeOf = (body: string, change: Partial<Page> = {}): string => {
  try {
    return parse(body, change).found.empty ? 'empty' : 'valid';
  } catch (error) {
    return (error as { outcome?: string }).outcome ?? String(error);
  }
};
const list = (inner: string): string =>
  `<html><body><div class="serp__results"><div id="links" class="results">${inner}</div></div></body></html>`;
const result = (href: string, title = 'Tea'): string =>
  `<div class="result results_links results_links_deep web-result"><div class="links_main result__body"><h2 class="result__title"><a class="result__a" href="${href}">${title}</a></h2></div></div>`;
const form = (start: number, label: string): string =>
  `<div class="nav-link"><form action="/html/" method="post"><input type="submit" value="${label}"><input type="hidden" name="q" value="other words">
  <input type="hidden" name="s" value="${start}"><input type="hidden" name="dc" value="${start + 1}"><input type="hidden" name="vqd" value="4-1"><input name="kl" value="de-de" type="hidden"></form></div>`;
const LEAF = '//duckduckgo.com/l/?uddg=https%3A%2F%2Fleaf.example%2Fgreen%3Fa%3D1&amp;rut=0f';

describe('a query', () => {
  const parameters = (query: SerpQuery) => Object.fromEntries(new URL(duckduckgo.start(query).url).searchParams);

  it('names the region as DuckDuckGo spells it', () => {
    expect(parameters(queryWith())).toEqual({ q: 'green tea', kl: 'de-de' });
    expect(parameters(queryWith({ language: 'en' }, 'GB')).kl).toBe('uk-en');
    expect(parameters(queryWith({ language: 'fr' }, 'CA')).kl).toBe('ca-fr');
    expect(parameters(queryWith({ language: 'sw' }, 'KE')).kl).toBe('wt-wt');
  });

  it('accepts custom parameters, and keeps query and paging', () => {
    const custom = ['q', 's', 'vqd', 'kl', 'df'].map((name) => ({ name, value: 'mine' }));
    expect(parameters(queryWith({ urlParameters: custom }))).toEqual({ q: 'green tea', kl: 'mine', df: 'mine' });
  });
});

describe('the next page', () => {
  const first = parse(list(`${result(LEAF)}${form(10, 'Next')}`));

  it('is requested with the fields of the form and the keyword of the query', () => {
    expect(first.next).toMatchObject({ url: 'https://html.duckduckgo.com/html/', method: 'POST' });
    expect(Object.fromEntries(new URLSearchParams(first.next?.body))).toEqual({
      kl: 'de-de',
      q: 'green tea',
      s: '10',
      dc: '11',
      vqd: '4-1',
    });
  });

  it('is never an earlier one', () => {
    const second = list(`${result(LEAF)}${form(0, 'Previous')}${form(25, 'Next')}`);
    expect(new URLSearchParams(parse(second, { request: first.next! }).next?.body).get('s')).toBe('25');
    expect(parse(list(`${result(LEAF)}${form(0, 'Previous')}`), { request: first.next! }).next).toBeUndefined();
  });
});

describe('links', () => {
  it('lead to the page behind the redirect', () => {
    const { found } = parse(list(`${result(LEAF)}${result('https://direct.example/')}${result(LEAF)}`));
    expect(found.organic.map(({ url }) => url)).toEqual(['https://leaf.example/green?a=1', 'https://direct.example/']);
  });

  it('to DuckDuckGo itself are not results', () => {
    const own = [
      '//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad_domain%3Dx.example',
      '/html/?q=more',
      'javascript:void(0)',
    ];
    const { found } = parse(list([LEAF, ...own].map((href) => result(href)).join('')));
    expect(found.organic).toHaveLength(1);
  });
});

describe('a page without results', () => {
  it('is empty only with its marker', () => {
    expect(outcomeOf(list('<div class="no-results">No results.</div>'))).toBe('empty');
    expect(outcomeOf('<html><body><p>No results.</p></body></html>')).toBe('unparsed');
  });

  it.each([
    ['a challenge under status 202', '<form id="challenge-form" action="//duckduckgo.com/anomaly.js?cc=1"></form>', 202],
    ['a challenge under status 200', '<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>', 200],
    ['only the text of the challenge', '<p>Unfortunately, bots use DuckDuckGo too.</p>', 200],
    ['an empty list', list(''), 200],
    ['status 202 with an unknown page', '<p>?</p>', 202],
    ['status 403', '', 403],
    ['status 429', '', 429],
  ])('is blocked by %s', (_, body, status) => {
    expect(outcomeOf(body, { status })).toBe('blocked');
  });

  it('is unreachable or unknown otherwise', () => {
    expect(outcomeOf('', { status: 502 })).toBe('unreachable');
    expect(outcomeOf('')).toBe('unparsed');
  });
});
