// Chooses the block page that a sandbox site shows for a magic keyword.

import { document } from './block-page-parts.ts';
import type { Dataset } from './dataset.ts';
import type { BlockKind } from './magic.ts';
import { escapeHtml, html, type SandboxPage, type SandboxRequest, type SandboxSite } from './site.ts';

/** Returns a page with an unknown design, or JSON in an unknown format for an API. */
function strangePage(site: SandboxSite, request: SandboxRequest, dataset: Dataset): SandboxPage {
  if (request.url.protocol === 'whois:') return { status: 200, body: 'I am a teapot.\r\n' };
  const { headers } = site.noResults(request, dataset);
  if (headers?.['content-type']?.includes('json')) return { status: 200, headers, body: '["teapot"]' };
  const words = escapeHtml(dataset.words);
  return html(document(words, `<sx-page><sx-top>${words}</sx-top><sx-deck><sx-card>A new design.</sx-card></sx-deck></sx-page>`));
}

/** Returns the site's block page of this kind, or its default one. */
export function blockPageOf(kind: BlockKind, site: SandboxSite, request: SandboxRequest, dataset: Dataset): SandboxPage {
  const own = site.blockPages?.[kind];
  if (own) return own(escapeHtml(dataset.words), request);
  return kind === 'strange' ? strangePage(site, request, dataset) : site.blockPage(request, dataset);
}
