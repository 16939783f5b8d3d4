// The walls of Google, YouTube, Bing, Yahoo and of ordinary websites.
import { escapeHtml, html, type SandboxPage } from './site.ts';
import { at, back, document, type Show, type Walls } from './wall-pages.ts';

const sorry: Show = (_, request) =>
  at(
    `https://www.google.com/sorry/index?continue=${back(request)}&q=EgQ`,
    document(
      escapeHtml(request.url.href),
      `<form id="captcha-form" action="index" method="post"><div id="recaptcha" class="g-recaptcha" data-sitekey="test" data-s="test"></div>
<input type="hidden" name="q" value="EgQ"></form><b>About this page</b><br><br>Our systems have detected unusual traffic from your computer network.`,
    ),
    429,
  );

export const GOOGLE: Walls = {
  captcha: sorry,
  softblock: (words) =>
    html(
      document(
        `${words} - Google Search`,
        `<noscript><meta content="0;url=/httpservice/retry/enablejs?sei=test" http-equiv="refresh"><div>Please click
<a href="/httpservice/retry/enablejs?sei=test">here</a> if you are not redirected within a few seconds.</div></noscript><div id="main"></div>`,
      ),
    ),
  consent: (_, request) =>
    at(
      `https://consent.google.com/ml?continue=${back(request)}&gl=DE&hl=en&pc=srp`,
      document(
        'Before you continue to Google Search',
        `<h1>Before you continue to Google</h1><form action="https://consent.google.com/save" method="POST"><button>Reject all</button></form>
<form action="https://consent.google.com/save" method="POST"><button>Accept all</button></form>`,
      ),
    ),
};

export const YOUTUBE: Walls = {
  captcha: sorry,
  consent: (_, request) =>
    at(
      `https://consent.youtube.com/m?continue=${back(request)}&gl=DE&m=0&pc=yt`,
      document(
        'Before you continue to YouTube',
        '<h1>Before you continue to YouTube</h1><form action="https://consent.youtube.com/save" method="POST"><button>Accept all</button></form>',
      ),
    ),
  signin: (_, request) =>
    at(
      `https://accounts.google.com/ServiceLogin?service=youtube&continue=${back(request)}`,
      document(
        'YouTube',
        '<h1>Sign in to confirm you’re not a bot</h1><form action="https://accounts.google.com/signin/v2" method="POST"><input type="email"></form>',
      ),
    ),
};

const bingFrame = (words: string, body: string): SandboxPage =>
  html(
    document(
      `${words} - Search`,
      `<header id="b_header"><form action="/search" id="sb_form"><input id="sb_form_q" name="q" value="${words}"></form></header><div id="b_content">${body}</div>`,
    ),
  );
export const BING: Walls = {
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

export const YAHOO: Walls = {
  captcha: (words) =>
    html(
      document(
        `${words} - Yahoo Search Results`,
        '<form action="/captcha" method="post"><p>Please verify that you are a person.</p><div class="g-recaptcha" data-sitekey="test"></div></form>',
      ),
    ),
  // 999 is Yahoo's own status for clients that it does not want.
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

/** Websites stand behind the guards of others. */
export const WEB: Walls = {
  captcha: () => {
    const page = html(
      document('Just a moment...', '<div id="challenge-running"></div><div class="cf-turnstile" data-sitekey="test"></div>'),
      403,
    );
    return { ...page, headers: { ...page.headers, 'cf-mitigated': 'challenge', server: 'cloudflare' } };
  },
  signin: () => ({
    ...html(document('401 Unauthorized', '<h1>Authorization required</h1>'), 401),
    headers: { 'content-type': 'text/html; charset=utf-8', 'www-authenticate': 'Basic realm="members"' },
  }),
  // Any page of the web can be read, so the strange one is none.
  strange: () => ({
    status: 200,
    headers: { 'content-type': 'application/x-sandbox' },
    body: '\u0000\u0001\u0002strange\u0003\u0004'.repeat(40),
  }),
};
