// Judges the answer to a canary by its anchors. Pure functions.
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import type { Canary, CanaryAnchor, CanaryOutcome } from '../../contract/canaries.ts';
import type { SerpData } from '../../contract/items.ts';
import type { JobEnd } from '../../contract/order.ts';
import type { Technologies, Whois } from '../../contract/whois.ts';

export interface CanaryVerdict {
  readonly outcome: CanaryOutcome;
  /** Null when it passed. */
  readonly reason: string | null;
}

/** One result, from whichever list the engine fills. */
interface Entry {
  readonly title: string;
  readonly url: string | null;
  /** The host that the page names. It differs from that of the URL when the URL is a redirect of the engine. */
  readonly domain: string | null;
  readonly displayUrl: string | null;
  readonly publishedAt: string | null;
}

const HOSTS_MAX = 3;
const DAY_MS = 86_400_000;
const PASSED: CanaryVerdict = { outcome: 'passed', reason: null };

/** Attempts without an answer prove nothing. */
const INCONCLUSIVE: Readonly<Record<string, string>> = {
  blocked: 'The source showed a block page.',
  unreachable: 'The source could not be reached.',
  unparsed: 'The page of the source could not be read.',
};

/** Judges the end of a search. The caller handles a search without an attempt. */
export function judgeSearch({ anchors }: Pick<Canary, 'anchors'>, end: JobEnd, now: Date): CanaryVerdict {
  const attempt = end.attempts.at(-1)?.outcome ?? 'unreachable';
  if (end.outcome !== 'done') {
    if (attempt === 'suspect') return failed('The results did not match the question.');
    return { outcome: 'inconclusive', reason: INCONCLUSIVE[attempt] ?? `The attempt ended as ${attempt}.` };
  }
  return judgeData(anchors, JSON.parse(end.body) as SerpData, now);
}

/** Returns the first anchor that does not hold. */
export function judgeData(anchors: readonly CanaryAnchor[], data: SerpData, now: Date): CanaryVerdict {
  const entries = entriesOf(data);
  for (const anchor of anchors) {
    const problem = problemIn(anchor, entries, data, now);
    if (problem !== null) return failed(problem);
  }
  return PASSED;
}

export function judgeWhois(anchors: readonly CanaryAnchor[], { registrar }: Pick<Whois, 'registrar'>): CanaryVerdict {
  const name = registrar?.name ?? '';
  const missed = anchors.find((anchor) => 'registrar' in anchor && !contains(name, anchor.registrar));
  if (!missed) return PASSED;
  return failed(`The registrar is ${name === '' ? 'missing' : `“${cut(name)}”`}, not ${(missed as { registrar: string }).registrar}.`);
}

export function judgeTechnologies(anchors: readonly CanaryAnchor[], { technologies }: Pick<Technologies, 'technologies'>): CanaryVerdict {
  const missed = anchors.find(
    (anchor) => 'technology' in anchor && !technologies.some(({ name }) => name.toLowerCase() === anchor.technology.toLowerCase()),
  );
  if (!missed) return PASSED;
  return failed(`${(missed as { technology: string }).technology} is not among the ${technologies.length} technologies that were found.`);
}

function problemIn(anchor: CanaryAnchor, entries: readonly Entry[], data: SerpData, now: Date): string | null {
  if ('site' in anchor) {
    const position = entries.findIndex((entry) => isPageOf(entry, anchor.site, anchor.path ?? '')) + 1;
    return position > 0 && position <= anchor.within
      ? null
      : missing(`${anchor.site}${anchor.path ?? ''}`, position, anchor.within, entries);
  }
  if ('title' in anchor) {
    const position = entries.findIndex(({ title }) => contains(title, anchor.title)) + 1;
    return position > 0 && position <= anchor.within ? null : missing(`A title with “${anchor.title}”`, position, anchor.within, entries);
  }
  if ('answer' in anchor) {
    const text = data.answers.map((item) => `${item.title ?? ''} ${item.text ?? ''} ${item.markdown ?? ''}`).join(' ');
    if (anchor.answer.some((word) => containsWord(text, word))) return null;
    return `The answer does not contain ${anchor.answer.map((word) => `“${word}”`).join(' or ')}.`;
  }
  if ('newestDays' in anchor) return staleness(entries, anchor.newestDays, now);
  return 'The anchor does not suit a search.';
}

function missing(what: string, position: number, within: number, entries: readonly Entry[]): string {
  if (entries.length === 0) return 'There are no results.';
  const found = position > 0 ? `is at position ${position}` : `is not among the ${entries.length} results`;
  const hosts = [...new Set(entries.flatMap((entry) => siteOf(entry) ?? []))].slice(0, HOSTS_MAX);
  const first = hosts.length === 0 ? '' : ` The first results are from ${hosts.join(', ')}.`;
  return `${what} ${found}. It must be among the first ${within}.${first}`;
}

function staleness(entries: readonly Entry[], days: number, now: Date): string | null {
  if (entries.length === 0) return 'There are no results.';
  const times = entries.flatMap(({ publishedAt }) => {
    const at = publishedAt === null ? Number.NaN : Date.parse(publishedAt.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
    return Number.isNaN(at) ? [] : [at];
  });
  if (times.length === 0) return 'No result has a date.';
  const age = (now.getTime() - Math.max(...times)) / DAY_MS;
  return age <= days ? null : `The newest result is ${Math.floor(age)} days old. It must be at most ${days} days old.`;
}

/** Most engines fill `organic`. Others have only lists of their own. */
function entriesOf(data: SerpData): Entry[] {
  const lists = [data.organic, data.news, data.videos, data.images, data.maps] as readonly (readonly Partial<Entry>[])[];
  const list = lists.find(({ length }) => length > 0) ?? [];
  return list.map(({ title, url, domain, displayUrl, publishedAt }) => ({
    title: title ?? '',
    url: url ?? null,
    domain: domain || null,
    displayUrl: displayUrl ?? null,
    publishedAt: publishedAt ?? null,
  }));
}

const failed = (reason: string): CanaryVerdict => ({ outcome: 'failed', reason });
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
const contains = (text: string, part: string): boolean => folded(text).includes(folded(part));

const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
/** Their words are not separated, or have endings attached. */
const JOINED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** Whether the text contains the word or words, and not only as a part of others: `iron` is not in `environment`. */
function containsWord(text: string, word: string): boolean {
  const [all, wanted] = [folded(text), folded(word)];
  const isEdge = (inside: string | undefined, outside: string | undefined): boolean =>
    inside === undefined ||
    outside === undefined ||
    !(IN_WORD.test(inside) && IN_WORD.test(outside)) ||
    JOINED.test(inside) ||
    JOINED.test(outside);
  const [first, last] = [[...wanted][0], [...wanted].at(-1)];
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    const before = [...all.slice(Math.max(0, at - 2), at)].at(-1);
    const [after] = all.slice(at + wanted.length, at + wanted.length + 2);
    if (isEdge(first, before) && isEdge(last, after)) return true;
  }
  return false;
}

const cut = (text: string): string => [...text].slice(0, 80).join('');

function hostOf(url: string | null): string | null {
  try {
    return url === null ? null : new URL(url).hostname;
  } catch {
    return null;
  }
}

/** Pages show names with letters such as `ü`, and URLs have them as `xn--…`. */
const shownHost = ({ domain }: Entry): string | null => (domain === null ? null : domainToASCII(domain) || domain);
const isRedirect = (entry: Entry): boolean => entry.domain !== null && shownHost(entry) !== hostOf(entry.url);
const siteOf = (entry: Entry): string | null => (isRedirect(entry) ? shownHost(entry) : hostOf(entry.url));

/**
 * Subdomains belong to the site. A redirect is judged by the address that the page shows, which often lacks `www.` and the
 * like: then its registrable domain is enough.
 */
function isPageOf(entry: Entry, site: string, path: string): boolean {
  const host = siteOf(entry);
  if (host === null) return false;
  const isShortened = isRedirect(entry) && getDomain(site) === host;
  if (host !== site && !host.endsWith(`.${site}`) && !isShortened) return false;
  return path === '' || decoded((isRedirect(entry) ? entry.displayUrl : entry.url) ?? '').includes(path);
}

function decoded(url: string): string {
  try {
    return decodeURI(url).normalize('NFC');
  } catch {
    return url;
  }
}
