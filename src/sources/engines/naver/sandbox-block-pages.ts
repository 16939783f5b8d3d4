// Naver's block pages in the sandbox, at the URLs of the real ones.

import { at, document } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
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
