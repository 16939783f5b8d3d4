// Parts of a Google page in the sandbox: ads, questions, panel, map, videos, stories, overview.

import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { escapeHtml } from '../../sandbox/site.ts';

const OPENINGS = ['What is', 'How does one choose', 'Is it worth buying', 'Who makes the best', 'How much is'];
const STREETS = ['Harbour Street', 'Mill Lane', 'Station Road', 'Market Square', 'Church Street'];

/** Returns the URL as Google displays it: host, then the folders. */
export function breadcrumb(url: string): string {
  const { origin, pathname } = new URL(url);
  const folders = pathname.split('/').filter(Boolean).slice(0, 1);
  const trail = folders.map((folder) => `<span class="ylgVCe ob9lvb" role="text"> › ${escapeHtml(decodeURIComponent(folder))}</span>`);
  return `<cite class="tjvcx GvPZzd cHaqb" role="text">${escapeHtml(origin)}${trail.join('')}</cite>`;
}

/** True when this page has the part. Depends only on the query. */
const shows = (dataset: Dataset, part: string, oneIn: number): boolean => dataset.number(`part ${part}`, oneIn) === 0;

/** Listing numbers after the last that is ever listed, for pages that are only in boxes. */
const BOXED_FROM = 2001;
const boxed = (dataset: Dataset, offset: number, count: number): Listing[] => dataset.listings(BOXED_FROM + offset, count);

/** Every page has ads, because the engine `googleadvertiser` requests this page. */
export function adsPart(dataset: Dataset): string {
  const units = boxed(dataset, 0, 1 + dataset.number('ads count', 2)).map((listing) => {
    const shown = `https://${listing.domain}`;
    return `<div class="uEierd"><div data-hveid="CAAQAA" data-text-ad="1" data-ta-slot="0"><span class="U3A9Ac qV8iec">Sponsored</span>
<div class="v5yQqb"><a class="sVXRqc" href="${escapeHtml(listing.url)}" data-pcu="${shown}/" data-ved="ad">
<div class="CCgQ5 vCa9Yd" role="heading" aria-level="3"><span>Buy ${escapeHtml(listing.title)}</span></div>
<div class="d8lRkd"><div class="Aozhyc">${listing.siteName}</div>
<span class="x2VHCd" data-dtld="${listing.domain}" role="text">${shown}</span></div></a></div>
<div class="MUxGbd yDYNvb lyLwlc"><div>Free delivery from today. ${escapeHtml(listing.snippet)}</div></div></div></div>`;
  });
  return `<div id="tvcap"><div id="tads" aria-label="Ads" role="region"><h1 class="bNg8Rb">Ads</h1>${units.join('\n')}</div></div>`;
}

export function questionsPart(dataset: Dataset): string {
  if (!shows(dataset, 'questions', 2)) return '';
  const pairs = OPENINGS.slice(0, 4).map((opening) => {
    const question = escapeHtml(`${opening} ${dataset.words}?`);
    return `<div class="wQiwMc related-question-pair" data-lk="1" data-q="${question}"><div class="HYvwY">
<div class="dnXCYb" role="button" aria-expanded="false"><div class="JlqpRe"><span class="CSkcDe">${question}</span></div></div>
<div class="bCOlv"></div></div></div>`;
  });
  return `<div class="MjjYud"><div class="cUnQKe" data-initq="${escapeHtml(dataset.words)}"><div class="Wt5Tfe">
<span role="heading" aria-level="2"><span>People also ask</span></span>${pairs.join('\n')}</div></div></div>`;
}

export function panelPart(dataset: Dataset): string {
  if (!shows(dataset, 'panel', 3)) return '';
  const [source] = boxed(dataset, 10, 1);
  const words = escapeHtml(dataset.words);
  return `<div class="kp-wholepage knowledge-panel osrp-blk"><div class="SPZz6b"><h2 class="qrShPb kno-ecr-pt" data-attrid="title">
<span>${words}</span></h2>
<div data-attrid="subtitle" class="wwUB2c"><span>Subject</span></div></div>
<div class="kno-rdesc" data-attrid="description"><span>${words} is a subject of the sandbox, known since 1998.</span>
<span><a href="${escapeHtml(source?.url ?? '')}">${source?.siteName ?? ''}</a></span></div>
<div class="wDYxhc" data-attrid="kc:/test/dataset:founded"><span class="w8qArf">Founded: </span>
<span class="LrzXr">${1900 + dataset.number('founded', 100)}</span></div></div>`;
}

export function placesPart(dataset: Dataset): string {
  if (!shows(dataset, 'places', 4)) return '';
  const cards = boxed(dataset, 20, 3).map((listing, index) => {
    const number = dataset.number(`place ${index}`, 1_000_000) + 1_000_000;
    const street = `${dataset.pick(`street ${index}`, STREETS)} ${1 + (number % 90)}`;
    const stars = `${3 + dataset.number(`stars ${index}`, 2)}.${dataset.number(`tenths ${index}`, 10)}`;
    return `<div class="VkpGBb"><div class="cXedhc">
<a class="vwVdIc wzN8Ac rllt__link" data-cid="${number}" role="link" tabindex="0"><div class="rllt__details">
<div class="dbg0pd" role="heading" aria-level="3"><span class="OSrXXb">${listing.siteName} ${index + 1}</span></div>
<div><span><span class="yi40Hd">${stars}</span><span class="z3HNkc" role="img" aria-label="Rated ${stars} out of 5,"></span>
<span class="RDApEe">(${number % 900})</span></span> · Shop</div>
<div>${street} · (555) 01${String(number).slice(-2)}-2${String(number).slice(-3)}</div>
<div>Open ⋅ Closes 7 PM</div></div></a></div>
<a class="yYlJEf" href="${escapeHtml(listing.url)}"><div>Website</div></a></div>`;
  });
  return `<div class="MjjYud"><div class="rllt__map" data-hveid="CAEQAQ">
<div role="heading" aria-level="2">Places</div>${cards.join('\n')}</div></div>`;
}

export function videosPart(dataset: Dataset): string {
  if (!shows(dataset, 'videos', 3)) return '';
  const cards = boxed(dataset, 30, 3).map((listing, index) => {
    const id = `test${String(dataset.number(`video ${index}`, 10_000_000)).padStart(7, '0')}`;
    return `<div data-vid="${id}"><a class="rIRoqf" href="https://www.youtube.com/watch?v=${id}"><div class="c8rnLc">
<span>${1 + index}:0${dataset.number(`second ${index}`, 10)}</span></div>
<div class="V5XKdd" role="heading" aria-level="3"><div class="ZxS7Db">
<span class="cHaqb">${escapeHtml(listing.title)} (video)</span></div>
<div class="ZtihLe"><span>YouTube</span><span> · ${listing.siteName}</span></div><div><span>Mar ${1 + index}, 2026</span></div>
</div></a></div>`;
  });
  return `<div class="MjjYud"><div class="Ea5p3b"><div role="heading" aria-level="2">Videos</div>${cards.join('\n')}</div></div>`;
}

export function storiesPart(dataset: Dataset): string {
  if (!shows(dataset, 'stories', 4)) return '';
  const cards = boxed(dataset, 40, 3).map(
    (listing, index) => `<div class="m7jPZ" data-news-doc-id="${1000 + index}"><a class="WlydOe" href="${escapeHtml(listing.url)}">
<div class="CEMjEf"><span>${listing.siteName}</span></div>
<div class="n0jPhd" role="heading" aria-level="3">${escapeHtml(listing.title)} (story)</div><div class="OSrXXb">
<span>${index + 2} hours ago</span></div></a></div>`,
  );
  return `<div class="MjjYud"><g-section-with-header>
<div role="heading" aria-level="2">Top stories</div>${cards.join('\n')}</g-section-with-header></div>`;
}

export function overviewPart(dataset: Dataset): string {
  if (!shows(dataset, 'overview', 3)) return '';
  const cards = dataset.listings(1, 3).map(
    (listing) => `<li class="LLtSOc"><a class="KEVENd" href="${escapeHtml(listing.url)}" aria-label="${escapeHtml(listing.title)}"></a>
<div><div class="mNme1d">${escapeHtml(listing.title)}</div><div class="gxZfx">${escapeHtml(listing.snippet)}</div>
<div class="R8BTeb">${listing.siteName}</div></div></li>`,
  );
  const words = escapeHtml(dataset.words);
  return `<div class="YzCcne" data-mcpr="" data-mcp="18"><h1>AI Overview</h1><div data-subtree="mfc"><div id="m-x-content">
<div class="pOOWX" data-rl="en">
<div class="Y3BBE"><span>${words} is explained on many pages of the sandbox.</span></div><ul><li>
<span>It is known since 1998.</span></li></ul>
<ul>${cards.join('\n')}</ul></div></div></div></div>`;
}
