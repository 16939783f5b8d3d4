// Baidu's block pages in the sandbox, at the URLs of the real ones.

import { back, document, towards } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
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
