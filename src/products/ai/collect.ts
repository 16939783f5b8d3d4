// Runs one AI job: fetches the page for an analysis, then queries the model.
import { failureVerdict } from '../../contract/failures.ts';
import type { Job, JobEnd } from '../../contract/order.ts';
import type { Attempt } from '../../contract/serp.ts';
import type { AiService } from '../../contract/vocabulary.ts';
import { type Attempted, type AttemptSettings, attempt, collectFrom } from '../../sources/attempt.ts';
import type { PromptParsed, PromptQuery } from '../../sources/models/query.ts';
import { type PageFacts, pageFacts } from '../../sources/registries/page-facts.ts';
import type { Circuits, Source } from '../../sources/route.ts';
import type { FetchPage } from '../../sources/transport/fetch.ts';
import { analysisQuery, followsSchema, noAnalysis, readAnalysis, repairQuery } from './analysis.ts';
import type { StoredAiRequest } from './request.ts';

export interface AiCollectParts {
  readonly routeOf: (service: AiService, job: Job) => readonly Source<PromptQuery, PromptParsed>[];
  /** Fetches the page for an analysis. */
  readonly pageFetchOf: (job: Job) => { readonly name: string; readonly fetch: FetchPage; readonly retryDelayMs: number | null };
  readonly circuits: Circuits;
  readonly settings: AttemptSettings;
}

/** Customers' pages are on many sites, so a block page on one says nothing about the others. */
const NO_CIRCUITS: Circuits = { waitMs: () => 0, record: () => undefined, openCircuits: () => new Map(), openReasons: () => new Map() };

export async function collectAi(job: Job, parts: AiCollectParts): Promise<JobEnd> {
  const request = JSON.parse(job.request) as StoredAiRequest;
  const started = performance.now();
  if (request.type === 'send-prompt') {
    const answered = await queryModel(
      job,
      request,
      { prompt: request.prompt ?? '', system: null, schema: null, country: null },
      job.history,
      parts,
    );
    if (answered.end !== 'answer') return failure(answered, started);
    return done(answered.attempts, answered.ms, responseOf(answered.result), started);
  }
  const page = await fetchPageFacts(job, request.url ?? '', parts);
  if (page.end !== 'answer') return failure(page, started);
  return analyse(job, request, page.result, page.attempts, parts, started);
}

async function analyse(
  job: Job,
  request: StoredAiRequest,
  facts: PageFacts,
  history: readonly Attempt[],
  parts: AiCollectParts,
  started: number,
): Promise<JobEnd> {
  const query = analysisQuery(facts);
  let answered = await queryModel(job, request, query, history, parts);
  if (answered.end !== 'answer') return failure(answered, started);
  let { ms } = answered;
  if (!followsSchema(answered.result.text)) {
    const repaired = await queryModel(job, request, repairQuery(query), answered.attempts, parts);
    // If the repair fails, keep the first answer.
    if (repaired.end === 'answer') {
      ms += repaired.ms;
      const better =
        readAnalysis(repaired.result.text, facts.finalUrl) !== null || readAnalysis(answered.result.text, facts.finalUrl) === null;
      answered = better ? repaired : { ...answered, attempts: repaired.attempts };
    } else answered = { ...answered, attempts: repaired.attempts };
  }
  const analysis = readAnalysis(answered.result.text, facts.finalUrl) ?? noAnalysis(facts.finalUrl);
  return done(answered.attempts, ms, { ...analysis, ...responseOf(answered.result), facts: factsShown(facts) }, started);
}

function queryModel(
  job: Job,
  request: StoredAiRequest,
  query: PromptQuery,
  history: readonly Attempt[],
  parts: AiCollectParts,
): Promise<Attempted<PromptParsed>> {
  return attempt<PromptQuery, PromptParsed, PromptParsed>(
    {
      circuit: `ai.${request.aiService}/${job.mode}`,
      route: parts.routeOf(request.aiService, job),
      circuits: parts.circuits,
      history,
      ask: async (source, number) => ({ result: await last(source, query, number), outcome: 'valid' }),
    },
    // The attempt at the page does not count as one at the model.
    { ...parts.settings, attemptsMax: parts.settings.attemptsMax + history.length - job.history.length },
  );
}

function fetchPageFacts(job: Job, url: string, parts: AiCollectParts): Promise<Attempted<PageFacts>> {
  const pageFetch = parts.pageFetchOf(job);
  const fetch: FetchPage = (answered, context) => pageFetch.fetch(answered, { ...context, tooLong: 'cut' });
  const source = { ...pageFetch, fetch, adapter: pageFacts };
  return attempt<{ url: string }, PageFacts, PageFacts>(
    {
      circuit: `page/${job.mode}`,
      route: [source],
      circuits: NO_CIRCUITS,
      history: job.history,
      ask: async (from, number) => ({ result: await last(from, { url }, number), outcome: 'valid' }),
    },
    parts.settings,
  );
}

async function last<Query, Parsed>(source: Source<Query, Parsed>, query: Query, number: number): Promise<Parsed> {
  const { found } = await collectFrom(source, query, number, { pagesMax: 5, enough: () => false });
  return found.at(-1)!;
}

function responseOf(found: PromptParsed): Record<string, unknown> {
  const { text, markdown, model, citations, relatedQuestions, usage, finishReason, ...more } = found;
  return { text, markdown, model, citations, relatedQuestions, usage, finishReason, ...more };
}

/** Returns the measured facts without the text, which was only for the model. */
function factsShown({ text: _, ...facts }: PageFacts): Omit<PageFacts, 'text'> {
  return facts;
}

function done(attempts: readonly Attempt[], ms: number, response: Record<string, unknown>, started: number): JobEnd {
  const ageMs = Math.round(performance.now() - started);
  return {
    outcome: 'done',
    verdict: 'valid',
    attempts,
    detail: { runtime: ms / 1000 },
    body: JSON.stringify(response),
    ageMs: Math.min(ageMs, ms),
  };
}

function failure(ended: Exclude<Attempted<unknown>, { end: 'answer' }>, started: number): JobEnd {
  if (ended.end === 'again') return { outcome: 'again', attempts: ended.attempts, retryAfterSeconds: ended.retryAfterSeconds };
  const { outcome, recovery, message } = ended.error;
  // A source to retry later was unreachable. Other errors explain themselves.
  const error = outcome === 'unreachable' && recovery === 'retry' ? 'The AI service or the page could not be reached.' : message;
  return {
    outcome: 'faulty',
    verdict: failureVerdict(ended.attempts),
    attempts: ended.attempts,
    detail: { error, runtime: Math.round(performance.now() - started) / 1000 },
    ageMs: 0,
  };
}
