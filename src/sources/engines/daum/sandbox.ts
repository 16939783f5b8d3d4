// Daum in the sandbox: the web tab in current custom elements, the site tab in older lists.

import { at, document } from '../../sandbox/block-page-parts.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { type BlockPages, escapeHtml, html, type SandboxPage, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

const blockPages: BlockPages = {
  captcha: (words) =>
    html(
      document(
        `${words} – Daum 검색`,
        '<div id="daumWrap"><form action="/captcha/check" method="post"><p>자동 입력 방지 문자를 입력해 주세요.</p><input name="answer"></form></div>',
        'ko',
      ),
    ),
  softblock: (words) =>
    html(
      document(
        `${words} – Daum 검색`,
        `<div id="daumWrap"><form id="daumSearch" name="search"><input id="q" name="q" value="${words}"></form>
<div id="daumContent"><div id="cMain"><div id="mArticle"></div></div></div></div>`,
        'ko',
      ),
    ),
  signin: () =>
    at(
      'https://accounts.kakao.com/login/?continue=https%3A%2F%2Flogins.daum.net',
      document('카카오계정', '<form method="post"><input name="loginId"></form>', 'ko'),
    ),
};

const PAGE_SIZE = 10;

const keywordIn = (request: SandboxRequest): string => request.url.searchParams.get('q') ?? '';
const pageRequested = (request: SandboxRequest): number => Math.max(1, Number.parseInt(request.url.searchParams.get('p') ?? '1', 10) || 1);
const isTab = (url: URL, tab: string): boolean =>
  /^(?:m\.)?search\.daum\.net$/.test(url.hostname) && url.pathname === '/search' && url.searchParams.get('w') === tab;

function frame(request: SandboxRequest, body: string): string {
  const asked = escapeHtml(keywordIn(request));
  return `<!DOCTYPE html><html lang="ko"><head><title>${asked} – Daum 검색</title></head><body class="daum"><div id="daumWrap">
<form id="daumSearch" name="search"><input id="q" name="q" value="${asked}"></form>
<div id="daumContent"><div id="cMain"><div id="mArticle">${body}</div></div></div></div></body></html>`;
}

const bold = (dataset: Dataset, content: string): string =>
  escapeHtml(content).replaceAll(escapeHtml(dataset.words), `<b>${escapeHtml(dataset.words)}</b>`);

const collection = (code: string, id: string, heading: string, body: string): string =>
  `<div class="g_comp" disp-attr="${code}"><div id="${id}"><c-header-collection data-title="${heading}"></c-header-collection>${body}</div></div>`;

/** Current elements are in a template until a script activates them. */
function card(listing: Listing, index: number, dataset: Dataset): string {
  const href = escapeHtml(listing.url);
  const day = `2026.${1 + dataset.number(`month ${index}`, 11)}.${1 + dataset.number(`day ${index}`, 28)}.`;
  return `<li><template><c-card data-docid="d${index}"><c-header-item data-href="${escapeHtml(new URL(listing.url).origin)}/"><c-frag>${escapeHtml(listing.siteName)}</c-frag></c-header-item>
<c-doc-web><c-title slot="title" data-href="${href}">${bold(dataset, listing.title)}</c-title>
<c-contents-desc slot="contents" data-href="${href}">${bold(dataset, listing.snippet)}</c-contents-desc><c-frag>${day}</c-frag></c-doc-web></c-card></template></li>`;
}

function site(listing: Listing, dataset: Dataset): string {
  const href = escapeHtml(listing.url);
  return `<li><div class="wrap_cont"><div class="cont_inner"><div class="wrap_tit"><a class="f_link_b" href="${href}" target="_blank">${bold(dataset, listing.title)}</a></div>
<p class="f_eb desc">${bold(dataset, listing.snippet)}</p><div class="f_nb info"><a class="f_url" href="${href}">${escapeHtml(listing.domain)}</a></div></div></div></li>`;
}

function ads(dataset: Dataset): string {
  const rows = Array.from({ length: 1 + dataset.number('ads', 3) }, (_, index) => {
    const host = `shop${dataset.number(`ad ${index}`, 900) + 100}.example`;
    const href = `https://keyword.ad.daum.net/short/clk?q=${dataset.number(`click ${index}`, 1e9).toString(36)}`;
    const handler = escapeHtml(`smartLog(this, "dc=0PL&d=${encodeURIComponent(`//${host}/`)}&r=${index + 1}", event)`);
    return `<li><div class="c-item-ad"><strong class="tit-g"><a href="${href}" onclick="${handler}">${escapeHtml(dataset.words)} 할인</a></strong>
<a class="f_url" href="${href}">${host}</a><p class="desc">${escapeHtml(dataset.words)} 빠른 배송.</p></div></li>`;
  });
  return `<div class="g_comp" disp-attr="0PL"><div class="ad_sch" id="premiumLinkColl"><h2 class="tit">프리미엄링크</h2><ul class="list_ad">${rows.join('')}</ul></div></div>`;
}

function paging(request: SandboxRequest, tab: string, total: number): string {
  const next = pageRequested(request) + 1;
  if ((next - 1) * PAGE_SIZE >= total) return '';
  const href = escapeHtml(`?w=${tab}&DA=PGD&q=${encodeURIComponent(keywordIn(request))}&p=${next}`);
  return `<div class="paging_comm" id="pagingArea"><a class="btn_next" href="${href}">다음</a></div>`;
}

function resultsOf(request: SandboxRequest, dataset: Dataset, tab: 'web' | 'site'): SandboxPage {
  const first = (pageRequested(request) - 1) * PAGE_SIZE + 1;
  const listings = dataset.listings(first, Math.min(PAGE_SIZE, dataset.total - first + 1));
  const rows = listings.map((listing, index) => (tab === 'web' ? card(listing, first + index, dataset) : site(listing, dataset)));
  const list = `<ul class="c-list-basic">${rows.join('\n')}</ul>`;
  const block = tab === 'web' ? collection('TWA', 'twcColl', '통합웹', list) : collection('IVR', 'siteColl', '사이트', list);
  return html(frame(request, `${first === 1 ? ads(dataset) : ''}${block}${paging(request, tab, dataset.total)}`));
}

const noResults = (request: SandboxRequest): SandboxPage =>
  html(
    frame(
      request,
      `<div class="result_none"><p class="desc_none"><b>${escapeHtml(keywordIn(request))}</b>에 대한 검색결과가 없습니다.</p></div>`,
    ),
  );

const blockPage = (request: SandboxRequest, dataset: Dataset): SandboxPage =>
  dataset.number('block page', 2) === 0
    ? { status: 429, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '' }
    : html(
        frame(
          request,
          '<form action="/captcha/check" method="post"><p>자동 입력 방지 문자를 입력해 주세요.</p><input name="answer"></form>',
        ),
      );

const siteFor = (name: string, tab: 'web' | 'site'): SandboxSite => ({
  name,
  serves: (url) => isTab(url, tab),
  keywordOf: keywordIn,
  results: (request, dataset) => resultsOf(request, dataset, tab),
  noResults,
  blockPages,
  blockPage,
});

export const daumWebSite = siteFor('daumweb', 'web');
export const daumSiteSite = siteFor('daumsite', 'site');
