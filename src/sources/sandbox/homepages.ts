// All other websites of the sandbox: a small page with title, text, links and technologies.

import { document } from './block-page-parts.ts';
import { createDataset, type Dataset } from './dataset.ts';
import { type BlockPages, escapeHtml, html, type SandboxRequest, type SandboxSite } from './site.ts';

interface Stack {
  readonly headers: Readonly<Record<string, string>>;
  readonly head: string;
}

const STACKS: readonly Stack[] = [
  {
    headers: { server: 'nginx/1.27.3', 'x-powered-by': 'PHP/8.3.14' },
    head: [
      '<meta name="generator" content="WordPress 6.7.1">',
      '<link rel="stylesheet" href="/wp-content/themes/harbour/style.css?ver=6.7.1">',
      '<script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script>',
    ].join(''),
  },
  {
    headers: { server: 'cloudflare', 'cf-ray': '8e0000000000test-FRA' },
    head: [
      '<script src="/_next/static/chunks/main-0123456789.js" defer></script>',
      '<script src="https://www.googletagmanager.com/gtag/js?id=G-TEST000000" async></script>',
    ].join(''),
  },
  {
    headers: { server: 'Apache/2.4.62 (Debian)', 'set-cookie': 'laravel_session=test; path=/; httponly' },
    head: [
      '<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css">',
      '<script src="https://cdn.jsdelivr.net/npm/vue@3.5.13/dist/vue.global.prod.js"></script>',
    ].join(''),
  },
  {
    headers: { server: 'LiteSpeed', 'x-shopify-stage': 'production' },
    head: [
      '<script src="https://cdn.shopify.com/s/files/1/0000/theme.js"></script>',
      '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter">',
    ].join(''),
  },
];

/** Block pages of bot protection services and of password-protected websites. */
const blockPages: BlockPages = {
  captcha: () => {
    const page = html(
      document('Just a moment...', '<div id="challenge-running"></div><div class="cf-turnstile" data-sitekey="test"></div>'),
      403,
    );
    return { ...page, headers: { ...page.headers, 'cf-mitigated': 'challenge', server: 'cloudflare' } };
  },
  signin: () => ({
    ...html(document('401 Unauthorized', '<h1>Authorization required</h1>'), 401),
    headers: { 'content-type': 'text/html; charset=utf-8', 'www-authenticate': 'Basic realm="members"' },
  }),
  // The engine `universal` parses any web page, so the unknown one is not a page.
  strange: () => ({
    status: 200,
    headers: { 'content-type': 'application/x-sandbox' },
    body: '\u0000\u0001\u0002strange\u0003\u0004'.repeat(40),
  }),
};

export const homepages: SandboxSite = {
  name: 'homepages',
  /** Serves every URL. The server tries this site last. */
  serves: (url) => url.protocol === 'https:' || url.protocol === 'http:',
  keywordOf: (request) => decode(`${request.url.hostname}${request.url.pathname}${request.url.search}`),

  hostOf: (request) => request.url.hostname,

  results(request, dataset) {
    if (isUnreachable(request)) return { status: 599, body: '' };
    const host = request.url.hostname.replace(/^www\./, '');
    const site = createDataset(`homepage\n${host}`, host, dataset.day);
    const stack = site.pick('stack', STACKS);
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'x-sandbox-ms': timingOf(site), ...stack.headers },
      body: pageOf(host, request.url.pathname, stack, site),
    };
  },

  noResults: () => ({
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Not found</title><h1>Not found</h1>',
  }),
  blockPages,
  blockPage: () => ({
    status: 403,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Access denied</title><h1>Access denied</h1>',
  }),
};

const isUnreachable = (request: SandboxRequest): boolean => /(?:^|\.)unreachable-/.test(request.url.hostname);

/** Returns the reported timing. The real time would change every result. */
function timingOf(site: Dataset): string {
  const first = 40 + site.number('first byte', 300);
  return `${first} ${first + 20 + site.number('rest', 200)}`;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

function pageOf(host: string, path: string, stack: Stack, dataset: Dataset): string {
  const name = host.split('.')[0]!;
  const safe = escapeHtml(name);
  const stories = dataset
    .listings(1, 4)
    .map((story) => `<li><a href="${escapeHtml(story.url)}">${escapeHtml(story.title)}</a><p>${escapeHtml(story.snippet)}</p></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${safe} – everything for navigators</title>
<meta name="description" content="${safe} sells charts, compasses and sextants since ${1960 + dataset.number('since', 50)}.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="https://${escapeHtml(host)}${escapeHtml(path)}">
${stack.head}
</head>
<body>
<header><nav><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/about">About us</a></nav></header>
<main>
<h1>Welcome to ${safe}</h1>
<p>This page is part of the sandbox. It has a heading, a few paragraphs and links, so that it can be parsed and checked.</p>
<h2>News</h2>
<ul>
${stories.join('\n')}
</ul>
<img src="/images/harbour.jpg" alt="A harbour in the morning"><img src="/images/chart.jpg">
</main>
<footer>
<a href="https://www.facebook.com/${safe}">Facebook</a>
<a href="https://twitter.com/${safe}">Twitter</a>
<a href="https://www.linkedin.com/company/${safe}">LinkedIn</a>
</footer>
</body>
</html>
`;
}
