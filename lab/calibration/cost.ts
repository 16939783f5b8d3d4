// Measures the CPU time of signs and quality, as a share of decompressing and parsing the same pages.
import { gunzipSync, gzipSync } from 'node:zlib';
import { qualityOf } from '#product/products/serp/quality/quality.js';
import { judge } from '#product/products/serp/verdict.js';
import { contentTypeOf } from '#product/sources/content-type.js';
import { fetchedPage } from '#product/sources/fetched-page.js';
import { statedLanguage } from '#product/sources/page/language.js';
import { isMixed } from '#product/sources/page/list-marks.js';
import { signsOf } from '#product/sources/page/signs.js';
import { plainQuery } from '#product/sources/stored-page.js';
import type { CalibrationRequest } from './read.ts';

/** CPU milliseconds over all pages. */
export interface Cost {
  readonly readMs: number;
  readonly signsMs: number;
  readonly qualityMs: number;
}
interface Packed {
  readonly gzip: Buffer;
  readonly request: CalibrationRequest;
}

/** The first rounds also compile the code. */
const WARM_UP_ROUNDS = 4;
const ROUNDS = 9;

/** The time that this process used, not the time that passed: other processes do not count. */
const cpuMicroseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Returns what each step took, or null for a page that cannot be read. The steps alternate, so that load changes reach all of them. */
function timesOf({ gzip, request }: Packed): readonly [read: number, signs: number, quality: number] | null {
  const query = plainQuery(request.engine.name, { keyword: request.keyword });
  const started = cpuMicroseconds();
  const bytes = gunzipSync(gzip);
  const type = contentTypeOf(bytes.toString('latin1', 0, 1000));
  const content = { bytes, compression: undefined, bytesMax: bytes.length };
  const asked = request.engine.start(query);
  const page = fetchedPage({ request: asked, url: asked.url, status: 200, headers: { 'content-type': type }, content });
  let found: ReturnType<typeof request.engine.parse>['found'];
  try {
    found = request.engine.parse(page, query).found;
  } catch {
    return null;
  }
  const language = statedLanguage(page);
  // The verdict is older than the quality and part of reading a page.
  judge([found], query.keyword, query.language);
  const parsed = cpuMicroseconds();
  const [signs, mixed] = [signsOf(page), isMixed(page)];
  const signed = cpuMicroseconds();
  qualityOf({
    engine: request.engine,
    query,
    found: [found],
    pages: [{ signs, language, isMixed: mixed }],
    isStopped: false,
    isLast: false,
    familiarityOf: null,
    agreement: null,
  });
  return [parsed - started, signed - parsed, cpuMicroseconds() - signed];
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Sums over all pages, each with the median of its rounds. */
export function measureCost(pages: readonly { readonly bytes: Buffer; readonly request: CalibrationRequest }[]): Cost {
  const packed = pages.map(({ bytes, request }) => ({ gzip: gzipSync(bytes), request }));
  const times = packed.map((): NonNullable<ReturnType<typeof timesOf>>[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [index, page] of packed.entries()) {
      const taken = timesOf(page);
      if (taken && round >= WARM_UP_ROUNDS) times[index]!.push(taken);
    }
  }
  const sumOf = (step: 0 | 1 | 2): number => times.reduce((sum, rounds) => sum + medianOf(rounds.map((taken) => taken[step])), 0) / 1000;
  return { readMs: sumOf(0), signsMs: sumOf(1), qualityMs: sumOf(2) };
}
