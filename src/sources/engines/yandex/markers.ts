// Recognises Yandex's block pages, its marker for "no results" and its count of results.

import { blocked, type Page, unreachable, unreadable } from '../../adapter.ts';
import { all, type Node, one, textOf } from '../../page/html.ts';
import { listByHeadings } from '../../page/lists.ts';
import { urlOf } from '../../urls.ts';
import { isBare, leadsOutside, listOf } from './page.ts';

export const COOLDOWN_SECONDS = 1800;

export function rejectBlockPages(page: Page): void {
  const { hostname, pathname } = urlOf(page.url);
  if (page.headers['x-yandex-captcha'] !== undefined || /^\/(?:showcaptcha|checkcaptcha)/.test(pathname))
    throw blocked('captcha', COOLDOWN_SECONDS);
  if (/^passport\.yandex\./.test(hostname)) throw blocked('sign-in', COOLDOWN_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA =
  '.CheckboxCaptcha, .AdvancedCaptcha, [class*="SmartCaptcha"], form[action*="checkcaptcha"], form[action*="showcaptcha"], .form__captcha';
const MESSAGES = '.RequestMeta-Message, .misspell__message, .EmptySearchResults, .message, [class*="EmptySearchResults"]';
const NO_RESULTS =
  /ничего не наш(?:лось|ли)|нічого не знайдено|no results (?:matching|found)|nothing (?:was )?found|sonuç bulunamadı|hiçbir şey bulunamadı/i;

/** A page without results must have Yandex's own marker for none. Otherwise it is a block page or unknown. */
export function proveEmpty(document: Node): void {
  if (one(CAPTCHA, document)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (all(MESSAGES, document).some((message) => NO_RESULTS.test(textOf(message)))) return;
  if (one('.RequestMeta-Level_type_error', document)) return;
  // The title ends with the sentence, behind the query and the name of the engine.
  if (NO_RESULTS.test(textOf(one('title', document)).split(/[—:]/).at(-1) ?? '')) return;
  // Without a known class, the sentence counts on a search page without external links.
  if (one('input[name="text"]', document) && !listByHeadings(document, leadsOutside) && NO_RESULTS.test(textOf(document))) return;
  const list = listOf(document);
  if (list && one('input[name="text"]', document) && isBare(list)) throw blocked('a page without its results', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}

const FACTORS: readonly (readonly [RegExp, number])[] = [
  [/^(?:billion|млрд|milyar)/i, 1e9],
  [/^(?:million|млн|milyon)/i, 1e6],
  [/^(?:thousand|тыс|bin)/i, 1e3],
];

/** `5 million results found`, `Нашлось 12 тыс. результатов`. */
export function totalOf(document: Node): number | null {
  for (const element of all('.serp-adv__found, [class*="SerpAdv"], [class*="Found"]', document)) {
    const found = /(\d[\d\s\u00a0]{0,15}(?:[.,]\d{1,2})?)\s*([\p{L}]*)/u.exec(textOf(element).slice(0, 120));
    if (!found?.[1]) continue;
    const number = Number(found[1].replace(/[\s\u00a0]/g, '').replace(',', '.'));
    const factor = FACTORS.find(([word]) => word.test(found[2] ?? ''))?.[1] ?? 1;
    return Math.round(number * factor);
  }
  return null;
}
