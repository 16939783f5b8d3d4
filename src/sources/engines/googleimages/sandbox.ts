// Google's image tab in the sandbox: the page without scripts, twenty images per page.

import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import type { SandboxSite } from '../../sandbox/site.ts';
import { escapeHtml, html } from '../../sandbox/site.ts';
import { blockPages } from '../google/sandbox-block-pages.ts';
import { blockPage, frame, isTab, keywordOf, navigation, noResultsPage, startOf } from '../google/sandbox-frame.ts';

const PAGE_SIZE = 20;
const COLUMNS = 4;
const THUMBNAIL_HEIGHT = 180;
const SIZES = [
  { width: 640, height: 480 },
  { width: 800, height: 800 },
  { width: 1024, height: 683 },
  { width: 1280, height: 720 },
  { width: 900, height: 1200 },
] as const;

function cell(listing: Listing, number: number, dataset: Dataset): string {
  const draw = dataset.draw(`picture ${number}`);
  const { width, height } = draw.pick(SIZES);
  const file = pictureUrl(dataset.theme, draw, { width, height });
  // The same drawing, smaller.
  const thumbnail = file.replace(/\/\d+x\d+\//, `/${Math.round((THUMBNAIL_HEIGHT * width) / height)}x${THUMBNAIL_HEIGHT}/`);
  const parameters = new URLSearchParams({
    imgurl: file,
    imgrefurl: listing.url,
    h: String(height),
    w: String(width),
    tbnid: `T${draw.number(1_000_000_000)}`,
  });
  return `<td class="e3goi" align="center"><a href="/imgres?${escapeHtml(parameters.toString())}">
<img class="DS1iW" alt="Picture of ${escapeHtml(dataset.words)}" src="${thumbnail}">
<span class="fYyStc">${escapeHtml(listing.title)}</span></a></td>`;
}

export const googleimagesSite: SandboxSite = {
  name: 'googleimages',
  serves: (url) => isTab(url, '2'),
  keywordOf,

  results(request, dataset) {
    const start = startOf(request);
    const count = Math.min(PAGE_SIZE, dataset.total - start);
    if (count <= 0) return googleimagesSite.noResults(request, dataset);
    const cells = dataset.listings(start + 1, count).map((listing, index) => cell(listing, start + index + 1, dataset));
    const rows = Array.from({ length: Math.ceil(count / COLUMNS) }, (_, row) => cells.slice(row * COLUMNS, (row + 1) * COLUMNS));
    const table = `<table class="RntSmf">${rows.map((row) => `<tr>${row.join('\n')}</tr>`).join('\n')}</table>`;
    return html(
      frame(request, `<div id="center_col"><div id="search">${table}</div>${navigation(request, dataset.total, PAGE_SIZE)}</div>`),
    );
  },

  noResults: (request) => noResultsPage(request, 'image results'),
  blockPages,
  blockPage,
};
