import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { loadRegions } from '../business/regions/load.ts';
import { readConfig } from '../config.ts';
import { ENGINES, isLookup } from '../contract/vocabulary.ts';
import { checkQuestions, checkRegions, composeCanary, loadCanaries } from './canary-list.ts';
import { uselessBudgets } from './canary-sources.ts';
import { hasCanaries, isBudgeted, paidSources } from './canary-terms.ts';
import { fullConfig } from './engines-page.ts';
import { StartProblem } from './installation.ts';
import { createSourceAccess } from './source-access.ts';

const shipped = loadCanaries({ CANARIES_FILE: null });
const ownFile = (text: string): string => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'canaries-')), 'own.json');
  writeFileSync(file, text);
  return file;
};

describe('the shipped canaries', () => {
  it('ask at least two questions of every engine and lookup', () => {
    const counts = [...ENGINES, 'whois', 'technologies'].map((engine) => shipped.filter((canary) => canary.engine === engine).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
    expect(shipped.filter(({ device }) => device === 'mobile').length).toBeGreaterThan(5);
  });

  it('name known regions, and the service accepts each as a request', async () => {
    // Without the files that this configuration names.
    const config = { ...fullConfig(), TECHNOLOGIES_DIR: null, GEO_CITY_DATABASE: null, GEO_ASN_DATABASE: null, REPLAY_DIR: null };
    const regions = loadRegions();
    checkRegions(shipped, regions);
    const access = await createSourceAccess(config);
    try {
      for (const canary of shipped) {
        const composed = composeCanary(canary, config, regions, access);
        expect(composed?.request === null, canary.id).toBe(isLookup(canary.engine));
      }
      const [search] = shipped;
      const ownOf = (given: object) => [{ ...search!, ...given, id: 'mine' }] as typeof shipped;
      for (const own of [
        { engine: 'universal', question: 'not a URL' },
        { engine: 'whois', question: 'not a domain', region: null, language: null },
        { engine: 'technologies', question: '…', region: null, language: null },
      ])
        expect(() => checkQuestions(ownOf(own), config, regions, access), own.engine).toThrow(/^CANARIES_FILE: canary "mine": question /);
      checkQuestions(ownOf({ question: 'own brand' }), config, regions, access);
    } finally {
      await access.close();
    }
  });
});

test('an unusable file of the operator is a problem of the start that names the entry', () => {
  expect(() => loadCanaries({ CANARIES_FILE: ownFile('{"canaries":[{"id":"mine","engine":"lycos"}]}') })).toThrow(
    /^CANARIES_FILE: canary "mine": engine must be one of/,
  );
  expect(() => loadCanaries({ CANARIES_FILE: '/nowhere/canaries.json' })).toThrow(/^CANARIES_FILE: .*nowhere/);
  const [first] = shipped;
  expect(() => checkRegions([{ ...first!, id: 'mine', region: 'Nowhere-on-Earth' }], loadRegions())).toThrow(
    'CANARIES_FILE: canary "mine": region "Nowhere-on-Earth" is unknown.',
  );
});

test.each(['/dev/null', tmpdir()])('%s is refused: it is not a file', (file) => {
  expect(() => loadCanaries({ CANARIES_FILE: file })).toThrow(new StartProblem(`CANARIES_FILE: ${file} is not a file.`));
});

test('a file of hostile content is refused, within seconds', () => {
  expect(() => loadCanaries({ CANARIES_FILE: ownFile(' '.repeat(10_000_001)) })).toThrow(/^CANARIES_FILE: the file is larger than/);
  expect(() => loadCanaries({ CANARIES_FILE: ownFile('['.repeat(5_000_000)) })).toThrow(/^CANARIES_FILE: the file must be JSON/);
  const site = `${'a.'.repeat(4_000_000)}!`;
  const entry = { ...shipped[0]!, id: 'mine', anchors: [{ site, within: 3 }] };
  expect(() => loadCanaries({ CANARIES_FILE: ownFile(JSON.stringify({ canaries: [entry] })) })).toThrow(/anchors\[0\] must be/);
  const named = '{"canaries":[{"id":"mine","__proto__":{"disabled":true}}]}';
  expect(() => loadCanaries({ CANARIES_FILE: ownFile(named) })).toThrow(/unknown field __proto__/);
});

test('paid sources need a budget, and REPLAY_DIR and an interval of 0 switch canaries off', () => {
  const config = readConfig({
    SERPER_KEY: 'x',
    CANARY_BUDGET: '{"serper":5,"openai":0,"browser":0}',
    PROVIDER_BUDGETS: '{"bing-rss":{"calls":9}}',
  });
  const paid = paidSources(config);
  expect(['serper', 'openai', 'bing-rss', 'page', 'page-de', 'browser'].map((name) => isBudgeted(name, paid, config))).toEqual([
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
  expect([readConfig({}), readConfig({ CANARY_INTERVAL_MINUTES: '0' }), { ...config, REPLAY_DIR: '/x' }].map(hasCanaries)).toEqual([
    true,
    false,
    false,
  ]);
  expect(() => readConfig({ CANARY_BUDGET: '{"serper":"many"}' })).toThrow(/CANARY_BUDGET must be JSON such as/);
});

test('a budget for a source without canaries is noticed', async () => {
  const config = readConfig({
    SERPER_KEY: 'x',
    PROXIES: 'DE=http://proxy.example:8080',
    CANARY_BUDGET: '{"serper":5,"page":9,"page-DE-1":9,"registry":9,"serpre":5,"openai":4}',
  });
  expect(await uselessBudgets(config, shipped)).toEqual(['serpre', 'openai']);
  expect(await uselessBudgets(config, [])).toHaveLength(6);
  expect(await uselessBudgets(readConfig({}), shipped)).toEqual([]);
});
