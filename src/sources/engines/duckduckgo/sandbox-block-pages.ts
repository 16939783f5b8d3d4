// DuckDuckGo's block pages in the sandbox, by kind.
import { document } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html, type SandboxPage } from '../../sandbox/site.ts';

export const challenge = (status: number): SandboxPage =>
  html(
    document(
      'DuckDuckGo',
      `<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&amp;cc=test" method="POST"><div class="anomaly-modal__mask">
<div class="anomaly-modal__modal" data-testid="anomaly-modal"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>
<div class="anomaly-modal__description">Please complete the following challenge to confirm this search was made by a human.</div>
<div class="anomaly-modal__instructions">Select all squares containing a duck:</div></div></div></form>`,
    ),
    status,
  );

export const blockPages: BlockPages = {
  captcha: () => challenge(202),
  softblock: (words) => html(document(`${words} at DuckDuckGo`, '<div class="serp__results"><div id="links" class="results"></div></div>')),
};
