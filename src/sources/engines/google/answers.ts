// Parses Google's own answers: the featured snippet and the AI overview with its cited pages.

import type { AnswerItem, OrganicItem, Reference } from '../../../contract/items.ts';
import { answerItem } from '../../items.ts';
import { all, attribute, closest, isInside, one, textOf } from '../../page/html.ts';
import type { AnyNode, Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { hostOf } from '../../urls.ts';
import { isGoogle, sameness, targetOf } from './links.ts';
import { tableIn } from './paa.ts';
import type { PageScan } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';

const REFERENCES_MAX = 40;
const FEATURED_TEXT = ['[data-tts="answers"]', '[data-attrid="wa:/description"]', '.hgKElc', '.LGOjhe'];

/** The featured snippet is also a result. The answer has the passage that Google reads out and its page. */
export function featuredOf(block: Element, item: OrganicItem, link: AnyNode): AnswerItem | null {
  const passage = FEATURED_TEXT.map((selector) => one(selector, block)).find((found) => found && !isInside(link, found)) ?? null;
  const list = all('ul > li, ol > li', block)
    .filter((point) => !isInside(link, point) && !one('a[href^="/search"]', point))
    .map((point) => textOf(point));
  const table = tableIn(block);
  const text = orNull(textOf(passage)) ?? (list.length > 0 ? null : item.snippet);
  if (text === null && list.length === 0 && table === null) return null;
  const { title, url, displayUrl, domain } = item;
  return answerItem({ type: 'featured_snippet', title, text, list, table, url, displayUrl, domain });
}

/** A cited page is a list item with a link over the whole card. Other links are part of a sentence. */
const cardOf = (link: Element): Element | null => {
  const point = closest(link, (element) => element.name === 'li');
  return point && textOf(link) === '' ? point : null;
};

function referencesIn(root: Element): { references: Reference[]; cards: Set<AnyNode> } {
  const references = new Map<string, Reference>();
  const cards = new Set<AnyNode>();
  for (const link of all('a[href]', root)) {
    const url = targetOf(attribute(link, 'href'));
    if (!url || isGoogle(hostOf(url)) || references.size >= REFERENCES_MAX) continue;
    const card = cardOf(link);
    if (card) cards.add(card);
    const key = sameness(url);
    if (references.has(key)) continue;
    const lines = card ? paragraphsOf(card).map(({ text }) => text) : [];
    const title = orNull(attribute(link, 'aria-label') ?? '') ?? (card ? (lines[0] ?? null) : orNull(textOf(link)));
    const [snippet, source] = lines.length > 2 ? [lines[1] ?? null, lines.at(-1) ?? null] : [null, lines.at(-1) ?? null];
    references.set(key, { position: references.size + 1, title, url, domain: hostOf(url), source, snippet });
  }
  return { references: [...references.values()], cards };
}

/** Returns the AI overview, or null when the page only has a container that is filled later. */
export function overviewOf(scan: PageScan): AnswerItem | null {
  for (const { zone, root } of scan.zones) {
    const body = zone === 'overview' ? one('[data-rl]', root) : null;
    if (!body) continue;
    const { references, cards } = referencesIn(root);
    const texts = paragraphsOf(body, cards).map(({ text }) => text);
    if (texts.length === 0) continue;
    const blocks = texts.map((text) => ({ type: 'paragraph', title: null, text, markdown: null, references: [] }));
    const answer = answerItem({ type: 'ai_overview', text: texts.join('\n'), blocks, references });
    scan.elements.set(answer, root);
    return answer;
  }
  return null;
}
