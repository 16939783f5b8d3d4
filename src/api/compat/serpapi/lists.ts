// The lists of SerpApi's responses by engine. Boxes beside the results are only on the first page.
import type { MapItem, SerpData } from '../../../contract/items.ts';
import { withoutEmpty } from '../search.ts';
import { cut, type FetchedPages, type Slice } from '../slice.ts';
import { boxesOf, overviewOf, relatedItemsOf } from './boxes.ts';
import type { Dialect } from './dialects.ts';
import { adOf, channelResultOf, imageOf, inlineVideoOf, organicOf, placeOf, playlistOf, reportOf, storyOf, videoOf } from './items.ts';

/** Lists of searches that lead to other pages. They are not results. */
export const RELATED_LISTS: readonly string[] = ['related_searches', 'related_results'];

/** The name of the list that is paged. */
const MAIN: Readonly<Record<Dialect['layout'], string>> = {
  web: 'organic_results',
  images: 'images_results',
  news: 'news_results',
  newstab: 'news_results',
  local: 'local_results',
  maps: 'local_results',
  youtube: 'video_results',
  videos: 'video_results',
  aimode: 'text_blocks',
};
export const mainListOf = (dialect: Dialect): string => (dialect.name === 'naver' ? 'web_results' : MAIN[dialect.layout]);

const isPaid = ({ isPaid }: MapItem): boolean => isPaid;
const isFree = ({ isPaid }: MapItem): boolean => !isPaid;

/** Lists that have other names for Naver. Related searches have both names. */
const naverLists = (data: SerpData): Record<string, unknown> => ({
  news_results: data.news.map(storyOf),
  related_results: relatedItemsOf(data).map(({ keyword, url }) => withoutEmpty({ title: keyword, link: url })),
});

function webLists(dialect: Dialect, data: SerpData, slice: Slice, fetched: FetchedPages): Record<string, unknown> {
  const organic_results = cut(data.organic, slice, fetched).map(organicOf);
  // Naver's list has another name. Clients of earlier versions read this one.
  const results = dialect.name === 'naver' ? { web_results: organic_results, organic_results } : { organic_results };
  if (slice.from > 0) return withoutEmpty(results);
  const ads = data.advertisers.map(adOf);
  return withoutEmpty({
    ...(dialect.name === 'yahoo' ? { ads_results: ads } : { ads }),
    ...boxesOf(data),
    local_results: data.maps.length > 0 ? { places: data.maps.map(placeOf(false)) } : null,
    ...(dialect.name === 'naver' ? naverLists(data) : { top_stories: data.news.map(storyOf) }),
    inline_images: data.images.map(imageOf),
    inline_videos: data.videos.map(inlineVideoOf),
    ...results,
  });
}

/**
 * Returns the lists of a response. Empty lists are absent, because clients read the first item of each list. `pageSize` is the number of
 * results on a page of the engine, which can differ from the dialect's.
 */
export function listsOf(dialect: Dialect, data: SerpData, slice: Slice, pageSize: number): Record<string, unknown> {
  const isFirst = slice.from === 0;
  const fetched = { organic: data.organic, pageSize };
  switch (dialect.layout) {
    case 'images':
      return withoutEmpty({ images_results: cut(data.images, slice, fetched).map(imageOf), ...relatedSearches(data, isFirst) });
    case 'news':
      return withoutEmpty({ news_results: cut(data.news, slice, fetched).map(reportOf) });
    case 'newstab':
      return withoutEmpty({ news_results: cut(data.news, slice, fetched).map(storyOf) });
    case 'local':
      return withoutEmpty({
        ads_results: isFirst ? data.maps.filter(isPaid).map(placeOf(false)) : [],
        local_results: cut(data.maps.filter(isFree), slice, fetched).map(placeOf(false)),
      });
    case 'maps':
      return withoutEmpty({ local_results: cut(data.maps.filter(isFree), slice, fetched).map(placeOf(true)) });
    case 'youtube':
      return withoutEmpty({
        ads_results: isFirst ? data.advertisers.map(adOf) : [],
        channel_results: isFirst ? data.channel.map(channelResultOf) : [],
        playlist_results: isFirst ? data.playlist.map(playlistOf) : [],
        video_results: cut(data.videos, slice, fetched).map(videoOf),
      });
    case 'videos':
      return withoutEmpty({ video_results: cut(data.videos, slice, fetched).map(inlineVideoOf) });
    case 'aimode': {
      const answer = data.answers.find(({ type }) => type === 'ai_mode');
      return answer ? overviewOf(answer) : {};
    }
    default:
      return webLists(dialect, data, slice, fetched);
  }
}

function relatedSearches(data: SerpData, isFirst: boolean): Record<string, unknown> {
  return { related_searches: isFirst ? relatedItemsOf(data).map(({ keyword, url }) => withoutEmpty({ query: keyword, link: url })) : [] };
}
