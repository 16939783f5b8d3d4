// Google's image tab in the test world: the page without scripts, twenty pictures at a time.
import { frame, isTab, keywordOf, navigation, nothingFound, startOf, wall } from './google-frame.ts';
import type { SandboxSite } from './site.ts';
import { escapeHtml, html } from './site.ts';
import type { Listing, World } from './world.ts';

const PAGE_SIZE = 20;
const COLUMNS = 4;
const SIZES = [640, 800, 1024, 1280, 1600];

function cell(listing: Listing, number: number, world: World): string {
  const parameters = new URLSearchParams({
    imgurl: `https://${listing.domain}/pictures/${number}.jpg`,
    imgrefurl: listing.url,
    h: String(world.pick(`height ${number}`, SIZES)),
    w: String(world.pick(`width ${number}`, SIZES)),
    tbnid: `T${world.number(`thumbnail ${number}`, 1_000_000_000)}`,
  });
  const thumbnail = `https://encrypted-tbn0.gstatic.com/images?q=tbn:test${world.number(`thumbnail ${number}`, 1_000_000_000)}`;
  return `<td class="e3goi" align="center"><a href="/imgres?${escapeHtml(parameters.toString())}">
<img class="DS1iW" alt="Picture of ${escapeHtml(world.words)}" src="${thumbnail}">
<span class="fYyStc">${escapeHtml(listing.title)}</span></a></td>`;
}

export const googleimagesSite: SandboxSite = {
  name: 'googleimages',
  serves: (url) => isTab(url, '2'),
  keywordOf,

  results(request, world) {
    const start = startOf(request);
    const count = Math.min(PAGE_SIZE, world.total - start);
    if (count <= 0) return googleimagesSite.noResults(request, world);
    const cells = world.listings(start + 1, count).map((listing, index) => cell(listing, start + index + 1, world));
    const rows = Array.from({ length: Math.ceil(count / COLUMNS) }, (_, row) => cells.slice(row * COLUMNS, (row + 1) * COLUMNS));
    const table = `<table class="RntSmf">${rows.map((row) => `<tr>${row.join('\n')}</tr>`).join('\n')}</table>`;
    return html(frame(request, `<div id="center_col"><div id="search">${table}</div>${navigation(request, world.total, PAGE_SIZE)}</div>`));
  },

  noResults: (request) => nothingFound(request, 'image results'),
  wall,
};
