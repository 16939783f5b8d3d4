// YouTube's block pages in the sandbox, at the URLs of the real ones.

import { at, back, document, googleSorryPage } from '../../sandbox/block-page-parts.ts';
import type { BlockPages } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
  captcha: googleSorryPage,
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
