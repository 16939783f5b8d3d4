// Seznam in the sandbox: its results column, with meaningless class names that change per query.

import { at, back, document } from '../../sandbox/block-page-parts.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import { pictureUrl } from '../../sandbox/pictures.ts';
import { relatedLinks } from '../../sandbox/related-searches.ts';
import { type BlockPages, escapeHtml, html, type SandboxRequest, type SandboxSite } from '../../sandbox/site.ts';

const blockPages: BlockPages = {
  captcha: () =>
    at(
      'https://search.seznam.cz/verify?returnUrl=%2F',
      document('Ověření', '<form method="post" action="/verify"><p>Potvrďte, že nejste robot.</p><div class="captcha"></div></form>', 'cs'),
    ),
  softblock: (words) =>
    html(
      document(`${words} – Seznam.cz`, '<div id="searchpage-root"><div class="Layout"><div class="Layout--left"></div></div></div>', 'cs'),
    ),
  consent: (_, request) =>
    at(`https://cmp.seznam.cz/nastaveni-souhlasu?return_url=${back(request)}`, document('Nastavení souhlasu', '<szn-cwl></szn-cwl>', 'cs')),
  signin: () =>
    at('https://login.seznam.cz/?service=search', document('Přihlášení', '<form method="post"><input name="username"></form>', 'cs')),
};

const PAGE_SIZE = 10;

const keywordIn = (request: SandboxRequest): string => request.url.searchParams.get('q') ?? '';
const numberRequested = (request: SandboxRequest, name: string, otherwise: number): number =>
  Math.max(0, Number.parseInt(request.url.searchParams.get(name) ?? '', 10) || otherwise);

function frame(request: SandboxRequest, column: string): string {
  const asked = escapeHtml(keywordIn(request));
  return `<!DOCTYPE html><html lang="cs"><head><title>${asked} – Seznam.cz</title></head><body><div id="searchpage-root"><form action="/"><input name="q" value="${asked}"></form>
<div class="Layout"><div class="Layout--left">${column}</div><div class="Layout--right"></div></div></div></body></html>`;
}

/** Returns a class name without meaning. */
const named = (dataset: Dataset, part: string): string => dataset.number(`class ${part}`, 0xffffff).toString(16).padStart(6, '0');

function row(dataset: Dataset, title: string, href: string, shown: string, mark: string, text: string): string {
  return `<div class="${named(dataset, 'row')}"><div class="${named(dataset, 'head')}"><h3><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></h3></div>
<div class="${named(dataset, 'address')}">${mark}<a href="${escapeHtml(href)}"><span>${escapeHtml(shown)}</span></a></div><div class="${named(dataset, 'text')}"><span>${escapeHtml(text)}</span></div></div>`;
}

const result = (dataset: Dataset, listing: Listing): string =>
  row(dataset, listing.title, listing.url, listing.domain, '', listing.snippet);

const ads = (dataset: Dataset): string =>
  Array.from({ length: 1 + dataset.number('ads', 2) }, (_, index) => {
    const host = `obchod${dataset.number(`ad ${index}`, 900) + 100}.example`;
    const click = `https://c.imedia.cz/click?r=${dataset.number(`click ${index}`, 1_000_000)}&url=${encodeURIComponent(`https://${host}/koupit`)}`;
    return row(dataset, `${dataset.words} skladem`, click, host, '<span>Reklama</span>', `Velký výběr a rychlé dodání: ${dataset.words}.`);
  }).join('');

function films(dataset: Dataset): string {
  const cards = [1, 2, 3].map((number) => {
    const film = `https://www.film${dataset.number(`film ${number}`, 900) + 100}.example/video/${number}`;
    return `<li><a href="${film}"><img src="${pictureUrl(dataset.theme, dataset.draw(`picture ${number}`))}" alt=""><span>${number}:${10 + dataset.number(`length ${number}`, 49)}</span><strong>${escapeHtml(`${dataset.words}, díl ${number}`)}</strong></a></li>`;
  });
  return `<div class="${named(dataset, 'box')}"><h2><a href="https://videa.seznam.cz/?q=${encodeURIComponent(dataset.words)}">Videa</a></h2><ul>${cards.join('')}</ul></div>`;
}

const related = (dataset: Dataset): string =>
  `<div class="${named(dataset, 'related')}"><p>Související hledání</p><ul><li>${relatedLinks(dataset, '/?oq=&q=').join('</li><li>')}</li></ul></div>`;

export const seznamSite: SandboxSite = {
  name: 'seznam',
  serves: (url) => url.hostname === 'search.seznam.cz' && (url.pathname === '/' || url.pathname.startsWith('/verify')),
  keywordOf: keywordIn,
  results(request, dataset) {
    const from = numberRequested(request, 'from', 0);
    const count = Math.min(numberRequested(request, 'count', PAGE_SIZE), 100, dataset.total - from);
    const rows = dataset.listings(from + 1, count).map((listing) => result(dataset, listing));
    if (from === 0) rows.splice(3, 0, films(dataset));
    const next = from + count;
    const address = escapeHtml(`/?q=${encodeURIComponent(keywordIn(request))}&count=${count}&from=${next}`);
    const paging = next < dataset.total ? `<div class="${named(dataset, 'paging')}"><a href="${address}">Další</a></div>` : '';
    return html(frame(request, `${from === 0 ? ads(dataset) : ''}${rows.join('\n')}${from === 0 ? related(dataset) : ''}${paging}`));
  },
  noResults: (request) =>
    html(frame(request, `<div><p>Na dotaz <b>${escapeHtml(keywordIn(request))}</b> jsme nenašli žádné výsledky.</p></div>`)),
  blockPages,
  blockPage: () =>
    html(
      '<!DOCTYPE html><html lang="cs"><body><h1>Ověření</h1><form method="post" action="/verify"><p>Potvrďte, že nejste robot.</p><div class="captcha"></div></form></body></html>',
    ),
};
