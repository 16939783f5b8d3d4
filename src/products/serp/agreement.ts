// Agreement of two result pages of one search: how much of what one source returns the other returns too.
import type { SerpItems } from '../../contract/items.ts';
import { pageUrl } from '../../contract/page-url.ts';

/** Features beside the organic results. `answers` differ from call to call, so they are not compared. */
export const FEATURES = ['advertisers', 'paa', 'maps', 'knowledgegraph', 'videos', 'news', 'images'] as const;
export type Feature = (typeof FEATURES)[number];

/** What is kept of a result page for the comparison: no titles, no texts. */
export interface Outline {
  /** The first organic URLs, as `pageUrl` spells them, without repetitions. */
  readonly urls: readonly string[];
  readonly features: readonly Feature[];
}

/** All values are between 0 and 1. */
export interface Agreement {
  /** Common URLs as a share of the longer list. */
  readonly overlap: number;
  /** Rank-biased overlap: like `overlap`, but the first places count more. */
  readonly correlation: number;
  /** Features that both show, as a share of those that either shows. 1 if neither shows any. */
  readonly features: number;
  /** One value for all: 1 for equal pages, 0 without a common URL. */
  readonly agreement: number;
}

/** Organic results that are compared. */
export const DEPTH = 10;
/**
 * Weight of each place relative to the one before it. With 0.9, the first three of ten places have 42% of the weight.
 */
const PERSISTENCE = 0.9;
/** Share of the agreement that depends on the features: sources legitimately differ in them more often than in results. */
const FEATURES_WEIGHT = 0.2;

export function outlineOf(data: Pick<SerpItems, 'organic' | Feature>): Outline {
  const urls = new Set<string>();
  for (const { url } of data.organic) {
    if (urls.size >= DEPTH) break;
    urls.add(pageUrl(url));
  }
  return { urls: [...urls], features: FEATURES.filter((name) => data[name].length > 0) };
}

/** `fillable` are the features that both sources can return. Others say nothing about the page. */
export function agreementOf(a: Outline, b: Outline, fillable: readonly Feature[] = FEATURES): Agreement {
  const overlap = overlapOf(a.urls, b.urls);
  const correlation = correlationOf(a.urls, b.urls);
  const features = jaccard(
    a.features.filter((name) => fillable.includes(name)),
    b.features.filter((name) => fillable.includes(name)),
  );
  const results = (overlap + correlation) / 2;
  return { overlap, correlation, features, agreement: results * (1 - FEATURES_WEIGHT + FEATURES_WEIGHT * features) };
}

const commonOf = (a: readonly string[], b: readonly string[]): number => {
  const other = new Set(b);
  return a.filter((one) => other.has(one)).length;
};

function overlapOf(a: readonly string[], b: readonly string[]): number {
  const longer = Math.max(a.length, b.length);
  // Both sources say that there are no results.
  return longer === 0 ? 1 : commonOf(a, b) / longer;
}

/**
 * Rank-biased overlap of the two lists, cut at the longer one and scaled to 1 for equal lists. Kendall's tau is not
 * used: it compares only common results, so it has no value for less than two of them, and it may rise when a common
 * result is lost.
 */
function correlationOf(a: readonly string[], b: readonly string[]): number {
  const depth = Math.max(a.length, b.length);
  if (depth === 0) return 1;
  let [sum, weights] = [0, 0];
  for (let size = 1; size <= depth; size++) {
    const weight = PERSISTENCE ** (size - 1);
    sum += (weight * commonOf(a.slice(0, size), b.slice(0, size))) / size;
    weights += weight;
  }
  return sum / weights;
}

function jaccard(a: readonly string[], b: readonly string[]): number {
  const common = commonOf(a, b);
  const either = a.length + b.length - common;
  return either === 0 ? 1 : common / either;
}

/** Returns the hosts in `outline` that `other` does not have, in their order. */
export function missingHosts(outline: Outline, other: Outline, countMax: number): string[] {
  const hostsOf = ({ urls }: Outline) => new Set(urls.map((url) => /^[^/?]*/.exec(url)![0]));
  const known = hostsOf(other);
  return [...hostsOf(outline)].filter((host) => !known.has(host)).slice(0, countMax);
}
