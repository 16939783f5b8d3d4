// Google's local finder: businesses around a region, twenty per page.
import type { MapItem, OrganicItem } from '../../../contract/items.ts';
import { organicItem, serpPage } from '../../items.ts';
import { readHtml } from '../../page/html.ts';
import type { Engine } from '../../serp.ts';
import { orNull } from '../../text.ts';
import { rejectBlockUrl } from '../google/block-page.ts';
import { emptyPageOf } from '../google/empty-page.ts';
import { placesOf } from '../google/local.ts';
import { scanPage } from '../google/page-scan.ts';
import { rankList } from '../google/ranks.ts';
import { pageAt, startOf } from '../google/request.ts';

const LOCKED = ['q', 'start', 'udm', 'tbm'];
const TAB = { udm: '1' };
const PAGE_SIZE = 20;

/** Returns the URL of the place on Google Maps: by its id if known, otherwise by its name and street. */
function addressOnMap(place: MapItem): string {
  if (place.cid !== null) return `https://www.google.com/maps?cid=${encodeURIComponent(place.cid)}`;
  const query = [place.title, place.address].filter((part) => part !== null).join(', ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

/**
 * Returns the places as results. Branches of one company share a website: the first one uses it, the others use their
 * map URL.
 */
function asResults(places: readonly MapItem[]): OrganicItem[] {
  const seen = new Set<string>();
  const items: OrganicItem[] = [];
  for (const place of places) {
    const url = place.url !== null && !seen.has(place.url) ? place.url : addressOnMap(place);
    if (place.isPaid || seen.has(url)) continue;
    seen.add(url);
    const { title, rating, category, address, phone, rank } = place;
    const snippet = place.description ?? orNull([category, address, phone].filter((part) => part !== null).join(' · '));
    items.push(organicItem({ type: 'local', title, url, snippet, rating, rank }));
  }
  return items;
}

export const googlelocal: Engine = {
  name: 'googlelocal',
  traits: {
    pageSize: PAGE_SIZE,
    maxResults: 100,
    region: 'place',
    mobile: true,
    lockedParameters: LOCKED,
    paging: { parameter: 'start', step: PAGE_SIZE, atOnce: 2 },
    ratePerMinute: 6,
    cooldownSecondsAfterBlock: 900,
  },

  start: (query) => pageAt(0, query, LOCKED, TAB),

  parse(page, query) {
    rejectBlockUrl(page);
    const root = readHtml(page);
    const scan = scanPage(root);
    const maps = rankList(placesOf(scan));
    if (maps.length === 0) return emptyPageOf(page, root, scan);
    const start = startOf(page.request.url);
    const further = scan.furthestStart === null ? maps.length >= PAGE_SIZE : scan.furthestStart > start;
    const found = serpPage({ maps, organic: asResults(maps) });
    return further ? { found, next: pageAt(start + PAGE_SIZE, query, LOCKED, TAB) } : { found };
  },
};
