// Collects one SERP: asks the route's sources, joins the pages, judges them, and says how the job ends.
import { languagesOf } from '../../business/languages.ts';
import { ITEM_ARRAYS, type SerpData } from '../../contract/items.ts';
import type { Job, JobEnd, KeptPage } from '../../contract/order.ts';
import type { EngineName, Mode, Verdict } from '../../contract/vocabulary.ts';
import { type Outcome, type Page, type PageRequest, SourceError, verdictOf } from '../../sources/adapter.ts';
import { type AttemptSettings, attempt, collectFrom } from '../../sources/attempt.ts';
import { CollectFailure } from '../../sources/collect.ts';
import type { Lanes, Source } from '../../sources/route.ts';
import type { Engine, SerpAsk, SerpPage } from '../../sources/serp.ts';
import { isOfSite, type StoredFind, standingIn } from './find.ts';
import { isWrongLanguage } from './language.ts';
import { countOrganic, mergePages } from './merge.ts';
import type { StoredSerpRequest } from './request.ts';
import { judge } from './verdict.ts';

export interface SerpCollectParts {
  readonly engineOf: (name: EngineName, mode: Mode) => Engine | null;
  /** The sources that can answer this engine in this mode, best first. */
  readonly routeOf: (engine: Engine, job: Job) => readonly Source<SerpAsk, SerpPage>[];
  readonly lanes: Lanes;
  readonly settings: AttemptSettings;
}

type Paging = NonNullable<Engine['traits']['paging']>;

interface Answer {
  readonly data: SerpData;
  readonly verdict: Verdict;
  readonly pages: number;
}

export async function collectSerp(job: Job, parts: SerpCollectParts): Promise<JobEnd> {
  const request = JSON.parse(job.request) as StoredSerpRequest;
  const ask = askOf(request);
  const engine = parts.engineOf(request.searchEngine, job.mode);
  const started = performance.now();
  const ageMs = () => Math.round(performance.now() - started);
  if (!engine) return { outcome: 'faulty', verdict: 'unparsed', attempts: job.history, ageMs: 0 };

  const ended = await attempt<SerpAsk, SerpPage, Answer>(
    {
      lane: `${engine.name}/${job.mode}`,
      route: parts.routeOf(engine, job),
      lanes: parts.lanes,
      history: job.history,
      // The page is all that `universal` brings, so it always comes along.
      ask: (source, number) =>
        askOnce(source, engine, { ...ask, reference: `${job.id}-${number}` }, number, {
          saveRaw: request.saveRawData || engine.name === 'universal',
          find: request.find ?? null,
        }),
    },
    parts.settings,
  );
  if (ended.end === 'again') return { outcome: 'again', attempts: ended.attempts, againSeconds: ended.againSeconds };
  if (ended.end === 'failed') {
    const page = ended.page ? keptPage(ended.page, ended.error.message) : undefined;
    return {
      outcome: 'faulty',
      verdict: verdictOf(ended.error.outcome),
      attempts: ended.attempts,
      ...(page ? { page } : {}),
      ageMs: ageMs(),
    };
  }
  const { data, verdict, pages } = ended.answer;
  return {
    outcome: 'done',
    verdict,
    attempts: ended.attempts,
    detail: detailOf(data, pages, engine, request),
    body: JSON.stringify(data),
    ageMs: ageMs(),
  };
}

/** Small facts for the view and for those who watch the readers. A walk that ended where a site was found asked for no more than it brought. */
function detailOf(data: SerpData, pages: number, engine: Engine, { find, maxResults }: StoredSerpRequest): Record<string, unknown> {
  const found = data.organic.length;
  const standing = find ? standingIn(data.organic, find.domain) : null;
  const asked = find?.stopWhenFound && standing ? found : maxResults;
  return { pages, engine: engine.name, found, asked, filled: filledOf(data), ...(find ? { standing } : {}) };
}

interface Wishes {
  readonly saveRaw: boolean;
  readonly find: StoredFind | null;
}

async function askOnce(source: Source<SerpAsk, SerpPage>, engine: Engine, ask: SerpAsk, number: number, { saveRaw, find }: Wishes) {
  const pagesMax = Math.ceil(ask.maxResults / (source.pageSize ?? engine.traits.pageSize)) + 2;
  const stopsAt = find?.stopWhenFound ? find.domain : null;
  const enough = (soFar: readonly SerpPage[]) =>
    countOrganic(soFar) >= ask.maxResults ||
    soFar.at(-1)!.organic.length === 0 ||
    (stopsAt !== null && soFar.at(-1)!.organic.some(({ url }) => isOfSite(url, stopsAt)));
  // Who may stop at any page asks for none ahead.
  const paging = source.adapter === engine && stopsAt === null ? engine.traits.paging : undefined;
  const ahead = (next: PageRequest, soFar: readonly SerpPage[]) =>
    pagesAhead(next, paging!, Math.ceil((ask.maxResults - countOrganic(soFar)) / engine.traits.pageSize) - 1);
  const { found, pages } = await collectFrom(source, ask, number, { pagesMax, enough, ...(paging ? { ahead } : {}) });
  const verdict = judge(found, ask.keyword, ask.language);
  const suspicion = verdict === 'suspect' ? 'the results have nothing to do with the question' : suspicionOf(pages, found, ask, engine);
  if (suspicion !== null) {
    throw new CollectFailure(new SourceError('suspect', 'elsewhere', suspicion, engine.traits.restSecondsAfterBlock), pages[0] ?? null);
  }
  const data = mergePages(found, ask.maxResults, saveRaw ? pages.map(({ body }) => body) : []);
  return { answer: { data, verdict: verdict as Verdict, pages: pages.length }, outcome: verdict as Outcome };
}

/** Engines of one country speak its language whoever asks, and a customer's own parameters may ask for any: nothing can be said then. */
function suspicionOf(pages: readonly Page[], found: readonly SerpPage[], ask: SerpAsk, { traits }: Engine): string | null {
  if (traits.region === 'none' || ask.urlParameters.length > 0) return null;
  const wrong = isWrongLanguage(pages, found, ask.language, languagesOf(ask.place.countryCode));
  return wrong ? 'the page is in another language than the one asked for' : null;
}

/** The pages that will follow `next` if the engine's pages lie as far apart as they usually do. */
function pagesAhead(next: PageRequest, { parameter, step, atOnce }: Paging, count: number): PageRequest[] {
  const from = Number(new URL(next.url).searchParams.get(parameter) ?? Number.NaN);
  if (!Number.isInteger(from)) return [];
  return Array.from({ length: Math.max(0, Math.min(count, atOnce - 1)) }, (_, index) => {
    const url = new URL(next.url);
    url.searchParams.set(parameter, String(from + step * (index + 1)));
    return { ...next, url: url.href };
  });
}

export function askOf(request: StoredSerpRequest): SerpAsk {
  const { region } = request;
  return {
    engine: request.searchEngine,
    keyword: request.keyword,
    place: {
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

/** How many items each array holds, for those who watch the readers. */
function filledOf(data: SerpData): Record<string, number> {
  return Object.fromEntries(ITEM_ARRAYS.flatMap((name) => (data[name].length > 0 ? [[name, data[name].length]] : [])));
}

const KEPT_CHARACTERS_MAX = 2_000_000;

function keptPage(page: Page, reason: string): KeptPage {
  return { url: page.url, status: page.status, reason, body: page.body.slice(0, KEPT_CHARACTERS_MAX) };
}
