// Finds items that a result lists twice, so that its page shows them once.
import type { MapItem, OrganicItem, SerpItems, VideoItem } from '../../../../src/contract/items.ts';

type Listed = { readonly title: string | null; readonly url: string | null };

/** Engines whose `organic` repeats the items of these lists. */
const REPEATED_IN_ORGANIC: Readonly<Record<string, readonly (keyof SerpItems)[]>> = {
  googleimages: ['images'],
  googlelocal: ['maps'],
  naverlocal: ['maps'],
  googlenews: ['news'],
  youtube: ['videos', 'channel', 'playlist'],
};
/** Engines whose `organic` repeats the pages that their answer cites. */
const CITED_IN_ORGANIC: ReadonlySet<string> = new Set(['google-aimode', 'chatgpt', 'perplexity']);

/** Returns a test for organic results that the page shows in another form. */
export function createRepeatTest(engine: string, items: SerpItems): (item: OrganicItem) => boolean {
  if (CITED_IN_ORGANIC.has(engine)) {
    const cited = new Set(items.answers.flatMap(({ references }) => references.map(({ url }) => url)));
    return ({ url }) => cited.has(url);
  }
  const shown = (REPEATED_IN_ORGANIC[engine] ?? []).flatMap((name) => items[name] as readonly Listed[]);
  const [titles, urls] = [new Set(shown.map(({ title }) => title)), new Set(shown.map(({ url }) => url))];
  // The second branch of a company has its map URL in `organic`, so its title identifies it.
  return ({ title, url }) => urls.has(url) || titles.has(title);
}

/** Returns the videos that are organic results too, by URL. Engines that only list videos have none. */
export function videosOfResults(engine: string, { organic, videos }: SerpItems): ReadonlyMap<string, VideoItem> {
  if (engine in REPEATED_IN_ORGANIC) return new Map();
  const urls = new Set(organic.map(({ url }) => url));
  return new Map(videos.filter(({ url }) => urls.has(url)).map((video) => [video.url, video]));
}

const idsOf = ({ cid, placeId, title, address }: MapItem): readonly string[] => [
  ...(cid === null ? [] : [`cid ${cid}`]),
  ...(placeId === null ? [] : [`place ${placeId}`]),
  ...(address === null ? [] : [`${title}\n${address}`]),
];

/** Returns the places that were listed before: with the same id, or with the same name and address. */
export function repeatedPlaces(places: readonly MapItem[]): ReadonlySet<MapItem> {
  const seen = new Set<string>();
  const repeated = new Set<MapItem>();
  for (const place of places) {
    const ids = idsOf(place);
    if (ids.some((id) => seen.has(id))) repeated.add(place);
    for (const id of ids) seen.add(id);
  }
  return repeated;
}
