// Collects search volumes for one keyword object.
import type { KeywordResults, StoredQuery } from '../../business/keyword-results.ts';
import { failureText, failureVerdict } from '../../contract/failures.ts';
import type { Job, JobEnd } from '../../contract/order.ts';
import type { Outcome } from '../../sources/adapter.ts';
import { type AttemptSettings, attempt, collectFrom } from '../../sources/attempt.ts';
import { addKeywords, type KeywordParsed, type KeywordQuery } from '../../sources/keywords/query.ts';
import type { Circuits, Source } from '../../sources/route.ts';
import type { StoredKeywordRequest } from './request.ts';
import { isCacheable, requestHashOf, resultFor } from './request-hash.ts';

export interface KeywordCollectParts {
  readonly routeOf: (query: KeywordQuery, job: Job) => readonly Source<KeywordQuery, KeywordParsed>[];
  readonly circuits: Circuits;
  readonly settings: AttemptSettings;
  /** `2026-11` */
  readonly month: () => string;
  /** Stored results. Null: nothing is stored. */
  readonly stored: KeywordResults | null;
}

/** The largest requests need one provider call per keyword, and one for the token. */
const PAGES_MAX = 250;

export function collectKeyword(job: Job, parts: KeywordCollectParts): Promise<JobEnd> {
  const query = queryOf(JSON.parse(job.request) as StoredKeywordRequest, parts.month());
  const stored = isCacheable(query, job.mode) ? parts.stored : null;
  if (!stored) return querySources(job, query, parts);
  const hash = requestHashOf(query, job.mode);
  return stored.runOnce(hash, async () => {
    const storedResult = await findStored(job, query, hash, stored, parts);
    return storedResult ?? querySources(job, query, parts, (source, body) => stored.store(hash, source, body));
  });
}

async function findStored(
  job: Job,
  query: KeywordQuery,
  hash: StoredQuery,
  stored: KeywordResults,
  parts: KeywordCollectParts,
): Promise<JobEnd | null> {
  const started = performance.now();
  const names = parts.routeOf(query, job).map(({ name }) => name);
  const storedResult = await stored.find(hash, names);
  const data = storedResult ? resultFor(storedResult.body, query) : null;
  if (!storedResult || !data) return null;
  const verdict = outcomeOf(data);
  const ms = Math.round(performance.now() - started);
  const attempts = [...job.history, { source: 'cache', outcome: verdict, ms }];
  // The source was queried when the result was stored, not now.
  return { outcome: 'done', verdict, attempts, body: JSON.stringify(data), ageMs: ms + storedResult.ageMs };
}

async function querySources(
  job: Job,
  query: KeywordQuery,
  parts: KeywordCollectParts,
  store: (source: string, body: string) => Promise<void> = async () => undefined,
): Promise<JobEnd> {
  const started = performance.now();
  const ageMs = () => Math.round(performance.now() - started);
  const ended = await attempt<KeywordQuery, KeywordParsed, KeywordParsed>(
    {
      circuit: `keyword.${query.source}/${job.mode}`,
      route: parts.routeOf(query, job),
      circuits: parts.circuits,
      history: job.history,
      ask: async (source, number) => {
        const sent = { ...query, reference: `${job.id}-${number}` };
        const { found } = await collectFrom(source, sent, number, { pagesMax: PAGES_MAX, enough: () => false });
        const answer = addKeywords(found, query);
        const outcome: Outcome = outcomeOf(answer);
        return { result: answer, outcome };
      },
    },
    parts.settings,
  );
  if (ended.end === 'again') return { outcome: 'again', attempts: ended.attempts, retryAfterSeconds: ended.retryAfterSeconds };
  if (ended.end === 'failed') {
    const verdict = failureVerdict(ended.attempts);
    const error = failureText(verdict, ended.attempts);
    return { outcome: 'faulty', verdict, attempts: ended.attempts, detail: { error }, ageMs: ageMs() };
  }
  const { incomplete, ...data } = ended.result;
  const body = JSON.stringify(data);
  if (!incomplete) await store(ended.source, body);
  return { outcome: 'done', verdict: outcomeOf(data), attempts: ended.attempts, body, ageMs: ageMs() };
}

const outcomeOf = (found: KeywordParsed): 'valid' | 'empty' => (found.results.length === 0 ? 'empty' : 'valid');

function queryOf(request: StoredKeywordRequest, month: string): KeywordQuery {
  const { region } = request;
  return {
    keywords: request.keywords ?? [],
    url: request.url,
    suggestions: request.suggestions,
    source: request.source,
    // Ids of countries are criteria ids. Other regions have one only after an import of Google's list.
    region: {
      countryCode: region.countryCode,
      canonicalName: region.canonicalName,
      criteriaId: /^\d+$/.test(region.id) ? Number(region.id) : null,
    },
    language: request.language,
    searchPartners: request.searchPartners,
    month,
  };
}
