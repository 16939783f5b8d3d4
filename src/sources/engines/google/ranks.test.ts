// Checks that ranks count the blocks of a handwritten Google page from the top.
import { describe, expect, it } from 'vitest';
import type { SerpQuery } from '../../serp.ts';
import { google } from './engine.ts';

const query: SerpQuery = {
  engine: 'google',
  keyword: 'tea',
  region: { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -98 },
  language: 'en',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
};
const result = (name: string, more = '') =>
  `<div class="MjjYud"><div class="g"><a href="https://${name}.example/"><h3>${name}</h3><cite>https://${name}.example</cite></a>
   <div class="VwiC3b">What ${name} has to say about tea, at some length.</div>${more}</div></div>`;
const advertisement = (name: string) =>
  `<div data-text-ad="1"><a href="https://${name}.example/"><div role="heading" aria-level="3">${name}</div><span data-dtld="${name}.example">https://${name}.example</span></a></div>`;
const question = (text: string) => `<div class="related-question-pair" data-q="${text}" data-lk="1"><div role="button">${text}</div></div>`;
const picture = (name: string) =>
  `<div data-lpage="https://${name}.example/page"><img alt="${name}" src="https://${name}.example/a.png"></div>`;
const PAGE = `<html><body><div id="cnt">
  <div id="tads">${advertisement('first-ad')}${advertisement('second-ad')}</div>
  <div id="rso">${result('alpha')}
    <div class="MjjYud">${question('What is tea?')}${question('Who drinks tea?')}</div>
    ${result('beta', '<div data-attrid="wa:/description">Tea is a drink made of leaves, says beta.</div>')}
    <div class="MjjYud">${picture('one')}${picture('two')}${picture('three')}</div>
    ${result('gamma')}</div>
  <div id="tadsb">${advertisement('last-ad')}</div>
  <div id="rhs"><div class="kp-wholepage"><h2 data-attrid="title"><span>Tea</span></h2><div data-attrid="description"><span>A drink.</span></div></div></div>
</div></body></html>`;

describe('ranks on a Google page', () => {
  const request = google.start(query);
  const { found } = google.parse({ request, url: request.url, status: 200, headers: {}, body: PAGE }, query);
  const ranks = (items: readonly { rank: number | null }[]) => items.map(({ rank }) => rank);

  it('count ads, results and boxes in page order', () => {
    expect(found.advertisers.map(({ title, rank }) => [title, rank])).toEqual([
      ['first-ad', 1],
      ['second-ad', 2],
      ['last-ad', 8],
    ]);
    expect(found.organic.map(({ title, rank }) => [title, rank])).toEqual([
      ['alpha', 3],
      ['beta', 5],
      ['gamma', 7],
    ]);
  });

  it('count a box of questions or pictures once, and a featured snippet as its result', () => {
    expect([ranks(found.paa), ranks(found.images), ranks(found.answers)]).toEqual([[4, 4], [6, 6, 6], [5]]);
  });

  it('leave out the column on the right', () => {
    expect([found.knowledgegraph.length, ...ranks(found.knowledgegraph)]).toEqual([1, null]);
  });
});
