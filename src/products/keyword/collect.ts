// Collects search volumes for one keyword object.
import type { KeptQuestion, KeywordAnswers } from '../../business/keyword-answers.ts';
import { failureText, failureVerdict } from '../../contract/failures.ts';
import type { Job, JobEnd } from '../../contract/order.ts';
import type { Outcome } from '../../sources/adapter.ts';
import { type AttemptSettings, attempt, collectFrom } from '../../sources/attempt.ts';
import { addKeywords, type KeywordParsed, type KeywordQuery } from '../../sources/keywords/ask.ts';
import type { Circuits, Source } from '../../sources/route.ts';
import type { StoredKeywordRequest } from './request.ts';
import { isCacheable, requestHashOf, retell } from './request-hash.ts';

export interface KeywordCollectParts {
  readonly routeOf: (ask: KeywordQuery, job: Job) => readonly Source<KeywordQuery, KeywordParsed>[];
  readonly circuits: Circuits;
  readonly settings: AttemptSettings;
  /** `2026-11` */
  readonly month: () => string;
  /** Stored results. Null: nothing is stored. */
  readonly answers: KeywordAnswers | null;
}

/** The largest requests need one provider call per keyword, and one for the token. */
const PAGES_MAX = 250;

export function collectKeyword(job: Job, parts: KeywordCollectParts): Promise<JobEnd> {
  const ask = queryOf(JSON.parse(job.request) as StoredKeywordRequest, parts.month());
  const answers = isCacheable(ask, job.mode) ? parts.answers : null;
  if (!answers) return askSources(job, ask, parts);
  const question = requestHashOf(ask, job.mode);
  return answers.inTurn(question, async () => {
    const kept = await findKept(job, ask, question, answers, parts);
    return kept ?? askSources(job, ask, parts, (source, body) => answers.keep(question, source, body));
  });
}

async function findKept(
  job: Job,
  ask: KeywordQuery,
  question: KeptQuestion,
  answers: KeywordAnswers,
  parts: KeywordCollectParts,
): Promise<JobEnd | null> {
  const started = performance.now();
  const names = parts.routeOf(ask, job).map(({ name }) => name);
  const kept = await answers.find(question, names);
  const data = kept ? retell(kept.body, ask) : null;
  if (!kept || !data) return null;
  const verdict = outcomeOf(data);
  const ms = Math.round(performance.now() - started);
  const attempts = [...job.history, { source: 'cache', outcome: verdict, ms }];
  // The source was queried when the result was stored, not now.
  return { outcome: 'done', verdict, attempts, body: JSON.stringify(data), ageMs: ms + kept.ageMs };
}

async function askSources(
  job: Job,
  ask: KeywordQuery,
  parts: KeywordCollectParts,
  keep: (source: string, body: string) => Promise<void> = async () => undefined,
): Promise<JobEnd> {
  const started = performance.now();
  const ageMs = () => Math.round(performance.now() - started);
  const ended = await attempt<KeywordQuery, KeywordParsed, KeywordParsed>(
    {
      circuit: `keyword.${ask.source}/${job.mode}`,
      route: parts.routeOf(ask, job),
      circuits: parts.circuits,
      history: job.history,
      ask: async (source, number) => {
        const asked = { ...ask, reference: `${job.id}-${number}` };
        const { found } = await collectFrom(source, asked, number, { pagesMax: PAGES_MAX, enough: () => false });
        const answer = addKeywords(found, ask);
        const outcome: Outcome = outcomeOf(answer);
        return { answer, outcome };
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
  const { incomplete, ...data } = ended.answer;
  const body = JSON.stringify(data);
  if (!incomplete) await keep(ended.source, body);
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
