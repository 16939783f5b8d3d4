// Parses boxes of DataForSEO's pages: answers, AI overviews, questions, knowledge panels, posts.
import type { AnswerItem, Reference, SerpItems, Table } from '../../contract/items.ts';
import { answerItem, knowledgeItem, paaItem, relatedItem } from '../items.ts';
import { isObject, type Json, objects, strings } from '../model-json.ts';
import { plainText } from '../plain-text.ts';
import type { SerpQuery } from '../serp.ts';
import { hostOf } from '../urls.ts';
import { positionOf, ratingOf, timestampIn } from './dataforseo-parts.ts';
import { imageIn, lineIn, linksIn } from './fields.ts';
import { objectIn, webAddressIn } from './response.ts';

function tableOf(value: unknown): Table | null {
  if (!isObject(value)) return null;
  const rows = (Array.isArray(value.table_content) ? value.table_content : []).map(strings).filter((row) => row.length > 0);
  return rows.length === 0 ? null : { header: strings(value.table_header), rows };
}

function readFeatured(item: Json, into: SerpItems): void {
  into.answers.push(
    answerItem({
      type: 'featured_snippet',
      ...positionOf(item),
      title: lineIn(item.featured_title) ?? lineIn(item.title),
      text: lineIn(item.description),
      table: tableOf(item.table),
      url: webAddressIn(item.url),
      displayUrl: lineIn(item.breadcrumb),
      images: objects(item.images).flatMap((image) => imageIn(image.image_url, lineIn(image.alt), webAddressIn(image.url))),
    }),
  );
}

function readAnswerBox(item: Json, into: SerpItems): void {
  const lines = Array.isArray(item.text) ? strings(item.text) : [item.text];
  const text = lineIn(lines.filter((line) => typeof line === 'string').join(' '));
  const source = linksIn(item.links)[0];
  if (text !== null)
    into.answers.push(
      answerItem({ type: 'answer_box', ...positionOf(item), text, title: source?.title ?? null, url: source?.url ?? null }),
    );
}

function referencesOf(value: unknown): Reference[] {
  const known = new Map<string, Reference>();
  for (const entry of objects(value)) {
    const url = webAddressIn(entry.url);
    if (url === null || known.has(url)) continue;
    const facts = { title: lineIn(entry.title), source: lineIn(entry.source), snippet: lineIn(entry.text) };
    known.set(url, { position: known.size + 1, url, domain: hostOf(url), ...facts });
  }
  return [...known.values()];
}

/** Parses an AI overview or an AI answer. An overview that was not loaded has no content. */
function readAiAnswer(item: Json, into: SerpItems, query: SerpQuery): void {
  const sections = objects(item.items);
  const cited = sections.flatMap((section) => objects(section.references));
  const references = referencesOf([...objects(item.references), ...cited]);
  const indexOf = new Map(references.map(({ url }, index) => [url, index]));
  const blocks: AnswerItem['blocks'] = sections.map((section) => ({
    type: lineIn(section.type)?.replace(/^ai_overview_/, '') ?? 'element',
    title: lineIn(section.title),
    text: lineIn(section.text),
    markdown: typeof section.markdown === 'string' ? section.markdown : null,
    references: referencesOf(section.references).flatMap(({ url }) => indexOf.get(url) ?? []),
  }));
  const markdown = typeof item.markdown === 'string' && item.markdown.trim() !== '' ? item.markdown : null;
  const written = blocks.flatMap(({ title, text }) => [title, text]).filter((line) => line !== null);
  const text = markdown === null ? written.join('\n') : plainText(markdown);
  if (text === '') return;
  const type = query.engine === 'google-aimode' ? 'ai_mode' : 'ai_overview';
  into.answers.push(answerItem({ type, ...positionOf(item), text, markdown, blocks, references }));
}

function readQuestions(box: Json, into: SerpItems): void {
  for (const item of objects(box.items)) {
    const question = lineIn(item.title);
    if (question === null) continue;
    const expanded = objects(item.expanded_element)[0] ?? {};
    const isAi = expanded.type === 'people_also_ask_ai_overview_expanded_element';
    const table = tableOf(expanded.table);
    const sections = objects(expanded.items).map((section) => lineIn(section.text) ?? lineIn(section.title));
    into.paa.push(
      paaItem({
        question,
        ...positionOf(box),
        type: isAi ? 'ai' : table === null ? 'text' : 'table',
        answer: isAi ? lineIn(sections.filter((line) => line !== null).join(' ')) : lineIn(expanded.description),
        title: lineIn(expanded.title),
        url: webAddressIn(expanded.url),
        table,
        date: timestampIn(expanded.timestamp),
        seedQuestion: lineIn(item.seed_question),
      }),
    );
  }
}

function readKnowledge(item: Json, into: SerpItems): void {
  const title = lineIn(item.title);
  if (title === null) return;
  const parts = objects(item.items);
  const attributes = parts.flatMap((part) => {
    const [name, value] = [lineIn(part.title), lineIn(part.text)];
    return part.type === 'knowledge_graph_row_item' && name && value ? [{ name, value, links: linksIn(part.links) }] : [];
  });
  const related = parts.flatMap((part) =>
    part.type === 'knowledge_graph_carousel_item'
      ? objects(part.items).flatMap((entry) => {
          const name = lineIn(entry.title);
          return name === null ? [] : [{ title: name, url: webAddressIn(entry.url), image: webAddressIn(entry.image_url) }];
        })
      : [],
  );
  into.knowledgegraph.push(
    knowledgeItem({
      title,
      ...positionOf(item),
      subtitle: lineIn(item.subtitle),
      description: lineIn(item.description),
      entityId: lineIn(item.card_id),
      cid: lineIn(item.cid),
      url: webAddressIn(item.url),
      imageUrl: webAddressIn(item.image_url),
      logoUrl: webAddressIn(item.logo_url),
      rating: ratingOf(item.rating),
      attributes,
      related,
    }),
  );
}

function readPosts(box: Json, into: SerpItems): void {
  for (const post of objects(box.items)) {
    const [text, url] = [lineIn(post.tweet), webAddressIn(post.url)];
    if (text === null || url === null) continue;
    const account = { accountTitle: lineIn(box.title), accountUrl: webAddressIn(box.url) };
    const shown = { thumbnail: webAddressIn(objectIn(box).image_url), date: lineIn(post.date), publishedAt: timestampIn(post.timestamp) };
    into.twitter.push({ position: 0, ...positionOf(box), text, url, author: null, ...account, ...shown });
  }
}

/** On the right side, the box is part of the knowledge panel and lists entities. */
function readRelated(box: Json, into: SerpItems): void {
  if (box.position === 'right') return;
  for (const value of Array.isArray(box.items) ? box.items : []) {
    const keyword = lineIn(isObject(value) ? value.title : value);
    if (keyword !== null) into.related.push(relatedItem({ keyword, url: isObject(value) ? webAddressIn(value.url) : null }));
  }
}

export const BOX_PARSERS: readonly [string, (item: Json, into: SerpItems, query: SerpQuery) => void][] = [
  ['featured_snippet', readFeatured],
  ['answer_box', readAnswerBox],
  ['ai_overview', readAiAnswer],
  ['people_also_ask', readQuestions],
  ['knowledge_graph', readKnowledge],
  ['twitter', readPosts],
  ['related_searches', readRelated],
  ['people_also_search', readRelated],
];
