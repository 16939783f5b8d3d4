// Parses the news tab of Google's search: one card per story.

import type { NewsItem } from '../../../contract/items.ts';
import { newsItem } from '../../items.ts';
import { all, attribute } from '../../page/html.ts';
import type { AnyNode } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { isoDate } from './dates.ts';
import { sameness } from './links.ts';
import type { HeadingLink, PageScan } from './page-scan.ts';
import { blockAround, headingText } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';

const STORIES_MAX = 120;
const SOURCE_MAX = 60;
const DATE_MAX = 30;

function story(found: HeadingLink & { readonly url: string }, scan: PageScan): NewsItem {
  const block = blockAround(found, scan);
  const lines = paragraphsOf(block, new Set<AnyNode>([found.heading]))
    .map(({ text }) => text)
    .filter((text) => text !== '');
  const date = lines.findLast((line) => /\d/.test(line) && line.length <= DATE_MAX) ?? null;
  const source = lines.find((line) => line !== date && line.length <= SOURCE_MAX) ?? null;
  const rest = lines.filter((line) => line !== date && line !== source).sort((first, second) => second.length - first.length);
  const picture = all('img[src^="http"]', block).find((image) => !/favicon/i.test(attribute(image, 'src') ?? ''));
  return newsItem({
    title: headingText(found.heading),
    url: found.url,
    source: source ?? orNull(attribute(all('[data-source]', block)[0] ?? null, 'data-source') ?? ''),
    snippet: rest[0] ?? null,
    thumbnail: absoluteUrl(attribute(picture ?? null, 'src'), found.url),
    date,
    publishedAt: date === null ? null : isoDate(date),
    isAmp: found.link.attribute('class')?.includes('amp_r') ?? false,
  });
}

/** Returns the stories in page order, without ads, questions and the side column. */
export function storiesOf(scan: PageScan): NewsItem[] {
  const items = new Map<string, NewsItem>();
  for (const found of scan.links) {
    if (found.url === null || (found.zone !== null && found.zone !== 'cards') || headingText(found.heading) === '') continue;
    const key = sameness(found.url);
    if (!items.has(key) && items.size < STORIES_MAX) items.set(key, story({ ...found, url: found.url }, scan));
  }
  return [...items.values()];
}
