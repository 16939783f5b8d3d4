// Boxes with pictures and posts on a Google page in the sandbox: videos, images, stories and posts on X.

import { boxedListings, showsBox } from '../../sandbox/boxes.ts';
import { brandFrom } from '../../sandbox/brands.ts';
import type { Dataset } from '../../sandbox/dataset.ts';
import { handleOf } from '../../sandbox/panel-text.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { priceFrom } from '../../sandbox/prices.ts';
import { escapeHtml } from '../../sandbox/site.ts';

const IMAGE_SIZE = { width: 800, height: 600 };

export function videosPart(dataset: Dataset): string {
  if (!showsBox(dataset, 'videos')) return '';
  const cards = boxedListings(dataset, 30, 3).map((listing, index) => {
    const draw = dataset.draw(`video card ${index}`);
    const id = `test${String(draw.number(10_000_000)).padStart(7, '0')}`;
    const duration = `${2 + draw.number(18)}:${10 + draw.number(50)}`;
    return `<div data-vid="${id}"><a class="rIRoqf" href="https://www.youtube.com/watch?v=${id}"><div class="c8rnLc">
<img alt="" src="${pictureUrl(dataset.theme, draw)}"><span>${duration}</span></div>
<div class="V5XKdd" role="heading" aria-level="3"><div class="ZxS7Db">
<span class="cHaqb">${escapeHtml(listing.title)}</span></div>
<div class="ZtihLe"><span>YouTube</span><span> · ${listing.siteName}</span></div><div><span>Mar ${1 + draw.number(28)}, 2026</span></div>
</div></a></div>`;
  });
  return `<div class="MjjYud"><div class="Ea5p3b"><div role="heading" aria-level="2">Videos</div>${cards.join('\n')}</div></div>`;
}

export function imagesPart(dataset: Dataset): string {
  if (!showsBox(dataset, 'images')) return '';
  const cells = boxedListings(dataset, 60, 6).map((listing, index) => {
    const draw = dataset.draw(`image cell ${index}`);
    const file = pictureUrl(dataset.theme, draw, IMAGE_SIZE);
    const { width, height } = IMAGE_SIZE;
    const parameters = new URLSearchParams({ imgurl: file, imgrefurl: listing.url, w: String(width), h: String(height) });
    return `<div class="eA0Zlc"><a href="/imgres?${escapeHtml(parameters.toString())}">
<img alt="${escapeHtml(`${dataset.words}, picture ${index + 1}`)}" src="${file.replace(`${width}x${height}`, '200x150')}">
<span>${escapeHtml(listing.title)}</span></a></div>`;
  });
  return `<div class="MjjYud"><div id="iur"><div role="heading" aria-level="2">Images</div>${cells.join('\n')}</div></div>`;
}

export function storiesPart(dataset: Dataset): string {
  if (!showsBox(dataset, 'stories')) return '';
  const cards = boxedListings(dataset, 40, 3, 'article').map((listing, index) => {
    const picture = pictureUrl(dataset.theme, dataset.draw(`story ${index}`));
    return `<div class="m7jPZ" data-news-doc-id="${1000 + index}"><a class="WlydOe" href="${escapeHtml(listing.url)}">
<div class="CEMjEf"><span>${listing.siteName}</span></div><img alt="" src="${picture}">
<div class="n0jPhd" role="heading" aria-level="3">${escapeHtml(listing.title)}</div><div class="OSrXXb">
<span>${index + 2} hours ago</span></div></a></div>`;
  });
  return `<div class="MjjYud"><g-section-with-header>
<div role="heading" aria-level="2">Top stories</div>${cards.join('\n')}</g-section-with-header></div>`;
}

export function postsPart(dataset: Dataset): string {
  if (!showsBox(dataset, 'posts')) return '';
  const { theme, words, country } = dataset;
  const draw = dataset.draw('posts');
  const brand = brandFrom(draw);
  const account = `https://x.com/${handleOf(brand)}`;
  const texts = [
    `Just in: ${words} with better ${draw.pick(theme.qualities)}. From ${priceFrom(draw, theme, country)}, while stocks last.`,
    `Question of the week: what matters most about ${words}? We read every reply.`,
    `${draw.pick(theme.advice)} More on ${words} in our new guide.`,
  ];
  const cards = texts.map(
    (text, index) => `<g-inner-card><a href="${account}/status/${100_000 + draw.number(900_000)}${index}" aria-label="X"></a>
<div role="heading" aria-level="3">${escapeHtml(text)}</div><div><div>X · ${2 + index * 4 + draw.number(4)} hours ago</div></div></g-inner-card>`,
  );
  return `<div class="MjjYud"><g-section-with-header><h3><g-link><a href="${account}">${brand} (@${handleOf(brand)}) · X</a></g-link></h3>
<g-scrolling-carousel>${cards.join('\n')}</g-scrolling-carousel></g-section-with-header></div>`;
}
