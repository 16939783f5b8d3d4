// Yandex in the sandbox: its list of results with ads and images, for desktops and phones.

import { at, back, document } from '../../sandbox/block-page-parts.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { relatedLinks } from '../../sandbox/related-searches.ts';
import { type BlockPages, escapeHtml, html, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

const blockPages: BlockPages = {
  captcha: (_, request) => {
    const page = at(
      `https://yandex.com/showcaptcha?cc=1&retpath=${back(request)}`,
      document(
        'Are you not a robot?',
        `<form method="POST" action="/checkcaptcha?key=test"><h1>Please confirm that you and not a robot are sending requests</h1>
<div class="CheckboxCaptcha"><input type="submit" class="CheckboxCaptcha-Button"></div></form>`,
      ),
    );
    return { ...page, headers: { ...page.headers, 'x-yandex-captcha': 'captcha' } };
  },
  softblock: (words) =>
    html(
      document(
        `${words} — Yandex`,
        `<header><form action="/search/"><input name="text" value="${words}"></form></header>
<main class="main"><div class="main__content"><ul id="search-result" class="serp-list"></ul></div></main>`,
      ),
    ),
  signin: () => at('https://passport.yandex.com/auth?origin=serp', document('Log in', '<form method="post"><input name="login"></form>')),
};

const PAGE_SIZE = 10;

const keywordIn = (request: SandboxRequest): string => request.url.searchParams.get('text') ?? '';
const pageRequested = (request: SandboxRequest): number => Math.max(0, Number.parseInt(request.url.searchParams.get('p') ?? '0', 10) || 0);

function frame(request: SandboxRequest, top: string, list: string, foot = ''): string {
  const asked = escapeHtml(keywordIn(request));
  return `<!DOCTYPE html><html><head><title>${asked} — Yandex</title></head><body><header><form action="/search/"><input name="text" value="${asked}"></form></header>
<main class="main"><div class="main__upper">${top}</div><div class="main__content"><ul id="search-result" class="serp-list">${list}</ul>${foot}</div></main></body></html>`;
}

function block(title: string, href: string, shown: string, mark: string, text: string): string {
  return `<li class="serp-item serp-item_card"><div class="Organic organic Typo"><div class="OrganicTitle"><a class="Link OrganicTitle-Link organic__url" href="${escapeHtml(href)}"><div class="Favicon"></div>
<h2 class="OrganicTitle-LinkText organic__url-text"><span class="OrganicTitleContentSpan">${escapeHtml(title)}</span></h2></a></div>
<div class="Organic-Subtitle"><div class="Path Organic-Path path organic__path"><a class="Link Path-Item" href="${escapeHtml(href)}"><b>${escapeHtml(shown)}</b><span class="Path-Separator">›</span>page</a></div>${mark}</div>
<div class="Organic-ContentWrapper"><div class="OrganicText organic__text"><span class="OrganicTextContentSpan">${escapeHtml(text)}</span></div></div></div></li>`;
}

const result = (listing: Listing): string => block(listing.title, listing.url, listing.domain, '', listing.snippet);

const ads = (dataset: Dataset): string =>
  Array.from({ length: 1 + dataset.number('ads', 2) }, (_, index) => {
    const host = `shop${dataset.number(`ad ${index}`, 900) + 100}.example`;
    const click = `https://yabs.yandex.com/count/${dataset.number(`click ${index}`, 1_000_000)}`;
    const text = `Large choice and quick delivery of ${dataset.words}.`;
    return block(`Buy ${dataset.words} online`, click, host, '<div class="Label"><span>Ad</span></div>', text);
  }).join('');

function pictures(dataset: Dataset): string {
  const search = `https://yandex.com/images/search?text=${encodeURIComponent(dataset.words)}`;
  const thumbs = dataset.listings(1, 4).map((listing, index) => {
    const file = `https://${listing.domain}/picture-${index}.jpg`;
    return `<a class="Link Thumb" href="${escapeHtml(`${search}&img_url=${encodeURIComponent(file)}&source_url=${encodeURIComponent(listing.url)}`)}"><img alt="${escapeHtml(listing.title)}" src="${pictureUrl(dataset.theme, dataset.draw(`picture ${index}`))}"><span class="Thumb-SubText">800x600</span></a>`;
  });
  return `<li class="serp-item" data-fast-name="images"><div class="Organic"><h2 class="OrganicTitle"><a class="Link OrganicTitle-Link" href="${escapeHtml(search)}">${escapeHtml(dataset.words)} — browse images</a></h2></div>
<div class="Gallery">${thumbs.join('')}</div></li>`;
}

function paging(request: SandboxRequest, page: number, dataset: Dataset): string {
  if ((page + 1) * PAGE_SIZE >= dataset.total) return '';
  const address = escapeHtml(`https://yandex.com/search/?text=${encodeURIComponent(keywordIn(request))}&p=${page + 1}`);
  return `<nav class="Pager"><div class="Pager-Content"><a class="Link Pager-Item Pager-Item_type_next" href="${address}">next</a></div></nav>`;
}

const related = (dataset: Dataset): string =>
  `<div class="related"><div>People also search</div><div>${relatedLinks(dataset, '/search/?text=').join('</div><div>')}</div></div>`;

export const yandexSite: SandboxSite = {
  name: 'yandex',
  serves: (url) => url.hostname === 'yandex.com' && /^\/search\/?$/.test(url.pathname),
  keywordOf: keywordIn,
  results(request, dataset) {
    const page = pageRequested(request);
    const first = page * PAGE_SIZE + 1;
    const rows = dataset.listings(first, Math.min(PAGE_SIZE, dataset.total - first + 1)).map(result);
    if (page === 0) rows.splice(4, 0, pictures(dataset));
    const found = `<div class="serp-adv__found">${dataset.total} thousand results found</div>`;
    return html(
      frame(
        request,
        found,
        `${page === 0 ? ads(dataset) : ''}${rows.join('\n')}`,
        `${page === 0 ? related(dataset) : ''}${paging(request, page, dataset)}`,
      ),
    );
  },
  noResults: (request) =>
    html(
      frame(
        request,
        '<div class="RequestMeta Misspell"><div class="RequestMeta-Level RequestMeta-Level_type_error"><div class="RequestMeta-Message">No results matching your search</div></div></div>',
        '',
      ),
    ),
  blockPages,
  blockPage: () => ({
    ...html(`<!DOCTYPE html><html><body><main><form method="POST" action="/checkcaptcha?key=x"><h1>Please confirm that you and not a robot are sending requests</h1>
<div class="CheckboxCaptcha"><input type="submit" class="CheckboxCaptcha-Button"></div></form></main></body></html>`),
    headers: { 'content-type': 'text/html; charset=utf-8', 'x-yandex-captcha': 'captcha' },
  }),
};
