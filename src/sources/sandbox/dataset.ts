// The data of the sandbox. It depends on query, region and day, and nothing in it is random.
import { createHash } from 'node:crypto';
import { domainOf } from './brands.ts';
import { createDraw, type Draw } from './draw.ts';
import { type Genre, type PageText, writePage } from './page-texts.ts';
import { createRanks, type RankedPage } from './ranks.ts';
import { type Theme, themeOf } from './themes.ts';

/** One imaginary page about the keyword. */
export interface Listing extends PageText {
  readonly url: string;
  readonly domain: string;
}

export interface Dataset {
  /** The keyword without magic keywords. */
  readonly words: string;
  /** The vocabulary for this keyword. */
  readonly theme: Theme;
  /** The requested country as ISO 3166-1 code. */
  readonly country: string;
  /** Returns an integer from 0 to `below - 1`, which depends only on the query and the label. */
  number(label: string, below: number): number;
  pick<T>(label: string, from: readonly T[]): T;
  /** Returns a row of numbers that depends only on the query and the label. */
  draw(label: string): Draw;
  /**
   * Returns listings `from` to `from + count - 1` of this query. Number 1 is the best. Every listing has its own URL.
   * With a genre, the pages at these positions are all of that genre.
   */
  listings(from: number, count: number, genre?: Genre): Listing[];
  /** Number of listings. Engines stop paging there. */
  readonly total: number;
  /** The day of the sandbox, `2026-11-15`. Listings change position a little from day to day. */
  readonly day: string;
}

/** Regular sites of a theme have base positions up to this one. */
const REGULAR_POSITIONS = 12;
/** One in this number of queries has a second page of a regular site, just below the first. They change places now and then. */
const SECOND_PAGE_ODDS = 3;
const YEAR_WITHOUT_DAY = '2026';
const COUNTRY_DEFAULT = 'US';

/**
 * `seed` identifies the query: engine, keyword, region and language. The day only changes the positions of listings
 * and the year in their texts. The country decides the currency and the cities.
 */
export function createDataset(seed: string, words: string, day: string, country = COUNTRY_DEFAULT): Dataset {
  const number = (label: string, below: number): number => {
    const digest = createHash('sha256').update(`${seed}\n${label}`).digest();
    return digest.readUInt32BE(0) % below;
  };
  const pick = <T>(label: string, from: readonly T[]): T => from[number(label, from.length)]!;
  const draw = (label: string): Draw => createDraw(number(label, 2 ** 32));
  const theme = themeOf(words);
  const subject = { words, theme, country, year: day.slice(0, 4) || YEAR_WITHOUT_DAY };
  const slug =
    words
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'page';

  const total = 300 + number('total', 700);
  const ranks = createRanks(seed, day, total);
  const regulars = regularsOf(theme.regulars ?? [], number);

  const listing = ({ basePosition, generation }: RankedPage, genre: Genre): Listing => {
    const name = generation === null ? String(basePosition) : `${basePosition}-${generation}`;
    const written = writePage(subject, genre, draw(`page ${name}`));
    const regular = generation === null || genre !== 'any' ? undefined : regulars.get(basePosition);
    const text = regular === undefined ? written : { ...written, siteName: regular };
    const domain = `www.${domainOf(text.siteName)}`;
    return { ...text, url: `https://${domain}/${encodeURIComponent(slug)}/${name}`, domain };
  };
  return {
    words,
    theme,
    country,
    day,
    number,
    pick,
    draw,
    total,
    listings: (from, count, genre = 'any') => ranks(from, count).map((page) => listing(page, genre)),
  };
}

/** Returns the names of the regular sites by their base positions. */
function regularsOf(names: readonly string[], number: Dataset['number']): ReadonlyMap<number, string> {
  const positions = new Map<number, string>();
  for (const name of names) {
    const first = 1 + number(`regular ${name}`, REGULAR_POSITIONS);
    const second = number(`second page ${name}`, SECOND_PAGE_ODDS) === 0 ? [first + 1] : [];
    // Of two sites with one position, the first in the list has it.
    for (const position of [first, ...second]) if (!positions.has(position)) positions.set(position, name);
  }
  return positions;
}
