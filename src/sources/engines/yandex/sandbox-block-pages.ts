// Yandex's block pages in the sandbox, at the URLs of the real ones.

import { at, back, document } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
  captcha: (_, request) => {
    const page = at(
      `https://yandex.com/showcaptcha?cc=1&retpath=${back(request)}`,
      document(
        'Are you not a robot?',
        `<form method="POST" action="/checkcaptcha?key=test"><h1>Please confirm that you and not a robot are sending requests</h1>
<div class="CheckboxCaptcha"><input type="submit" class="CheckboxCaptcha-Button"></div></form>`,
      ),
    );
    return { ...page, headers: { ...page.headers, 'x-yandex-captcha': 'captcha' } };
  },
  softblock: (words) =>
    html(
      document(
        `${words} — Yandex`,
        `<header><form action="/search/"><input name="text" value="${words}"></form></header>
<main class="main"><div class="main__content"><ul id="search-result" class="serp-list"></ul></div></main>`,
      ),
    ),
  signin: () => at('https://passport.yandex.com/auth?origin=serp', document('Log in', '<form method="post"><input name="login"></form>')),
};
