// Parses boxes of SerpApi's responses: direct answers, AI answers, questions, panels, posts.
import type { AnswerItem, KnowledgeItem, PaaItem, Reference, SerpItems, Table, TwitterItem } from '../../contract/items.ts';
import { answerItem, knowledgeItem, paaItem } from '../items.ts';
import { isObject, type Json, objects, strings } from '../model-json.ts';
import { plainText } from '../plain-text.ts';
import type { SerpQuery } from '../serp.ts';
import { hostOf } from '../urls.ts';
import { imageIn, lineIn, ratingIn } from './fields.ts';
import { countIn, objectIn, webAddressIn } from './response.ts';

const DEPTH_MAX = 8;

const ANSWER_TYPES: ReadonlyMap<unknown, AnswerItem['type']> = new Map<unknown, AnswerItem['type']>([
  ['organic_result', 'featured_snippet'],
  ['calculator_result', 'calculator'],
  ['dictionary_results', 'dictionary'],
  ['weather_result', 'weather'],
]);

/** The first row has the names of the columns. */
function tableOf(value: unknown): Table | null {
  const rows = (Array.isArray(value) ? value : []).map(strings).filter((row) => row.length > 0);
  return rows.length < 2 ? null : { header: rows[0]!, rows: rows.slice(1) };
}

function answerBoxOf(box: Json): AnswerItem[] {
  const list = strings(box.list);
  const text =
    lineIn(box.answer) ?? lineIn(box.snippet) ?? lineIn(box.result) ?? lineIn(strings(box.definitions)[0]) ?? lineIn(box.temperature);
  const table = tableOf(objectIn(box.contents).table);
  if (text === null && list.length === 0 && table === null) return [];
  const [url, displayUrl] = [webAddressIn(box.link), lineIn(box.displayed_link)];
  const type = ANSWER_TYPES.get(box.type) ?? 'answer_box';
  return [answerItem({ type, title: lineIn(box.title), text, list, table, url, displayUrl, images: imageIn(box.thumbnail) })];
}

const referencesOf = (value: unknown): (Reference & { index: number })[] =>
  objects(value)
    .flatMap((entry, order) => {
      const url = webAddressIn(entry.link);
      if (url === null) return [];
      const facts = { title: lineIn(entry.title), source: lineIn(entry.source), snippet: lineIn(entry.snippet) };
      return [{ index: countIn(entry.index) ?? order, url, domain: hostOf(url), ...facts }];
    })
    .map((reference, order) => ({ ...reference, position: order + 1 }));

/** Returns the text of a block and of the lists inside it, line by line. */
function linesOf(block: Json, depth = 0): string[] {
  if (depth > DEPTH_MAX) return [];
  const own = [lineIn(block.title), lineIn(block.snippet)].filter((line) => line !== null);
  return [...own, ...[...objects(block.list), ...objects(block.text_blocks)].flatMap((inner) => linesOf(inner, depth + 1))];
}

function indexesOf(block: Json, depth = 0): number[] {
  if (depth > DEPTH_MAX) return [];
  const own = Array.isArray(block.reference_indexes) ? block.reference_indexes.filter((index) => Number.isSafeInteger(index)) : [];
  return [...own, ...[...objects(block.list), ...objects(block.text_blocks)].flatMap((inner) => indexesOf(inner, depth + 1))];
}

/** An overview that was not loaded has a token instead of blocks, and is ignored. */
function aiAnswerOf(value: unknown, type: AnswerItem['type']): AnswerItem[] {
  if (!isObject(value)) return [];
  const cited = referencesOf(value.references);
  const positions = new Map(cited.map(({ index }, place) => [index, place]));
  const sections = objects(value.text_blocks);
  const blocks = sections.map((section) => ({
    type: lineIn(section.type) ?? 'paragraph',
    title: lineIn(section.title),
    text: linesOf(section).join('\n') || null,
    markdown: null,
    references: [...new Set(indexesOf(section).flatMap((index) => positions.get(index) ?? []))],
  }));
  const markdown = typeof value.reconstructed_markdown === 'string' ? value.reconstructed_markdown : null;
  const written = sections.flatMap((section) => linesOf(section)).join('\n');
  const text = written || (markdown === null ? '' : plainText(markdown));
  const references = cited.map(({ index: _, ...reference }) => reference);
  return text === '' ? [] : [answerItem({ type, text, markdown, blocks, references })];
}

const questionsOf = (value: unknown): PaaItem[] =>
  objects(value).flatMap((item) => {
    const question = lineIn(item.question);
    if (question === null) return [];
    const [list, table] = [strings(item.list), tableOf(item.table)];
    const inside = linesOf({ text_blocks: item.text_blocks }).join(' ');
    return [
      paaItem({
        question,
        answer: lineIn(item.snippet) ?? lineIn(inside),
        type: item.type === 'ai_overview' ? 'ai' : table !== null ? 'table' : list.length > 0 ? 'list' : 'text',
        title: lineIn(item.title),
        url: webAddressIn(item.link),
        displayUrl: lineIn(item.displayed_link),
        list,
        table,
        date: lineIn(item.date),
      }),
    ];
  });

/** Fields of a panel that have their own property. */
const PANEL_FIELDS = new Set([
  'title',
  'type',
  'entity_type',
  'kgmid',
  'description',
  'website',
  'knowledge_graph_search_link',
  'thumbnail',
]);

function panelOf(panel: Json): KnowledgeItem[] {
  const title = lineIn(panel.title);
  if (title === null) return [];
  const source = objectIn(panel.source);
  const [sourceName, sourceUrl] = [lineIn(source.name), webAddressIn(source.link)];
  const attributes = Object.entries(panel).flatMap(([name, value]) => {
    const said = lineIn(value);
    return said === null || PANEL_FIELDS.has(name) || /_(?:link|links|id|stick)$/.test(name) || webAddressIn(value) !== null
      ? []
      : [{ name: name.replaceAll('_', ' '), value: said, links: [] }];
  });
  const images = objects(panel.header_images).flatMap((image) => imageIn(image.image, null, webAddressIn(image.source)));
  return [
    knowledgeItem({
      title,
      subtitle: lineIn(panel.type),
      description: lineIn(panel.description),
      descriptionSource: sourceName !== null && sourceUrl !== null ? { title: sourceName, url: sourceUrl, description: null } : null,
      entityId: lineIn(panel.kgmid),
      url: webAddressIn(panel.website),
      imageUrl: images[0]?.url ?? null,
      images,
      attributes,
      profiles: objects(panel.profiles).flatMap((profile) => {
        const [name, url] = [lineIn(profile.name), webAddressIn(profile.link)];
        return name === null || url === null ? [] : [{ name, url, image: webAddressIn(profile.image) }];
      }),
      rating: ratingIn(panel.rating, panel.review_count),
    }),
  ];
}

function postsOf(value: unknown): TwitterItem[] {
  const box = objectIn(value);
  return objects(box.tweets).flatMap((post) => {
    const [text, url] = [lineIn(post.snippet), webAddressIn(post.link)];
    if (text === null || url === null) return [];
    const account = { accountTitle: lineIn(box.title), accountUrl: webAddressIn(box.link), thumbnail: webAddressIn(box.thumbnail) };
    const date = lineIn(post.published_date);
    return [{ position: 0, rank: null, page: 1, text, url, author: null, ...account, date, publishedAt: null }];
  });
}

export function readBoxes(response: Json, query: SerpQuery): Pick<SerpItems, 'answers' | 'paa' | 'knowledgegraph' | 'twitter'> {
  const answers = query.engine === 'google-aimode' ? aiAnswerOf(response, 'ai_mode') : aiAnswerOf(response.ai_overview, 'ai_overview');
  return {
    answers: [...answers, ...(isObject(response.answer_box) ? answerBoxOf(response.answer_box) : [])],
    paa: questionsOf(response.related_questions),
    knowledgegraph: isObject(response.knowledge_graph) ? panelOf(response.knowledge_graph) : [],
    twitter: postsOf(response.twitter_results),
  };
}
