// Parses the box of posts from X, formerly Twitter, on a Google page.
import type { TwitterItem } from '../../../contract/items.ts';
import { attribute, closest, one, textOf } from '../../page/html.ts';
import { orNull } from '../../text.ts';
import type { PageScan } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';

const POSTS_MAX = 30;
const ACCOUNT_PAGE = /^https?:\/\/(?:mobile\.|www\.)?(?:twitter|x)\.com\/\w+\/?(?:\?|$)/;
const ACCOUNT = /^https?:\/\/(?:mobile\.|www\.)?(?:twitter|x)\.com\/(\w+)/;

export function postsOf(scan: PageScan): TwitterItem[] {
  const items = new Map<string, TwitterItem>();
  const box = scan.links.find(({ url, zone }) => zone === 'cards' && url !== null && ACCOUNT_PAGE.test(url));
  for (const link of scan.marks.posts) {
    const url = (attribute(link, 'href') ?? '').replace(/[?#].*$/, '');
    if (items.has(url) || items.size >= POSTS_MAX) continue;
    const card = closest(link, (element) => element.name === 'g-inner-card' || element.attribute('role') === 'listitem');
    if (!card) continue;
    const paragraphs = paragraphsOf(card).map(({ text }) => text);
    const text = textOf(one('[role="heading"]', card)) || [...paragraphs].sort((first, second) => second.length - first.length)[0];
    if (!text) continue;
    const handle = ACCOUNT.exec(url)?.[1] ?? null;
    const line = paragraphs.find((paragraph) => paragraph !== text && paragraph.includes('·'));
    const item: TwitterItem = {
      position: 0,
      rank: null,
      page: 1,
      text,
      url,
      author: handle ? { name: handle, handle: `@${handle}`, url: `https://x.com/${handle}`, thumbnail: null, verified: false } : null,
      accountTitle: box ? orNull(textOf(box.heading)) : null,
      accountUrl: box?.url ?? null,
      thumbnail: null,
      date: line ? orNull(line.split('·').at(-1)?.trim() ?? '') : null,
      publishedAt: null,
    };
    scan.elements.set(item, link);
    items.set(url, item);
  }
  return [...items.values()];
}
