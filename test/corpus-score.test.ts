// Scores the parsers on captured pages, which are never part of this repository, and fails when one gets worse.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

/** A folder with the unpacked pages, their labels and the scorer. */
const folder = process.env.SEXTANT_CORPUS ?? '';
const scorer = path.join(folder, 'score.mjs');
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const isThere = folder !== '' && existsSync(scorer);
if (!isThere) console.log('Parsers are not scored: SEXTANT_CORPUS names no folder with pages and score.mjs.');

const SCORE_MIN = 0.985;
/** As measured in November 2026, rounded down. Raise a minimum when a parser improves. */
const FLOORS: Readonly<Record<string, number>> = {
  baidu: 0.9666,
  bing: 1,
  chatgpt: 1,
  daumweb: 1,
  google: 0.9986,
  googleimages: 1,
  googlenews: 1,
  naver: 1,
  perplexity: 1,
  rdap: 1,
  sogou: 1,
  whois: 0.9706,
  yahoo: 1,
  yandex: 1,
  youtube: 0.9916,
};

interface Scores {
  readonly score: number;
  readonly total: { readonly crashes: number; readonly unanswered: number; readonly invariantsHeld: number };
  readonly engines: Readonly<Record<string, { readonly score: number }>>;
}

function score(): Promise<Scores> {
  const command = `${process.execPath} ${path.join(root, 'dist', 'main.js')} parse --ndjson`;
  // A busy machine may be slow on the first page. The speed of the parsers is measured elsewhere.
  const child = spawn(process.execPath, [scorer, '--corpus', folder, '--parse', command, '--json', '--timeout', '90'], { cwd: root });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      try {
        resolve(JSON.parse(Buffer.concat(output).toString('utf8')) as Scores);
      } catch (error) {
        reject(error);
      }
    });
  });
}

describe.skipIf(!isThere)('the parsers on captured pages', () => {
  let scores: Scores;
  beforeAll(async () => {
    scores = await score();
  }, 900_000);

  test(`score at least ${SCORE_MIN} overall, parse every page and keep the invariants`, () => {
    expect(scores.score).toBeGreaterThanOrEqual(SCORE_MIN);
    expect(scores.total).toMatchObject({ crashes: 0, unanswered: 0, invariantsHeld: 1 });
  });

  test('are measured for every engine with a minimum, and for no other', () => {
    expect(Object.keys(scores.engines).sort()).toEqual(Object.keys(FLOORS).sort());
  });

  test.each(Object.entries(FLOORS))('do not fall below the minimum of %s', (engine, floor) => {
    expect(scores.engines[engine]?.score).toBeGreaterThanOrEqual(floor);
  });
});
