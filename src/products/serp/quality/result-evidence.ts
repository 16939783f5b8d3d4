// Evidence of the results: how many there are, whose they are, and whether they are whole.
import type { OrganicItem } from '../../../contract/items.ts';
import { judgedOf, queryTermsOf, relatedShares } from '../verdict.ts';
import { OF_ONE_SITE, WITHOUT_ORGANIC, WITHOUT_SNIPPETS } from './engine-facts.ts';
import type { Evidence, Penalise } from './evidence.ts';

const ONLY_ADS = 0.1;
const NO_RESULTS = 0.2;
/** Engines replace some results by boxes of their own. Below this share of full pages, results are missing. */
const COUNT_MIN = 0.6;
const FEW_AT_MOST = 0.8;
const FEW_AT_LEAST = 0.2;
/** The engine's own estimate explains few results up to this multiple. */
const TOTAL_TIMES = 2;
/** A page with this share of a full one is full: engines replace a result by a box. */
const FULL_MIN = 0.9;
/**
 * Engines estimate roughly, and leave out similar results. A list that ends with its full first page, of an estimate that
 * is this multiple of it, has lost its link to the next page.
 */
const UNREAD_TIMES = 100;
const UNREAD = 0.65;
/** Only for engines that step by results: the results of two lists are more than one page shows. */
const COUNT_MAX = 1.25;
const MANY = 0.65;
const STOPPED = 0.75;
const HOST_MAX = 0.5;
const HOST_COUNT_MIN = 3;
const REPEATED_HOST = 0.85;
const MISSING_MAX = 0.4;
const MISSING = 0.65;
/** Some results of every page answer with other words. Above this share, each further result without them counts. */
const UNRELATED_USUAL = 0.2;
const UNRELATED_WEIGHT = 4;
/** A result with a smaller share of the query's words counts as unrelated. */
const RELATED_SHARE_MIN = 0.25;
/** So many words are enough: no result repeats a whole long query. */
const RELATED_WORDS_ENOUGH = 3;
const UNRELATED_COUNT_MIN = 2;
const UNRELATED_MIN = 0.2;

/** `organic` holds the results of all pages. */
export function judgeResults(organic: readonly OrganicItem[], evidence: Evidence, penalise: Penalise): void {
  const { found, engine, query, isStopped } = evidence;
  if (organic.length === 0) {
    if (found[0]?.empty || WITHOUT_ORGANIC.has(engine.name)) return;
    if (found.some(({ advertisers }) => advertisers.length > 0)) penalise('onlyAds', ONLY_ADS);
    else penalise('noResults', NO_RESULTS);
    return;
  }
  penalise('fewResults', Math.min(countFactor(organic, evidence), hasUnreadPages(evidence) ? UNREAD : 1));
  if (hasTooMany(evidence)) penalise('manyResults', MANY);
  if (isStopped) penalise('stopped', STOPPED);
  if (isOfOneHost(organic, evidence)) penalise('repeatedHost', REPEATED_HOST);
  if (shareIn(organic, WITHOUT_SNIPPETS.has(engine.name) ? isUntitled : isBare) > MISSING_MAX) penalise('missingTexts', MISSING);
  penalise('unrelated', relatedFactor(judgedOf(organic), query.keyword));
}

const shareIn = (organic: readonly OrganicItem[], test: (item: OrganicItem) => boolean): number =>
  organic.filter(test).length / organic.length;

function countFactor(organic: readonly OrganicItem[], { found, engine, query }: Evidence): number {
  const expected = Math.min(query.maxResults, found.length * engine.traits.pageSize);
  const total = found[0]?.totalResults ?? null;
  if (total !== null && total <= organic.length * TOTAL_TIMES) return 1;
  // A page that another one follows is full. Otherwise results are missing in between, and the positions are wrong.
  const followed = found.slice(0, -1);
  const filled = followed.reduce((sum, page) => sum + page.organic.length, 0) / Math.max(1, followed.length * engine.traits.pageSize);
  const share = Math.min(organic.length / expected, followed.length === 0 ? 1 : filled);
  return share >= COUNT_MIN ? 1 : Math.max(FEW_AT_LEAST, (share / COUNT_MIN) * FEW_AT_MOST);
}

/**
 * Only a full first page counts: engines end a list early on a page that is not full, and after some hundred results
 * whatever their estimate is.
 */
const hasUnreadPages = ({ found, isLast, engine: { traits } }: Evidence): boolean => {
  const [first, ...further] = found;
  if (!isLast || !first || further.length > 0) return false;
  const { organic, totalResults } = first;
  return organic.length >= traits.pageSize * FULL_MIN && (totalResults ?? 0) >= organic.length * UNREAD_TIMES;
};

const hasTooMany = ({ found, engine: { traits }, query }: Evidence): boolean =>
  traits.paging?.step === traits.pageSize &&
  query.urlParameters.length === 0 &&
  found.some(({ organic }) => organic.length > traits.pageSize * COUNT_MAX);

/** A search within one site, or for its name, rightly finds one site. */
function isOfOneHost(organic: readonly OrganicItem[], { engine, query: { keyword } }: Evidence): boolean {
  if (OF_ONE_SITE.has(engine.name)) return false;
  // Only a host with more than half of the results counts, and such a host is ahead after each other one has cancelled one of its results.
  let host = '';
  let ahead = 0;
  for (const { domain } of organic) {
    if (ahead === 0) host = domain;
    ahead += domain === host ? 1 : -1;
  }
  if (ahead <= 0) return false;
  const count = organic.filter(({ domain }) => domain === host).length;
  if (count < HOST_COUNT_MIN || count <= organic.length * HOST_MAX) return false;
  const isNamed = /(?:^|\s)site:/i.test(keyword) || queryTermsOf(keyword).all.some((term) => host.includes(term));
  return !isNamed;
}

const isUntitled = ({ title }: OrganicItem): boolean => title.trim() === '';
const isBare = ({ title, snippet, images }: OrganicItem): boolean =>
  title.trim() === '' || ((snippet ?? '').trim() === '' && images.length === 0);

function relatedFactor(organic: readonly OrganicItem[], keyword: string): number {
  const words = queryTermsOf(keyword);
  const { distinctive: terms, isChoice } = words;
  if (terms.length === 0) return 1;
  const shareMin = Math.min(RELATED_SHARE_MIN, (isChoice ? 1 : RELATED_WORDS_ENOUGH) / terms.length);
  let unrelated = 0;
  for (const share of relatedShares(organic, words, 'distinctive')) if (share < shareMin) unrelated++;
  if (unrelated < UNRELATED_COUNT_MIN) return 1;
  return Math.min(1, Math.max(UNRELATED_MIN, 1 - (unrelated / organic.length - UNRELATED_USUAL) * UNRELATED_WEIGHT));
}
