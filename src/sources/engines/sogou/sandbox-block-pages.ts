// Sogou's block pages in the sandbox, at the URLs of the real ones.

import { back, document, towards } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
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
