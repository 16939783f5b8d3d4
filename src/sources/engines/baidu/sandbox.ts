// Baidu in the sandbox: web results with targets in an attribute and links through Baidu.

import { back, document, redirectTo } from '../../sandbox/block-page-parts.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { relatedLinks } from '../../sandbox/related-searches.ts';
import { type BlockPages, escapeHtml, html, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

const blockPages: BlockPages = {
  captcha: (_, request) => redirectTo(`https://wappass.baidu.com/static/captcha/tuxing_v2.html?logid=1&backurl=${back(request)}`),
  softblock: () =>
    html(
      document(
        '百度',
        '<div class="timeout"><div class="timeout-title">网络不给力，请稍后重试</div><button class="timeout-button">返回首页</button></div>',
        'zh',
      ),
    ),
};

const PAGE_SIZE = 10;

const redirect = (target: string): string => `http://www.baidu.com/link?url=${Buffer.from(target).toString('base64url')}`;
const keywordIn = (request: SandboxRequest): string => request.url.searchParams.get('wd') ?? '';
const fromRequested = (request: SandboxRequest): number => Math.max(0, Number.parseInt(request.url.searchParams.get('pn') ?? '0', 10) || 0);

function frame(request: SandboxRequest, body: string): string {
  const asked = escapeHtml(keywordIn(request));
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${asked}_百度搜索</title></head><body>
<div id="wrapper"><div id="head"><form id="form" action="/s"><input id="kw" name="wd" value="${asked}"></form></div>
<div id="wrapper_wrapper"><div id="container" class="sam_newgrid">${body}</div></div></div></body></html>`;
}

function result(listing: Listing, number: number, day: string): string {
  const date = day.replace(/^(\d{4})-0?(\d{1,2})-0?(\d{1,2})$/, '$1年$2月$3日');
  return `<div class="result c-container xpath-log new-pmd" srcid="1599" id="${number}" tpl="www_index" mu="${escapeHtml(listing.url)}">
<h3 class="t title_2X7ZC"><a class="sc-link" href="${escapeHtml(redirect(listing.url))}" target="_blank" data-module="title">${escapeHtml(listing.title)}</a></h3>
<div data-module="abstract"><div class="c-color summary-gap_3Jb4I"><span class="cos-color-text-minor">${date}</span><span class="summary-text_560AW">${escapeHtml(listing.snippet)}</span></div></div>
<div class="cosc-card-footer" data-module="source"><a class="cosc-source-link" href="${escapeHtml(redirect(listing.url))}"><span class="cosc-source-text">${escapeHtml(listing.siteName)}</span></a></div></div>`;
}

function ads(dataset: Dataset): string {
  return Array.from({ length: 1 + dataset.number('ads', 2) }, (_, index) => {
    const host = `shop${dataset.number(`ad ${index}`, 900) + 100}.example`;
    return `<div id="${3001 + index}" class="c-container" cmatchid="225"><h3 class="t"><a href="http://www.baidu.com/baidu.php?url=${dataset.number(`click ${index}`, 1_000_000)}" data-landurl="https://${host}/buy?item=${index}">${escapeHtml(dataset.words)} 官方商城</a></h3>
<div class="c-abstract">${escapeHtml(dataset.words)} 品种齐全，送货上门。</div><span class="c-showurl">${host}</span> <span data-tuiguang="1">广告</span></div>`;
  }).join('\n');
}

function videos(dataset: Dataset): string {
  const rows = Array.from({ length: 3 }, (_, index) => {
    const url = `https://video.example/watch/${dataset.number(`video ${index}`, 90_000) + 10_000}${index}`;
    const title = escapeHtml(`${dataset.words} 第${index + 1}集`);
    return `<div class="c-span6"><a href="${url}" title="${title}"><img src="${pictureUrl(dataset.theme, dataset.draw(`picture ${index}`))}"><div>0${index + 3}:1${index}</div></a><a href="${url}" title="${title}">${title}</a><div>视频网</div></div>`;
  });
  return `<div class="result-op c-container" tpl="short_video_pc" mu="http://3108.lightapp.baidu.com/x"><h3 class="t"><a href="/sf/vsearch?pd=video&amp;wd=x">${escapeHtml(dataset.words)}_视频大全</a></h3><div class="c-row">${rows.join('')}</div></div>`;
}

function paging(request: SandboxRequest, from: number, total: number): string {
  const words = encodeURIComponent(keywordIn(request));
  const starts = Array.from({ length: 10 }, (_, index) => index * PAGE_SIZE).filter((start) => start < total && start !== from);
  const further =
    from + PAGE_SIZE < total ? `<a class="n" href="/s?wd=${words}&amp;pn=${from + PAGE_SIZE}&amp;ie=utf-8">下一页 &gt;</a>` : '';
  const numbers = starts.map(
    (start) => `<a href="/s?wd=${words}&amp;pn=${start}&amp;ie=utf-8"><span class="pc">${start / PAGE_SIZE + 1}</span></a>`,
  );
  return `<div id="page"><div class="page-inner_2jZi2">${numbers.join('')}${further}</div></div>`;
}

const related = (dataset: Dataset): string =>
  `<div id="rs_new"><div class="c-font-medium">相关搜索</div><table><tr><td>${relatedLinks(dataset, '/s?rsf=1&wd=').join('</td><td>')}</td></tr></table></div>`;

export const baiduSite: SandboxSite = {
  name: 'baidu',
  serves: (url) => url.hostname === 'www.baidu.com' && url.pathname === '/s',
  keywordOf: keywordIn,
  results(request, dataset) {
    const from = fromRequested(request);
    const count = Math.min(PAGE_SIZE, dataset.total - from);
    const rows = dataset.listings(from + 1, count).map((listing, index) => result(listing, from + index + 1, dataset.day));
    if (from === 0) rows.splice(4, 0, videos(dataset));
    const total = (dataset.total * 1000).toLocaleString('en-US');
    return html(
      frame(
        request,
        `<div class="nums"><span class="nums_text">百度为您找到相关结果约${total}个</span></div><div id="content_left">${from === 0 ? ads(dataset) : ''}${rows.join('\n')}</div>${from === 0 ? related(dataset) : ''}${paging(request, from, dataset.total)}`,
      ),
    );
  },
  noResults: (request) =>
    html(
      frame(
        request,
        `<div class="content_none"><div class="nors"><p>抱歉没有找到与“<em>${escapeHtml(keywordIn(request))}</em>”相关的网页。</p></div></div>`,
      ),
    ),
  blockPages,
  blockPage: () =>
    html(
      '<!DOCTYPE html><html><head><meta charset="utf-8"><title>百度安全验证</title></head><body><div class="timeout hide"><div class="timeout-title">网络不给力，请稍后重试</div><button class="timeout-button">返回首页</button></div></body></html>',
    ),
};
