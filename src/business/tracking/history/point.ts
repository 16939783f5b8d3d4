// Reads the point of a check from a result page.
import type { SerpData } from '../../../contract/items.ts';
import type { Verdict } from '../../../contract/vocabulary.ts';
import type { DomainRule, PointOf, PointRules, ReadPoint, SeenPage } from '../types.ts';
import { addressOf, matchesAddress, type PageAddress } from './domains.ts';
import { featuresOf } from './features.ts';

/** Collecting stops when fewer results than this are missing, so the check still covers the whole depth. */
const MISSING_MAX = 5;
const TITLE_CHARACTERS_MAX = 300;
const URL_CHARACTERS_MAX = 2000;

/** The database accepts no zero characters. */
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed().replaceAll('\0', '');

const pageOf = (url: string, title: string | null): SeenPage => ({
  url: cut(url, URL_CHARACTERS_MAX),
  title: title === null ? null : cut(title, TITLE_CHARACTERS_MAX),
});

/** The number of organic positions that the page covers. */
function depthOf(data: SerpData, verdict: Verdict, asked: number): number {
  const count = data.organic.length;
  return verdict === 'empty' || count > asked - MISSING_MAX ? asked : count;
}

/** Each URL of a page is parsed once, however many domains it is compared with. */
function createMatcher(): (url: string | null | undefined, rules: readonly DomainRule[]) => boolean {
  const addresses = new Map<string, PageAddress | null>();
  return (url, rules) => {
    if (!url) return false;
    const address = addresses.has(url) ? addresses.get(url)! : addressOf(url);
    addresses.set(url, address);
    return address !== null && rules.some((rule) => matchesAddress(address, rule));
  };
}

export const pointOf: PointOf = (data: SerpData, verdict: Verdict, rules: PointRules): ReadPoint => {
  const isOf = createMatcher();
  const isOwn = (url: string | null | undefined): boolean => isOf(url, rules.domains);
  const [best, ...others] = data.organic.filter(({ url }) => isOwn(url));
  // A featured snippet may replace the organic result of its page.
  const snippet = best ? undefined : data.answers.find(({ type, url }) => type === 'featured_snippet' && isOwn(url));
  const position = best?.position ?? (snippet ? 1 : 0);
  const shown = best ?? snippet;
  return {
    code: position > 0 ? 1 : 2,
    position,
    rank: shown?.rank ?? 0,
    depth: Math.max(depthOf(data, verdict, rules.depth), position),
    page: shown?.url ? pageOf(shown.url, shown.title) : null,
    otherPages: others.map(({ url, title }) => pageOf(url, title)),
    ...featuresOf(data, isOwn),
    competitors: rules.competitors.map((rule) => (rule ? (data.organic.find(({ url }) => isOf(url, [rule]))?.position ?? 0) : 0)),
    top: data.organic.slice(0, rules.topCount).map(({ url }) => pageOf(url, null)),
  };
};
