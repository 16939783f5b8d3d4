// Parts of a Google page in the sandbox: ads, offers, overview, questions, panel and map.

import { answerTextOf } from '../../sandbox/answer-text.ts';
import { boxedListings, showsBox } from '../../sandbox/boxes.ts';
import { brandFrom } from '../../sandbox/brands.ts';
import { businessFrom, cityOf } from '../../sandbox/businesses.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { ratingFrom } from '../../sandbox/page-texts.ts';
import { panelTextOf } from '../../sandbox/panel-text.ts';
import { priceFrom } from '../../sandbox/prices.ts';
import { relatedQuestions } from '../../sandbox/questions.ts';
import { escapeHtml, type SandboxRequest } from '../../sandbox/site.ts';

/** Returns the URL as Google displays it: host, then the folders. */
export function breadcrumb(url: string): string {
  const { origin, pathname } = new URL(url);
  const folders = pathname.split('/').filter(Boolean).slice(0, 1);
  const trail = folders.map((folder) => `<span class="ylgVCe ob9lvb" role="text"> › ${escapeHtml(decodeURIComponent(folder))}</span>`);
  return `<cite class="tjvcx GvPZzd cHaqb" role="text">${escapeHtml(origin)}${trail.join('')}</cite>`;
}

/** Returns the stars of a result, an offer or a place. */
export const stars = ({ value, votes }: { readonly value: string; readonly votes: number }): string =>
  `<span><span class="yi40Hd">${value}</span><span class="z3HNkc" role="img" aria-label="Rated ${value} out of 5,"></span>
<span class="RDApEe">(${votes.toLocaleString('en-US')})</span></span>`;

function textAd(listing: Listing): string {
  const shown = `https://${listing.domain}`;
  const links = ['Bestsellers', 'Sale'].map(
    (name) => `<li><a href="${escapeHtml(`${listing.url}/${name.toLowerCase()}`)}">${name}</a></li>`,
  );
  return `<div class="uEierd"><div data-hveid="CAAQAA" data-text-ad="1" data-ta-slot="0"><span class="U3A9Ac qV8iec">Sponsored</span>
<div class="v5yQqb"><a class="sVXRqc" href="${escapeHtml(listing.url)}" data-pcu="${shown}/" data-ved="ad">
<div class="CCgQ5 vCa9Yd" role="heading" aria-level="3"><span>${escapeHtml(listing.title)}</span></div>
<div class="d8lRkd"><div class="Aozhyc">${listing.siteName}</div>
<span class="x2VHCd" data-dtld="${listing.domain}" role="text">${shown}</span></div></a></div>
<div class="MUxGbd yDYNvb lyLwlc"><div>${escapeHtml(listing.snippet)} Free delivery from today.</div></div>
${listing.rating ? `<div>${stars(listing.rating)}</div>` : ''}<ul>${links.join('')}</ul></div></div>`;
}

function offers(dataset: Dataset): string {
  if (!showsBox(dataset, 'offers')) return '';
  const { theme, country, words } = dataset;
  const units = boxedListings(dataset, 5, 4, 'shop').map((listing, index) => {
    const draw = dataset.draw(`offer ${index}`);
    const title = escapeHtml(`${brandFrom(draw)} ${draw.pick(theme.models)} – ${words}`);
    const click = escapeHtml(`https://www.google.com/aclk?sa=l&adurl=${encodeURIComponent(listing.url)}`);
    return `<div class="pla-unit"><a href="${click}"><div role="heading" aria-level="4">${title}</div></a>
<div>${priceFrom(draw, theme, country)}</div><div>${listing.siteName}</div><div>${stars(ratingFrom(draw))}</div></div>`;
  });
  return `<div class="commercial-unit-desktop-top">${units.join('\n')}</div>`;
}

/** Every page has ads, because the engine `googleadvertiser` requests this page. */
export function adsPart(dataset: Dataset): string {
  const units = boxedListings(dataset, 0, 1 + dataset.number('ads count', 2), 'shop').map(textAd);
  return `<div id="tvcap">${offers(dataset)}<div id="tads" aria-label="Ads" role="region"><h1 class="bNg8Rb">Ads</h1>${units.join('\n')}</div></div>`;
}

/** The first questions are open, as after a click. */
const OPEN_QUESTIONS = 2;

export function questionsPart(dataset: Dataset): string {
  if (!showsBox(dataset, 'questions')) return '';
  const pairs = relatedQuestions(dataset, 4).map(({ question, answer, source }, index) => {
    const asked = escapeHtml(question);
    const opened = `<div class="wDYxhc"><span>${escapeHtml(answer)}</span></div>
<div class="yuRUbf"><a href="${escapeHtml(source.url)}"><h3>${escapeHtml(source.title)}</h3>${breadcrumb(source.url)}</a></div>`;
    return `<div class="wQiwMc related-question-pair" data-lk="1" data-q="${asked}"><div class="HYvwY">
<div class="dnXCYb" role="button" aria-expanded="${index < OPEN_QUESTIONS}"><div class="JlqpRe"><span class="CSkcDe">${asked}</span></div></div>
<div class="bCOlv">${index < OPEN_QUESTIONS ? opened : ''}</div></div></div>`;
  });
  return `<div class="MjjYud"><div class="cUnQKe" data-initq="${escapeHtml(dataset.words)}"><div class="Wt5Tfe">
<span role="heading" aria-level="2"><span>People also ask</span></span>${pairs.join('\n')}</div></div></div>`;
}

export function panelPart(dataset: Dataset): string {
  if (!showsBox(dataset, 'panel')) return '';
  const { title, subtitle, description, source, website, facts, profiles } = panelTextOf(dataset);
  const rows = facts.map(
    ({ name, value }) => `<div class="wDYxhc" data-attrid="kc:/test/dataset:${name.toLowerCase().replaceAll(' ', '_')}">
<span class="w8qArf">${name}: </span><span class="LrzXr">${escapeHtml(value)}</span></div>`,
  );
  const entity = `/search?kgmid=/g/11test${dataset.number('entity', 1_000_000)}`;
  return `<div class="kp-wholepage knowledge-panel osrp-blk"><div class="SPZz6b"><h2 class="qrShPb kno-ecr-pt" data-attrid="title">
<span>${escapeHtml(title)}</span></h2>
<div data-attrid="subtitle" class="wwUB2c"><span>${subtitle}</span></div></div>
<div data-attrid="visit_official_site"><a href="${website}">Website</a></div>
<div class="kno-rdesc" data-attrid="description"><span>${escapeHtml(description)}</span>
<span><a href="${escapeHtml(source.url)}">${source.siteName}</a></span></div>
${rows.join('\n')}
<div>${profiles.map(({ name, url }) => `<a href="${url}">${name}</a>`).join(' ')}</div><a href="${entity}">More</a></div>`;
}

export function placesPart(dataset: Dataset, request: SandboxRequest): string {
  if (!showsBox(dataset, 'places')) return '';
  const city = cityOf(request, dataset);
  const cards = boxedListings(dataset, 20, 3).map((listing, index) => {
    const cid = dataset.number(`place ${index}`, 1_000_000) + 1_000_000;
    const { name, category, street, phone, rating, openState, latitude, longitude } = businessFrom(
      dataset.draw(`business ${index}`),
      city,
      dataset,
    );
    const goal = `/maps/dir//${encodeURIComponent(name)}/data=!4m6!4m5!1m1!4e2!1m2!1d${longitude.toFixed(4)}!2d${latitude.toFixed(4)}`;
    return `<div class="VkpGBb"><div class="cXedhc">
<a class="vwVdIc wzN8Ac rllt__link" data-cid="${cid}" role="link" tabindex="0"><div class="rllt__details">
<div class="dbg0pd" role="heading" aria-level="3"><span class="OSrXXb">${name}</span></div>
<div>${stars(rating)} · ${category}</div>
<div>${street} · ${phone}</div>
<div>${openState}</div></div></a></div>
<a class="yYlJEf" href="${escapeHtml(listing.url)}"><div>Website</div></a><a class="yYlJEf VByer" data-url="${goal}"><div>Directions</div></a></div>`;
  });
  return `<div class="MjjYud"><div class="rllt__map" data-hveid="CAEQAQ">
<div role="heading" aria-level="2">Places</div>${cards.join('\n')}</div></div>`;
}

export function overviewPart(dataset: Dataset): string {
  if (!showsBox(dataset, 'overview')) return '';
  const { subject, opening, points } = answerTextOf(dataset);
  const cards = dataset.listings(1, 3).map(
    (listing) => `<li class="LLtSOc"><a class="KEVENd" href="${escapeHtml(listing.url)}" aria-label="${escapeHtml(listing.title)}"></a>
<div><div class="mNme1d">${escapeHtml(listing.title)}</div><div class="gxZfx">${escapeHtml(listing.snippet)}</div>
<div class="R8BTeb">${listing.siteName}</div></div></li>`,
  );
  const items = points.map(({ label, text }) => `<li><span><strong>${label}:</strong> ${escapeHtml(text)}</span></li>`);
  return `<div class="YzCcne" data-mcpr="" data-mcp="18"><h1>AI Overview</h1><div data-subtree="mfc"><div id="m-x-content">
<div class="pOOWX" data-rl="en">
<div class="Y3BBE"><span>${escapeHtml(subject)}${escapeHtml(opening)}</span></div><ul>${items.join('')}</ul>
<ul>${cards.join('\n')}</ul></div></div></div></div>`;
}
