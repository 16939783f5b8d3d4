// Truncated, shuffled and damaged records, invented or collected. None may break the parser.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../adapter.ts';
import { domainIn, readWhoisText } from './whois-text.ts';

const RUNS = Number(process.env.SEXTANT_FUZZ_RUNS ?? 500);
const corpus = process.env.SEXTANT_CORPUS ?? '';
/** A text above this CPU time made a pattern backtrack. The best of several runs counts. */
const TEXT_MS_MAX = 1000;

const textsIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((file) => (file.endsWith('.txt') ? readFileSync(join(folder, file), 'latin1') : []));

/** One kind of damage to a text, at positions given as fractions of its length. */
type Damage = (text: string, from: number, to: number, word: string) => string;
const lines = (text: string, change: (all: string[]) => string[]): string => change(text.split('\n')).join('\n');
const DAMAGES: readonly Damage[] = [
  (text, from) => text.slice(0, from),
  (text, from) => text.slice(from),
  (text, from, to) => text.slice(0, from) + text.slice(to),
  (text, from, to, word) => text.slice(0, from) + word + text.slice(to),
  (text, from, to) => text + text.slice(from, to),
  (text, from, to) => text.slice(0, from) + text.slice(from, to).repeat(8) + text.slice(to),
  (text) => lines(text, (all) => all.reverse()),
  (text, from) => lines(text, (all) => [...all.slice(from % all.length), ...all.slice(0, from % all.length)]),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n\n', '\n'),
  (text) => text.replaceAll('\n', ' '),
  (text) => text.replaceAll(': ', ':'),
  (text) => text.replaceAll(':', ' '),
  (text) => text.replaceAll(/^ +/gm, ''),
  (text) => text.replaceAll(/^/gm, '\t'),
  (text) => text.toUpperCase(),
  (text, _from, _to, word) => text.replaceAll(/\d{4}/g, word.slice(0, 4)),
];
const word = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '\u0000',
    '\u001b[31m',
    '\ud800',
    ':'.repeat(500),
    '('.repeat(500),
    '2026-99-99',
    '__proto__: x',
    'constructor: y',
    '@',
    '[',
    '\n\n\n',
  ),
);
const damages = fc.array(
  fc.tuple(fc.nat(DAMAGES.length - 1), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), word),
  {
    minLength: 1,
    maxLength: 5,
  },
);

function damage(text: string, steps: readonly (readonly [number, number, number, string])[]): string {
  let damaged = text;
  for (const [which, one, other, inserted] of steps) {
    const [from, to] = [one, other].map((part) => Math.floor(part * damaged.length)).sort((first, second) => first - second);
    damaged = DAMAGES[which]!(damaged, from!, to!, inserted).slice(0, 100_000);
  }
  return damaged;
}

/** Checks the requirements for every result, for any text. */
function check(text: string): void {
  try {
    const record = readWhoisText(text, { kind: 'domain', name: domainIn(text) ?? 'lantern.com', tld: 'com' });
    for (const date of [record.createdAt, record.updatedAt, record.expiredAt])
      if (date !== null) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
    for (const server of record.nameServers) expect(server).toMatch(/^[a-z0-9_][a-z0-9._-]*$/);
    if (!record.registered) expect([record.createdAt, record.expiredAt, record.nameServers.length]).toEqual([null, null, 0]);
    expect(record.rawText!.length).toBeLessThanOrEqual(65_536);
  } catch (error) {
    // A SourceError is a valid outcome. Anything else is a bug.
    if (!(error instanceof SourceError)) throw error;
  }
}

function processorMs(work: () => void): number {
  let took = Number.POSITIVE_INFINITY;
  for (let attempts = 0; attempts < 4 && took > TEXT_MS_MAX / 2; attempts++) {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    took = Math.min(took, (user + system) / 1000);
  }
  return took;
}

function assertDamaged(texts: readonly string[]): void {
  const seed = Date.now() % 2 ** 31;
  let slowest = 0;
  fc.assert(
    fc.property(fc.nat(texts.length - 1), damages, (which, steps) => {
      const text = damage(texts[which]!, steps);
      slowest = Math.max(
        slowest,
        processorMs(() => check(text)),
      );
    }),
    { seed, numRuns: RUNS },
  );
  console.log(`mutated texts: seed ${seed}, ${RUNS} runs over ${texts.length} texts, slowest ${slowest.toFixed(1)} ms`);
  expect(slowest).toBeLessThan(TEXT_MS_MAX);
}

const MINUTES = 60_000;

describe('mutated records', () => {
  it(
    'of our own are read or refused',
    () => assertDamaged(textsIn(fileURLToPath(new URL('./fixtures/whois/', import.meta.url)))),
    20 * MINUTES,
  );

  it.skipIf(corpus === '')(
    'that were collected are read or refused',
    () => assertDamaged(textsIn(join(corpus, 'pages', 'whois'))),
    20 * MINUTES,
  );
});
