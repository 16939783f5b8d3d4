// Converts our items to the lists of Serper's responses.
import type { ImageItem, KnowledgeItem, MapItem, NewsItem, OrganicItem, PaaItem, SerpData, VideoItem } from '../../contract/items.ts';
import { cut, type Slice, withoutEmpty } from './search.ts';

const organicOf = (item: OrganicItem) =>
  withoutEmpty({
    title: item.title,
    link: item.url,
    snippet: item.snippet,
    date: item.date,
    sitelinks: item.sitelinks.map(({ title, url }) => ({ title, link: url })),
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
    date: item.date,
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
    source: item.source,
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

const localResultOf = (item: MapItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title,
    address: item.address,
    latitude: item.coordinates?.latitude,
    longitude: item.coordinates?.longitude,
    rating: item.rating?.value,
    ratingCount: item.rating?.votes,
    priceLevel: item.priceLevel,
    category: item.category,
    phoneNumber: item.phone,
    website: item.url,
    cid: item.cid,
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

/** Returns the lists of one method. Boxes beside the results are only on the first page. */
export function listsOf(method: 'search' | 'images' | 'news' | 'videos' | 'places', data: SerpData, slice: Slice): Record<string, unknown> {
  switch (method) {
    case 'images':
      return { images: cut(data.images, slice).map(imageOf) };
    case 'news':
      return { news: cut(data.news, slice).map(newsOf) };
    case 'videos':
      return { videos: cut(data.videos, slice).map(videoOf) };
    case 'places':
      return { places: cut(data.maps, slice).map(localResultOf) };
    default: {
      const organic = cut(data.organic, slice).map(organicOf);
      if (slice.from > 0) return { organic };
      const box = data.answers.find(({ type }) => type === 'answer_box' || type === 'featured_snippet');
      return {
        ...withoutEmpty({
          knowledgeGraph: data.knowledgegraph[0] ? panelOf(data.knowledgegraph[0]) : null,
          answerBox: box ? withoutEmpty({ title: box.title, snippet: box.text, link: box.url }) : null,
          topStories: data.news.map(newsOf),
        }),
        organic,
        peopleAlsoAsk: data.paa.map(relatedQuestionOf),
        relatedSearches: [],
      };
    }
  }
}
