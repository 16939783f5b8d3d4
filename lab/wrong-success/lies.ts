// The engine of this run: honest pages of a day, and four kinds of lies in the same markup.
import { bingSite } from '#product/sources/engines/bing/sandbox.js';
import { createDataset, type Dataset, type Listing } from '#product/sources/sandbox/dataset.js';

export const LIES = {
  otherQuery: 'the results of another query, below the right search box',
  halfMissing: 'half of the results are missing',
  stale: 'the results of 30 days ago',
  fluentNonsense: 'well-formed results about the query, from sites that do not exist',
} as const;
export type Lie = keyof typeof LIES;
export const LIE_NAMES = Object.keys(LIES) as Lie[];

/** A stale page is this much older than the newest honest one. Nobody asked on its day. */
export const STALE_DAYS = 30;
const DAY_MS = 86_400_000;
/** A result that changes does so this often. */
const CHANGE_MS = 20 * DAY_MS;
const PAGE_SIZE = 10;

export const dayBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** What the site answers with at the moment. `day` is the day of the honest results. */
export interface SiteState {
  day: string;
  lie: Lie | null;
}

/** Every second result stays, the others change one after the other, each of them every 20 days. Only then can an answer be stale. */
function datasetOf(words: string, day: string): Dataset {
  const lasting = createDataset(`bing\n${words}`, words, day, 'US');
  const placed = (place: number, genre: Parameters<Dataset['listings']>[2]): Listing => {
    const change = Math.floor((Date.parse(day) + (place / PAGE_SIZE) * CHANGE_MS) / CHANGE_MS);
    return createDataset(`bing\n${words}\n${change}`, words, day, 'US').listings(place, 1, genre)[0]!;
  };
  const listings: Dataset['listings'] = (from, count, genre) =>
    lasting.listings(from, count, genre).map((one, index) => ((from + index) % 2 === 0 ? placed(from + index, genre) : one));
  return { ...lasting, listings };
}
const OTHER_WORDS = ['garden hose reel', 'piano lessons online', 'winter tyres test', 'sourdough bread recipe', 'noise cancelling earbuds'];

/** Returns the page for this URL. The number makes lies differ from page to page. */
export function pageFor(url: URL, { day, lie }: SiteState, number: number): string {
  const words = url.searchParams.get('q') ?? '';
  const request = { method: 'GET', url, headers: {}, body: '' };
  return bingSite.results(request, told(words, day, lie, number)).body;
}

function told(words: string, day: string, lie: Lie | null, number: number): Dataset {
  const honest = datasetOf(words, day);
  switch (lie) {
    case null:
      return honest;
    case 'otherQuery':
      return datasetOf(OTHER_WORDS[number % OTHER_WORDS.length]!, day);
    case 'stale':
      return datasetOf(words, dayBefore(day, STALE_DAYS));
    case 'halfMissing':
      // Boxes of the page ask for a few listings only.
      return {
        ...honest,
        listings: (from, count, genre) => honest.listings(from, count, genre).filter((_, index) => count < PAGE_SIZE || index % 2 === 0),
      };
    case 'fluentNonsense':
      return { ...honest, listings: (from, count, genre) => honest.listings(from, count, genre).map((one) => invented(one, number)) };
  }
}

/** Keeps the fluent text, and replaces the site. */
function invented(listing: Listing, number: number): Listing {
  const path = new URL(listing.url).pathname;
  const name = `${listing.siteName.replace(/[^A-Za-z]/g, '').toLowerCase()}-guide-${number}`;
  const domain = `www.${name}.example`;
  return { ...listing, siteName: name, domain, url: `https://${domain}${path}` };
}

/** Returns the hosts on the first page of each of these days, best first. */
export function hostsOf(words: string, days: readonly string[]): string[] {
  const hosts = days.map((day) => datasetOf(words, day).listings(1, PAGE_SIZE)).map((list) => list.map(({ domain }) => domain));
  return hosts[0]!.filter((host) => hosts.every((list) => list.includes(host)));
}
