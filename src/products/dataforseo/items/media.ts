// News, images, videos, posts and related searches as DataForSEO's elements.
import type { ImageItem, NewsItem, SerpData, TwitterItem, VideoItem } from '../../../contract/items.ts';
import { boxesOf, type Element, elementOf, timestampOf } from './parts.ts';

export const storiesOf = (items: readonly NewsItem[]): Element[] =>
  boxesOf(items).map((box) =>
    elementOf('top_stories', box[0]!, {
      title: null,
      items: box.map((item) => ({
        type: 'top_stories_element',
        source: item.source,
        domain: item.domain,
        title: item.title,
        date: item.date,
        amp_version: item.isAmp,
        timestamp: timestampOf(item.publishedAt),
        url: item.url,
        image_url: item.thumbnail,
        badges: null,
      })),
    }),
  );

export const reportOf = (item: NewsItem): Element =>
  elementOf('news_search', item, {
    domain: item.domain,
    title: item.title,
    url: item.url,
    image_url: item.thumbnail,
    snippet: item.snippet,
    time_published: item.date,
    timestamp: timestampOf(item.publishedAt),
  });

export const picturesOf = (items: readonly ImageItem[]): Element[] =>
  boxesOf(items).map((box) =>
    elementOf('images', box[0]!, {
      title: null,
      url: null,
      items: box.map(({ alt, title, url, imageUrl, thumbnail }) => ({
        type: 'images_element',
        alt: alt ?? title,
        url,
        image_url: imageUrl ?? thumbnail,
      })),
      related_image_searches: null,
    }),
  );

export const pictureOf = (item: ImageItem): Element =>
  elementOf('images_search', item, {
    title: item.title,
    subtitle: item.source,
    alt: item.alt,
    url: item.url,
    source_url: item.imageUrl,
    encoded_url: item.thumbnail,
  });

export const videosOf = (items: readonly VideoItem[]): Element[] =>
  boxesOf(items).map((box) =>
    elementOf('video', box[0]!, {
      title: null,
      items: box.map((item) => ({
        type: 'video_element',
        source: item.source,
        title: item.title,
        timestamp: timestampOf(item.publishedAt),
        url: item.url,
        preview: item.thumbnail,
      })),
    }),
  );

export const postsOf = (items: readonly TwitterItem[]): Element[] =>
  boxesOf(items).map((box) =>
    elementOf('twitter', box[0]!, {
      title: box[0]!.accountTitle,
      url: box[0]!.accountUrl,
      image_url: box[0]!.thumbnail,
      items: box.map((post) => ({
        type: 'twitter_element',
        tweet: post.text,
        date: post.date,
        timestamp: timestampOf(post.publishedAt),
        url: post.url,
      })),
    }),
  );

/** Results of earlier versions have no related searches. */
export const relatedOf = ({ related }: SerpData): Element[] =>
  boxesOf(related ?? []).map((box) => elementOf('related_searches', box[0]!, { items: box.map(({ keyword }) => keyword) }));
