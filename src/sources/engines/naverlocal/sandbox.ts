// Naver's list of places in the sandbox.
import type { Dataset } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { escapeHtml, html, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';
import { keywordIn, startRequested } from '../naver/sandbox.ts';
import { blockPages } from '../naver/sandbox-block-pages.ts';

const DISTRICTS = ['서울 강남구', '서울 마포구', '부산 해운대구', '대구 중구', '인천 연수구'];
const CATEGORIES = ['한식', '카페,디저트', '미용실', '의류', '서점'];

/** The page is empty except for its script, which has all the data. */
function placesPage(request: SandboxRequest, items: readonly Record<string, unknown>[], total: number): string {
  const entries = items.map((item) => [`PlaceListBusinessesItem:${item.id}:${item.id}`, item] as const);
  const list = { __typename: 'PlaceList', businesses: { total, items: entries.map(([name]) => ({ __ref: name })) } };
  const state = {
    ...Object.fromEntries(entries),
    ROOT_QUERY: {
      __typename: 'Query',
      [`placeList(${JSON.stringify({ input: { query: keywordIn(request), start: startRequested(request) } })})`]: list,
    },
  };
  const script = JSON.stringify(state).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><html lang="ko"><head><title>네이버 플레이스</title></head><body><div id="app-root"></div>
<script>window.__APOLLO_STATE__ = ${script};
window.__PLACE_STATE__ = {};</script></body></html>`;
}

function place(dataset: Dataset, index: number): Record<string, unknown> {
  const [listing] = dataset.listings(index, 1);
  return {
    __typename: 'PlaceListBusinessesItem',
    id: String(1_000_000_000 + index * 10_000 + dataset.number(`place ${index}`, 10_000)),
    name: `<b>${escapeHtml(dataset.words)}</b> ${listing?.siteName ?? ''} ${index}호점`,
    category: dataset.pick(`category ${index}`, CATEGORIES),
    fullAddress: `${dataset.pick(`district ${index}`, DISTRICTS)} ${index}길 ${1 + dataset.number(`door ${index}`, 200)}`,
    phone: `02-${200 + dataset.number(`exchange ${index}`, 700)}-${1000 + dataset.number(`line ${index}`, 9000)}`,
    x: String(126.9 + dataset.number(`x ${index}`, 1000) / 10_000),
    y: String(37.4 + dataset.number(`y ${index}`, 1000) / 10_000),
    visitorReviewScore: String(3 + dataset.number(`score ${index}`, 21) / 10),
    visitorReviewCount: (1 + dataset.number(`votes ${index}`, 3000)).toLocaleString('en-US'),
    imageUrl: pictureUrl(dataset.theme, dataset.draw(`picture ${index}`)),
    newBusinessHours: { status: '영업 중', description: '21:00에 영업 종료' },
  };
}

export const naverLocalSite: SandboxSite = {
  name: 'naverlocal',
  serves: (url) => url.hostname === 'pcmap.place.naver.com' && url.pathname === '/place/list',
  keywordOf: keywordIn,
  results(request, dataset) {
    const display = Math.min(70, Number.parseInt(request.url.searchParams.get('display') ?? '', 10) || 20);
    const start = startRequested(request);
    const count = Math.max(0, Math.min(display, dataset.total - start + 1));
    return html(
      placesPage(
        request,
        Array.from({ length: count }, (_, offset) => place(dataset, start + offset)),
        dataset.total,
      ),
    );
  },
  noResults: (request) => html(placesPage(request, [], 0)),
  blockPages,
  blockPage: (_, dataset) =>
    html(
      '<!DOCTYPE html><html lang="ko"><body><div id="app-root"><p>과도한 접근 요청으로 서비스 이용이 제한되었습니다.</p></div></body></html>',
      dataset.number('block page', 2) === 0 ? 429 : 200,
    ),
};
