// Google's local finder in the sandbox: businesses with stars, street, telephone and often a website.

import { businessFrom, cityOf } from '../../sandbox/businesses.ts';
import type { City } from '../../sandbox/cities.ts';
import type { Dataset, Listing } from '../../sandbox/dataset.ts';
import type { SandboxSite } from '../../sandbox/site.ts';
import { escapeHtml, html } from '../../sandbox/site.ts';
import { blockPages } from '../google/sandbox-block-pages.ts';
import { blockPage, frame, isTab, keywordOf, navigation, noResultsPage, startOf } from '../google/sandbox-frame.ts';

const PAGE_SIZE = 20;
/** Google's finder has fewer places than its page numbers suggest. */
const PLACES_MAX = 200;

function place(listing: Listing, number: number, dataset: Dataset, city: City): string {
  const cid = `${dataset.number(`place ${number}`, 4_000_000_000) + 1_000_000_000}${String(number).padStart(4, '0')}`;
  const business = businessFrom(dataset.draw(`business ${number}`), city, dataset);
  const { street, phone, priceLevel, category, openState, rating } = business;
  const name = escapeHtml(`${business.name} ${category}`);
  const level = number % 2 === 0 ? ` · ${priceLevel}` : '';
  const goal = `/maps/dir//${encodeURIComponent(business.name)}/data=!4m6!4m5!1m1!4e2!1m2!1d${business.longitude.toFixed(4)}!2d${business.latitude.toFixed(4)}`;
  const website = number % 4 === 0 ? '' : `<a class="yYlJEf Q7PwXb" href="${escapeHtml(listing.url)}"><div>Website</div></a>`;
  return `<div class="w7Dbne"><div class="uMdZh"><div class="VkpGBb"><div class="cXedhc">
<a class="vwVdIc wzN8Ac rllt__link" data-cid="${cid}" role="link" tabindex="0"><div><div class="rllt__details">
<div class="dbg0pd" role="heading" aria-level="3"><span class="OSrXXb">${name}</span></div>
<div><span class="Y0A0hc"><span class="yi40Hd">${rating.value}</span><span class="z3HNkc" role="img" aria-label="Rated ${rating.value} out of 5,"></span>
<span class="RDApEe">(${rating.votes.toLocaleString('en-US')})</span></span>${level} · ${category}</div>
<div>${street} · ${phone}</div><div>${openState}</div></div></div></a></div>
${website}<a class="yYlJEf VByer" data-url="${goal}"><div>Directions</div></a>
</div></div></div>`;
}

export const googlelocalSite: SandboxSite = {
  name: 'googlelocal',
  serves: (url) => isTab(url, '1'),
  keywordOf,

  results(request, dataset) {
    const start = startOf(request);
    const total = Math.min(PLACES_MAX, dataset.total);
    const count = Math.min(PAGE_SIZE, total - start);
    if (count <= 0) return googlelocalSite.noResults(request, dataset);
    const city = cityOf(request, dataset);
    const places = dataset.listings(start + 1, count).map((listing, index) => place(listing, start + index + 1, dataset, city));
    return html(
      frame(
        request,
        `<div id="center_col"><div id="res" role="main"><div id="search"><div id="rso">
<div class="rlfl__tls rl_tls">${places.join('\n')}</div></div></div>
</div>${navigation(request, total, PAGE_SIZE)}</div>`,
      ),
    );
  },

  noResults: (request) => noResultsPage(request, 'local results'),
  blockPages,
  blockPage,
};
