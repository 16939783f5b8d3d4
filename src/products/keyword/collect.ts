// Collects search volumes for one keyword object and says how the job ends.
import type { Job, JobEnd } from '../../contract/order.ts';
import { type Outcome, verdictOf } from '../../sources/adapter.ts';
import { type AttemptSettings, attempt, collectFrom } from '../../sources/attempt.ts';
import { addKeywords, type KeywordAsk, type KeywordFound, NOTHING_YET } from '../../sources/keywords/ask.ts';
import type { Lanes, Source } from '../../sources/route.ts';
import type { StoredKeywordRequest } from './request.ts';

export interface KeywordCollectParts {
  readonly routeOf: (ask: KeywordAsk, job: Job) => readonly Source<KeywordAsk, KeywordFound>[];
  readonly lanes: Lanes;
  readonly settings: AttemptSettings;
  /** `2026-11` */
  readonly month: () => string;
}

/** A token step and, for the largest requests, dozens of provider calls. */
const PAGES_MAX = 50;

export async function collectKeyword(job: Job, parts: KeywordCollectParts): Promise<JobEnd> {
  const ask = askOf(JSON.parse(job.request) as StoredKeywordRequest, parts.month());
  const started = performance.now();
  const ageMs = () => Math.round(performance.now() - started);
  const ended = await attempt<KeywordAsk, KeywordFound, KeywordFound>(
    {
      lane: `keyword.${ask.source}/${job.mode}`,
      route: parts.routeOf(ask, job),
      lanes: parts.lanes,
      history: job.history,
      ask: async (source, number) => {
        const { found } = await collectFrom(source, ask, number, { pagesMax: PAGES_MAX, enough: () => false });
        const answer = found.reduce((sum, page) => addKeywords(sum, page, ask), NOTHING_YET);
        const outcome: Outcome = answer.results.length === 0 ? 'empty' : 'valid';
        return { answer, outcome };
      },
    },
    parts.settings,
  );
  if (ended.end === 'again') return { outcome: 'again', attempts: ended.attempts, againSeconds: ended.againSeconds };
  if (ended.end === 'failed') {
    const { outcome } = ended.error;
    return { outcome: 'faulty', verdict: verdictOf(outcome), attempts: ended.attempts, ageMs: ageMs() };
  }
  const verdict = ended.answer.results.length === 0 ? 'empty' : 'valid';
  return { outcome: 'done', verdict, attempts: ended.attempts, body: JSON.stringify(ended.answer), ageMs: ageMs() };
}

function askOf(request: StoredKeywordRequest, month: string): KeywordAsk {
  const { region } = request;
  return {
    keywords: request.keywords ?? [],
    url: request.url,
    suggestions: request.suggestions,
    source: request.source,
    // Ids of countries are criteria ids; other regions carry theirs only after an import of the official list.
    place: {
      countryCode: region.countryCode,
      canonicalName: region.canonicalName,
      criteriaId: /^\d+$/.test(region.id) ? Number(region.id) : null,
    },
    language: request.language,
    searchPartners: request.searchPartners,
    month,
  };
}
