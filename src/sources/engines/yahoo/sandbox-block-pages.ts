// Yahoo's block pages in the sandbox, at the URLs of the real ones.

import { at, document } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
  captcha: (words) =>
    html(
      document(
        `${words} - Yahoo Search Results`,
        '<form action="/captcha" method="post"><p>Please verify that you are a person.</p><div class="g-recaptcha" data-sitekey="test"></div></form>',
      ),
    ),
  // 999 is Yahoo's own status for blocked clients.
  softblock: () => html(document('Yahoo', '<p>Sorry, unable to process request at this time -- error 999.</p>'), 999),
  consent: () =>
    at(
      'https://consent.yahoo.com/v2/collectConsent?sessionId=3_cc-session_test',
      document(
        'Yahoo is part of the Yahoo family of brands',
        '<div id="consent-page"><form class="consent-form" method="post"><button name="agree">Accept all</button></form></div>',
      ),
    ),
  signin: () =>
    at('https://login.yahoo.com/?.src=search', document('Login - Sign in to Yahoo', '<form method="post"><input name="username"></form>')),
};
