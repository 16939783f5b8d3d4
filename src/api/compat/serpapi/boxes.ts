// Converts the boxes beside the results to those of SerpApi.
import type { AnswerItem, Image, KnowledgeItem, PaaItem, RelatedItem, SerpData, Table, TwitterItem } from '../../../contract/items.ts';
import { withoutEmpty } from '../search.ts';

/** The first row has the names of the columns. */
const rowsOf = (table: Table | null) => (table ? [table.header, ...table.rows] : null);

export const relatedQuestionOf = (item: PaaItem) =>
  withoutEmpty({
    question: item.question,
    type: item.type === 'ai' ? 'ai_overview' : null,
    snippet: item.answer,
    title: item.title,
    link: item.url,
    displayed_link: item.displayUrl,
    list: item.list,
    table: rowsOf(item.table),
    date: item.date,
  });

/** Fields of the panel that an attribute must not replace. */
const PANEL_FIELDS = new Set([
  'title',
  'type',
  'entity_type',
  'kgmid',
  'description',
  'source',
  'website',
  'header_images',
  'profiles',
  'rating',
  'review_count',
]);

/** The main image stands alone when the panel has no gallery. */
const imagesOf = ({ images, imageUrl }: KnowledgeItem): readonly Pick<Image, 'url' | 'sourceUrl'>[] =>
  images.length === 0 && imageUrl !== null ? [{ url: imageUrl, sourceUrl: null }] : images;

export const panelOf = (item: KnowledgeItem) =>
  withoutEmpty({
    ...Object.fromEntries(
      item.attributes
        .map(
          ({ name, value }) =>
            [
              name
                .toLowerCase()
                .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
                .replaceAll(/^_+|_+$/g, ''),
              value,
            ] as const,
        )
        .filter(([name]) => name !== '' && !PANEL_FIELDS.has(name)),
    ),
    title: item.title,
    type: item.subtitle,
    kgmid: item.entityId,
    description: item.description,
    source: item.descriptionSource ? { name: item.descriptionSource.title, link: item.descriptionSource.url } : null,
    website: item.url,
    header_images: imagesOf(item).map(({ url, sourceUrl }) => withoutEmpty({ image: url, source: sourceUrl })),
    profiles: item.profiles.map(({ name, url, image }) => withoutEmpty({ name, link: url, image })),
    rating: item.rating?.value,
    review_count: item.rating?.votes,
  });

const BOX_TYPES: Readonly<Partial<Record<AnswerItem['type'], string>>> = {
  featured_snippet: 'organic_result',
  calculator: 'calculator_result',
  dictionary: 'dictionary_results',
  weather: 'weather_result',
};

/** A featured snippet is cited, so its text is a `snippet`. The engine's own text is the `answer`. */
export const boxOf = (item: AnswerItem) =>
  withoutEmpty({
    type: BOX_TYPES[item.type] ?? item.type,
    title: item.title,
    ...(item.type === 'featured_snippet' ? { snippet: item.text } : { answer: item.text }),
    list: item.list,
    link: item.url,
    displayed_link: item.displayUrl,
    thumbnail: item.images[0]?.url,
    contents: item.table ? { table: rowsOf(item.table) } : null,
  });

/** The text of a block repeats its title in our items, and the provider has both. */
function blockText(title: string | null, text: string | null): string | null {
  if (title === null || text === null || !text.startsWith(title)) return text;
  return text.slice(title.length).replace(/^\n/, '') || null;
}

export const overviewOf = (item: AnswerItem) =>
  withoutEmpty({
    text_blocks:
      item.blocks.length > 0
        ? item.blocks.map(({ type, title, text, references }) =>
            withoutEmpty({ type, title, snippet: blockText(title, text), reference_indexes: references }),
          )
        : item.text === null
          ? []
          : [{ type: 'paragraph', snippet: item.text }],
    references: item.references.map(({ title, url, snippet, source }, index) => withoutEmpty({ title, link: url, snippet, source, index })),
    reconstructed_markdown: item.markdown,
  });

/** Posts are one box with the account and its posts. */
function postsOf(posts: readonly TwitterItem[]): object | null {
  const [first] = posts;
  if (!first) return null;
  return withoutEmpty({
    title: first.accountTitle ?? first.author?.name,
    link: first.accountUrl ?? first.author?.url,
    thumbnail: first.thumbnail,
    tweets: posts.map(({ text, url, date }) => withoutEmpty({ link: url, snippet: text, published_date: date })),
  });
}

/** Objects of earlier versions have no related searches. */
export const relatedItemsOf = (data: SerpData): readonly RelatedItem[] => data.related ?? [];

/** Returns the boxes of a result page. Empty ones are absent. */
export function boxesOf(data: SerpData): Record<string, unknown> {
  const box = data.answers.find(({ type }) => type in BOX_TYPES || type === 'answer_box');
  const overview = data.answers.find(({ type }) => type === 'ai_overview');
  return withoutEmpty({
    ai_overview: overview ? overviewOf(overview) : null,
    answer_box: box ? boxOf(box) : null,
    knowledge_graph: data.knowledgegraph[0] ? panelOf(data.knowledgegraph[0]) : null,
    related_questions: data.paa.map(relatedQuestionOf),
    twitter_results: postsOf(data.twitter),
    related_searches: relatedItemsOf(data).map(({ keyword, url }) => withoutEmpty({ block_position: 1, query: keyword, link: url })),
  });
}
