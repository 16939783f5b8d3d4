// Homepages: profiles and technologies, on handwritten pages.
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../test/cpu-time.ts';
import type { Page, SourceError } from '../adapter.ts';
import { slugOf } from './fingerprints/categories.ts';
import { detectTechnologies, ownTechnologies } from './fingerprints.ts';
import { homepage, technologies } from './homepage.ts';

const TECHNOLOGIES = ownTechnologies().technologies;

const page = (body: string, headers: Record<string, string> = {}, status = 200): Page => {
  const request = homepage.start({ name: 'shop.example' });
  return { request, url: request.url, status, headers, body };
};
const found = (body: string, headers: Record<string, string> = {}) =>
  Object.fromEntries(detectTechnologies(page(body, headers)).map((item) => [item.name, item]));

describe('the homepage', () => {
  it('is requested by https, and by http on demand', () => {
    expect(homepage.start({ name: 'shop.example' }).url).toBe('https://shop.example/');
    expect(homepage.start({ name: '2001:4860:4860::8888', scheme: 'http' }).url).toBe('http://[2001:4860:4860::8888]/');
  });

  it('has profiles, without share buttons and profiles of others', () => {
    const body = `<a href="https://www.facebook.com/sharer/sharer.php?u=x">share</a>
      <a href="https://www.facebook.com/shop">f</a><a href="https://twitter.com/intent/tweet">t</a>
      <a href="//x.com/shop">x</a><a href="https://notlinkedin.com/company/x">no</a>
      <a href="https://de.linkedin.com/company/shop">in</a><a href="https://facebook.com/">home</a>`;
    expect(homepage.parse(page(body), { name: 'shop.example' }).found).toEqual({
      facebook: 'https://www.facebook.com/shop',
      twitter: 'https://x.com/shop',
      linkedin: 'https://de.linkedin.com/company/shop',
    });
    expect(homepage.parse(page('<p>nothing</p>'), { name: 'shop.example' }).found).toEqual({
      facebook: null,
      twitter: null,
      linkedin: null,
    });
  });

  it('that blocks us or does not respond has no result', () => {
    const outcome = (status: number): string => {
      try {
        technologies.parse(page('', {}, status), { name: 'shop.example' });
        return 'none';
      } catch (error) {
        return (error as SourceError).outcome;
      }
    };
    expect([403, 429, 503, 404].map(outcome)).toEqual(['blocked', 'blocked', 'unreachable', 'none']);
  });
});

describe('technologies', () => {
  it('are detected by headers, cookies, meta tags, scripts and links, with versions', () => {
    const items = found(
      `<html><head><meta name="Generator" content="WordPress 6.7.1">
        <link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css">
        <script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script></head></html>`,
      {
        server: 'nginx/1.27.3',
        'x-powered-by': 'PHP/8.3.14',
        'set-cookie': 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, laravel_session=x; path=/',
      },
    );
    expect(items.WordPress).toMatchObject({
      version: '6.7.1',
      slug: 'wordpress',
      category: 'CMS',
      confidence: 100,
      website: 'https://wordpress.org',
    });
    expect(items.Nginx).toMatchObject({ version: '1.27.3', cpe: expect.stringContaining('nginx') });
    expect(items.PHP!.version).toBe('8.3.14');
    expect(items.jQuery!.version).toBe('3.7.1');
    expect(items.Bootstrap!.version).toBe('5.3.3');
    expect(items.Laravel).toBeDefined();
    expect(items.jsDelivr!.categories).toEqual([{ id: 31, slug: 'cdn', name: 'CDN' }]);
  });

  it('imply others transitively, and exclude others', () => {
    const items = found('<script src="/wp-content/plugins/woocommerce/assets/js/cart.js?ver=9.4.2"></script>', {
      server: 'openresty/1.25.3',
    });
    expect(items.WooCommerce!.version).toBe('9.4.2');
    expect(Object.keys(items)).toEqual(expect.arrayContaining(['WordPress', 'PHP', 'MySQL', 'OpenResty']));
    expect(items.Nginx).toBeUndefined();
  });

  it('are not detected in plain text', () => {
    expect(detectTechnologies(page('<html><body><p>We love WordPress, nginx/1.2 and Shopify.</p></body></html>'))).toEqual([]);
  });

  it('that are only likely have a lower confidence', () => {
    expect(found('', { 'set-cookie': 'csrftoken=abc' }).Django!.confidence).toBe(60);
  });

  it('are unique, complete and spelled alike', () => {
    expect(TECHNOLOGIES.length).toBeGreaterThan(1000);
    const names = new Set(TECHNOLOGIES.map((technology) => technology.name));
    expect(names.size).toBe(TECHNOLOGIES.length);
    expect(new Set(TECHNOLOGIES.map((technology) => slugOf(technology.name))).size).toBe(TECHNOLOGIES.length);
    for (const technology of TECHNOLOGIES) {
      expect(technology.website, technology.name).toMatch(/^https:\/\//);
      for (const name of [...technology.implies.map((implied) => implied.name), ...technology.excludes, ...technology.requires])
        expect(names, `${technology.name} names ${name}`).toContain(name);
    }
  });

  it('are detected in time on a hostile page', () => {
    const began = spentMs();
    for (const piece of ['<img src="/', '<iframe ', 'class="', '<html ', '<div ', 'Powered by <a', 'x-data', '<script src="jquery-1.1.1.1'])
      detectTechnologies(page(piece.repeat(60_000)));
    expect(spentMs() - began).toBeLessThan(8000);
  });
});
