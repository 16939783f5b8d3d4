// Google's image tab: images, each with its page.
import type { ImageItem, OrganicItem } from '../../../contract/items.ts';
import { organicItem, serpPage } from '../../items.ts';
import { readHtml } from '../../page/html.ts';
import { utf8BytesOf } from '../../page/utf8-bytes.ts';
import type { Engine } from '../../serp.ts';
import { rejectBlockUrl } from '../google/block-page.ts';
import { emptyPageOf } from '../google/empty-page.ts';
import { scanPage } from '../google/page-scan.ts';
import { picturesOf } from '../google/pictures.ts';
import { rankList } from '../google/ranks.ts';
import { pageAt, startOf } from '../google/request.ts';

const LOCKED = ['q', 'start', 'udm', 'tbm'];
const TAB = { udm: '2' };
/** The page without scripts has twenty images. The page with scripts has a hundred, and no more are requested. */
const PAGE_SIZE = 20;

/** Returns the pages of the pictures as results, each once. A picture without text has no title for a result. */
function asResults(pictures: readonly ImageItem[]): OrganicItem[] {
  const items = new Map<string, OrganicItem>();
  for (const { title, alt, url, imageUrl, thumbnail, source, rank } of pictures) {
    const name = title ?? alt;
    const file = imageUrl ?? thumbnail;
    if (name === null || items.has(url)) continue;
    const images = file === null ? [] : [{ url: file, alt, sourceUrl: url }];
    items.set(url, organicItem({ title: name, url, siteName: source, images, rank }));
  }
  return [...items.values()];
}

export const googleimages: Engine = {
  name: 'googleimages',
  traits: {
    pageSize: PAGE_SIZE,
    maxResults: 100,
    region: 'place',
    mobile: true,
    lockedParameters: LOCKED,
    ratePerMinute: 6,
    cooldownSecondsAfterBlock: 900,
  },

  start: (query) => pageAt(0, query, LOCKED, TAB),

  parse(page, query) {
    rejectBlockUrl(page);
    const root = readHtml(page);
    const scan = scanPage(root);
    const images = rankList(picturesOf(root, scan, utf8BytesOf(page)));
    if (images.length === 0) return emptyPageOf(page, root, scan);
    const start = startOf(page.request.url);
    const found = serpPage({ images, organic: asResults(images) });
    // Only a link proves that there are later pages: past the end, Google returns the first page.
    const further = scan.furthestStart !== null && scan.furthestStart > start;
    return further ? { found, next: pageAt(start + images.length, query, LOCKED, TAB) } : { found };
  },
};
