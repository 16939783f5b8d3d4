// Google's AI Mode: one AI answer with the pages it cites.

import type { AnswerItem, OrganicItem, Reference } from '../../../contract/items.ts';
import { unreachable, unreadable } from '../../adapter.ts';
import { answerItem, organicItem, serpPage } from '../../items.ts';
import type { Node } from '../../page/html.ts';
import { all, one, readHtml } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import type { Engine } from '../../serp.ts';
import { rejectBlockPage, rejectBlockUrl } from '../google/block-page.ts';
import { cardsIn, ReferenceList } from '../google/citations.ts';
import { paragraphsOf } from '../google/paragraphs.ts';
import { proseOf } from '../google/prose.ts';
import { pageAt } from '../google/request.ts';

const LOCKED = ['q', 'start', 'udm', 'tbm'];
const TAB = { udm: '50' };
const CITED_MAX = 10;
const SHELLS_MAX = 5;
/** The answer, as marked on the page and in the stream. The column with the text is inside it. */
const ANSWER = '[data-subtree="aimc"], [data-subtree="aimfl"]';
const TEXT_COLUMN = '[data-container-id="main-col"]';
/** Sentences with which Google declines to answer, and with which it reports a failure. */
const DECLINED = /an ai (?:overview|response) (?:is not|isn['’]t) available for this search/;
const FAILED = /an ai (?:overview|response) wasn['’]t generated|can['’]t generate an ai (?:overview|response) right now/;

function answerOf(element: Element): AnswerItem | null {
  const references = new ReferenceList();
  const cards = cardsIn(element);
  for (const { cited } of cards) references.add(cited);
  const blocks = proseOf(one(TEXT_COLUMN, element) ?? element, references, new Set<Element>(cards.map(({ card }) => card)));
  if (blocks.length === 0) return null;
  return answerItem({
    type: 'ai_mode',
    text: blocks.map((block) => block.text).join('\n'),
    markdown: blocks.map((block) => block.markdown).join('\n\n'),
    blocks,
    references: references.items(),
    rank: 1,
  });
}

/** Returns the first answer with text. A page may have containers that were never filled. */
function answerIn(root: Node): AnswerItem | null {
  for (const element of all(ANSWER, root).slice(0, SHELLS_MAX)) {
    const answer = answerOf(element);
    if (answer) return answer;
  }
  return null;
}

/**
 * Returns the cited pages as results, for clients that only count ranks. The title is that of the page, its publisher
 * or its host.
 */
const asResults = (references: readonly Reference[]): OrganicItem[] =>
  references.map(({ title, url, domain, source, snippet }, index) =>
    // Rank 1 is the answer itself.
    organicItem({ title: title ?? source ?? domain, url, siteName: source, snippet, rank: index + 2 }),
  );

/** Returns the visible text. Ordinary pages contain these sentences as hidden text. */
function shownOn(root: Node): string {
  const body = one('body', root);
  return (body ? paragraphsOf(body) : []).map(({ text }) => text.toLowerCase()).join('\n');
}

export const googleAimode: Engine = {
  name: 'google-aimode',
  traits: {
    pageSize: CITED_MAX,
    maxResults: CITED_MAX,
    region: 'place',
    mobile: true,
    lockedParameters: LOCKED,
    ratePerMinute: 6,
    cooldownSecondsAfterBlock: 900,
  },

  start: (query) => pageAt(0, query, LOCKED, TAB),

  parse(page) {
    rejectBlockUrl(page);
    const root = readHtml(page);
    const answer = answerIn(root);
    if (answer) return { found: serpPage({ answers: [answer], organic: asResults(answer.references) }) };
    const shown = shownOn(root);
    if (DECLINED.test(shown)) return { found: serpPage({}, 0, true) };
    if (FAILED.test(shown)) throw unreachable('Google could not generate an answer');
    rejectBlockPage(page, root);
    throw unreadable('no answer, no block page and no marker for none');
  },
};
