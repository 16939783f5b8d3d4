// Reads captured pages with their recorded queries, and computes the quality as a worker does.
import type { EngineName } from '#product/contract/vocabulary.js';
import { similarityOf } from '#product/platform/sketch.js';
import type { Evidence, FamiliarityOf } from '#product/products/serp/quality/evidence.js';
import { type Quality, qualityOf } from '#product/products/serp/quality/quality.js';
import { judge } from '#product/products/serp/verdict.js';
import { suspicionOf } from '#product/products/serp/walk.js';
import type { PageSigns } from '#product/sources/adapter.js';
import { contentTypeOf } from '#product/sources/content-type.js';
import { fetchedPage } from '#product/sources/fetched-page.js';
import { statedLanguage } from '#product/sources/page/language.js';
import { isMixed } from '#product/sources/page/list-marks.js';
import { signsOf } from '#product/sources/page/signs.js';
import type { Engine, SerpPage } from '#product/sources/serp.js';
import { failedReading, plainQuery } from '#product/sources/stored-page.js';

export interface CalibrationRequest {
  readonly engine: Engine;
  readonly keyword: string;
  readonly language: string | null;
  readonly maxResults: number;
}

export interface ReadPage {
  /** `valid` and `empty` can be delivered. */
  readonly verdict: string;
  readonly found: SerpPage | null;
  readonly signs: PageSigns | null;
  readonly language: string | null;
  readonly quality: Quality | null;
}

const countryOf = (language: string): string => new Intl.Locale(language).maximize().region ?? 'US';

export function readPage(
  bytes: Buffer,
  { engine, keyword, language, maxResults }: CalibrationRequest,
  familiarityOf: FamiliarityOf,
): ReadPage {
  const asked = plainQuery(engine.name as EngineName, { keyword, maxResults });
  const request = engine.start(asked);
  const type = contentTypeOf(bytes.toString('latin1', 0, 1000));
  const content = { bytes, compression: undefined, bytesMax: bytes.length };
  const page = fetchedPage({ request, url: request.url, status: 200, headers: { 'content-type': type }, content });
  try {
    const { found, next } = engine.parse(page, asked);
    page.signs = signsOf(page);
    page.language = statedLanguage(page);
    page.isMixed = isMixed(page);
    // Without a recorded language nothing about languages can be said.
    const known = language ?? page.language ?? 'en';
    const query = { ...asked, language: known, region: { ...asked.region, countryCode: countryOf(known) } };
    // Some captured pages hold more results than the engine shows by default.
    const pageSize = Math.max(engine.traits.pageSize, maxResults);
    const { paging } = engine.traits;
    const stepsByResults = paging?.step === engine.traits.pageSize;
    const traits = { ...engine.traits, pageSize, ...(paging && stepsByResults ? { paging: { ...paging, step: pageSize } } : {}) };
    const evidence: Evidence = {
      engine: { name: engine.name, traits },
      query,
      found: [found],
      pages: [page],
      isStopped: false,
      isLast: next === undefined && maxResults - found.organic.length >= engine.traits.pageSize / 2,
      familiarityOf,
      agreement: null,
    };
    const verdict = suspicionOf([page], [found], query, engine) === null ? judge([found], keyword, known) : 'suspect';
    return { verdict, found, signs: page.signs, language: page.language, quality: qualityOf(evidence) };
  } catch (error) {
    return { verdict: failedReading(error).verdict ?? 'unreachable', found: null, signs: null, language: null, quality: null };
  }
}

/** Fewer pages of an engine are not enough to call another layout new. */
const LAYOUTS_MIN = 5;

/** The layouts of these pages. The similarity is that to the nearest one. */
export function familiarityWith(known: readonly PageSigns[]): FamiliarityOf {
  return (_engine, sketches) => {
    if (known.length < LAYOUTS_MIN) return null;
    const nearest = (kind: 'shapes' | 'names'): number =>
      Math.max(...known.map((signs) => similarityOf(signs.sketches[kind], sketches[kind])));
    return { shapes: nearest('shapes'), names: nearest('names') };
  };
}
