// Keyword data from a service with our own contract. Objects are created there and polled.
import { type Adapter, blocked, type Page, type PageRequest, type SourceError, SourceTimeout, unreadable } from '../adapter.ts';
import { carriedBy, type StepRequest } from '../steps.ts';
import { distinct, foldKeyword } from './folding.ts';
import { type KeywordParsed, type KeywordQuery, NO_ROWS } from './query.ts';
import { cooldownSecondsOf, readProvider, serverError, unknownFormat } from './response.ts';
import { type Json, listAt, objectAt, parseJson, textAt } from './untrusted-json.ts';
import { readRows } from './upstream-rows.ts';

export interface UpstreamKeywordSettings {
  /** For example `https://search.example`, followed by the paths of the contract. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Number of keywords that every account of the contract may order at once. */
const KEYWORDS_MAX = 20;
const FIRST_POLL_SECONDS = 0.25;
const PAUSE_SECONDS_MAX = 5;
const POLLS_MAX = 50;
const FAULTY_COOLDOWN_SECONDS = 300;
const ID = /^[0-9A-Za-z_-]{1,64}$/;

/** State of a poll: the keywords of its object, and the number of polls so far. */
interface PollState {
  readonly words: readonly string[];
  readonly looks: number;
}

export function createUpstreamKeywords(settings: UpstreamKeywordSettings): Adapter<KeywordQuery, KeywordParsed> {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const headers = { accept: 'application/json', authorization: `Bearer ${settings.apiKey}` };
  const order = (query: KeywordQuery, words: readonly string[]): PageRequest => ({
    url: `${baseUrl}/keyword/new`,
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(query.reference === undefined
        ? {}
        : { 'idempotency-key': `sextant-${query.reference}-${keywordsOf(query).indexOf(words[0] ?? '')}` }),
    },
    body: JSON.stringify({
      ...(words.length === 0 ? {} : { keywords: words }),
      ...(query.url === null ? {} : { url: query.url }),
      region: query.region.canonicalName,
      ...(query.language === null ? {} : { language: query.language }),
      source: query.source,
      searchPartners: query.searchPartners,
      suggestions: query.suggestions,
      priority: 'NORMAL',
      asynchronous: true,
    }),
  });
  const poll = (page: Page, id: string): StepRequest => {
    const { words, looks: polls } = pollStateOf(page);
    if (polls >= POLLS_MAX) throw new SourceTimeout('The keyword source did not finish in time.');
    const pause = Math.min(PAUSE_SECONDS_MAX, FIRST_POLL_SECONDS * 2 ** Math.min(polls, 10));
    const asked = page.status === 429 ? Math.min(cooldownSecondsOf(page), 4 * PAUSE_SECONDS_MAX) : 0;
    return {
      url: `${baseUrl}/keyword/${id}`,
      headers,
      step: true,
      afterSeconds: Math.max(pause, asked),
      carried: { words, looks: polls + 1 },
    };
  };

  return {
    start: (query) => order(query, keywordsOf(query).slice(0, KEYWORDS_MAX)),

    parse(page, query) {
      const polledId = page.request.method === 'POST' ? undefined : /\/keyword\/([^/]+)$/.exec(page.request.url)?.[1];
      // The object exists and was charged, so a busy service is only polled more slowly.
      if (polledId !== undefined && page.status === 429) return { found: NO_ROWS, next: poll(page, polledId) };
      const object = readProvider(page, () => null);
      const id = textAt(object, 'id');
      if (id === null || !ID.test(id) || typeof object.ready !== 'boolean') throw unknownFormat();
      if (object.faulty === true) throw faultOf(object);
      if (!object.ready) return { found: NO_ROWS, next: poll(page, id) };
      const { words } = pollStateOf(page);
      const found = readRows(objectAt(object, 'data'), words, query);
      const all = keywordsOf(query);
      const from = all.indexOf(words.at(-1) ?? '') + 1;
      const following = words.length === 0 ? [] : all.slice(from, from + KEYWORDS_MAX);
      return following.length === 0 ? { found } : { found, next: order(query, following) };
    },
  };
}

const keywordsOf = (query: KeywordQuery): string[] => distinct(query.keywords, (keyword) => foldKeyword(query.source, keyword));

function pollStateOf(page: Page): PollState {
  const carried = carriedBy(page) as PollState | undefined;
  return carried ?? { words: listAt(parseJson(page.request.body ?? ''), 'keywords') as string[], looks: 0 };
}

/** A faulty object costs nothing there. Its verdict is the reason. */
function faultOf(object: Json): SourceError {
  if (object.verdict === 'unparsed') return unreadable('The keyword source could not parse its own source.');
  if (object.verdict === 'blocked') return blocked('The keyword source was blocked by its own source.', FAULTY_COOLDOWN_SECONDS);
  return serverError();
}
