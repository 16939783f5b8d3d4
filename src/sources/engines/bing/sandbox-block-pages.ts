// Bing's block pages in the sandbox, at the URLs of the real ones.

import { at, document } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html, type SandboxPage } from '../../sandbox/site.ts';

const bingFrame = (words: string, body: string): SandboxPage =>
  html(
    document(
      `${words} - Search`,
      `<header id="b_header"><form action="/search" id="sb_form"><input id="sb_form_q" name="q" value="${words}"></form></header><div id="b_content">${body}</div>`,
    ),
  );
export const blockPages: BlockPages = {
  captcha: (words) =>
    bingFrame(
      words,
      `<div class="captcha"><div class="captcha_header">One last step</div>
<div class="captcha_text">Please solve the challenge below to continue</div><div class="cf-turnstile" data-sitekey="test"></div></div>`,
    ),
  softblock: (words) => bingFrame(words, '<ol id="b_results"></ol>'),
  consent: (words) =>
    bingFrame(
      words,
      `<div id="bnp_container"><h2>Microsoft and our third-party vendors use cookies</h2><button id="bnp_btn_accept">Accept</button>
<button id="bnp_btn_reject">Reject</button></div>`,
    ),
  signin: () =>
    at(
      'https://login.live.com/login.srf?wa=wsignin1.0',
      document('Sign in to your Microsoft account', '<form method="post"><input name="loginfmt"></form>'),
    ),
};
