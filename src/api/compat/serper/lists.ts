// Converts our items to the lists of Serper's responses.
import type {
  AnswerItem,
  ImageItem,
  KnowledgeItem,
  MapItem,
  NewsItem,
  OrganicItem,
  PaaItem,
  SerpData,
  VideoItem,
} from '../../../contract/items.ts';
import { withoutEmpty } from '../search.ts';
import { relatedItemsOf } from '../serpapi/boxes.ts';
import { cut, type Slice } from '../slice.ts';
import type { Method } from './methods.ts';

const organicOf = (item: OrganicItem) =>
  withoutEmpty({
    title: item.title,
    link: item.url,
    snippet: item.snippet,
    date: item.date,
    sitelinks: item.sitelinks.map(({ title, url }) => ({ title, link: url })),
    attributes: item.price ? { Price: item.price.displayed } : null,
    imageUrl: item.images[0]?.url,
    rating: item.rating?.value,
    ratingCount: item.rating?.votes,
    position: item.position,
  });

const newsOf = (item: NewsItem) =>
  withoutEmpty({
    title: item.title,
    link: item.url,
    snippet: item.snippet,
    date: item.date ?? item.publishedAt,
    source: item.source ?? item.domain,
    imageUrl: item.thumbnail,
    position: item.position,
  });

const imageOf = (item: ImageItem) =>
  withoutEmpty({
    title: item.title ?? item.alt,
    imageUrl: item.imageUrl ?? item.thumbnail,
    imageWidth: item.width,
    imageHeight: item.height,
    thumbnailUrl: item.thumbnail,
    source: item.source ?? item.domain,
    domain: item.domain,
    link: item.url,
    position: item.position,
  });

const videoOf = (item: VideoItem) =>
  withoutEmpty({
    title: item.title,
    link: item.url,
    snippet: item.description,
    imageUrl: item.thumbnail,
    duration: item.duration,
    source: item.source,
    channel: item.channel?.name,
    date: item.date,
    position: item.position,
  });

/** `/maps` has a few fields more than `/places`. */
const placeOf = (isMaps: boolean) => (item: MapItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title,
    address: item.address,
    latitude: item.coordinates?.latitude,
    longitude: item.coordinates?.longitude,
    rating: item.rating?.value,
    ratingCount: item.rating?.votes,
    priceLevel: item.priceLevel,
    ...(isMaps ? { type: item.category, types: item.categories, description: item.description, thumbnailUrl: item.thumbnail } : {}),
    category: isMaps ? null : item.category,
    phoneNumber: item.phone,
    website: item.url,
    cid: item.cid,
    placeId: item.placeId,
  });

const relatedQuestionOf = (item: PaaItem) =>
  withoutEmpty({ question: item.question, snippet: item.answer, title: item.title, link: item.url });

const panelOf = (item: KnowledgeItem) =>
  withoutEmpty({
    title: item.title,
    type: item.subtitle,
    website: item.url,
    imageUrl: item.imageUrl,
    description: item.description,
    descriptionSource: item.descriptionSource?.title,
    descriptionLink: item.descriptionSource?.url,
    attributes: Object.fromEntries(item.attributes.map(({ name, value }) => [name, value])),
  });

/** A featured snippet is cited, so its text is a `snippet`. The engine's own text is the `answer`. */
const boxOf = (item: AnswerItem) =>
  withoutEmpty({
    title: item.title,
    ...(item.type === 'featured_snippet' ? { snippet: item.text } : { answer: item.text }),
    link: item.url,
  });

const BOXES: ReadonlySet<AnswerItem['type']> = new Set(['answer_box', 'featured_snippet', 'calculator', 'dictionary', 'weather']);

/**
 * Returns the lists of one method. The main list is always there. Only the first page has boxes beside the results. `pageSize` is the
 * number of results on a page of the engine.
 */
export function listsOf({ name }: Method, data: SerpData, slice: Slice, pageSize: number): Record<string, unknown> {
  const fetched = { organic: data.organic, pageSize };
  switch (name) {
    case 'images':
      return { images: cut(data.images, slice, fetched).map(imageOf) };
    case 'news':
      return { news: cut(data.news, slice, fetched).map(newsOf) };
    case 'videos':
      return { videos: cut(data.videos, slice, fetched).map(videoOf) };
    case 'places':
    case 'maps':
      return { places: cut(data.maps, slice, fetched).map(placeOf(name === 'maps')) };
  }
  const organic = cut(data.organic, slice, fetched).map(organicOf);
  if (slice.from > 0) return { organic, peopleAlsoAsk: [], relatedSearches: [] };
  const box = data.answers.find(({ type, text }) => BOXES.has(type) && text !== null);
  return {
    ...withoutEmpty({
      knowledgeGraph: data.knowledgegraph[0] ? panelOf(data.knowledgegraph[0]) : null,
      answerBox: box ? boxOf(box) : null,
      topStories: data.news.map(newsOf),
    }),
    organic,
    peopleAlsoAsk: data.paa.map(relatedQuestionOf),
    relatedSearches: relatedItemsOf(data).map(({ keyword }) => ({ query: keyword })),
  };
}
