// Collects one SERP: queries the sources of the route, merges the pages and judges the result.
import { failureText, failureVerdict } from '../../contract/failures.ts';
import { ITEM_ARRAYS, type SerpData } from '../../contract/items.ts';
import type { FailedPage, Job, JobEnd } from '../../contract/order.ts';
import type { EngineName, Mode } from '../../contract/vocabulary.ts';
import { type Page, SourceError } from '../../sources/adapter.ts';
import { type AttemptSettings, attempt } from '../../sources/attempt.ts';
import type { Circuits, Source } from '../../sources/route.ts';
import type { Engine, SerpPage, SerpQuery } from '../../sources/serp.ts';
import { rankIn } from './find.ts';
import { observeSearch, type PageObserver } from './observe.ts';
import { type Judging, judgeJob } from './quality/judging.ts';
import type { StoredSerpRequest } from './request.ts';
import { type SearchResult, searchOnce } from './walk.ts';

export interface SerpCollectParts {
  readonly engineOf: (name: EngineName, mode: Mode) => Engine | null;
  /** The sources for this engine in this mode, best first. */
  readonly routeOf: (engine: Engine, job: Job) => readonly Source<SerpQuery, SerpPage>[];
  readonly circuits: Circuits;
  readonly settings: AttemptSettings;
  /** Absent: only the pages themselves are judged. */
  readonly judging?: Judging;
  /** Counts the pages of live searches by layout. */
  readonly layouts?: PageObserver | null;
}

export async function collectSerp(job: Job, parts: SerpCollectParts): Promise<JobEnd> {
  const request = JSON.parse(job.request) as StoredSerpRequest;
  const query = queryOf(request);
  const engine = parts.engineOf(request.searchEngine, job.mode);
  const judging = parts.judging ? judgeJob(parts.judging, job, query) : null;
  const started = performance.now();
  const ageMs = () => Math.round(performance.now() - started);
  if (!engine) return { outcome: 'faulty', verdict: 'unparsed', attempts: job.history, ageMs: 0 };

  const ended = await attempt<SerpQuery, SerpPage, SearchResult>(
    {
      circuit: `${engine.name}/${job.mode}`,
      route: parts.routeOf(engine, job),
      circuits: parts.circuits,
      history: job.history,
      // The page is the only result of `universal`, so it is always included.
      ask: (source, number) =>
        observeSearch({ layouts: parts.layouts ?? null, job, engine, source, query }, (onCollected) =>
          searchOnce(source, engine, { ...query, reference: `${job.id}-${number}` }, number, {
            saveRaw: request.saveRawData || engine.traits.keywordIsUrl === true,
            find: request.find ?? null,
            judging,
            onCollected,
          }),
        ),
    },
    parts.settings,
  );
  if (ended.end === 'again') return { outcome: 'again', attempts: ended.attempts, retryAfterSeconds: ended.retryAfterSeconds };
  if (ended.end === 'failed') {
    const page = ended.page ? await failedPage(ended.page, ended.error.message) : undefined;
    const verdict = failureVerdict(ended.attempts);
    return {
      outcome: 'faulty',
      verdict,
      attempts: ended.attempts,
      detail: { error: failureText(verdict, ended.attempts) },
      ...(page ? { page } : {}),
      ageMs: ageMs(),
    };
  }
  const { data, verdict, quality, pages, raw } = ended.result;
  judging?.record(data.organic);
  const body = JSON.stringify(data);
  return {
    outcome: 'done',
    verdict,
    attempts: ended.attempts,
    detail: { ...detailOf(data, pages, engine, request), ...quality },
    body,
    ...(raw.length > 0 ? { raw: { at: body.indexOf(EMPTY_RAW) + EMPTY_RAW.length - 1, pages: raw } } : {}),
    ageMs: ageMs(),
  };
}

/**
 * Returns facts for the view and for the parser yield. If paging stopped at a found site, the number of results counts
 * as the number requested.
 */
function detailOf(data: SerpData, pages: number, engine: Engine, { find, maxResults }: StoredSerpRequest): Record<string, unknown> {
  const found = data.organic.length;
  const standing = find ? rankIn(data.organic, find.domain) : null;
  const asked = find?.stopWhenFound && standing ? found : maxResults;
  return { pages, engine: engine.name, found, asked, filled: filledOf(data), ...(find ? { standing } : {}) };
}

export function queryOf(request: StoredSerpRequest): SerpQuery {
  const { region } = request;
  return {
    engine: request.searchEngine,
    keyword: request.keyword,
    region: {
      canonicalName: region.canonicalName,
      countryCode: region.countryCode,
      type: region.type,
      latitude: region.latitude,
      longitude: region.longitude,
    },
    language: request.language,
    isMobile: request.isMobile,
    maxResults: request.maxResults,
    userAgent: request.customUserAgent,
    urlParameters: request.customUrlParameter.map(({ name, value }) => ({ name, value: value ?? null })),
    cookieParameters: request.customCookieParameter.map(({ name, value }) => ({ name, value: value ?? null })),
  };
}

/** Returns the number of items per array, for the parser yield. */
function filledOf(data: SerpData): Record<string, number> {
  return Object.fromEntries(ITEM_ARRAYS.flatMap((name) => (data[name].length > 0 ? [[name, data[name].length]] : [])));
}

/** Only a number precedes it in the JSON text, so its first occurrence is the property itself. */
const EMPTY_RAW = '"raw":[]';

const PAGE_CHARACTERS_MAX = 2_000_000;

/** Returns undefined for a page without a text: it could not be decompressed. */
async function failedPage(page: Page, reason: string): Promise<FailedPage | undefined> {
  const { url, status } = page;
  if (!page.compressText) return { url, status, reason, body: page.body.slice(0, PAGE_CHARACTERS_MAX) };
  try {
    return { url, status, reason, body: await page.compressText({ charactersMax: PAGE_CHARACTERS_MAX }) };
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}
