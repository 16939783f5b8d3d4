// Naver in the test world: its whole page, its tab of web documents and its list of places.
import { ads, area, article, newsStory, picture, video, webDocument } from './naver-parts.ts';
import { escapeHtml, html, type SandboxRequest, type SandboxSite } from './site.ts';
import type { World } from './world.ts';

const WHOLE_SIZE = 10;
const WEB_SIZE = 15;

const wordsAsked = (request: SandboxRequest): string => request.url.searchParams.get('query') ?? '';
const startAsked = (request: SandboxRequest): number => Math.max(1, Number.parseInt(request.url.searchParams.get('start') ?? '1', 10) || 1);
const isSearch = (url: URL): boolean => /^(?:m\.)?search\.naver\.com$/.test(url.hostname) && url.pathname === '/search.naver';
const whereOf = (url: URL): 'whole' | 'web' | 'other' => {
  const where = url.searchParams.get('where') ?? '';
  return /^(?:nexearch|m)$/.test(where) ? 'whole' : /^(?:m_)?web$/.test(where) ? 'web' : 'other';
};

function frame(request: SandboxRequest, body: string): string {
  const asked = escapeHtml(wordsAsked(request));
  return `<!DOCTYPE html><html lang="ko"><head><title>${asked} : 네이버 검색</title></head><body>
<form action="/search.naver" name="search"><input name="query" value="${asked}"></form><div id="container"><div id="content">
<div id="main_pack" class="main_pack">${body}</div></div></div></body></html>`;
}

function paging(request: SandboxRequest, start: number | null): string {
  const where = request.url.hostname.startsWith('m.') ? 'm_web' : 'web';
  const link = (label: string, page: number | null) =>
    start === null
      ? `<a role="button" class="${label}" aria-disabled="true"></a>`
      : `<a role="button" class="${label}" aria-disabled="false" href="${escapeHtml(`?nso=&page=${page}&query=${encodeURIComponent(wordsAsked(request))}&sm=tab_pge&start=${start}&where=${where}`)}"></a>`;
  return `<div class="api_sc_page_wrap"><div class="sc_page">${link('btn_next', Math.floor((start ?? 1) / WEB_SIZE) + 2)}</div></div>`;
}

/** Web documents from number `first` of the world; the next page is named by its place in Naver's own count. */
function webPage(request: SandboxRequest, world: World, first: number): string {
  const start = startAsked(request);
  const count = Math.min(WEB_SIZE, world.total - first + 1);
  const rows = world.listings(first, count).map((listing) => webDocument(listing, world));
  const next = first + WEB_SIZE <= world.total ? start + WEB_SIZE : null;
  return frame(
    request,
    `${area('web_gen', 'web/prs_template_v2_web_basic_desk.ts', 'tab.web.all', rows.join(''))}${paging(request, next)}`,
  );
}

function wholePage(request: SandboxRequest, world: World): string {
  const listings = world.listings(1, WHOLE_SIZE);
  const others = world.listings(world.total + 1, 12);
  const articles = listings.slice(0, 4).map((listing, index) => article(listing, index, world));
  const documents = listings.slice(4).map((listing) => webDocument(listing, world));
  const news = others.slice(0, 3).map((listing, index) => newsStory(listing, index, world));
  const videos = others.slice(3, 6).map((listing, index) => video(listing, index, world));
  const pictures = others.slice(6).map((listing, index) => picture(listing, index));
  const tab = 'tab.nx.all';
  const blocks = [
    ads(world),
    area('ugB_b1R', 'ugc/prs_template_v2_ugc_default_desk.ts', tab, articles.join('')),
    area('nws_all', 'news/prs_template_v2_news_desk.ts', tab, news.join('')),
    area('web_gen', 'web/prs_template_v2_web_basic_desk.ts', tab, documents.join('')),
    area('img_all', 'image/prs_template_v2_image_desk.ts', tab, pictures.join('')),
    area('vid_all', 'video/prs_template_v2_video_desk.ts', tab, videos.join('')),
  ];
  return frame(request, `${blocks.join('\n')}${paging(request, 1)}`);
}

const noResults = (request: SandboxRequest) =>
  html(
    frame(
      request,
      `<div id="notfound" class="api_noresult_wrap"><div class="not_found02">'<em>${escapeHtml(wordsAsked(request))}</em>'에 대한 검색결과가 없습니다.</div></div>`,
    ),
  );

const wall = (_: SandboxRequest, world: World) =>
  html(
    '<!DOCTYPE html><html lang="ko"><head><title>네이버</title></head><body><div class="content"><h1>검색 서비스 이용이 제한되었습니다.</h1><p>비정상적인 검색이 감지되었습니다.</p></div></body></html>',
    world.number('wall', 2) === 0 ? 403 : 200,
  );

/** The further pages of the whole page are web documents too; they carry the number of their page. */
export const naverSite: SandboxSite = {
  name: 'naver',
  serves: (url) => isSearch(url) && (whereOf(url) === 'whole' || (whereOf(url) === 'web' && url.searchParams.has('page'))),
  keywordOf: wordsAsked,
  results: (request, world) =>
    html(whereOf(request.url) === 'whole' ? wholePage(request, world) : webPage(request, world, WHOLE_SIZE + startAsked(request))),
  noResults,
  wall,
};

export const naverWebSite: SandboxSite = {
  name: 'naverwebdocs',
  serves: (url) => isSearch(url) && whereOf(url) === 'web' && !url.searchParams.has('page'),
  keywordOf: wordsAsked,
  results: (request, world) => html(webPage(request, world, startAsked(request))),
  noResults,
  wall,
};

const DISTRICTS = ['서울 강남구', '서울 마포구', '부산 해운대구', '대구 중구', '인천 연수구'];
const CATEGORIES = ['한식', '카페,디저트', '미용실', '의류', '서점'];

/** The list of places is empty but for its script, which holds everything that is shown. */
function placesPage(request: SandboxRequest, items: readonly Record<string, unknown>[], total: number): string {
  const entries = items.map((item) => [`PlaceListBusinessesItem:${item.id}:${item.id}`, item] as const);
  const list = { __typename: 'PlaceList', businesses: { total, items: entries.map(([name]) => ({ __ref: name })) } };
  const state = {
    ...Object.fromEntries(entries),
    ROOT_QUERY: {
      __typename: 'Query',
      [`placeList(${JSON.stringify({ input: { query: wordsAsked(request), start: startAsked(request) } })})`]: list,
    },
  };
  const script = JSON.stringify(state).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><html lang="ko"><head><title>네이버 플레이스</title></head><body><div id="app-root"></div>
<script>window.__APOLLO_STATE__ = ${script};
window.__PLACE_STATE__ = {};</script></body></html>`;
}

function place(world: World, index: number): Record<string, unknown> {
  const [listing] = world.listings(index, 1);
  return {
    __typename: 'PlaceListBusinessesItem',
    id: String(1_000_000_000 + index * 10_000 + world.number(`place ${index}`, 10_000)),
    name: `<b>${escapeHtml(world.words)}</b> ${listing?.siteName ?? ''} ${index}호점`,
    category: world.pick(`category ${index}`, CATEGORIES),
    fullAddress: `${world.pick(`district ${index}`, DISTRICTS)} ${index}길 ${1 + world.number(`door ${index}`, 200)}`,
    phone: `02-${200 + world.number(`exchange ${index}`, 700)}-${1000 + world.number(`line ${index}`, 9000)}`,
    x: String(126.9 + world.number(`x ${index}`, 1000) / 10_000),
    y: String(37.4 + world.number(`y ${index}`, 1000) / 10_000),
    visitorReviewScore: String(3 + world.number(`score ${index}`, 21) / 10),
    visitorReviewCount: (1 + world.number(`votes ${index}`, 3000)).toLocaleString('en-US'),
    imageUrl: `https://${listing?.domain ?? 'place.example'}/place.jpg`,
    newBusinessHours: { status: '영업 중', description: '21:00에 영업 종료' },
  };
}

export const naverLocalSite: SandboxSite = {
  name: 'naverlocal',
  serves: (url) => url.hostname === 'pcmap.place.naver.com' && url.pathname === '/place/list',
  keywordOf: wordsAsked,
  results(request, world) {
    const display = Math.min(70, Number.parseInt(request.url.searchParams.get('display') ?? '', 10) || 20);
    const start = startAsked(request);
    const count = Math.max(0, Math.min(display, world.total - start + 1));
    return html(
      placesPage(
        request,
        Array.from({ length: count }, (_, offset) => place(world, start + offset)),
        world.total,
      ),
    );
  },
  noResults: (request) => html(placesPage(request, [], 0)),
  wall: (_, world) =>
    html(
      '<!DOCTYPE html><html lang="ko"><body><div id="app-root"><p>과도한 접근 요청으로 서비스 이용이 제한되었습니다.</p></div></body></html>',
      world.number('wall', 2) === 0 ? 429 : 200,
    ),
};
