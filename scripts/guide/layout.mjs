// Layout of every page: header with search, navigation, table of contents, previous and next.
import { escapeHtml } from './highlight.mjs';

const MOON = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1.5a6.5 6.5 0 1 0 6.5 6.5A5 5 0 0 1 8 1.5z"/></svg>';
const MARK =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3 4 17a10 10 0 0 0 16 0Z" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"/><path d="M12 3v14" stroke="currentColor" stroke-width="1.8"/><circle cx="12" cy="17" r="1.8"/></svg>';

/** Shorter than the title, because the group above it has the rest. */
const labelOf = ({ name, title }) => {
  const words = name === 'index' ? 'Overview' : title.replace(/^(?:Recipe: (?:an? )?|Moving (?=from))/, '');
  return `${words[0].toUpperCase()}${words.slice(1)}`;
};

function navigation(groups, here) {
  return groups
    .map(({ title, pages }) => {
      const items = pages.map((page) => {
        const mark = page.name === here ? ' aria-current="page"' : '';
        return `<li><a href="@guide/${page.name}"${mark}>${escapeHtml(labelOf(page))}</a></li>`;
      });
      return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
    })
    .join('\n');
}

function contents(headings) {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return '';
  return shown.map(({ depth, words, anchor }) => `<li class="d${depth}"><a href="#${anchor}">${escapeHtml(words)}</a></li>`).join('');
}

const turn = (page, label, kind) =>
  page ? `<a class="${kind}" href="@guide/${page.name}"><span>${label}</span> ${escapeHtml(page.title)}</a>` : '<span></span>';

/** Returns a whole page. Its links begin with `@guide/` and `@root/`, which the builder makes relative. */
export function pageHtml({ page, groups, previous, next, version }) {
  const toc = contents(page.headings);
  const nav = navigation(groups, page.under ?? page.name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Sextant guide</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="@guide/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="@guide/style.css?${version}">
<script src="@guide/page.js?${version}" data-index="@guide/search.json?${version}" data-root="@guide/" data-first="@guide/index"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="@guide/index">${MARK}<b>Sextant</b> <span>guide</span></a>
<form class="search" role="search" hidden>
<input type="search" aria-label="Search the guide" placeholder="Search" autocomplete="off" spellcheck="false">
<div class="hits" hidden></div>
</form>
<nav class="doors" aria-label="Other pages"><a href="@root/docs/">Try the API</a></nav>
<button class="theme" type="button" hidden aria-label="Switch theme">${MOON}</button>
</header>
<div class="columns">
<details class="menu"><summary>All pages</summary><nav aria-label="All pages">${nav}</nav></details>
<nav class="side" aria-label="Pages">${nav}</nav>
<main id="content">
${toc ? `<details class="brief"><summary>On this page</summary><ul>${toc}</ul></details>` : ''}
${page.html}
<nav class="turn" aria-label="Previous and next">${turn(previous, 'Previous', 'previous')}${turn(next, 'Next', 'next')}</nav>
</main>
${toc ? `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${toc}</ul></nav>` : ''}
</div>
</body>
</html>
`;
}
