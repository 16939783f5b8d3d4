// Seznam in the test world: its column of results, whose class names say nothing and differ from question to question.
import { escapeHtml, html, type SandboxRequest, type SandboxSite } from './site.ts';
import type { Listing, World } from './world.ts';

const PAGE_SIZE = 10;

const wordsAsked = (request: SandboxRequest): string => request.url.searchParams.get('q') ?? '';
const numberAsked = (request: SandboxRequest, name: string, otherwise: number): number =>
  Math.max(0, Number.parseInt(request.url.searchParams.get(name) ?? '', 10) || otherwise);

function frame(request: SandboxRequest, column: string): string {
  const asked = escapeHtml(wordsAsked(request));
  return `<!DOCTYPE html><html lang="cs"><head><title>${asked} – Seznam.cz</title></head><body><div id="searchpage-root"><form action="/"><input name="q" value="${asked}"></form>
<div class="Layout"><div class="Layout--left">${column}</div><div class="Layout--right"></div></div></div></body></html>`;
}

/** A class name without meaning. */
const named = (world: World, part: string): string => world.number(`class ${part}`, 0xffffff).toString(16).padStart(6, '0');

function row(world: World, title: string, href: string, shown: string, mark: string, text: string): string {
  return `<div class="${named(world, 'row')}"><div class="${named(world, 'head')}"><h3><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></h3></div>
<div class="${named(world, 'address')}">${mark}<a href="${escapeHtml(href)}"><span>${escapeHtml(shown)}</span></a></div><div class="${named(world, 'text')}"><span>${escapeHtml(text)}</span></div></div>`;
}

const result = (world: World, listing: Listing): string => row(world, listing.title, listing.url, listing.domain, '', listing.snippet);

const ads = (world: World): string =>
  Array.from({ length: 1 + world.number('ads', 2) }, (_, index) => {
    const host = `obchod${world.number(`ad ${index}`, 900) + 100}.example`;
    const click = `https://c.imedia.cz/click?r=${world.number(`click ${index}`, 1_000_000)}&url=${encodeURIComponent(`https://${host}/koupit`)}`;
    return row(world, `${world.words} skladem`, click, host, '<span>Reklama</span>', `Velký výběr a rychlé dodání: ${world.words}.`);
  }).join('');

function films(world: World): string {
  const cards = [1, 2, 3].map((number) => {
    const film = `https://www.film${world.number(`film ${number}`, 900) + 100}.example/video/${number}`;
    return `<li><a href="${film}"><img src="https://films.example/${number}.jpg" alt=""><span>${number}:${10 + world.number(`length ${number}`, 49)}</span><strong>${escapeHtml(`${world.words}, díl ${number}`)}</strong></a></li>`;
  });
  return `<div class="${named(world, 'box')}"><h2><a href="https://videa.seznam.cz/?q=${encodeURIComponent(world.words)}">Videa</a></h2><ul>${cards.join('')}</ul></div>`;
}

export const seznamSite: SandboxSite = {
  name: 'seznam',
  serves: (url) => url.hostname === 'search.seznam.cz' && (url.pathname === '/' || url.pathname.startsWith('/verify')),
  keywordOf: wordsAsked,
  results(request, world) {
    const from = numberAsked(request, 'from', 0);
    const count = Math.min(numberAsked(request, 'count', PAGE_SIZE), 100, world.total - from);
    const rows = world.listings(from + 1, count).map((listing) => result(world, listing));
    if (from === 0) rows.splice(3, 0, films(world));
    const next = from + count;
    const address = escapeHtml(`/?q=${encodeURIComponent(wordsAsked(request))}&count=${count}&from=${next}`);
    const paging = next < world.total ? `<div class="${named(world, 'paging')}"><a href="${address}">Další</a></div>` : '';
    return html(frame(request, `${from === 0 ? ads(world) : ''}${rows.join('\n')}${paging}`));
  },
  noResults: (request) =>
    html(frame(request, `<div><p>Na dotaz <b>${escapeHtml(wordsAsked(request))}</b> jsme nenašli žádné výsledky.</p></div>`)),
  wall: () =>
    html(
      '<!DOCTYPE html><html lang="cs"><body><h1>Ověření</h1><form method="post" action="/verify"><p>Potvrďte, že nejste robot.</p><div class="captcha"></div></form></body></html>',
    ),
};
