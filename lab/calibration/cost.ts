// Measures the CPU time of signs, quality and layouts, as a share of decompressing and parsing the same pages.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Answers, PastAnswer } from '#product/business/answers/answers.js';
import type { AnswerKey } from '#product/business/answers/question.js';
import { LAYOUTS_STORED_MAX, type LayoutTable } from '#product/business/layouts/table.js';
import { observeSearch } from '#product/products/serp/observe.js';
import { createJudging, type Judging, judgeJob } from '#product/products/serp/quality/judging.js';
import { statedQueryOf } from '#product/products/serp/quality/page-evidence.js';
import { qualityOf } from '#product/products/serp/quality/quality.js';
import { judge } from '#product/products/serp/verdict.js';
import { contentTypeOf } from '#product/sources/content-type.js';
import { fetchedPage } from '#product/sources/fetched-page.js';
import { statedLanguage } from '#product/sources/page/language.js';
import { isMixed } from '#product/sources/page/list-marks.js';
import { signsOf } from '#product/sources/page/signs.js';
import { plainQuery } from '#product/sources/stored-page.js';
import { createRandom } from '../random.ts';
import { median } from '../report.ts';
import type { Sample } from './calibrate.ts';
import { knownLayouts } from './known-layouts.ts';
import type { CalibrationRequest } from './read.ts';

/** Known layouts per engine: about as many as the captured pages of Google form, and as many as are stored. */
const LAYOUT_COUNTS = [20, LAYOUTS_STORED_MAX] as const;

/** CPU milliseconds over all pages. */
export interface Cost {
  readonly pages: number;
  readonly readMs: number;
  readonly signsMs: number;
  readonly qualityMs: number;
  readonly layouts: readonly { readonly perEngine: number; readonly ms: number }[];
}
interface Packed {
  readonly gzip: Buffer;
  readonly request: CalibrationRequest;
}
/** CPU microseconds. */
interface Times {
  readonly read: number;
  readonly signs: number;
  readonly quality: number;
  readonly layouts: ReadonlyMap<LayoutTable, number>;
}

/** A worker runs for days. Functions that run once per page are compiled after some thousand pages. */
const WARM_UP_ROUNDS = 20;
const ROUNDS = 9;
const SEED = 1;
const JOB = { id: 'lab', accountId: 1, mode: 'live' } as const;
/** Hours since the earlier answers to the same question: as many as are stored. */
const EARLIER_HOURS = [13, 26, 39, 150, 270, 390, 510, 630, 750, 870, 990, 1070];
/** Answers for other devices, languages or depths. */
const OTHER_VARIANTS = 2;

/** The time that this process used, not the time that passed: other processes do not count. */
const cpuMicroseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Earlier answers in memory, because the time of the database is not measured. Only the first answer to a question is stored. */
function createEarlierAnswers(): Answers {
  const past = new Map<number, readonly PastAnswer[]>();
  // A part of the hash is enough for a few hundred questions.
  const nameOf = ({ question }: AnswerKey): number => question.readUInt32LE();
  return {
    read: async (key) => past.get(nameOf(key)) ?? [],
    write: (key, urls) => {
      if (!past.has(nameOf(key))) past.set(nameOf(key), earlierAnswers(key.variant, urls));
    },
    idle: async () => undefined,
  };
}

/** Each has all but one result in common with the first answer. */
const earlierAnswers = (variant: number, urls: readonly number[]): PastAnswer[] => [
  ...Array.from({ length: OTHER_VARIANTS }, (_, index) => ({ variant: variant + index + 1, ageSeconds: 3600, urls })),
  ...EARLIER_HOURS.map((hours) => ({ variant, ageSeconds: hours * 3600, urls: [...urls.slice(1), hours] })),
];

interface Worker {
  readonly judging: Judging;
  readonly tables: readonly LayoutTable[];
}

/** Returns the time of each step, or null for a page that cannot be read. The steps alternate, so that load changes reach all of them. */
async function timesOf({ gzip, request }: Packed, { judging, tables }: Worker): Promise<Times | null> {
  const { engine, keyword } = request;
  const query = plainQuery(engine.name, { keyword });
  const started = cpuMicroseconds();
  const bytes = gunzipSync(gzip);
  const type = contentTypeOf(bytes.toString('latin1', 0, 1000));
  const content = { bytes, compression: undefined, bytesMax: bytes.length };
  const asked = engine.start(query);
  const page = fetchedPage({ request: asked, url: asked.url, status: 200, headers: { 'content-type': type }, content });
  let found: ReturnType<typeof engine.parse>['found'];
  try {
    found = engine.parse(page, query).found;
  } catch {
    return null;
  }
  const language = statedLanguage(page);
  // The verdict is older than the quality and part of reading a page.
  judge([found], query.keyword, query.language);
  const read = cpuMicroseconds() - started;

  const beforeSigns = cpuMicroseconds();
  page.signs = signsOf(page);
  page.isMixed = isMixed(page);
  const signs = cpuMicroseconds() - beforeSigns;

  const beforeQuality = cpuMicroseconds();
  const judged = judgeJob(judging, JOB, query)!;
  statedQueryOf([page], query.keyword);
  qualityOf({
    engine,
    query,
    found: [found],
    pages: [{ signs: page.signs, language, isMixed: page.isMixed }],
    isStopped: false,
    isLast: false,
    familiarityOf: judged.familiarityOf,
    agreement: await judged.pastAgreementOf(engine.name, found.organic),
  });
  judged.record(found.organic);
  const quality = cpuMicroseconds() - beforeQuality;

  const layouts = new Map<LayoutTable, number>();
  for (const table of tables) {
    const before = cpuMicroseconds();
    if (page.signs) table.familiarityOf(engine.name, page.signs.sketches);
    await observeSearch({ layouts: table, job: JOB, engine, source: { adapter: engine }, query }, async (onCollected) =>
      onCollected({ found: [found], pages: [page] }),
    );
    layouts.set(table, cpuMicroseconds() - before);
  }
  return { read, signs, quality, layouts };
}

/** Returns sums over all pages, each with the median of its rounds. Pages without signs are compared with no layouts. */
export async function measureCost(samples: readonly Pick<Sample, 'page' | 'request' | 'read'>[]): Promise<Cost> {
  const packed = samples.map(({ page, request }) => ({ gzip: gzipSync(page.bytes), request }));
  const seen = samples.flatMap(({ request, read }) => (read.signs ? [{ engine: request.engine.name, sketches: read.signs.sketches }] : []));
  // Layouts are measured apart.
  const judging = createJudging({ answers: createEarlierAnswers(), familiarityOf: () => ({ shapes: 1, names: 1 }) });
  const tables = LAYOUT_COUNTS.map((count) => knownLayouts(seen, count, createRandom(SEED)));
  const times = packed.map((): Times[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    // The code of the second table is already in the processor's caches.
    const worker = { judging, tables: round % 2 === 0 ? tables : tables.toReversed() };
    for (const [index, page] of packed.entries()) {
      const taken = await timesOf(page, worker);
      if (taken && round >= WARM_UP_ROUNDS) times[index]!.push(taken);
    }
  }
  const measured = times.filter((rounds) => rounds.length > 0);
  const sumOf = (step: (taken: Times) => number): number => measured.reduce((sum, rounds) => sum + median(rounds.map(step)), 0) / 1000;
  return {
    pages: measured.length,
    readMs: sumOf(({ read }) => read),
    signsMs: sumOf(({ signs }) => signs),
    qualityMs: sumOf(({ quality }) => quality),
    layouts: LAYOUT_COUNTS.map((perEngine, index) => ({ perEngine, ms: sumOf(({ layouts }) => layouts.get(tables[index]!)!) })),
  };
}
