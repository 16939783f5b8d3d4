// All elements of a result, in the order of the page, with their positions.
import type { SerpData } from '../../../contract/items.ts';
import type { Family } from '../endpoints.ts';
import { answerOf, knowledgeOf, questionsOf } from './answers.ts';
import { pictureOf, picturesOf, postsOf, relatedOf, reportOf, storiesOf, videosOf } from './media.ts';
import { organicOf, paidOf } from './organic.ts';
import type { Element } from './parts.ts';
import { packOf, spotOf } from './places.ts';
import { channelOf, paidVideoOf, playlistOf, videoOf } from './youtube.ts';

export interface ShownElement extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

const ELEMENTS: Readonly<Record<Family, (data: SerpData, depth: number) => Element[]>> = {
  organic: (data) => [
    ...data.advertisers.map(paidOf),
    ...data.answers.map(answerOf),
    ...data.organic.map(organicOf),
    ...data.maps.map(packOf),
    ...storiesOf(data.news),
    ...questionsOf(data.paa),
    ...postsOf(data.twitter),
    ...picturesOf(data.images),
    ...videosOf(data.videos),
    ...data.knowledgegraph.map(knowledgeOf),
    ...relatedOf(data),
  ],
  maps: (data, depth) => data.maps.slice(0, depth).map(spotOf),
  local_finder: (data, depth) => data.maps.slice(0, depth).map(packOf),
  images: (data, depth) => [...data.images.slice(0, depth).map(pictureOf), ...relatedOf(data)],
  news: (data, depth) => data.news.slice(0, depth).map(reportOf),
  ai_mode: (data) => data.answers.map(answerOf),
  youtube: (data) => [
    ...data.advertisers.map(paidVideoOf),
    ...data.channel.map(channelOf),
    ...data.videos.map(videoOf),
    ...data.playlist.map(playlistOf),
  ],
};

const orderOf = ({ rank, order }: Element): number => rank ?? order ?? Number.MAX_SAFE_INTEGER;

/** Returns the elements in the order of the pages, `depth` of those that an endpoint is for. `rank_absolute` continues over the pages, as the provider counts. */
export function elementsOf(data: SerpData, family: Family, depth: number): ShownElement[] {
  const elements = withRelatedBelow(ELEMENTS[family](data, depth));
  const before = ranksBefore(elements);
  const counts = new Map<string, number>();
  return elements
    .map((element, index) => ({ element, index }))
    .sort((a, b) => a.element.page - b.element.page || orderOf(a.element) - orderOf(b.element) || a.index - b.index)
    .map(({ element: { type, page, rank, side = 'left', fields } }) => {
      const group = (counts.get(type) ?? 0) + 1;
      counts.set(type, group);
      return {
        type,
        rank_group: group,
        rank_absolute: rank === null ? null : rank + (before.get(page) ?? 0),
        page,
        position: side,
        xpath: null,
        ...fields,
        rectangle: null,
      };
    });
}

/** Related searches have no rank in our data. They stand below the results of their page. */
function withRelatedBelow(elements: readonly Element[]): Element[] {
  const lowestOn = (page: number): number => elements.reduce((most, one) => (one.page === page ? Math.max(most, one.rank ?? 0) : most), 0);
  return elements.map((one) => (one.type === 'related_searches' && one.rank === null ? { ...one, rank: lowestOn(one.page) + 1 } : one));
}

/** Returns for each page the highest ranks of all pages before it, added up. */
function ranksBefore(elements: readonly Element[]): Map<number, number> {
  const highest = new Map<number, number>();
  for (const { page, rank } of elements) highest.set(page, Math.max(highest.get(page) ?? 0, rank ?? 0));
  const before = new Map<number, number>();
  let sum = 0;
  for (const page of [...highest.keys()].sort((a, b) => a - b)) {
    before.set(page, sum);
    sum += highest.get(page)!;
  }
  return before;
}

const REGULAR: Readonly<Record<string, readonly string[]>> = {
  organic: ['domain', 'title', 'description', 'url', 'breadcrumb'],
  paid: ['domain', 'title', 'description', 'url', 'breadcrumb'],
  featured_snippet: ['domain', 'title', 'description', 'url', 'breadcrumb'],
};

/** Returns the short form of elements that have one. */
export const regularOf = (elements: readonly ShownElement[]): object[] =>
  elements.flatMap((element) => {
    const names = REGULAR[element.type];
    if (!names) return [];
    const { type, rank_group, rank_absolute } = element;
    return [{ type, rank_group, rank_absolute, ...Object.fromEntries(names.map((name) => [name, element[name] ?? null])) }];
  });
