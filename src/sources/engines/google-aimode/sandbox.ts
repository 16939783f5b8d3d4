// Google's AI Mode in the sandbox: heading, paragraphs, list, table and ten cited pages.

import { answerTextOf } from '../../sandbox/answer-text.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import type { SandboxSite } from '../../sandbox/site.ts';
import { escapeHtml, html } from '../../sandbox/site.ts';
import { blockPages } from '../google/sandbox-block-pages.ts';
import { blockPage, frame, isTab, keywordOf } from '../google/sandbox-frame.ts';

const CITED = 10;

/** Returns the comment after a sentence with the page that the sentence cites. */
const cited = (listing: Listing, number: number): string => {
  const card = [
    listing.title,
    listing.snippet,
    '',
    `https://${listing.domain}`,
    [listing.siteName],
    listing.url,
    null,
    null,
    String(number),
  ];
  const data = escapeHtml(JSON.stringify([[`spot-${number}`, card, 0]]));
  return `<span class="uJ19be"><button aria-label="View related links"></button><!--Sv6Kpe${data}--></span>`;
};

const card = (listing: Listing): string => `<li class="h7wxwc">
<a class="NDNGvf" href="${escapeHtml(listing.url)}" aria-label="${escapeHtml(listing.title)}. Opens in new tab."></a>
<div><div class="mNme1d">${escapeHtml(listing.title)}</div><div class="vhJ6Pe">${escapeHtml(listing.snippet)}</div>
<div class="R8BTeb">${listing.siteName}</div></div></li>`;

function prose(pages: readonly Listing[], dataset: Dataset): string {
  const { subject, opening, heading, points, table, closing } = answerTextOf(dataset);
  const [first, second, third] = pages as [Listing, Listing, Listing];
  const citations = [cited(second, 2), cited(third, 3)];
  const items = points.map(
    ({ label, text }, index) =>
      `<li class="Z1qcYe"><span><strong>${label}:</strong> ${escapeHtml(text)}${citations[index] ?? ''}</span></li>`,
  );
  const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<div class="n6owBd"><span><strong>${escapeHtml(subject)}</strong>${escapeHtml(opening)}${cited(first, 1)}</span></div>
<div class="otQkpb" role="heading" aria-level="3">${heading}</div>
<ul class="KsbFXc">${items.join('\n')}</ul>
<table class="NRefec">${row(table.header, 'th')}${table.rows.map((cells) => row(cells, 'td')).join('')}</table>
<div class="n6owBd"><span>${closing}</span></div>`;
}

export const googleAimodeSite: SandboxSite = {
  name: 'google-aimode',
  serves: (url) => isTab(url, '50'),
  keywordOf,

  results(request, dataset) {
    const pages = dataset.listings(1, CITED);
    return html(
      frame(
        request,
        `<div id="aim-chrome-initial-inline-async-container"><div data-scope-id="turn">
<span role="heading" aria-level="2">${escapeHtml(dataset.words)}</span>
<div data-subtree="aimc"><div data-container-id="main-col">${prose(pages, dataset)}</div>
<div data-container-id="rhs-col"><ul>${pages.map(card).join('\n')}</ul></div></div></div></div>`,
      ),
    );
  },

  noResults: (request) =>
    html(frame(request, '<div data-scope-id="turn"><div class="YWpX0d">An AI response is not available for this search.</div></div>')),
  blockPages,
  blockPage,
};
