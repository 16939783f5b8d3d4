// Sogou in the sandbox: web results with redirects in the links and the targets beside them.

import { back, document, redirectTo } from '../../sandbox/block-page-parts.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { relatedLinks } from '../../sandbox/related-searches.ts';
import { type BlockPages, escapeHtml, html, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

const blockPages: BlockPages = {
  captcha: (_, request) => redirectTo(`http://www.sogou.com/antispider/?from=${back(request)}`),
  softblock: () =>
    html(
      document(
        '搜狗搜索',
        '<p>用户您好，我们的系统检测到您网络中存在异常访问请求。</p><p>此验证码用于确认这些请求是您的正常行为。</p>',
        'zh',
      ),
    ),
};

const PAGE_SIZE = 10;

const redirect = (target: string): string => `/link?url=${Buffer.from(target).toString('base64url')}`;
const keywordIn = (request: SandboxRequest): string => request.url.searchParams.get('query') ?? '';
const pageRequested = (request: SandboxRequest): number =>
  Math.max(1, Number.parseInt(request.url.searchParams.get('page') ?? '1', 10) || 1);

function frame(request: SandboxRequest, body: string): string {
  const asked = escapeHtml(keywordIn(request));
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${asked} - 搜狗搜索</title></head><body>
<div id="header"><form name="sf" action="/web"><input id="upquery" name="query" value="${asked}"></form></div>
<div id="wrapper"><div id="main" class="main">${body}</div></div></body></html>`;
}

function result(listing: Listing, number: number, day: string): string {
  const url = escapeHtml(listing.url);
  return `<div class="vrwrap" id="rb_${number}"><div class="struct201102"><h3 class="vr-title"><a target="_blank" href="${redirect(listing.url)}">${escapeHtml(listing.title)}</a></h3>
<div class="fz-mid space-txt">${escapeHtml(listing.snippet)}</div>
<div class="citeurl"><span>${escapeHtml(listing.siteName)} - ${escapeHtml(listing.domain)}</span><span class="cite-date"> - ${day}</span></div></div>
<div class="r-sech ext_query" data-url="${url}"><span>推荐您搜索：</span></div></div>`;
}

function ads(dataset: Dataset): string {
  const host = `shop${dataset.number('ad', 900) + 100}.example`;
  return `<div id="promotion_adv_container"><div class="biz_rb"><h3><a href="http://www.sogou.com/bill_search?q=${dataset.number('click', 1_000_000)}" data-url="https://${host}/buy">${escapeHtml(dataset.words)} 特价</a></h3>
<div class="biz_ft">${escapeHtml(dataset.words)} 品种齐全，送货上门。</div><div class="citeurl">${host}</div> <span>广告</span></div></div>`;
}

function pictures(dataset: Dataset): string {
  const cells = Array.from({ length: 4 }, (_, index) => {
    const page = `https://gallery.example/${dataset.number(`picture ${index}`, 90_000) + 10_000}${index}`;
    return `<a href="${page}" title="${escapeHtml(dataset.words)} ${index + 1}"><img src="${pictureUrl(dataset.theme, dataset.draw(`picture ${index}`))}" alt="${escapeHtml(dataset.words)}"></a>`;
  });
  return `<div class="vrwrap"><h3 class="vr-title"><a href="https://pic.sogou.com/pics?query=x">${escapeHtml(dataset.words)}的图片</a></h3><div class="pic-box">${cells.join('')}</div></div>`;
}

function paging(request: SandboxRequest, page: number, total: number): string {
  if (page * PAGE_SIZE >= total) return '<div class="p" id="pagebar_container"></div>';
  const next = `?query=${encodeURIComponent(keywordIn(request))}&amp;page=${page + 1}&amp;ie=utf8`;
  return `<div class="p" id="pagebar_container"><span>${page}</span><a id="sogou_page_${page + 1}" href="${next}">${page + 1}</a><a id="sogou_next" href="${next}" class="np">下一页</a></div>`;
}

const related = (dataset: Dataset): string =>
  `<div class="hintBox"><table id="hint_container" class="hint"><tr><td>${relatedLinks(dataset, '?query=').join('</td><td>')}</td></tr></table></div>`;

export const sogouSite: SandboxSite = {
  name: 'sogou',
  serves: (url) => url.hostname === 'www.sogou.com' && url.pathname === '/web',
  keywordOf: keywordIn,
  results(request, dataset) {
    const page = pageRequested(request);
    const first = (page - 1) * PAGE_SIZE + 1;
    const rows = dataset
      .listings(first, Math.min(PAGE_SIZE, dataset.total - first + 1))
      .map((listing, index) => result(listing, first + index, dataset.day));
    if (page === 1) rows.splice(2, 0, pictures(dataset));
    const total = (dataset.total * 100).toLocaleString('en-US');
    return html(
      frame(
        request,
        `<p class="num-tips">搜狗已为您找到约${total}条相关结果</p>${page === 1 ? ads(dataset) : ''}<div class="results">${rows.join('\n')}</div>${page === 1 ? related(dataset) : ''}${paging(request, page, dataset.total)}`,
      ),
    );
  },
  noResults: (request) =>
    html(
      frame(
        request,
        `<div class="results"></div><div id="noresult_part1_container"><div class="text-info"><p>抱歉，没有找到与“<em>${escapeHtml(keywordIn(request))}</em>”相关的网页。</p></div></div>`,
      ),
    ),
  blockPages,
  blockPage: () =>
    html(
      '<!DOCTYPE html><html><head><meta charset="utf-8"><title>搜狗搜索</title></head><body><p>用户您好，我们的系统检测到您网络中存在异常访问请求。</p><form name="authform" method="POST" id="seccodeForm" action="/"><img id="seccodeImage" src="util/seccode.php"><input name="c" id="seccodeInput"></form></body></html>',
    ),
};
