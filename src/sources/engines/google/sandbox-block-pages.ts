// Google's block pages in the sandbox, at the URLs of the real ones.

import { at, back, document, googleSorryPage } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
  captcha: googleSorryPage,
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
