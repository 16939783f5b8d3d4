// Converts our items to the lists of SerpApi's responses.
import type {
  AdvertiserItem,
  AnswerItem,
  ImageItem,
  KnowledgeItem,
  MapItem,
  NewsItem,
  OrganicItem,
  PaaItem,
  SerpData,
  VideoItem,
} from '../../contract/items.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import { cut, type Slice, withoutEmpty } from './search.ts';

const organicOf = (item: OrganicItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title,
    link: item.url,
    displayed_link: item.displayUrl,
    source: item.siteName,
    snippet: item.snippet,
    snippet_highlighted_words: item.highlighted,
    date: item.date,
    thumbnail: item.images[0]?.url,
    sitelinks: item.sitelinks.length > 0 ? { inline: item.sitelinks.map(({ title, url }) => ({ title, link: url })) } : null,
    rich_snippet: item.rating
      ? { top: { detected_extensions: withoutEmpty({ rating: item.rating.value, reviews: item.rating.votes }) } }
      : null,
  });

const adOf = (item: AdvertiserItem) =>
  withoutEmpty({
    position: item.position,
    block_position: item.block,
    title: item.title,
    link: item.url,
    tracking_link: item.trackingUrl,
    displayed_link: item.displayUrl,
    source: item.advertiser,
    description: item.description,
    sitelinks: item.sitelinks.map(({ title, url }) => ({ title, link: url })),
    extensions: item.extensions,
  });

const newsOf = (item: NewsItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title,
    link: item.url,
    source: item.source ?? item.domain,
    date: item.date,
    iso_date: item.publishedAt,
    snippet: item.snippet,
    thumbnail: item.thumbnail,
  });

const imageOf = (item: ImageItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title ?? item.alt,
    link: item.url,
    source: item.source ?? item.domain,
    thumbnail: item.thumbnail,
    original: item.imageUrl,
    original_width: item.width,
    original_height: item.height,
  });

const videoOf = (item: VideoItem) =>
  withoutEmpty({
    position_on_page: item.position,
    title: item.title,
    link: item.url,
    channel: item.channel ? withoutEmpty({ name: item.channel.name, link: item.channel.url, verified: item.channel.verified }) : null,
    published_date: item.date,
    views: item.views,
    length: item.duration,
    description: item.description,
    thumbnail: item.thumbnail ? { static: item.thumbnail } : null,
    platform: item.source,
  });

const localResultOf = (item: MapItem) =>
  withoutEmpty({
    position: item.position,
    title: item.title,
    place_id: item.placeId ?? item.cid,
    rating: item.rating?.value,
    reviews: item.rating?.votes,
    price: item.priceLevel,
    type: item.category,
    address: item.address,
    phone: item.phone,
    hours: item.openState,
    description: item.description,
    thumbnail: item.thumbnail,
    links: item.url ? { website: item.url } : null,
    gps_coordinates: item.coordinates,
  });

const relatedQuestionOf = (item: PaaItem) =>
  withoutEmpty({
    question: item.question,
    snippet: item.answer,
    title: item.title,
    link: item.url,
    displayed_link: item.displayUrl,
    list: item.list,
  });

const panelOf = (item: KnowledgeItem) =>
  withoutEmpty({
    title: item.title,
    type: item.subtitle,
    description: item.description,
    source: item.descriptionSource ? { name: item.descriptionSource.title, link: item.descriptionSource.url } : null,
    website: item.url,
    header_images: item.images.map(({ url, sourceUrl }) => withoutEmpty({ image: url, source: sourceUrl })),
    ...Object.fromEntries(item.attributes.map(({ name, value }) => [name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_'), value])),
  });

const boxOf = (item: AnswerItem) =>
  withoutEmpty({
    type: item.type === 'featured_snippet' ? 'organic_result' : item.type,
    title: item.title,
    snippet: item.text,
    list: item.list,
    link: item.url,
    displayed_link: item.displayUrl,
  });

const overviewOf = (item: AnswerItem) => ({
  text_blocks: item.blocks.map(({ type, title, text, references }) =>
    withoutEmpty({ type, title, snippet: text, reference_indexes: references }),
  ),
  references: item.references.map(({ title, url, snippet, source }, index) => withoutEmpty({ title, link: url, snippet, source, index })),
});

/** Returns the lists of one engine. Boxes beside the results are only on the first page. */
export function listsOf(engine: EngineName, data: SerpData, slice: Slice): Record<string, unknown> {
  switch (engine) {
    case 'googleimages':
      return { images_results: cut(data.images, slice).map(imageOf) };
    case 'googlenews':
      return { news_results: cut(data.news, slice).map(newsOf) };
    case 'googlelocal':
      return { local_results: cut(data.maps, slice).map(localResultOf) };
    case 'youtube':
      return { video_results: cut(data.videos, slice).map(videoOf) };
    default: {
      const organic_results = cut(data.organic, slice).map(organicOf);
      if (slice.from > 0) return { organic_results };
      const box = data.answers.find(({ type }) => type !== 'ai_overview' && type !== 'page');
      const overview = data.answers.find(({ type }) => type === 'ai_overview');
      return withoutEmpty({
        ads: data.advertisers.map(adOf),
        ai_overview: overview ? overviewOf(overview) : null,
        answer_box: box ? boxOf(box) : null,
        knowledge_graph: data.knowledgegraph[0] ? panelOf(data.knowledgegraph[0]) : null,
        local_results: data.maps.length > 0 ? { places: data.maps.map(localResultOf) } : null,
        top_stories: data.news.map(newsOf),
        inline_images: data.images.map(imageOf),
        inline_videos: data.videos.map(videoOf),
        related_questions: data.paa.map(relatedQuestionOf),
        organic_results,
      });
    }
  }
}
