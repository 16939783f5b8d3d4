// Recognises block pages of Google, and its marker for "no results".

import type { Page } from '../../adapter.ts';
import { blocked } from '../../adapter.ts';
import type { Node } from '../../page/html.ts';
import { all, one, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { type ParsedUrl, urlOf } from '../../urls.ts';

const COOLDOWN_SECONDS = 900;

/** Throws when the URL or the status alone identifies a block page. */
export function rejectBlockUrl(page: Page): void {
  if (page.status >= 300 && page.status < 400 && /\/sorry\/|\/\/consent\./.test(page.headers.location ?? '')) {
    throw blocked('Google redirects to a block page', COOLDOWN_SECONDS);
  }
  if (page.status === 429) throw blocked('Google returned 429: too many requests', COOLDOWN_SECONDS);
  let url: ParsedUrl;
  try {
    url = urlOf(page.url);
  } catch {
    return;
  }
  if (/^\/sorry(?:\/|$)/.test(url.pathname) || url.hostname.startsWith('sorry.google.')) {
    throw blocked('Google shows a captcha', COOLDOWN_SECONDS);
  }
  if (/^consent\.(?:google|youtube)\./.test(url.hostname)) throw blocked('Google requires consent', COOLDOWN_SECONDS);
}

/** URLs to which Google sends clients without scripts, and a sentence of its oldest block page. */
const SOFT_BLOCK = /\/httpservice\/retry\/enablejs|["'=/]sorry\/index|[?&;]emsg=SG_REL|[?&;]gbv=1&(?:amp;)?sei=|detected unusual traffic/;

/** Throws when a page without results is one of Google's block pages. */
export function rejectBlockPage(page: Page, root: Node): void {
  if (one('form#captcha-form, [data-sitekey], #recaptcha, form[action*="/sorry/"]', root)) {
    throw blocked('Google shows a captcha', COOLDOWN_SECONDS);
  }
  if (one('form[action*="consent.google."], form[action*="consent.youtube."]', root))
    throw blocked('Google requires consent', COOLDOWN_SECONDS);
  // Ordinary pages ask for scripts too. Only a page without results is a block page.
  if (SOFT_BLOCK.test(page.body)) throw blocked('Google shows no results without scripts', COOLDOWN_SECONDS);
  if (page.status === 403) throw blocked('Google rejected the request', COOLDOWN_SECONDS);
}

/** The sentence itself, for pages without scripts: they have no list of hints. */
const NO_MATCH = [
  'did not match any documents',
  'did not match any image results',
  'did not match any news results',
  'did not match any local results',
  'übereinstimmenden dokumente gefunden',
  'ne correspond à aucun document',
  'aucun document ne correspond',
  'no produjo ningún documento',
  'no ha obtenido ningún resultado',
  'non ha prodotto risultati in nessun documento',
  'não encontrou nenhum documento',
  'komt niet overeen met documenten',
  'nie została odnaleziona',
  'ничего не найдено',
  'нічого не знайдено',
  'matchade inte något dokument',
  'hiçbir arama sonucu mevcut değil',
  'に一致する情報は見つかりませんでした',
  '일치하는 검색결과가 없습니다',
  '找不到和您查询的',
  '找不到符合搜尋字詞',
];
const NOTE_LEVELS_MAX = 3;
const ZERO_RESULTS = /(?:^|[^\d.,\s])\s*0\s+\p{L}/u;

/** True for the list of hints below the query that was not found. It has the same structure in every language. */
function isHintList(list: Element): boolean {
  const points = list.children.filter((child): child is Element => child instanceof Element && child.name === 'li');
  return points.length >= 2 && points.length <= 8 && !one('a', list);
}

/** Returns the element with the list and, before it, the query in a paragraph. Wrappers may stand between. */
function noteAround(list: Element): Element | null {
  let note = list.parent;
  for (let levels = 0; note instanceof Element && levels < NOTE_LEVELS_MAX; levels++, note = note.parent)
    if (all('p em, p b', note).some(({ index }) => index < list.index)) return note;
  return null;
}

/** True when the page has Google's own marker for "no results". */
export function hasNoResultsMarker(root: Node, statsText: string | null): boolean {
  if (statsText !== null && ZERO_RESULTS.test(` ${statsText}`)) return true;
  const named = all('#topstuff, #botstuff, #center_col, #main, #search, #islmp, #rcnt', root);
  const containers = named.length > 0 ? named : all('body', root);
  for (const container of containers) {
    for (const list of all('ul', container)) if (isHintList(list) && noteAround(list)) return true;
  }
  return containers.some((container) => {
    const text = textOf(container).toLowerCase();
    return NO_MATCH.some((sentence) => text.includes(sentence));
  });
}
