// Judges the answer to a canary by its anchors. Pure functions.
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
    const position = entries.findIndex(({ url }) => isPageOf(url, anchor.site, anchor.path ?? '')) + 1;
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
    if (anchor.answer.some((word) => contains(text, word))) return null;
    return `The answer does not contain ${anchor.answer.map((word) => `“${word}”`).join(' or ')}.`;
  }
  if ('newestDays' in anchor) return staleness(entries, anchor.newestDays, now);
  return 'The anchor does not suit a search.';
}

function missing(what: string, position: number, within: number, entries: readonly Entry[]): string {
  if (entries.length === 0) return 'There are no results.';
  const found = position > 0 ? `is at position ${position}` : `is not among the ${entries.length} results`;
  const hosts = [...new Set(entries.flatMap(({ url }) => hostOf(url) ?? []))].slice(0, HOSTS_MAX);
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
  return list.map(({ title, url, publishedAt }) => ({ title: title ?? '', url: url ?? null, publishedAt: publishedAt ?? null }));
}

const failed = (reason: string): CanaryVerdict => ({ outcome: 'failed', reason });
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
const contains = (text: string, part: string): boolean => folded(text).includes(folded(part));
const cut = (text: string): string => [...text].slice(0, 80).join('');

function hostOf(url: string | null): string | null {
  try {
    return url === null ? null : new URL(url).hostname;
  } catch {
    return null;
  }
}

/** Subdomains belong to the site. */
function isPageOf(url: string | null, site: string, path: string): boolean {
  const host = hostOf(url);
  if (host === null || (host !== site && !host.endsWith(`.${site}`))) return false;
  return path === '' || decoded(url!).includes(path);
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
