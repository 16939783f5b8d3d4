// Shared parts of all Google sites in the sandbox: frame, paging, "no results" and block pages.

import type { Dataset } from '../../sandbox/dataset.ts';
import type { SandboxPage, SandboxRequest } from '../../sandbox/site.ts';
import { escapeHtml, html } from '../../sandbox/site.ts';

export const isPhone = (request: SandboxRequest): boolean => /\bMobile\b|iPhone|Android/.test(request.headers['user-agent'] ?? '');
export const startOf = (request: SandboxRequest): number =>
  Math.max(0, Number.parseInt(request.url.searchParams.get('start') ?? '0', 10) || 0);
export const keywordOf = (request: SandboxRequest): string => request.url.searchParams.get('q') ?? '';

/** True when the URL is the tab with that number. Each numbered tab has its own site. */
export const isTab = (url: URL, number: string): boolean =>
  url.hostname === 'www.google.com' && url.pathname === '/search' && url.searchParams.get('udm') === number;

/** Returns the links to the pages around this one, up to `total` results. */
export function navigation(request: SandboxRequest, total: number, pageSize: number): string {
  const start = startOf(request);
  const link = (to: number, id: string, label: string) => {
    const url = new URL(request.url);
    url.searchParams.set('start', String(to));
    return `<td><a id="${id}" aria-label="${label}" href="${escapeHtml(url.pathname + url.search)}">${label}</a></td>`;
  };
  const back = start > 0 ? link(Math.max(0, start - pageSize), 'pnprev', 'Previous') : '';
  const forth = start + pageSize < total ? link(start + pageSize, 'pnnext', 'Next') : '';
  return `<div id="botstuff"><div role="navigation"><table class="AaVjTc" role="presentation"><tbody><tr>${back}${forth}</tr>
</tbody></table></div></div>`;
}

export function frame(request: SandboxRequest, centre: string, side = ''): string {
  const keyword = escapeHtml(keywordOf(request));
  const language = escapeHtml(request.url.searchParams.get('hl') ?? 'en');
  return `<!doctype html><html itemscope itemtype="http://schema.org/SearchResultsPage" lang="${language}"><head>
<meta charset="UTF-8"><title>${keyword} - Google Search</title></head>
<body class="srp" id="gsr"><noscript><meta content="0;url=/httpservice/retry/enablejs?sei=test" http-equiv="refresh"></noscript>
<div id="searchform"><form id="tsf" action="/search" role="search"><textarea name="q">${keyword}</textarea></form></div>
<div class="main" id="main"><div id="cnt">
<div id="rcnt">${centre}${side === '' ? '' : `<div id="rhs" role="complementary">${side}</div>`}</div></div></div></body></html>`;
}

/** Returns the page for no results. Every tab names its own kind of result. */
export function noResultsPage(request: SandboxRequest, kind: string): SandboxPage {
  const keyword = escapeHtml(keywordOf(request));
  const hints = ['Make sure all words are spelled correctly.', 'Try different keywords.', 'Try more general keywords.'];
  const note = `<div class="mnr-c"><div class="JPMJ2c"><p role="heading" aria-level="3">Your search - <span><em>${keyword}</em>
</span> - did not match any ${kind}.</p>
<p>Suggestions:</p><ul>${hints.map((hint) => `<li>${hint}</li>`).join('')}</ul></div></div>`;
  return html(
    frame(
      request,
      `<div id="center_col"><div id="res" role="main"><div id="topstuff"></div><div id="search"></div></div>
<div id="botstuff">${note}</div></div>`,
    ),
  );
}

/** Returns a soft block or a captcha, depending on the query. */
export function blockPage(request: SandboxRequest, dataset: Dataset): SandboxPage {
  const keyword = escapeHtml(keywordOf(request));
  if (dataset.number('block page', 2) === 0) {
    return html(`<html><head><title>${keyword} - Google Search</title></head><body><noscript>
<meta content="0;url=/httpservice/retry/enablejs?sei=test" http-equiv="refresh">
<div>Please click <a href="/httpservice/retry/enablejs?sei=test">here</a> if you are not redirected within a few seconds.</div>
</noscript><div id="main"></div></body></html>`);
  }
  return html(
    `<html><head><title>${escapeHtml(request.url.href)}</title></head><body><form id="captcha-form" action="index" method="post">
<div id="recaptcha" class="g-recaptcha" data-sitekey="test"></div>
<input type="hidden" name="continue" value="${escapeHtml(request.url.href)}"></form><b>About this page</b>
<br>Our systems have detected unusual traffic from your computer network.</body></html>`,
    429,
  );
}
