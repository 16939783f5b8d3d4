// Homepages for the detection of technologies: real ones when SEXTANT_CORPUS names their folder, else a few invented ones.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Head, headers, and the technologies that generator tag, `server` and `x-powered-by` name. */
const SITES: readonly (readonly [head: string, headers: Readonly<Record<string, string>>, named: readonly string[]])[] = [
  [
    '<meta name="generator" content="WordPress 6.7.1"><link href="/wp-content/themes/quay/style.css" rel="stylesheet">',
    { server: 'nginx/1.27.3', 'x-powered-by': 'PHP/8.3.14' },
    ['WordPress', 'Nginx', 'PHP'],
  ],
  [
    '<meta name="generator" content="Joomla! - Open Source Content Management">',
    { server: 'Apache/2.4.62 (Debian)' },
    ['Joomla', 'Apache HTTP Server'],
  ],
  [
    '<meta name="generator" content="Drupal 10 (https://www.drupal.org)">',
    { server: 'LiteSpeed', 'x-powered-by': 'PHP/8.2.1' },
    ['Drupal', 'LiteSpeed', 'PHP'],
  ],
  ['<meta name="generator" content="TYPO3 CMS">', { server: 'Apache' }, ['TYPO3 CMS', 'Apache HTTP Server']],
  ['<meta name="generator" content="Hugo 0.139.0">', { server: 'Netlify' }, ['Hugo', 'Netlify']],
  ['<meta name="generator" content="Ghost 5.101">', { server: 'openresty', 'x-powered-by': 'Express' }, ['Ghost', 'OpenResty', 'Express']],
  ['<meta name="generator" content="Wix.com Website Builder">', { server: 'Pepyaka' }, ['Wix']],
  ['<script src="/_next/static/chunks/main-0a1b2c.js"></script>', { server: 'Vercel', 'x-powered-by': 'Next.js' }, ['Vercel', 'Next.js']],
  ['<meta name="generator" content="Gatsby 5.13.7">', { server: 'cloudflare' }, ['Gatsby', 'Cloudflare']],
  [
    '<script src="/WebResource.axd?d=1"></script>',
    { server: 'Microsoft-IIS/10.0', 'x-powered-by': 'ASP.NET' },
    ['IIS', 'Microsoft ASP.NET'],
  ],
  ['<meta name="generator" content="Astro v5.0.3">', { server: 'Caddy' }, ['Astro', 'Caddy']],
  [
    '<meta name="generator" content="PrestaShop"><script src="/themes/core.js"></script>',
    { server: 'nginx', 'x-powered-by': 'PHP/7.4.33' },
    ['PrestaShop', 'Nginx', 'PHP'],
  ],
  ['<meta name="generator" content="MediaWiki 1.43.0-wmf.5">', { server: 'ATS/9.2.5' }, ['MediaWiki', 'Apache Traffic Server']],
  ['<meta name="generator" content="Docusaurus v3.6.3">', { server: 'GitHub.com' }, ['Docusaurus', 'GitHub Pages']],
];

const SECTION = (
  site: number,
  number: number,
): string => `<section class="card card-${number} shadow" data-id="${site}-${number}"><h2>Offer number ${number}</h2>
<p>Charts, compasses and sextants for harbour ${site}, checked by hand and sent within two days. <a href="/offers/${number}?from=home">Read more</a></p>
<img src="/images/${number}.webp" width="320" height="200" alt="Offer ${number}" loading="lazy"></section>`;
const COMMON = `<script src="/js/jquery-3.7.1.min.js"></script><script src="https://www.googletagmanager.com/gtag/js?id=G-000"></script>
<script>window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments); } gtag('js', new Date());</script>`;

export interface Homepage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Technologies that the page itself names. */
  readonly named: readonly string[];
}

function madeByHand(): Homepage[] {
  return SITES.map(([head, headers, named], site) => ({
    url: `https://site${site}.example/`,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: `<!doctype html><html lang="en"><head><title>Site ${site}</title>${head}${COMMON}</head><body>${Array.from({ length: 150 }, (_, number) => SECTION(site, number)).join('\n')}</body></html>`,
    named,
  }));
}

interface Recording {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly url: string };
      readonly response: {
        readonly status: number;
        readonly headers: readonly { readonly name: string; readonly value: string }[];
        readonly content?: { readonly text?: string; readonly encoding?: string };
      };
    }[];
  };
}

/** The first response of a recording that is not a redirect is the page. */
function recorded(text: string): Omit<Homepage, 'named'> | null {
  const entry = (JSON.parse(text) as Recording).log.entries.find(({ response }) => response.status >= 200 && response.status < 300);
  if (!entry) return null;
  const headers: Record<string, string> = {};
  for (const { name, value } of entry.response.headers) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}${key === 'set-cookie' ? '\n' : ', '}${value}`;
  }
  const { text: body = '', encoding } = entry.response.content ?? {};
  return { url: entry.request.url, headers, body: encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body };
}

function collected(corpus: string): Homepage[] {
  const named = new Map<string, string[]>();
  for (const line of readFileSync(path.join(corpus, 'labels.jsonl'), 'utf8').split('\n').filter(Boolean)) {
    const { id, engine, technologies } = JSON.parse(line);
    if (engine === 'technologies') named.set(id, technologies);
  }
  const base = path.join(corpus, 'pages', 'technologies');
  return readdirSync(base).flatMap((file) => {
    const text = readFileSync(path.join(base, file), 'utf8');
    const page = file.endsWith('.har') ? recorded(text) : { url: 'https://site.example/', headers: {}, body: text };
    return page ? [{ ...page, named: named.get(file.replace(/\.\w+$/, '')) ?? [] }] : [];
  });
}

export const homepages = (): Homepage[] => (process.env.SEXTANT_CORPUS ? collected(process.env.SEXTANT_CORPUS) : madeByHand());
