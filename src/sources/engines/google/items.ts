// Builds the items of a Google page from one scan of it.
import type { SerpItems } from '../../../contract/items.ts';
import { noItems } from '../../../contract/items.ts';
import { noteMark } from '../../page/list-marks.ts';
import { advertisersOf } from './ads.ts';
import { featuredOf, overviewOf } from './answers.ts';
import { knowledgeOf } from './knowledge.ts';
import { sameness } from './links.ts';
import { placesOf } from './local.ts';
import { markOf } from './marks.ts';
import { cardsOf, imagesOf } from './media.ts';
import { resultsOf } from './organic.ts';
import { questionsOf } from './paa.ts';
import type { PageScan } from './page-scan.ts';
import { withPlainVideos } from './plain-videos.ts';
import { postsOf } from './posts.ts';
import { rankItems } from './ranks.ts';
import { relatedSearchesOf } from './related.ts';

/** Returns the items of a page. Without results the other arrays stay empty, because markers classify such a page. */
export function itemsOf(scan: PageScan): SerpItems {
  const results = resultsOf(scan);
  const organic = results.map(({ item }) => item);
  if (organic.length === 0) return noItems();
  const overview = overviewOf(scan);
  for (const { item, link, block } of results) {
    scan.elements.set(item, link);
    noteMark(link.tree, markOf(link, block));
  }
  // The featured snippet and its result are one block.
  const featured = results.flatMap(({ block, item, link }) => {
    const answer = item.isFeatured ? featuredOf(block, item, link) : null;
    if (answer) scan.elements.set(answer, link);
    return answer ? [answer] : [];
  });
  const { videos, news } = cardsOf(scan, new Set(organic.map(({ url }) => sameness(url))));
  const items: SerpItems = {
    ...noItems(),
    organic,
    advertisers: advertisersOf(scan),
    answers: [...(overview ? [overview] : []), ...featured],
    videos: withPlainVideos(
      scan,
      videos,
      [...organic, ...news].map(({ url }) => url),
    ),
    news,
    images: imagesOf(scan),
    maps: placesOf(scan),
    paa: questionsOf(scan),
    twitter: postsOf(scan),
    knowledgegraph: knowledgeOf(scan),
    related: relatedSearchesOf(
      scan,
      results.map(({ link }) => link),
    ),
  };
  return rankItems(items, scan);
}
