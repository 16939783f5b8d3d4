import { expect, test } from 'vitest';
import { noItems, type SerpData } from '../../contract/items.ts';
import { imageUrlsOf } from './image-urls.ts';

const serp = (items: object): SerpData => ({ totalResults: null, raw: ['<img src="https://raw.example/a.png">'], ...noItems(), ...items });

test('finds thumbnails, logos, images of results and nested images, each once', () => {
  const data = serp({
    organic: [
      { title: 'One', url: 'https://one.example/', images: [{ url: 'https://one.example/a.png', alt: null, sourceUrl: null }] },
      { title: 'Two', url: 'https://two.example/', images: [{ url: 'https://one.example/a.png', alt: 'again', sourceUrl: null }] },
    ],
    videos: [{ title: 'Video', url: 'https://video.example/', thumbnail: 'https://video.example/t.jpg' }],
    images: [{ url: 'https://page.example/', imageUrl: 'https://page.example/big.jpg', thumbnail: 'https://page.example/small.jpg' }],
    twitter: [{ url: 'https://post.example/', author: { url: 'https://post.example/me', thumbnail: 'https://post.example/me.png' } }],
    knowledgegraph: [
      {
        title: 'Entity',
        logoUrl: 'https://logo.example/l.png',
        profiles: [{ url: 'https://site.example/', image: 'http://site.example/i.png' }],
      },
    ],
  });
  expect(imageUrlsOf(data)).toEqual([
    'https://one.example/a.png',
    'https://video.example/t.jpg',
    'https://page.example/big.jpg',
    'https://page.example/small.jpg',
    'https://post.example/me.png',
    'https://logo.example/l.png',
    'http://site.example/i.png',
  ]);
});

test.each([
  null,
  '',
  'data:image/png;base64,AAAA',
  '/relative.png',
  '//host.example/a.png',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://',
  `https://long.example/${'x'.repeat(2048)}`,
])('leaves out %j', (thumbnail) => {
  expect(imageUrlsOf(serp({ news: [{ title: 'News', url: 'https://news.example/', thumbnail }] }))).toEqual([]);
});

test('returns at most 1,000 URLs', () => {
  const news = Array.from({ length: 1500 }, (_, index) => ({ thumbnail: `https://news.example/${index}.png` }));
  expect(imageUrlsOf(serp({ news }))).toHaveLength(1000);
});
