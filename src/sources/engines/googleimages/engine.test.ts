// Checks the requests to Google's image tab and the parser of its pages.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../../test/cpu-time.ts';
import type { SerpQuery } from '../../serp.ts';
import { recordsIn } from '../google/pictures.ts';
import { googleimages } from './engine.ts';

const query: SerpQuery = {
  engine: 'googleimages',
  keyword: 'red kettle',
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile: false,
  maxResults: 100,
  userAgent: null,
  urlParameters: [{ name: 'tbs', value: 'isz:l' }],
  cookieParameters: [],
};
const request = googleimages.start(query);
const read = (name: string) => {
  const body = readFileSync(new URL(`./fixtures/${name}.html`, import.meta.url), 'utf8');
  return googleimages.parse({ request, url: request.url, status: 200, headers: {}, body }, query);
};

describe('the image tab', () => {
  it('is requested by its number, with the customer’s filters', () => {
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({ q: 'red kettle', hl: 'de', gl: 'de', udm: '2', tbs: 'isz:l' });
  });

  it('has cards with the data of the scripts, then pictures that are only in the scripts', () => {
    const { found, next } = read('scripts');
    expect(found.images).toHaveLength(3);
    expect(found.images[0]).toMatchObject({
      position: 1,
      title: 'Red kettle – the "classic"',
      alt: 'A red kettle on a stove',
      imageUrl: 'https://shop.example/files/red.jpg',
      thumbnail: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:one&s',
      width: 1920,
      height: 1080,
      url: 'https://shop.example/kettles/red',
      domain: 'shop.example',
      source: 'shop.example',
    });
    expect(found.images[1]).toMatchObject({ title: 'Enamel kettle, 1920', imageUrl: null, width: null });
    expect(found.images[2]).toMatchObject({ title: 'Pots of the farm', url: 'https://farm.example/pots', width: 800, height: 600 });
    expect(next).toBeUndefined();
  });

  it('parses the page without scripts, where each picture has its text below it', () => {
    const { found, next } = read('cells');
    expect(found.images.map(({ title, url, source, imageUrl }) => [title, url, source, imageUrl])).toEqual([
      ['Red kettle & lid', 'https://shop.example/kettles/red', 'shop.example', null],
      ['Enamel kettle', 'https://museum.example/7', 'museum.example', null],
    ]);
    expect(found.organic[0]?.images).toEqual([
      { url: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:one&s', alt: null, sourceUrl: 'https://shop.example/kettles/red' },
    ]);
    expect(new URL(next?.url ?? '').searchParams.get('start')).toBe('2');
  });

  it('parses links with the file and its page, and lists each page once', () => {
    const { found } = read('links');
    expect(found.images.map(({ title, imageUrl }) => [title, imageUrl])).toEqual([
      ['Red kettle & lid', 'https://shop.example/files/red%20one.jpg'],
      ['Second kettle', 'https://shop.example/files/two.jpg'],
      ['Third kettle', 'https://shop.example/files/three.jpg'],
      [null, 'https://mute.example/x.jpg'],
    ]);
    expect(found.organic.map(({ title, url }) => [title, url])).toEqual([
      ['Red kettle & lid', 'https://shop.example/kettles/red'],
      ['Second kettle', 'https://shop.example/two'],
    ]);
  });

  it('does not backtrack on hostile scripts', () => {
    const begun = spentMs();
    recordsIn(Buffer.from(`[0,"a",["${'\\\\'.repeat(200_000)}`));
    recordsIn(Buffer.from('[0,"a",["x",1,1],["y",1,1]'.repeat(20_000)));
    expect(spentMs() - begun).toBeLessThan(2000);
  });
});
