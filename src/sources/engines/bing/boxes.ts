// Parses the blocks of news, questions and direct answers on a Bing page.

import type { AnswerItem, NewsItem, PaaItem } from '../../../contract/items.ts';
import { answerItem, newsItem, paaItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { insideAny } from '../../page/inside-any.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { questionRows } from '../../page/questions.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { pictureIn, publishedAtOf } from './figures.ts';
import { finalUrl, isBing, ORIGIN } from './links.ts';

const QUESTIONS = '[data-tag="RelatedQnA.Item"], .df_alsoAsk, .b_relatedQnA [data-query]';

/** Returns the first link out of Bing. */
function outsideLink(scope: Element): { readonly link: Element; readonly url: string } | null {
  for (const link of all('a[href]', scope)) {
    const url = finalUrl(attribute(link, 'href'));
    if (url && !isBing(url)) return { link, url };
  }
  return null;
}

export function questionsOf(block: Element): PaaItem[] {
  const seen = new Set<string>();
  const named = all(QUESTIONS, block);
  const rows = new Map(named.length > 0 ? [] : questionRows(block).map(({ row, question }) => [row.index, question]));
  return (named.length > 0 ? named : [...rows.keys()].map((index) => block.tree.node(index) as Element)).flatMap((item) => {
    const question = fold(attribute(item, 'data-query') ?? '') || textOf(one('.b_expansion_text', item)) || (rows.get(item.index) ?? '');
    if (question === '' || seen.has(question)) return [];
    seen.add(question);
    const source = outsideLink(item);
    const list = all('.rwrl li', item)
      .map((row) => textOf(row))
      .filter((row) => row !== '');
    return [
      paaItem({
        question,
        answer: orNull(textOf(one('.rwrl', item))),
        type: list.length > 0 ? 'list' : 'text',
        list,
        ...(source ? { title: orNull(textOf(source.link)), url: source.url } : {}),
        displayUrl: orNull(textOf(one('cite', item))),
      }),
    ];
  });
}

/** The heading of a news box links to Bing's news search. */
const isNews = (block: Element): boolean =>
  all('h2 a[href], h3 a[href], .b_title a[href]', block).some((link) => /\/news\/search\b/.test(finalUrl(attribute(link, 'href')) ?? ''));

const isCard = oncePerElement(
  (element) => element.name === 'li' || /(?:^|\s)(?:news-card|na_cl|na_card|slide|newsitem)(?:\s|$)/.test(element.attribute('class') ?? ''),
);

/** A card may have many links. */
const newsParts = oncePerElement((card) => {
  const shown = textOf(one('cite, .source, .na_src', card));
  const date = orNull(textOf(one('.b_secondaryText, .news_dt, [aria-label*="ago"]', card)).replace(/^[\s·]+/, ''));
  return {
    source: orNull((date ? shown.replace(date, '') : shown).replace(/(?<![\s·])[\s·]+$/, '')),
    snippet: orNull(textOf(one('p, .snippet', card))),
    thumbnail: absoluteUrl(pictureIn(card), ORIGIN),
    date,
    publishedAt: publishedAtOf(date),
  };
});

export function newsOf(block: Element): NewsItem[] {
  if (!isNews(block)) return [];
  const titles = new Map<string, { title: string; link: Element }>();
  for (const link of all('a[href]', block)) {
    const url = finalUrl(attribute(link, 'href'));
    const title = textOf(link) || fold(attribute(link, 'title') ?? '');
    if (url && !isBing(url) && title.length > (titles.get(url)?.title.length ?? 0)) titles.set(url, { title, link });
  }
  return [...titles].map(([url, { title, link }]) => {
    const card = closest(link, (element) => isCard(element) && element !== block) ?? link;
    return newsItem({ title, url, ...newsParts(card) });
  });
}

/** Parses a direct answer: a passage of a page, or a fact in large type. */
export function answersOf(block: Element): AnswerItem[] {
  const inQuestions = insideAny(all(QUESTIONS, block));
  const own = (selector: string): Element | null =>
    all(selector, block).find((element) => textOf(element) !== '' && !inQuestions(element)) ?? null;
  const fact = own('.b_focusTextLarge, .b_focusTextMedium, .b_focusTextSmall, .b_focusTextExtraSmall');
  const passage = own('.rwrl');
  if (!fact && !passage) return [];
  const source = outsideLink(block);
  const list = passage
    ? all('li', passage)
        .map((row) => textOf(row))
        .filter((row) => row !== '')
    : [];
  return [
    answerItem({
      type: passage ? 'featured_snippet' : 'answer_box',
      title: orNull(source ? textOf(source.link) : textOf(one('.b_focusLabel', block))),
      text: [fact, passage]
        .filter((part) => part !== null)
        .map((part) => textOf(part))
        .join(' '),
      list,
      ...(source ? { url: source.url } : {}),
      displayUrl: orNull(textOf(one('cite', block))),
    }),
  ];
}
