// Recognises Naver's block pages, and its marker for "no results".
import { blocked, type Page, unreachable, unreadable } from '../../adapter.ts';
import { type Node, one, textOf } from '../../page/html.ts';
import { blocksIn, mainColumn } from './blocks.ts';

export const COOLDOWN_SECONDS = 1800;

export function rejectBlockPages(page: Page): void {
  const { hostname, pathname } = new URL(page.url);
  if (hostname === 'nid.naver.com') throw blocked('sign-in', COOLDOWN_SECONDS);
  if (/captcha/i.test(hostname) || /\/(?:n?captcha|challenge)(?:\/|$)/i.test(pathname)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA = 'form[action*="captcha"], #captcha, [id*="ncaptcha"], [class*="ncaptcha"], iframe[src*="captcha"], script[src*="captcha"]';
/** Naver's text for clients that send too many requests. On a page without results it identifies the block page. */
const BLOCK_TEXT = /서비스 ?이용이 제한|비정상적인 (?:움직임|접근|검색)|과도한 (?:접근|검색) ?요청|자동 ?입력 ?방지/;

export function rejectCaptcha(document: Node): void {
  if (one(CAPTCHA, document)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (BLOCK_TEXT.test(textOf(document))) throw blocked('use of the search was restricted', COOLDOWN_SECONDS);
}

/** A page without results must have Naver's own marker for none. Otherwise it is a block page or unknown. */
export function proveEmpty(document: Node): void {
  if (one('#notfound, .api_noresult_wrap, .not_found02, .not_found', document)) return;
  rejectCaptcha(document);
  const column = mainColumn(document);
  // Suspected bots get the page frame without content.
  if (column && one('input[name="query"]', document) && blocksIn(column).length === 0)
    throw blocked('a page without its results', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}
