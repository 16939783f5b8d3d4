// Seznam's block pages in the sandbox, at the URLs of the real ones.

import { at, back, document } from '../../sandbox/block-page-parts.ts';
import { type BlockPages, html } from '../../sandbox/site.ts';

export const blockPages: BlockPages = {
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
