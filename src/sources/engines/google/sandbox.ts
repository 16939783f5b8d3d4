// Google in the sandbox: desktop and mobile pages, "no results" and two block pages, as of 2026.

import { showsBox } from '../../sandbox/boxes.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { relatedLinks } from '../../sandbox/related-searches.ts';
import type { SandboxRequest, SandboxSite } from '../../sandbox/site.ts';
import { escapeHtml, html } from '../../sandbox/site.ts';
import { blockPages } from './sandbox-block-pages.ts';
import { blockPage, frame, isPhone, keywordOf, navigation, noResultsPage, startOf } from './sandbox-frame.ts';
import { imagesPart, postsPart, storiesPart, videosPart } from './sandbox-media.ts';
import { adsPart, breadcrumb, overviewPart, panelPart, placesPart, questionsPart, stars } from './sandbox-parts.ts';

const PAGE_SIZE = 10;

/** Tabs with sites of their own. */
const OTHER_TABS = new Set(['1', '2', '50']);

/** Marks the words of the query as bold, as Google does in the text of a result. */
function emphasised(text: string, words: string): string {
  const [safe, bold] = [escapeHtml(text), escapeHtml(words)];
  return bold === '' ? safe : safe.replaceAll(bold, `<em>${bold}</em>`);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct'] as const;

/** Google shows either an overview or the passage of the first result as the answer. */
const isFeatured = (number: number, dataset: Dataset): boolean =>
  number === 1 && showsBox(dataset, 'featured') && !showsBox(dataset, 'overview');

function snippetOf(listing: Listing, number: number, dataset: Dataset): string {
  const text = `<span>${emphasised(listing.snippet, dataset.words)}</span>`;
  if (isFeatured(number, dataset)) return `<div class="VwiC3b hgKElc" data-tts="answers">${text}</div>`;
  const draw = dataset.draw(`details ${number}`);
  const isDated = draw.number(4) === 0;
  const date = isDated ? `<span class="YrbPuc"><span>${draw.pick(MONTHS)} ${1 + draw.number(28)}, 2026</span> — </span>` : '';
  const picture = draw.number(3) === 0 ? `<img alt="${escapeHtml(dataset.words)}" src="${pictureUrl(dataset.theme, draw)}">` : '';
  const details = [listing.rating ? stars(listing.rating) : '', listing.price ?? ''].filter((part) => part !== '').join(' · ');
  return `<div class="VwiC3b yXK7lf p4wth">${date}${text}</div>${picture}${details === '' ? '' : `<div class="ChPIuf">${details}</div>`}`;
}

function sitelinksOf(listing: Listing, number: number, dataset: Dataset): string {
  // Google shows no sitelinks beside the featured passage.
  if (number !== 1 || isFeatured(number, dataset)) return '';
  const cell = (name: string) =>
    `<tr class="mslg"><td class="cIkxbf"><div class="usJj9c"><h3 class="r"><a class="l" href="${listing.url}/${name.toLowerCase()}">${name}</a>
</h3><div class="zz3gNc">${name} of ${listing.siteName} at a glance</div></div></td></tr>`;
  return `<table class="jmjoTe"><tbody>${['Overview', 'Prices', 'Reviews', 'Contact'].map(cell).join('')}</tbody></table>`;
}

function desktopResult(listing: Listing, number: number, dataset: Dataset): string {
  const shown = `<span class="VuuXrf">${listing.siteName}</span><div class="byrV5b">${breadcrumb(listing.url)}</div>`;
  return `<div class="MjjYud"><div class="A6K0A" data-rpos="${number}">
<div class="wHYlTd Ww4FFb vt6azd tF2Cxc asEBEc" data-hveid="CA${number}QAA"><div class="N54PNb BToiNc" data-snc="t${number}">
<div class="kb0PBd A9Y9g jGGQ5e" data-snhf="0"><div class="yuRUbf"><div class="b8lM7"><span class="V9tjod">
<a class="zReHs" href="${escapeHtml(listing.url)}" data-ved="r${number}">
<h3 class="LC20lb MBeuO DKV0Md">${escapeHtml(listing.title)}</h3><br><div class="notranslate ESMNde HGLrXd ojE3Fb">
<div class="CA5RN"><div>${shown}</div></div></div></a></span></div></div></div>
<div class="kb0PBd A9Y9g" data-sncf="1">${snippetOf(listing, number, dataset)}</div>${sitelinksOf(listing, number, dataset)}</div></div></div>
</div>`;
}

function phoneResult(listing: Listing, number: number, dataset: Dataset): string {
  return `<div class="MjjYud"><div data-hveid="CA${number}QAA"><div class="Ww4FFb vt6azd xpd EtOod pkphOe">
<div class="kvH3mc BToiNc"><div class="P8ujBc v5yQqb jqWpsc">
<a class="cz3goc BmP5tf" href="${escapeHtml(listing.url)}" role="presentation"><div class="y0NFKc"><div class="CA5RN"><div>
<span class="VuuXrf">${listing.siteName}</span></div><div class="byrV5b">${breadcrumb(listing.url)}</div></div>
<div class="oewGkc LeUQr" role="heading" aria-level="3">${escapeHtml(listing.title)}</div></div></a></div>
<div data-sncf="1">${snippetOf(listing, number, dataset)}</div></div></div></div></div>`;
}

const boxesOf = (request: SandboxRequest, dataset: Dataset): string[] => [
  questionsPart(dataset),
  placesPart(dataset, request),
  imagesPart(dataset),
  videosPart(dataset),
  storiesPart(dataset),
  postsPart(dataset),
];

/** Every page has the same related searches. */
const relatedPart = (dataset: Dataset): string =>
  `<div id="botstuff"><div id="bres"><div class="MjjYud"><div role="heading" aria-level="2">People also search for</div><div>${relatedLinks(
    dataset,
    '/search?sa=X&q=',
  )
    .map((link) => `<div>${link}</div>`)
    .join('')}</div></div></div></div>`;

export const googleSite: SandboxSite = {
  name: 'google',
  serves: (url) =>
    url.hostname === 'www.google.com' &&
    url.pathname === '/search' &&
    !url.searchParams.has('tbm') &&
    !OTHER_TABS.has(url.searchParams.get('udm') ?? ''),
  keywordOf,

  results(request, dataset) {
    const start = startOf(request);
    const phone = isPhone(request);
    const count = Math.min(PAGE_SIZE, Math.max(0, dataset.total - start));
    if (count === 0) return googleSite.noResults(request, dataset);
    const write = phone ? phoneResult : desktopResult;
    const results = dataset.listings(start + 1, count).map((listing, index) => write(listing, start + index + 1, dataset));
    const first = start === 0;
    const boxes = first ? boxesOf(request, dataset) : [];
    const matches = `bout ${(dataset.total * 1000).toLocaleString('en-US')} results`;
    const counted = first ? `A${matches}` : `Page ${start / PAGE_SIZE + 1} of a${matches}`;
    const stats = phone ? '' : `<div id="result-stats">${counted}<nobr> (0.31 seconds) </nobr></div>`;
    const list = [...results.slice(0, 3), ...boxes, ...results.slice(3)].join('\n');
    const panel = first ? panelPart(dataset) : '';
    const top = first ? `<div id="taw">${adsPart(dataset)}</div>${overviewPart(dataset)}${phone ? panel : ''}` : '';
    const centre = `<div id="center_col">${stats}${top}
<div id="res" role="main"><div id="topstuff"></div><div id="search"><div><div id="rso">${list}</div></div></div>
</div>${relatedPart(dataset)}${navigation(request, dataset.total, PAGE_SIZE)}</div>`;
    return html(frame(request, centre, phone ? '' : panel));
  },

  noResults: (request) => noResultsPage(request, 'documents'),
  blockPages,
  blockPage,
};
