// Yahoo in the sandbox: web results behind its redirects, and the different page of Yahoo Japan.

import { at, document } from '../../sandbox/block-page-parts.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { relatedQuestions } from '../../sandbox/questions.ts';
import { relatedLinks } from '../../sandbox/related-searches.ts';
import { type BlockPages, escapeHtml, html, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

const blockPages: BlockPages = {
  captcha: (words) =>
    html(
      document(
        `${words} - Yahoo Search Results`,
        '<form action="/captcha" method="post"><p>Please verify that you are a person.</p><div class="g-recaptcha" data-sitekey="test"></div></form>',
      ),
    ),
  // 999 is Yahoo's own status for blocked clients.
  softblock: () => html(document('Yahoo', '<p>Sorry, unable to process request at this time -- error 999.</p>'), 999),
  consent: () =>
    at(
      'https://consent.yahoo.com/v2/collectConsent?sessionId=3_cc-session_test',
      document(
        'Yahoo is part of the Yahoo family of brands',
        '<div id="consent-page"><form class="consent-form" method="post"><button name="agree">Accept all</button></form></div>',
      ),
    ),
  signin: () =>
    at('https://login.yahoo.com/?.src=search', document('Login - Sign in to Yahoo', '<form method="post"><input name="username"></form>')),
};

const PAGE_SIZE = 7;

/** Returns the redirect of a result, with the target between two slashes as on Yahoo. */
const redirect = (target: string, label: string): string =>
  `https://r.search.yahoo.com/_ylt=SandboxResponse.${Buffer.from(label).toString('hex').slice(0, 8)};_ylu=Y29sbw/RV=2/RE=1700000000/RO=10/RU=${encodeURIComponent(target)}/RK=2/RS=x-`;

/** Returns the redirect of an ad, which goes through Bing. */
const adRedirect = (target: string): string =>
  redirect(`https://www.bing.com/aclick?ld=e8&u=${Buffer.from(encodeURIComponent(target)).toString('base64url')}&rlid=0`, 'ad');

const keywordIn = (request: SandboxRequest): string => request.url.searchParams.get('p') ?? '';
const firstRequested = (request: SandboxRequest): number => Math.max(1, Number.parseInt(request.url.searchParams.get('b') ?? '1', 10) || 1);
const isJapan = (request: SandboxRequest): boolean => request.url.hostname.endsWith('.co.jp');

function frame(request: SandboxRequest, main: string, right = ''): string {
  const asked = escapeHtml(keywordIn(request));
  return `<!DOCTYPE html><html><head><title>${asked} - Yahoo Search Results</title></head><body>
<form action="/search" id="sf"><input name="p" value="${asked}"></form>
<div id="bd"><div id="left"><div id="main">${main}</div></div><div id="right">${right}</div></div></body></html>`;
}

function result(listing: Listing): string {
  const href = escapeHtml(redirect(listing.url, listing.domain));
  return `<li><div class="dd algo algo-sr relsrch Sr"><div class="compTitle options-toggle"><a class="d-ib" data-matarget="algo" href="${href}">
<div class="d-ib p-abs"><span class="d-ib va-mid"><span class="fc-141414 d-b">${escapeHtml(listing.siteName)}</span>https://${escapeHtml(listing.domain)}</span></div>
<h3 class="title"><span>${escapeHtml(listing.title)}</span></h3></a></div><div class="compText aAbs"><p>${escapeHtml(listing.snippet)}</p></div></div></li>`;
}

const japaneseResult = (listing: Listing): string =>
  `<div class="sw-CardBase"><div class="sw-Card Algo"><section><div class="sw-Card__title"><a class="sw-Card__titleInner" href="${escapeHtml(listing.url)}"><h3>${escapeHtml(listing.title)}</h3></a>
<cite class="sw-Cite">${escapeHtml(listing.domain)}</cite></div><p class="sw-Card__summary">${escapeHtml(listing.snippet)}</p></section></div></div>`;

function ads(dataset: Dataset): string {
  const rows = Array.from({ length: 1 + dataset.number('ads', 2) }, (_, index) => {
    const host = `shop${dataset.number(`ad ${index}`, 900) + 100}.example`;
    return `<li><div class="dd ads"><div class="compTitle"><h3 class="title"><a href="${escapeHtml(adRedirect(`https://${host}/buy?item=${index}`))}">Buy ${escapeHtml(dataset.words)} online</a></h3>
<cite>${host}</cite></div><div class="compText"><p>Large choice and quick delivery of ${escapeHtml(dataset.words)}.</p></div></div></li>`;
  });
  return `<ol class="scta reg searchCenterTopAds">${rows.join('')}</ol>`;
}

function questions(dataset: Dataset): string {
  const rows = relatedQuestions(dataset, 3).map(
    ({ question, answer, source }, index) =>
      `<div class="itm" qidx="${index + 1}"><div class="ttl-l" aria-expanded="false" role="button">${escapeHtml(question)}</div>
<div class="exp hidden"><div class="compTextList"><ul><li>${escapeHtml(answer)}</li></ul></div>
<h3 class="title"><a href="${escapeHtml(source.url)}">${escapeHtml(source.title)}</a></h3></div></div>`,
  );
  return `<li><div class="dd bingrelqa"><div class="compTitle"><p class="title">People also ask</p></div><div class="compContainerExp">${rows.join('')}</div></div></li>`;
}

function videos(dataset: Dataset): string {
  const viewer = 'https://video.search.yahoo.com/search/video';
  const cards = [1, 2, 3].map((number) => {
    const film = `https://www.youtube.com/watch?v=film${dataset.number(`film ${number}`, 9_000_000) + 1_000_000}`;
    return `<li class="s-card"><a href="${escapeHtml(`${viewer}?p=x&rurl=${encodeURIComponent(film)}`)}"><div><img width="200" alt="" src="${pictureUrl(dataset.theme, dataset.draw(`picture ${number}`))}"><div class="ctimestamp">${number}:${10 + dataset.number(`length ${number}`, 49)}</div></div>
<div><p class="s-card-cite">YouTube</p><p class="s-card-hl">${escapeHtml(`${dataset.words} on film, part ${number}`)}</p><p class="s-card-date">Dec ${number}, 2025</p></div></a></li>`;
  });
  return `<li><div class="dd Video"><h3><a href="${viewer}?p=x">Videos</a></h3><ul class="s-cardlist">${cards.join('')}</ul></div></li>`;
}

function paging(request: SandboxRequest, first: number, dataset: Dataset): string {
  const next = first + PAGE_SIZE;
  const address = escapeHtml(`${request.url.origin}/search;_ylt=x?p=${encodeURIComponent(keywordIn(request))}&b=${next}&pz=${PAGE_SIZE}`);
  const link = next > dataset.total ? '' : `<a class="next" href="${address}">Next</a>`;
  return `<div class="compPagination"><strong>1</strong>${link}<span>About ${(dataset.total * 1000).toLocaleString('en-US')} search results</span></div>`;
}

const related = (dataset: Dataset): string =>
  `<ol class="reg searchCenterFooter"><li><div class="dd AlsoTry"><h3>People also search for</h3><table><tr><td>${relatedLinks(
    dataset,
    '/search?fr2=sa-gp&p=',
  ).join('</td><td>')}</td></tr></table></div></li></ol>`;

export const yahooSite: SandboxSite = {
  name: 'yahoo',
  serves: (url) => /(?:^|\.)search\.yahoo\.(?:com|co\.jp)$/.test(url.hostname) && url.pathname === '/search',
  keywordOf: keywordIn,
  results(request, dataset) {
    const first = firstRequested(request);
    const listings = dataset.listings(first, Math.min(PAGE_SIZE, dataset.total - first + 1));
    if (isJapan(request)) return html(frame(request, `${listings.map(japaneseResult).join('\n')}${paging(request, first, dataset)}`));
    const rows = listings.map(result);
    if (first === 1) rows.splice(3, 0, videos(dataset), questions(dataset));
    const list = `<div id="web"><h2>Search Results</h2><ol class="reg searchCenterMiddle">${rows.join('\n')}</ol></div>`;
    return html(
      frame(request, `${first === 1 ? ads(dataset) : ''}${list}${first === 1 ? related(dataset) : ''}${paging(request, first, dataset)}`),
    );
  },
  noResults: (request) =>
    html(
      frame(
        request,
        `<div id="web"><ol class="reg searchCenterMiddle"><li><div class="dd zrp"><p>We did not find results for: <b>${escapeHtml(keywordIn(request))}</b>.</p></div></li></ol></div>`,
      ),
    ),
  blockPages,
  blockPage: (_request, dataset) =>
    dataset.number('block page', 2) === 0
      ? html('Too many requests', 429)
      : html(
          `<!DOCTYPE html><html><body><div id="consent-page"><form class="consent-form" method="post" action="/v2/collectConsent"><h1>Yahoo is part of the Yahoo family of brands</h1><button name="agree">Accept all</button></form></div></body></html>`,
        ),
};
