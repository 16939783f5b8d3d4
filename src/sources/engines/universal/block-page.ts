// Recognises the block pages of websites.
import { blocked, type Page, unreachable, unreadable } from '../../adapter.ts';
import { type Node, one, textOf } from '../../page/html.ts';

const COOLDOWN_SECONDS = 300;
/** A page with more characters than this is not a block page, even if a captcha guards its forms. */
const BLOCK_PAGE_CHARACTERS_MAX = 1500;

/** Throws when the status or the headers identify a block page or an error. */
export function rejectBlockStatus(page: Page): void {
  if ([401, 403, 407, 429].includes(page.status)) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.headers['cf-mitigated'] === 'challenge') throw blocked('challenge', COOLDOWN_SECONDS);
  if (/captcha|challenge/.test(page.headers['x-amzn-waf-action'] ?? '')) throw blocked('challenge', COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
  // An error page is not the requested page.
  if (page.status < 200 || page.status >= 300) throw unreadable(`status ${page.status}`);
}

const CHALLENGES = [
  '#challenge-form, #challenge-running, #cf-challenge-running, #challenge-error-text, .cf-error-details .cf-captcha-container',
  '#px-captcha, [src*="captcha-delivery.com"], [src*="_Incapsula_Resource"], #sec-if-cpt-container, #challenge-container',
  '#captcha-form, form[action*="captcha"], [src*="challenges.cloudflare.com"], .g-recaptcha, .h-captcha, .cf-turnstile',
].join(', ');
const TITLE =
  /^(?:just a moment|attention required! \| cloudflare|access denied|ddos-guard|security check|verify(?:ing)? you are human|are you a robot)/i;

/** Throws for short pages with a challenge. Longer pages use the same tools to guard a form. */
export function rejectChallenges(document: Node, title: string): void {
  const text = textOf(one('body', document) ?? document);
  if (text.length > BLOCK_PAGE_CHARACTERS_MAX) return;
  if (TITLE.test(title) || one(CHALLENGES, document)) throw blocked('challenge', COOLDOWN_SECONDS);
}
