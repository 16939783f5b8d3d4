// The data of the sandbox. It depends on query, region and day, and nothing in it is random.
import { createHash } from 'node:crypto';
import { createRanks, type RankedPage } from './ranks.ts';

/** One imaginary page about the keyword. */
export interface Listing {
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  readonly siteName: string;
  readonly snippet: string;
}

export interface Dataset {
  /** The keyword without magic keywords. */
  readonly words: string;
  /** Returns an integer from 0 to `below - 1`, which depends only on the query and the label. */
  number(label: string, below: number): number;
  pick<T>(label: string, from: readonly T[]): T;
  /**
   * Returns listings `from` to `from + count - 1` of this query. Number 1 is the best. Every listing has its own URL.
   */
  listings(from: number, count: number): Listing[];
  /** Number of listings. Engines stop paging there. */
  readonly total: number;
  /** The day of the sandbox, `2026-11-15`. Listings change position a little from day to day. */
  readonly day: string;
}

const SITES = [
  'Harbour',
  'Meridian',
  'Compass',
  'Lantern',
  'Quayside',
  'Almanac',
  'Beacon',
  'Driftwood',
  'Anchor',
  'Northstar',
  'Pilot',
  'Mainsail',
];
const ANGLES = [
  'a buyer’s guide',
  'everything to know',
  'compared and explained',
  'prices and reviews',
  'tips from practice',
  'history and facts',
  'questions answered',
  'the best of the year',
  'near you',
  'for beginners',
];
const SENTENCES = [
  'Read what experts and customers say about',
  'A clear overview with pictures, prices and advice on',
  'Compare offers, opening hours and experiences with',
  'Our editors have tried and ranked',
  'Find answers to the most common questions about',
  'Independent information since 1998 on',
];

/**
 * `seed` identifies the query: engine, keyword, region and language. The day only changes the positions of listings.
 */
export function createDataset(seed: string, words: string, day: string): Dataset {
  const number = (label: string, below: number): number => {
    const digest = createHash('sha256').update(`${seed}\n${label}`).digest();
    return digest.readUInt32BE(0) % below;
  };
  const pick = <T>(label: string, from: readonly T[]): T => from[number(label, from.length)]!;
  const slug =
    words
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'page';

  const total = 300 + number('total', 700);
  const ranks = createRanks(seed, day, total);

  const listing = ({ basePosition, generation }: RankedPage): Listing => {
    const name = generation === null ? String(basePosition) : `${basePosition}-${generation}`;
    const site = pick(`site ${name}`, SITES);
    const domain = `${site.toLowerCase()}${number(`host ${name}`, 9000) + 1000}.example`;
    return {
      title: `${words} – ${pick(`angle ${name}`, ANGLES)}`,
      url: `https://www.${domain}/${encodeURIComponent(slug)}/${name}`,
      domain: `www.${domain}`,
      siteName: site,
      snippet: `${pick(`sentence ${name}`, SENTENCES)} ${words}. Updated ${day}, number ${basePosition} of our list.`,
    };
  };
  return {
    words,
    day,
    number,
    pick,
    total,
    listings: (from, count) => ranks(from, count).map(listing),
  };
}
