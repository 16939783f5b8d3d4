// The walls of Yandex, Naver, Daum, Baidu, Sogou and Seznam.
import { html } from './site.ts';
import { at, back, document, towards, type Walls } from './wall-pages.ts';

export const YANDEX: Walls = {
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

export const NAVER: Walls = {
  captcha: () =>
    html(
      document(
        '네이버',
        '<div id="ncaptcha"><form action="/ncaptcha/verify" method="post"><p>자동입력 방지문자를 입력해 주세요.</p><input name="key"></form></div>',
        'ko',
      ),
    ),
  softblock: () =>
    html(
      document(
        '네이버',
        '<div class="content"><h1>검색 서비스 이용이 제한되었습니다.</h1><p>비정상적인 검색이 감지되었습니다.</p></div>',
        'ko',
      ),
      403,
    ),
  signin: () =>
    at(
      'https://nid.naver.com/nidlogin.login?mode=form',
      document('네이버 : 로그인', '<form id="frmNIDLogin" method="post"><input name="id"></form>', 'ko'),
    ),
};

export const DAUM: Walls = {
  captcha: (words) =>
    html(
      document(
        `${words} – Daum 검색`,
        '<div id="daumWrap"><form action="/captcha/check" method="post"><p>자동 입력 방지 문자를 입력해 주세요.</p><input name="answer"></form></div>',
        'ko',
      ),
    ),
  softblock: (words) =>
    html(
      document(
        `${words} – Daum 검색`,
        `<div id="daumWrap"><form id="daumSearch" name="search"><input id="q" name="q" value="${words}"></form>
<div id="daumContent"><div id="cMain"><div id="mArticle"></div></div></div></div>`,
        'ko',
      ),
    ),
  signin: () =>
    at(
      'https://accounts.kakao.com/login/?continue=https%3A%2F%2Flogins.daum.net',
      document('카카오계정', '<form method="post"><input name="loginId"></form>', 'ko'),
    ),
};

export const BAIDU: Walls = {
  captcha: (_, request) => towards(`https://wappass.baidu.com/static/captcha/tuxing_v2.html?logid=1&backurl=${back(request)}`),
  softblock: () =>
    html(
      document(
        '百度',
        '<div class="timeout"><div class="timeout-title">网络不给力，请稍后重试</div><button class="timeout-button">返回首页</button></div>',
        'zh',
      ),
    ),
};

export const SOGOU: Walls = {
  captcha: (_, request) => towards(`http://www.sogou.com/antispider/?from=${back(request)}`),
  softblock: () =>
    html(
      document(
        '搜狗搜索',
        '<p>用户您好，我们的系统检测到您网络中存在异常访问请求。</p><p>此验证码用于确认这些请求是您的正常行为。</p>',
        'zh',
      ),
    ),
};

export const SEZNAM: Walls = {
  captcha: () =>
    at(
      'https://search.seznam.cz/verify?returnUrl=%2F',
      document('Ověření', '<form method="post" action="/verify"><p>Potvrďte, že nejste robot.</p><div class="captcha"></div></form>', 'cs'),
    ),
  softblock: (words) =>
    html(
      document(`${words} – Seznam.cz`, '<div id="searchpage-root"><div class="Layout"><div class="Layout--left"></div></div></div>', 'cs'),
    ),
  consent: (_, request) =>
    at(`https://cmp.seznam.cz/nastaveni-souhlasu?return_url=${back(request)}`, document('Nastavení souhlasu', '<szn-cwl></szn-cwl>', 'cs')),
  signin: () =>
    at('https://login.seznam.cz/?service=search', document('Přihlášení', '<form method="post"><input name="username"></form>', 'cs')),
};
