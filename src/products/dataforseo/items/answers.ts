// Answers, questions and knowledge panels as DataForSEO's elements.
import type { AnswerItem, KnowledgeItem, PaaItem, Reference } from '../../../contract/items.ts';
import { boxesOf, type Element, elementOf, imagesOf, linksOf, ratingOf, tableOf, timestampOf } from './parts.ts';

const textOf = ({ text, list }: Pick<AnswerItem, 'text' | 'list'>): string | null => text ?? (list.length === 0 ? null : list.join('\n'));

export function answerOf(item: AnswerItem): Element {
  switch (item.type) {
    case 'featured_snippet':
      return featuredOf(item);
    case 'ai_overview':
    case 'ai_mode':
    case 'chatgpt':
    case 'perplexity':
    case 'page':
      return aiOf(item);
    case 'dictionary':
      return elementOf('dictionary', item, { keyword: item.title, snippet: null, text: textOf(item) });
    default:
      return elementOf('answer_box', item, {
        text: [textOf(item) ?? item.title ?? ''],
        links: item.url === null ? null : linksOf([{ title: item.title ?? item.url, url: item.url, description: null }]),
      });
  }
}

const featuredOf = (item: AnswerItem): Element =>
  elementOf('featured_snippet', item, {
    domain: item.domain,
    title: item.title,
    featured_title: item.title,
    description: textOf(item),
    timestamp: null,
    url: item.url,
    breadcrumb: item.displayUrl,
    images: imagesOf(item.images),
    table: tableOf(item.table),
  });

const referenceOf = ({ source, domain, url, title, snippet }: Reference): object => ({
  type: 'ai_overview_reference',
  source,
  domain,
  url,
  title,
  text: snippet,
});

const aiOf = (item: AnswerItem): Element =>
  elementOf('ai_overview', item, {
    asynchronous_ai_overview: false,
    markdown: item.markdown ?? item.text,
    items: item.blocks.map(({ type, title, text, markdown, references }) => ({
      type: `ai_overview_${type}`,
      title,
      text,
      markdown,
      links: null,
      images: null,
      references: references.flatMap((index) => (item.references[index] ? [referenceOf(item.references[index])] : [])),
    })),
    references: item.references.map(referenceOf),
  });

const questionOf = (item: PaaItem): object => ({
  type: 'people_also_ask_element',
  title: item.question,
  seed_question: item.seedQuestion,
  xpath: null,
  expanded_element: [
    item.type === 'ai'
      ? { type: 'people_also_ask_ai_overview_expanded_element', items: [{ type: 'ai_overview_element', title: null, text: item.answer }] }
      : {
          type: 'people_also_ask_expanded_element',
          featured_title: null,
          url: item.url,
          domain: item.domain,
          title: item.title,
          description: item.answer ?? (item.list.length === 0 ? null : item.list.join('\n')),
          images: null,
          timestamp: timestampOf(item.date),
          table: tableOf(item.table),
        },
  ],
});

export const questionsOf = (items: readonly PaaItem[]): Element[] =>
  boxesOf(items).map((box) => elementOf('people_also_ask', box[0]!, { items: box.map(questionOf) }));

export function knowledgeOf(item: KnowledgeItem): Element {
  const rows = item.attributes.map(({ name, value, links }) => ({
    type: 'knowledge_graph_row_item',
    title: name,
    data_attrid: null,
    text: value,
    links: linksOf(links),
  }));
  const related = item.related.map(({ title, url, image }) => ({ type: 'knowledge_graph_carousel_element', title, url, image_url: image }));
  const carousel = related.length === 0 ? [] : [{ type: 'knowledge_graph_carousel_item', title: null, data_attrid: null, items: related }];
  const fields = {
    title: item.title,
    subtitle: item.subtitle,
    description: item.description,
    card_id: item.entityId,
    url: item.url,
    image_url: item.imageUrl,
    logo_url: item.logoUrl,
    cid: item.cid,
    rating: ratingOf(item.rating),
    items: [...rows, ...carousel],
  };
  return { ...elementOf('knowledge_graph', item, fields), side: 'right' };
}
