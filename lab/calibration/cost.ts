// Measures what signs and quality cost, as a share of decompressing and parsing the same pages.
import { gunzipSync, gzipSync } from 'node:zlib';
import { qualityOf } from '#product/products/serp/quality/quality.js';
import { judge } from '#product/products/serp/verdict.js';
import { contentTypeOf } from '#product/sources/content-type.js';
import { fetchedPage } from '#product/sources/fetched-page.js';
import { statedLanguage } from '#product/sources/page/language.js';
import { signsOf } from '#product/sources/page/signs.js';
import { plainQuery } from '#product/sources/stored-page.js';
import type { CalibrationRequest } from './read.ts';

export interface Cost {
  readonly readMs: number;
  readonly signsMs: number;
  readonly qualityMs: number;
}

const ROUNDS = 6;

/** Sums over all pages, of the fastest round. The first rounds also compile the code. */
export function measureCost(pages: readonly { readonly bytes: Buffer; readonly request: CalibrationRequest }[]): Cost {
  const packed = pages.map(({ bytes, request }) => ({ gzip: gzipSync(bytes), request }));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const sum = { readMs: 0, signsMs: 0, qualityMs: 0 };
    for (const { gzip, request } of packed) {
      const query = plainQuery(request.engine.name, { keyword: request.keyword });
      const started = performance.now();
      const bytes = gunzipSync(gzip);
      const type = contentTypeOf(bytes.toString('latin1', 0, 1000));
      const content = { bytes, compression: undefined, bytesMax: bytes.length };
      const asked = request.engine.start(query);
      const page = fetchedPage({ request: asked, url: asked.url, status: 200, headers: { 'content-type': type }, content });
      let found: ReturnType<typeof request.engine.parse>['found'];
      try {
        found = request.engine.parse(page, query).found;
      } catch {
        continue;
      }
      const language = statedLanguage(page);
      // The verdict is older than the quality and part of reading a page.
      judge([found], query.keyword, query.language);
      const parsed = performance.now();
      const signs = signsOf(page);
      const signed = performance.now();
      qualityOf({
        engine: request.engine,
        query,
        found: [found],
        pages: [{ signs, language }],
        isStopped: false,
        familiarityOf: null,
        agreement: null,
      });
      sum.readMs += parsed - started;
      sum.signsMs += signed - parsed;
      sum.qualityMs += performance.now() - signed;
    }
    return sum;
  });
  const fastest = (name: keyof Cost): number => Math.min(...rounds.map((round) => round[name]));
  return { readMs: fastest('readMs'), signsMs: fastest('signsMs'), qualityMs: fastest('qualityMs') };
}
