import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigProblem, readConfig } from '../../config.ts';
import { ENGINES } from '../../contract/vocabulary.ts';
import { createLabelOf, isLabel, type LabelledJob, labelsIn, readRouteLabels } from './labels.ts';

const NAMES = [...ENGINES, 'keyword', 'ai'] as const;
const COUNTRIES = ['RU', 'DE', 'US', 'JP', 'BR'];

const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/);
const key = fc
  .tuple(fc.constantFrom(...NAMES, '*'), fc.option(fc.constantFrom(...COUNTRIES), { nil: undefined }))
  .map(([name, country]) => (country === undefined || name === 'ai' ? name : `${name}@${country}`));
const rules = fc.dictionary(key, label, { maxKeys: 20 });

const written = (given: Readonly<Record<string, string>>): string =>
  Object.entries(given)
    .map(([rule, value]) => `${rule}=${value}`)
    .join(', ');

describe('ROUTE_LABELS', () => {
  test('is read as it was written, with and without spaces', () => {
    fc.assert(
      fc.property(rules, (given) => {
        expect(readRouteLabels(written(given))).toEqual({ ...given });
        expect(readRouteLabels(written(given).replaceAll(' ', ''))).toEqual({ ...given });
      }),
    );
  });

  test('either has only known names, countries and labels, or is rejected', () => {
    const piece = fc.oneof(fc.constantFrom(...NAMES, ...COUNTRIES, '*', '@', '=', ',', 'ru', 'browser', ' '), fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        let read: Readonly<Record<string, string>>;
        try {
          read = readRouteLabels(pieces.join(''));
        } catch (error) {
          expect((error as Error).message).toMatch(/^(?:has|must have) /);
          return;
        }
        for (const [rule, value] of Object.entries(read)) {
          const [name, country] = rule.split('@');
          expect([...NAMES, '*']).toContain(name);
          if (country !== undefined) expect(country).toMatch(/^[A-Z]{2}$/);
          expect(isLabel(value)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['gogle=browser', 'has the rule “gogle=browser”: “gogle” is neither an engine nor one of keyword, ai, *'],
    ['google@XX=browser', 'has the rule “google@XX=browser”: “XX” is not a country code such as RU'],
    ['google@ru=browser', 'has the rule “google@ru=browser”: “ru” is not a country code such as RU'],
    ['google@RU@US=browser', 'has the rule “google@RU@US=browser”: “google@RU@US” has more than one country'],
    ['ai@DE=eu', 'has the rule “ai@DE=eu”: AI requests have no region, so ai cannot have a country'],
    ['google', 'has “google”, which is not a rule such as google=browser'],
    ['google=a=b', 'has “google=a=b”, which is not a rule such as google=browser'],
    [
      'google=A',
      'has the rule “google=A”: “A” is not a label (lower-case letters, digits and hyphens, at most 32 characters, a letter first)',
    ],
    [
      'google=',
      'has the rule “google=”: “” is not a label (lower-case letters, digits and hyphens, at most 32 characters, a letter first)',
    ],
    ['google=a,bing=b,google=c', 'has two rules for google'],
    [Array.from({ length: 101 }, () => 'google=a').join(','), 'must have at most 100 rules'],
  ])('rejects %s', (text, message) => {
    expect(() => readConfig({ ROUTE_LABELS: text })).toThrow(new ConfigProblem(`Bad settings: ROUTE_LABELS ${message}.`));
  });

  test('names each of its labels once', () => {
    expect(labelsIn(readRouteLabels('google=browser,*@RU=ru,yandex@RU=ru'))).toEqual(['browser', 'ru']);
  });
});

describe('WORKER_LABELS', () => {
  test.each([
    [
      { WORKER_LABELS: 'browser,RU' },
      'WORKER_LABELS must be labels (lower-case letters, digits and hyphens, at most 32 characters, a letter first), separated by commas',
    ],
    [{ WORKER_LABELS: Array.from({ length: 17 }, (_, n) => `l${n}`).join(',') }, 'WORKER_LABELS must have at most 16 labels'],
    [{ WORKER_LABELS_ONLY: 'true' }, 'WORKER_LABELS_ONLY needs WORKER_LABELS: without labels it would run no job'],
  ])('rejects %j', (environment, message) => {
    expect(() => readConfig(environment as Record<string, string>)).toThrow(new ConfigProblem(`Bad settings: ${message}.`));
  });
});

describe('the label of a job', () => {
  const labelOf = createLabelOf(readRouteLabels('google=browser,google@RU=browser-ru,*@RU=ru,keyword=ads,ai=models'));

  test.each<[LabelledJob, string]>([
    [{ name: 'google', country: 'US' }, 'browser'],
    [{ name: 'google', country: 'RU' }, 'browser-ru'],
    [{ name: 'yandex', country: 'RU' }, 'ru'],
    [{ name: 'yandex', country: 'KZ' }, ''],
    [{ name: 'keyword', country: 'RU' }, 'ads'],
    [{ name: 'ai' }, 'models'],
  ])('of %j is “%s”', (job, expected) => {
    expect(labelOf(job, 'live')).toBe(expected);
    expect(labelOf(job, 'test')).toBe('');
  });

  test('comes from the most specific rule that matches', () => {
    const job = fc.record({ name: fc.constantFrom(...NAMES), country: fc.constantFrom(...COUNTRIES, 'KZ') });
    fc.assert(
      fc.property(rules, job, (given, { name, country }) => {
        const inOrder = [`${name}@${country}`, name, `*@${country}`, '*'];
        const matching = inOrder.filter((rule) => Object.hasOwn(given, rule));
        expect(createLabelOf(readRouteLabels(written(given)))({ name, country }, 'live')).toBe(given[matching[0] ?? ''] ?? '');
      }),
    );
  });
});
