// Builds a result page from an AI answer: the answer, and the pages it cites as results.
import { toDateTime } from '../../../contract/dates.ts';
import type { AnswerItem, OrganicItem } from '../../../contract/items.ts';
import { answerItem, organicItem, serpPage } from '../../items.ts';
import type { ModelAnswer } from '../../model-answers.ts';
import type { Citation } from '../../model-json.ts';
import { readHtml, textOf } from '../../page/html.ts';
import { plainText } from '../../plain-text.ts';
import type { SerpPage, SerpQuery } from '../../serp.ts';
import { fold, orNull } from '../../text.ts';

export const CITED_RESULTS_MAX = 10;

/** Quotes of some providers contain markup. */
const plain = (text: string | null): string | null =>
  text === null ? null : orNull(/<\/?[a-z]|&#?\w{2,8};/i.test(text) ? textOf(readHtml(text)) : fold(text));

const dayOf = (date: string | null): string | null =>
  date && /^\d{4}-\d{2}-\d{2}/.test(date) && Date.parse(date.slice(0, 10)) > 0 ? date.slice(0, 10) : null;

function resultOf(citation: Citation, rank: number): OrganicItem {
  const day = dayOf(citation.date);
  return organicItem({
    // Older responses cite bare URLs.
    title: plain(citation.title) ?? citation.domain,
    url: citation.url,
    snippet: plain(citation.snippet),
    date: citation.date,
    publishedAt: day === null ? null : toDateTime(new Date(day)),
    rank,
  });
}

export function citedPage(type: AnswerItem['type'], answer: ModelAnswer): SerpPage {
  const item = answerItem({
    type,
    text: plainText(answer.markdown),
    markdown: answer.markdown,
    references: answer.citations.map(({ position, title, url, domain, snippet }) => ({
      position,
      title: plain(title),
      url,
      domain,
      source: null,
      snippet: plain(snippet),
    })),
    relatedQuestions: answer.relatedQuestions,
    model: answer.model,
    rank: 1,
  });
  const organic = answer.citations.slice(0, CITED_RESULTS_MAX).map((citation, index) => resultOf(citation, index + 2));
  return serpPage({ answers: [item], organic });
}

/** The prompt is only the customer's keyword. The language of the answer is sent separately. */
export const languageParameter = (query: SerpQuery): string =>
  `Answer in ${new Intl.DisplayNames(['en'], { type: 'language' }).of(query.language) ?? query.language}.`;
