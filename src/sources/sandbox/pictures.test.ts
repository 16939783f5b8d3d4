// Checks that pictures of the sandbox depend only on their URL and are well-formed.
import { describe, expect, it } from 'vitest';
import { createDataset } from './dataset.ts';
import { createDraw } from './draw.ts';
import { pictures, pictureUrl, renderPicture } from './pictures.ts';
import { themeOf } from './themes.ts';

const KEYWORDS = ['red shoes', 'green tea', 'laptop', 'hotel berlin', 'garden chair', 'plumber', 'crm software', 'news', 'sextant'];
const BYTES_MAX = 3000;

describe('pictures of the sandbox', () => {
  it.each(KEYWORDS)('are drawn for %s, always the same', (keyword) => {
    const url = pictureUrl(themeOf(keyword), createDraw(7), { width: 640, height: 480 });
    const svg = renderPicture(url);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="640" height="480" [^<>]*>(?:\s|<[a-z]+ [^<>]*>|<\/g>)+<\/svg>$/,
    );
    expect(svg?.match(/<g /g)?.length).toBe(svg?.match(/<\/g>/g)?.length);
    expect(svg).not.toContain('NaN');
    expect(svg).not.toContain('undefined');
    expect(svg!.length).toBeLessThan(BYTES_MAX);
    expect(renderPicture(url)).toBe(svg);
  });

  it('differ by theme and number', () => {
    const urls = KEYWORDS.flatMap((keyword) => [1, 2, 3].map((number) => pictureUrl(themeOf(keyword), createDraw(number))));
    expect(new Set(urls.map((url) => renderPicture(url)!.replace(/width.*?>/, ''))).size).toBe(urls.length);
  });

  it.each([
    'not a URL',
    'https://pictures.example/',
    'https://pictures.example/food/0x240/1.svg',
    'https://pictures.example/food/9999x240/1.svg',
    'https://pictures.example/food/320x240/<script>.svg',
    'https://other.example/food/320x240/1.svg',
  ])('do not exist at %s', (url) => {
    expect(renderPicture(url)).toBeNull();
  });

  it('are served by their own site', () => {
    const url = new URL(pictureUrl(themeOf('tea'), createDraw(1)));
    expect(pictures.serves(url)).toBe(true);
    const request = { method: 'GET', url, headers: {}, body: '' };
    const dataset = createDataset('pictures', 'tea', '2026-11-15');
    expect(pictures.results(request, dataset)).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } });
    expect(pictures.results({ ...request, url: new URL('https://pictures.example/x.png') }, dataset).status).toBe(404);
  });
});
