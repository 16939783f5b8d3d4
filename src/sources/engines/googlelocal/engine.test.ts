// Checks the requests to Google's local finder and the parser of its pages.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { googlelocal } from './engine.ts';

const query: SerpQuery = {
  engine: 'googlelocal',
  keyword: 'tea house',
  region: { canonicalName: 'Austin,Texas,United States', countryCode: 'US', type: 'City', latitude: 30.27, longitude: -97.74 },
  language: 'en',
  isMobile: false,
  maxResults: 100,
  userAgent: null,
  urlParameters: [
    { name: 'udm', value: '14' },
    { name: 'tbm', value: 'nws' },
  ],
  cookieParameters: [],
};
const pageOf = (body: string): Page => ({
  request: googlelocal.start(query),
  url: googlelocal.start(query).url,
  status: 200,
  headers: {},
  body,
});
const places = readFileSync(new URL('./fixtures/places.html', import.meta.url), 'utf8');

describe('the local finder', () => {
  const { found, next } = googlelocal.parse(pageOf(places), query);

  it('is requested for the region, and a customer cannot select another tab', () => {
    const { searchParams } = new URL(googlelocal.start(query).url);
    expect(Object.fromEntries(searchParams)).toEqual({
      q: 'tea house',
      hl: 'en',
      gl: 'us',
      uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM=',
      udm: '1',
    });
    expect(new URL(next?.url ?? '').searchParams.get('start')).toBe('20');
    expect(new URL(next?.url ?? '').searchParams.get('udm')).toBe('1');
  });

  it('has every place with its details', () => {
    expect(found.maps.map(({ title, isPaid }) => [title, isPaid])).toEqual([
      ['Paid Tea Palace', true],
      ['Leaf & Cup', false],
      ['Leaf & Cup North', false],
      ['Quiet Corner', false],
      ['Nameless Kettle', false],
      ['Numbered Kettle', false],
    ]);
    expect(found.maps[1]).toMatchObject({
      position: 2,
      cid: '101',
      url: 'https://leafcup.example/',
      domain: 'leafcup.example',
      address: '12 Mill Lane',
      phone: '(555) 010-2030',
      category: 'Tea house',
      priceLevel: '€€',
      openState: 'Open ⋅ Closes 6 PM',
      description: '"The best sencha in town"',
      rating: { value: 4.6, max: 5, votes: 1204 },
      coordinates: { latitude: 30.2672, longitude: -97.7431 },
    });
    expect(found.maps[3]).toMatchObject({ url: null, domain: null, coordinates: null, description: null });
  });

  it('lists unpaid places as results: by website, or by map URL without a website of their own', () => {
    expect(found.organic.map(({ title, url, type }) => [title, url, type])).toEqual([
      ['Leaf & Cup', 'https://leafcup.example/', 'local'],
      ['Leaf & Cup North', 'https://www.google.com/maps?cid=102', 'local'],
      ['Quiet Corner', 'https://www.google.com/maps?cid=103', 'local'],
      ['Nameless Kettle', 'https://www.google.com/maps/search/?api=1&query=Nameless%20Kettle%2C%204%20Church%20Street', 'local'],
      ['Numbered Kettle', 'https://www.google.com/maps?cid=255', 'local'],
    ]);
    expect(found.organic[2]).toMatchObject({ domain: 'www.google.com', snippet: 'Café · 3 Church Street' });
  });

  it('is not empty when ordinary results were returned', () => {
    const web =
      '<noscript><a href="/httpservice/retry/enablejs"></a></noscript><div id="rso"><a href="https://a.example/"><h3>A</h3></a></div>';
    expect(() => googlelocal.parse(pageOf(web), query)).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });
});
