// Tests which boxes of a Google page hold related searches.
import { describe, expect, it } from 'vitest';
import { plainQuery } from '../../stored-page.ts';
import { google } from './engine.ts';

const result = (name: string, more = '') =>
  `<div class="g"><div><a href="https://${name}.example/"><h3>Page ${name}</h3></a></div><div>Text about ${name}.</div>${more}</div>`;
const link = (words: string, more = '', inner = '') =>
  `<div><a href="/search?q=${encodeURIComponent(words)}${more}">${inner}${words}</a></div>`;
const page = (list: string, below = '', side = '') =>
  `<html><body><div id="cnt"><div id="center_col"><div id="search"><div id="rso">${list}</div></div>${below}</div>${side}</div></body></html>`;

function relatedOn(body: string): string[] {
  const query = plainQuery('google', { keyword: 'tea' });
  const request = google.start(query);
  const { found } = google.parse({ request, url: request.url, status: 200, headers: {}, body }, query);
  expect(found.related.every(({ rank }) => rank === null)).toBe(true);
  return found.related.map(({ keyword }) => keyword);
}

const results = `${result('one')}${result('two')}${result('three')}`;

describe('related searches of Google', () => {
  it('are below the results, whatever the heading of their box', () => {
    const below = `<div id="botstuff"><div id="bres"><div><h2>People also search for</h2>${link('black tea')}${link('tea pot')}</div></div></div>`;
    expect(relatedOn(page(results, below))).toEqual(['black tea', 'tea pot']);
  });

  it('are between the results of mobile pages, in a box of their own', () => {
    const box = `<div><div>People also search for</div>${link('black tea')}${link('tea pot')}</div>`;
    expect(relatedOn(page(`${result('one')}${result('two')}${box}${result('three')}`))).toEqual(['black tea', 'tea pot']);
  });

  it('are in a section with a heading, as until 2020', () => {
    const below = `<div id="brs"><g-section-with-header><h3>Searches related to tea</h3>${link('black tea')}${link('tea pot')}</g-section-with-header></div>`;
    expect(relatedOn(page(results, below))).toEqual(['black tea', 'tea pot']);
  });

  it('are not links inside a result, in questions, ads, carousels, or beside the results', () => {
    const two = `${link('black tea')}${link('tea pot')}`;
    expect(relatedOn(page(`${result('one', `<div>${two}</div>`)}${result('two')}`))).toEqual([]);
    expect(relatedOn(page(`${results}<div class="related-question-pair">${two}</div>`))).toEqual([]);
    expect(relatedOn(page(`${results}<g-scrolling-carousel>${two}</g-scrolling-carousel>`))).toEqual([]);
    expect(relatedOn(page(results, `<div id="bottomads">${two}</div>`))).toEqual([]);
    expect(relatedOn(page(results, '', `<div id="rhs" role="complementary">${two}</div>`))).toEqual([]);
    expect(relatedOn(page(`<div>${two}</div>${results}`))).toEqual([]);
  });

  it('are not entities with a picture or of a panel, not other tabs, and not a single link', () => {
    const picture = '<img src="https://img.example/1.png">';
    expect(relatedOn(page(results, `<div>${link('Oolong', '', picture)}${link('Matcha', '', picture)}</div>`))).toEqual([]);
    const panel = `<div>${link('Camellia', '&amp;stick=H4s')}${link('Robert Fortune', '&amp;si=AM')}</div>`;
    expect(relatedOn(page(`${result('one')}${result('two')}${panel}${result('three')}`))).toEqual([]);
    expect(
      relatedOn(page(results, `<div>${link('tea', '&amp;udm=2')}${link('tea', '&amp;tbm=nws')}${link('tea', '&amp;start=10')}</div>`)),
    ).toEqual([]);
    expect(relatedOn(page(results, `<div>${link('black tea')}</div>`))).toEqual([]);
  });

  it('stay fast on a page with very many links', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => link(`tea ${index}`)).join('');
    const start = process.cpuUsage();
    expect(relatedOn(page(results, `<div>${many}</div>`))).toHaveLength(50);
    expect(process.cpuUsage(start).user).toBeLessThan(10e6);
  });
});
