// Parses the blocks of questions, answers, businesses and facts on a Yahoo page.

import type { AnswerItem, KnowledgeItem, MapItem, PaaItem } from '../../../contract/items.ts';
import { answerItem, knowledgeItem, mapItem, paaItem } from '../../items.ts';
import { all, attribute, one, textOf } from '../../page/html.ts';
import { questionRows } from '../../page/questions.ts';
import { textNodesIn } from '../../page/text-nodes.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { pictureIn, ratingOf } from './figures.ts';
import { finalUrl, isInternal } from './links.ts';

/** Returns the first link out of Yahoo's search. */
function outsideLink(scope: Element): { readonly link: Element; readonly url: string } | null {
  for (const link of all('a[href]', scope)) {
    const url = finalUrl(attribute(link, 'href'));
    if (url && !isInternal(url) && textOf(link) !== '') return { link, url };
  }
  return null;
}

const rowsOf = (scope: Element | null): string[] =>
  scope
    ? all('li', scope)
        .map((row) => textOf(row))
        .filter((row) => row !== '')
    : [];

/** The question is a button, and the answer is hidden below it. */
export function questionsOf(block: Element): PaaItem[] {
  const seen = new Set<string>();
  const named = all('[qidx], .compContainerExp .itm', block);
  const items = named.length > 0 ? named : questionRows(block).map(({ row }) => row);
  return items.flatMap((item) => {
    const question = textOf(one('[role="button"][aria-expanded], .ttl-l', item));
    if (question === '' || seen.has(question)) return [];
    seen.add(question);
    const answer = one('.exp', item);
    const text = answer ? (one('.compTextList, .compText, p', answer) ?? answer) : null;
    const list = rowsOf(text);
    const source = answer ? outsideLink(answer) : null;
    return [
      paaItem({
        question,
        answer: orNull(textOf(text)),
        type: list.length > 1 ? 'list' : 'text',
        list: list.length > 1 ? list : [],
        ...(source ? { title: textOf(source.link), url: source.url } : {}),
        displayUrl: orNull(textOf(one('.cite, cite', item))),
      }),
    ];
  });
}

const PHONE = /^\+?[\d(][\d\s()./-]{5,24}\d$/;

/** Businesses are rows with a name and a rating, an address or a telephone number. */
export function placesOf(block: Element): MapItem[] {
  if (!/(?:^|\s)(?:\w*[Ll]ocal\w*|\w*Poi\w*)(?:\s|$)/.test(block.attribute('class') ?? '')) return [];
  return all('li', block).flatMap((row) => {
    const title = textOf(one('h3, h4, .title', row));
    if (title === '' || one('li', row)) return [];
    const links = all('a[href]', row).map((link) => finalUrl(attribute(link, 'href')));
    const url = links.find((link) => link !== null && !isInternal(link));
    const category = orNull(textOf(one('.category', row)));
    return [
      mapItem({
        title,
        ...(url ? { url } : {}),
        address: orNull(textOf(one('.addr, .address, [class*="addr"]', row))),
        phone: textNodesIn(row).find(({ text }) => PHONE.test(text))?.text ?? null,
        category,
        categories: category ? [category] : [],
        rating: ratingOf(row),
        thumbnail: pictureIn(row),
      }),
    ];
  });
}

/** A direct answer quotes a page in its own box. Boxes that only link to other searches are not answers. */
export function answersOf(block: Element): AnswerItem[] {
  if (one('[qidx], .compContainerExp, .s-cardlist, ul.compDlink', block) || placesOf(block).length > 0) return [];
  const fact = all('.compText p, .compText, .answer', block).find((element) => textOf(element) !== '') ?? null;
  const source = outsideLink(block);
  if (!fact || !source) return [];
  const list = rowsOf(one('.compTextList, .compText', block));
  return [
    answerItem({
      type: 'featured_snippet',
      title: textOf(source.link),
      text: textOf(fact),
      list,
      url: source.url,
      displayUrl: orNull(textOf(one('.cite, cite', block))),
    }),
  ];
}

function attributesOf(panel: Element): KnowledgeItem['attributes'] {
  return all('.compInfo li, .compTable tr, dl, .compText.info li', panel).flatMap((row) => {
    const label = one('.label, .lbl, dt, th, b, span.fw-m, span.fw-b', row);
    const name = textOf(label);
    const text = textOf(row);
    if (name === '' || !text.startsWith(name) || text === name) return [];
    const links = all('a[href]', row).flatMap((link) => {
      const url = finalUrl(attribute(link, 'href'));
      return url && textOf(link) !== '' ? [{ title: textOf(link), url, description: null }] : [];
    });
    return [{ name: name.replace(/\s*[:：]$/, ''), value: text.slice(name.length).trim(), links }];
  });
}

/** The panel beside the results has a title and a text. Lists of other searches have no text. */
export function panelsOf(block: Element): KnowledgeItem[] {
  const title = textOf(one('.compImageProfile .title, .compTitle .title, h2, h3', block));
  const text = all('.compText p, .compText', block).find((element) => textOf(element) !== '') ?? null;
  if (title === '' || !text || one('ul.compDlink, ul.compArticleList', block)) return [];
  const source = outsideLink(text) ?? outsideLink(block);
  const description = textOf(text);
  const end = source ? textOf(source.link) : '';
  return [
    knowledgeItem({
      title,
      subtitle: orNull(textOf(one('.compImageProfile p, .compTitle p:not(.title), .subtitle', block))),
      description: orNull(end !== '' && description.endsWith(end) ? description.slice(0, -end.length).trim() : description),
      descriptionSource: source ? { title: end, url: source.url, description: null } : null,
      imageUrl: pictureIn(block),
      attributes: attributesOf(block),
    }),
  ];
}
