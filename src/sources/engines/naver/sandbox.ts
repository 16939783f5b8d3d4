// Naver in the sandbox: its integrated page and its web documents.

import type { Dataset } from '../../sandbox/dataset.ts';
import { relatedLinks } from '../../sandbox/related-searches.ts';
import { escapeHtml, html, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';
import { blockPages } from './sandbox-block-pages.ts';
import { ads, area, article, newsStory, picture, video, webDocument } from './sandbox-parts.ts';

const WHOLE_SIZE = 10;
const WEB_SIZE = 15;

export const keywordIn = (request: SandboxRequest): string => request.url.searchParams.get('query') ?? '';
export const startRequested = (request: SandboxRequest): number =>
  Math.max(1, Number.parseInt(request.url.searchParams.get('start') ?? '1', 10) || 1);
const isSearch = (url: URL): boolean => /^(?:m\.)?search\.naver\.com$/.test(url.hostname) && url.pathname === '/search.naver';
const whereOf = (url: URL): 'whole' | 'web' | 'other' => {
  const where = url.searchParams.get('where') ?? '';
  return /^(?:nexearch|m)$/.test(where) ? 'whole' : /^(?:m_)?web$/.test(where) ? 'web' : 'other';
};

function frame(request: SandboxRequest, body: string): string {
  const asked = escapeHtml(keywordIn(request));
  return `<!DOCTYPE html><html lang="ko"><head><title>${asked} : 네이버 검색</title></head><body>
<form action="/search.naver" name="search"><input name="query" value="${asked}"></form><div id="container"><div id="content">
<div id="main_pack" class="main_pack">${body}</div></div></div></body></html>`;
}

function paging(request: SandboxRequest, start: number | null): string {
  const where = request.url.hostname.startsWith('m.') ? 'm_web' : 'web';
  const link = (label: string, page: number | null) =>
    start === null
      ? `<a role="button" class="${label}" aria-disabled="true"></a>`
      : `<a role="button" class="${label}" aria-disabled="false" href="${escapeHtml(`?nso=&page=${page}&query=${encodeURIComponent(keywordIn(request))}&sm=tab_pge&start=${start}&where=${where}`)}"></a>`;
  return `<div class="api_sc_page_wrap"><div class="sc_page">${link('btn_next', Math.floor((start ?? 1) / WEB_SIZE) + 2)}</div></div>`;
}

const relatedBlock = (dataset: Dataset): string =>
  `<section id="nx_footer_related_keywords" class="sc_new sp_related"><div class="related_srch"><ul class="lst_related_srch"><li class="item">${relatedLinks(
    dataset,
    '?where=nexearch&query=',
  ).join('</li><li class="item">')}</li></ul></div></section>`;

/** Web documents from number `first` of the dataset. The link to the next page has Naver's own count. */
function webPage(request: SandboxRequest, dataset: Dataset, first: number, below = ''): string {
  const start = startRequested(request);
  const count = Math.min(WEB_SIZE, dataset.total - first + 1);
  const rows = dataset.listings(first, count).map((listing) => webDocument(listing, dataset));
  const next = first + WEB_SIZE <= dataset.total ? start + WEB_SIZE : null;
  return frame(
    request,
    `${area('web_gen', 'web/prs_template_v2_web_basic_desk.ts', 'tab.web.all', rows.join(''))}${below}${paging(request, next)}`,
  );
}

function wholePage(request: SandboxRequest, dataset: Dataset): string {
  const listings = dataset.listings(1, WHOLE_SIZE);
  const others = dataset.listings(dataset.total + 1, 12);
  const articles = listings.slice(0, 4).map((listing, index) => article(listing, index, dataset));
  const documents = listings.slice(4).map((listing) => webDocument(listing, dataset));
  const news = others.slice(0, 3).map((listing, index) => newsStory(listing, index, dataset));
  const videos = others.slice(3, 6).map((listing, index) => video(listing, index, dataset));
  const pictures = others.slice(6).map((listing, index) => picture(listing, index, dataset));
  const tab = 'tab.nx.all';
  const blocks = [
    ads(dataset),
    area('ugB_b1R', 'ugc/prs_template_v2_ugc_default_desk.ts', tab, articles.join('')),
    area('nws_all', 'news/prs_template_v2_news_desk.ts', tab, news.join('')),
    area('web_gen', 'web/prs_template_v2_web_basic_desk.ts', tab, documents.join('')),
    area('img_all', 'image/prs_template_v2_image_desk.ts', tab, pictures.join('')),
    area('vid_all', 'video/prs_template_v2_video_desk.ts', tab, videos.join('')),
  ];
  return frame(request, `${blocks.join('\n')}${relatedBlock(dataset)}${paging(request, 1)}`);
}

const noResults = (request: SandboxRequest) =>
  html(
    frame(
      request,
      `<div id="notfound" class="api_noresult_wrap"><div class="not_found02">'<em>${escapeHtml(keywordIn(request))}</em>'에 대한 검색결과가 없습니다.</div></div>`,
    ),
  );

const blockPage = (_: SandboxRequest, dataset: Dataset) =>
  html(
    '<!DOCTYPE html><html lang="ko"><head><title>네이버</title></head><body><div class="content"><h1>검색 서비스 이용이 제한되었습니다.</h1><p>비정상적인 검색이 감지되었습니다.</p></div></body></html>',
    dataset.number('block page', 2) === 0 ? 403 : 200,
  );

/** The later pages of the integrated page are web documents too, with a page number. */
export const naverSite: SandboxSite = {
  name: 'naver',
  serves: (url) => isSearch(url) && (whereOf(url) === 'whole' || (whereOf(url) === 'web' && url.searchParams.has('page'))),
  keywordOf: keywordIn,
  results: (request, dataset) =>
    html(whereOf(request.url) === 'whole' ? wholePage(request, dataset) : webPage(request, dataset, WHOLE_SIZE + startRequested(request))),
  noResults,
  blockPages,
  blockPage,
};

export const naverWebSite: SandboxSite = {
  name: 'naverwebdocs',
  serves: (url) => isSearch(url) && whereOf(url) === 'web' && !url.searchParams.has('page'),
  keywordOf: keywordIn,
  results(request, dataset) {
    const start = startRequested(request);
    return html(webPage(request, dataset, start, start === 1 ? relatedBlock(dataset) : ''));
  },
  noResults,
  blockPages,
  blockPage,
};
