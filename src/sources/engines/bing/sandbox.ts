// Bing in the sandbox: web results for desktops and phones, behind click URLs.

import { at, document } from '../../sandbox/block-page-parts.ts';
import { brandFrom, domainOf } from '../../sandbox/brands.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { priceFrom } from '../../sandbox/prices.ts';
import { relatedLinks } from '../../sandbox/related-searches.ts';
import { type BlockPages, escapeHtml, html, type SandboxPage, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';
import { answerBox, imagesBox, newsBox, panelBox, placesBox, questionsBox, stars, videosBox } from './sandbox-boxes.ts';
import { adAddress, clickAddress } from './sandbox-links.ts';

const bingFrame = (words: string, body: string): SandboxPage =>
  html(
    document(
      `${words} - Search`,
      `<header id="b_header"><form action="/search" id="sb_form"><input id="sb_form_q" name="q" value="${words}"></form></header><div id="b_content">${body}</div>`,
    ),
  );
const blockPages: BlockPages = {
  captcha: (words) =>
    bingFrame(
      words,
      `<div class="captcha"><div class="captcha_header">One last step</div>
<div class="captcha_text">Please solve the challenge below to continue</div><div class="cf-turnstile" data-sitekey="test"></div></div>`,
    ),
  softblock: (words) => bingFrame(words, '<ol id="b_results"></ol>'),
  consent: (words) =>
    bingFrame(
      words,
      `<div id="bnp_container"><h2>Microsoft and our third-party vendors use cookies</h2><button id="bnp_btn_accept">Accept</button>
<button id="bnp_btn_reject">Reject</button></div>`,
    ),
  signin: () =>
    at(
      'https://login.live.com/login.srf?wa=wsignin1.0',
      document('Sign in to your Microsoft account', '<form method="post"><input name="loginfmt"></form>'),
    ),
};

const PAGE_SIZE = 10;

const keywordIn = (request: SandboxRequest): string => request.url.searchParams.get('q') ?? '';
const isPhone = (request: SandboxRequest): boolean => /\bMobile\b/.test(request.headers['user-agent'] ?? '');
const firstRequested = (request: SandboxRequest): number =>
  Math.max(1, Number.parseInt(request.url.searchParams.get('first') ?? '1', 10) || 1);

function frame(request: SandboxRequest, body: string): string {
  const asked = escapeHtml(keywordIn(request));
  const language = escapeHtml(request.url.searchParams.get('setlang') ?? 'en');
  return `<!DOCTYPE html><html lang="${language}"><head><title>${asked} - Search</title></head><body>
<header id="b_header"><form action="/search" id="sb_form"><input id="sb_form_q" name="q" value="${asked}"></form></header>
<div id="b_content">${body}</div></body></html>`;
}

function result(listing: Listing, number: number, dataset: Dataset, phone: boolean): string {
  const draw = dataset.draw(`details ${number}`);
  const picture = draw.number(3) === 0 ? `<img alt="${escapeHtml(dataset.words)}" src="${pictureUrl(dataset.theme, draw)}">` : '';
  const href = escapeHtml(clickAddress(listing.url, listing.domain));
  const title = escapeHtml(listing.title);
  const site = `<div class="b_tpcn"><a class="tilk" href="${href}"><div class="tptxt"><div class="tptt">${escapeHtml(listing.siteName)}</div>
<div class="tpmeta"><div class="b_attribution"><cite>https://${escapeHtml(listing.domain)}</cite></div></div></div></a></div>`;
  const heading = phone
    ? `<div class="b_algoheader"><a href="${href}"><h2>${title}</h2></a></div>`
    : `<h2><a href="${href}">${title}</a></h2>`;
  return `<li class="b_algo">${site}${heading}<div class="b_caption"><p class="b_lineclamp2">${escapeHtml(listing.snippet)}</p></div>
${picture}${listing.rating ? stars(listing.rating) : ''}</li>`;
}

function ads(dataset: Dataset): string {
  const rows = Array.from({ length: 1 + dataset.number('ads', 2) }, (_, index) => {
    const draw = dataset.draw(`ad ${index}`);
    const brand = brandFrom(draw);
    const host = `www.${domainOf(brand)}`;
    const text = `${dataset.words} from ${priceFrom(draw, dataset.theme, dataset.country)}. Large choice, quick delivery and free returns.`;
    const title = escapeHtml(`${brand} – buy ${dataset.words} online`);
    return `<li><div class="sb_add sb_adTA"><h2><a href="${escapeHtml(adAddress(`https://${host}/buy?item=${index}`))}">${title}</a></h2>
<div class="b_caption"><div class="b_attribution"><div class="b_adurl"><cite>https://${host}</cite></div></div>
<p><span class="b_adSlug">Ad</span>${escapeHtml(text)}</p></div></div></li>`;
  });
  return `<li class="b_ad"><ul>${rows.join('')}</ul></li>`;
}

const related = (dataset: Dataset): string =>
  `<li class="b_ans"><div class="b_rs" id="brsv3"><h2>Related searches for ${escapeHtml(dataset.words)}</h2><ul class="b_vList">${relatedLinks(
    dataset,
    '/search?FORM=QSRE1&q=',
  )
    .map((link) => `<li>${link}</li>`)
    .join('')}</ul></div></li>`;

function paging(request: SandboxRequest, first: number, total: number): string {
  const next = first + PAGE_SIZE;
  if (next > total) return '';
  const address = escapeHtml(`/search?q=${encodeURIComponent(keywordIn(request))}&first=${next}&FORM=PORE`);
  return `<li class="b_pag"><nav role="navigation"><ul class="sb_pagF"><li><a class="sb_pagN" title="Next page" href="${address}">Next</a></li></ul></nav></li>`;
}

export const bingSite: SandboxSite = {
  name: 'bing',
  serves: (url) => url.hostname === 'www.bing.com' && url.pathname === '/search',
  keywordOf: keywordIn,
  results(request, dataset) {
    const first = firstRequested(request);
    const count = Math.min(PAGE_SIZE, dataset.total - first + 1);
    const rows = dataset.listings(first, count).map((listing, index) => result(listing, first + index, dataset, isPhone(request)));
    if (first === 1) {
      rows.splice(6, 0, videosBox(dataset), newsBox(dataset));
      rows.splice(3, 0, placesBox(dataset, request), questionsBox(dataset), imagesBox(dataset));
      rows.unshift(ads(dataset), answerBox(dataset));
    }
    const total = (dataset.total * 1000).toLocaleString('en-US');
    return html(
      frame(
        request,
        `<span class="sb_count">About ${total} results</span><ol id="b_results">${rows.join('\n')}${first === 1 ? related(dataset) : ''}${paging(request, first, dataset.total)}</ol>${first === 1 ? panelBox(dataset) : ''}`,
      ),
    );
  },
  noResults: (request) =>
    html(
      frame(
        request,
        `<ol id="b_results"><li class="b_no"><h1>There are no results for <strong>${escapeHtml(keywordIn(request))}</strong></h1></li></ol>`,
      ),
    ),
  blockPages,
  blockPage: (request) =>
    html(
      frame(
        request,
        '<div class="captcha"><div class="captcha_header">One last step</div><div class="captcha_text">Please solve the challenge below to continue</div></div>',
      ),
    ),
};
