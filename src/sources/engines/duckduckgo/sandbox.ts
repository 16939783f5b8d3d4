// DuckDuckGo in the sandbox: its page without scripts, with the form for the next page.

import { document } from '../../sandbox/block-page-parts.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { panelTextOf } from '../../sandbox/panel-text.ts';
import { type BlockPages, escapeHtml, html, type SandboxPage, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

const challenge = (status: number): SandboxPage =>
  html(
    document(
      'DuckDuckGo',
      `<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&amp;cc=test" method="POST"><div class="anomaly-modal__mask">
<div class="anomaly-modal__modal" data-testid="anomaly-modal"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>
<div class="anomaly-modal__description">Please complete the following challenge to confirm this search was made by a human.</div>
<div class="anomaly-modal__instructions">Select all squares containing a duck:</div></div></div></form>`,
    ),
    status,
  );

const blockPages: BlockPages = {
  captcha: () => challenge(202),
  softblock: (words) => html(document(`${words} at DuckDuckGo`, '<div class="serp__results"><div id="links" class="results"></div></div>')),
};

const PAGE_SIZE = 10;

/** The first page is requested by URL, further ones by form. */
const fieldsOf = ({ method, url, body }: SandboxRequest): URLSearchParams =>
  method === 'POST' ? new URLSearchParams(body) : url.searchParams;
const keywordOf = (request: SandboxRequest): string => fieldsOf(request).get('q') ?? '';
const startOf = (request: SandboxRequest): number => Math.max(0, Number.parseInt(fieldsOf(request).get('s') ?? '', 10) || 0);

function frame(request: SandboxRequest, results: string): string {
  const words = escapeHtml(keywordOf(request));
  return `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${words} at DuckDuckGo</title></head><body class="body--html">
<div class="header"><form class="header__form" action="/html/" method="post"><input class="search__input" name="q" value="${words}"></form></div>
<div class="serp__results"><div id="links" class="results">${results}</div></div></body></html>`;
}

function block(kind: string, href: string, title: string, shown: string, snippet: string, more = ''): string {
  const safe = escapeHtml(href);
  return `<div class="result results_links results_links_deep ${kind}"><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="${safe}">${escapeHtml(title)}</a></h2>
<div class="result__extras"><div class="result__extras__url"><span class="result__icon"><a rel="nofollow" href="${safe}"><img class="result__icon__img" alt="" src="//external-content.duckduckgo.com/ip3/icon.ico"></a></span>
<a class="result__url" href="${safe}">${escapeHtml(shown)}</a>${more}</div></div>
<a class="result__snippet" href="${safe}">${snippet}</a><div class="clear"></div></div></div>`;
}

const bold = (text: string, words: string): string => escapeHtml(text).replaceAll(escapeHtml(words), `<b>${escapeHtml(words)}</b>`);

function result(dataset: Dataset, listing: Listing, number: number): string {
  const href = `//duckduckgo.com/l/?uddg=${encodeURIComponent(listing.url)}&rut=${dataset.number(`rut ${number}`, 1e9).toString(16)}`;
  const day = String(1 + dataset.number(`day ${number}`, 28)).padStart(2, '0');
  const dated = dataset.number(`dated ${number}`, 3) === 0 ? `<span>&nbsp; &nbsp; 2026-02-${day}T00:00:00.0000000</span>` : '';
  const { host, pathname } = new URL(listing.url);
  return block('web-result', href, listing.title, `${host}${pathname}`, bold(listing.snippet, dataset.words), dated);
}

const ads = (dataset: Dataset): string =>
  Array.from({ length: dataset.number('ads', 3) }, (_, index) => {
    const host = `shop${dataset.number(`ad ${index}`, 900) + 100}.example`;
    const click = `https://duckduckgo.com/y.js?ad_domain=${host}&ad_provider=bingv7aa&ad_type=txad&u3=${encodeURIComponent('https://www.bing.com/aclick?ld=test')}`;
    return block('result--ad', click, `${dataset.words} in stock`, host, escapeHtml(`Large choice of ${dataset.words}, fast delivery.`));
  }).join('\n');

function answer(dataset: Dataset): string {
  if (dataset.number('answer', 3) > 0) return '';
  const { title, description, source } = panelTextOf(dataset);
  const href = escapeHtml(source.url);
  return `<div class="zci-wrapper"><div class="zci"><h1 class="zci__heading"><a rel="nofollow" href="${href}">${escapeHtml(title)}</a></h1>
<div class="zci__result">${escapeHtml(description)} <a rel="nofollow" href="${href}"><q>More at ${source.siteName}</q></a></div></div></div>`;
}

function form(request: SandboxRequest, dataset: Dataset, start: number, label: string): string {
  const fields: Record<string, string> = {
    q: keywordOf(request),
    s: String(start),
    nextParams: '',
    v: 'l',
    o: 'json',
    dc: String(start + 1),
    api: 'd.js',
    vqd: `4-${dataset.number('vqd', 1e9)}`,
    kl: fieldsOf(request).get('kl') ?? 'wt-wt',
  };
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`);
  return `<div class="nav-link"><form action="/html/" method="post"><input type="submit" class="btn btn--alt" value="${label}">${inputs.join('')}</form></div>`;
}

function results(request: SandboxRequest, dataset: Dataset): SandboxPage {
  const start = startOf(request);
  const listings = dataset.listings(start + 1, Math.max(0, Math.min(PAGE_SIZE, dataset.total - start)));
  const rows = listings.map((listing, index) => result(dataset, listing, start + index));
  const next = start + listings.length;
  const forms = [
    ...(start > 0 ? [form(request, dataset, Math.max(0, start - PAGE_SIZE), 'Previous')] : []),
    ...(next < dataset.total ? [form(request, dataset, next, 'Next')] : []),
  ];
  return html(frame(request, `${start === 0 ? `${answer(dataset)}${ads(dataset)}` : ''}${rows.join('\n')}${forms.join('')}`));
}

export const duckduckgoSite: SandboxSite = {
  name: 'duckduckgo',
  serves: (url) => url.hostname === 'html.duckduckgo.com' && url.pathname === '/html/',
  keywordOf,
  regionOf: (request) => fieldsOf(request).get('kl') ?? '',
  results,
  noResults: (request) =>
    html(
      frame(
        request,
        `<div class="result results_links results_links_deep result--no-result"><div class="links_main links_deep result__body">
<div class="no-results">No results found for <b>${escapeHtml(keywordOf(request))}</b>.</div></div></div>`,
      ),
    ),
  blockPages,
  blockPage: (_, dataset) => challenge(dataset.number('block page', 2) === 0 ? 200 : 202),
};
