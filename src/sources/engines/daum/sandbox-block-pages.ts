// Daum's block pages in the sandbox, at the URLs of the real ones.

import { at, document } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
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
