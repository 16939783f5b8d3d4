// Checks every parser on handwritten pages with the structure of real ones.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CaseQuery } from '../../business/layouts/store.ts';
import { caseQueryOfFile, readCaseFile } from '../../cli/case-files.ts';
import { ITEM_ARRAYS } from '../../contract/items.ts';
import { ENGINES, type EngineName } from '../../contract/vocabulary.ts';
import { type CaseReading, diffExpected, parseCasePage, serpQueryOf } from '../../products/serp/case-page.ts';
import { createEngineTable } from '../catalogue.ts';
import { isMixed } from '../page/list-marks.ts';
import { plainQuery } from '../stored-page.ts';

/** `fixtures/<name>.expected.json` beside the page `fixtures/<name>.html`, `.json` or `.xml`. A case that was added has its `.query.json`, too. */
type Expected = Partial<Record<(typeof ITEM_ARRAYS)[number], readonly object[]>> & {
  readonly outcome: 'valid' | 'empty' | 'blocked' | 'unparsed';
  readonly status?: number;
  /** True when the page leads to another one. */
  readonly next?: true;
};
interface Fixture {
  readonly engine: EngineName;
  readonly name: string;
  readonly body: string;
  readonly expected: Expected;
  /** Null: any query. */
  readonly query: CaseQuery | null;
}

const access = { apiKey: 'key', model: 'model', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });

const fixturesOf = (engine: EngineName): Fixture[] => {
  const folder = new URL(`./${engine}/fixtures/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.flatMap((file) => {
    const [, name] = /^(.+)\.expected\.json$/.exec(file) ?? [];
    if (name === undefined) return [];
    const page = files.find((other) => other !== file && other.replace(/\.(?:html|json|xml)$/, '') === name);
    if (page === undefined) throw new Error(`${engine}/fixtures/${file} has no page beside it`);
    const read = (part: string) => readFileSync(new URL(part, folder), 'utf8');
    const query = files.includes(`${name}.query.json`) ? caseQueryOfFile(readCaseFile(fileURLToPath(folder), name).query) : null;
    return [{ engine, name, body: read(page), expected: JSON.parse(read(file)) as Expected, query }];
  });
};
const FIXTURES = ENGINES.flatMap(fixturesOf);

const queryFor = (name: EngineName, { query }: Fixture): CaseQuery =>
  query ?? plainQuery(name, { keyword: engines[name]!.traits.keywordIsUrl ? 'https://page.example/' : 'clay pots' });

const parse = (name: EngineName, fixture: Fixture): CaseReading =>
  parseCasePage(engines[name]!, { query: queryFor(name, fixture), status: fixture.expected.status ?? 200, body: fixture.body });

describe.each(FIXTURES)('the page $name of $engine', (fixture) => {
  const reading = parse(fixture.engine, fixture);
  const { outcome, found, leadsOn } = reading;

  it('is parsed as expected, and no other array is filled', () => {
    expect(outcome).toBe(fixture.expected.outcome);
    expect(leadsOn).toBe(fixture.expected.next ?? false);
    for (const array of found ? ITEM_ARRAYS : []) {
      const items = fixture.expected[array] ?? [];
      expect(found![array], array).toHaveLength(items.length);
      expect(found![array], array).toMatchObject(items);
    }
  });

  it.runIf(outcome === 'valid' || outcome === 'empty')('has no results of another response', () => {
    const engine = engines[fixture.engine]!;
    const query = serpQueryOf(queryFor(fixture.engine, fixture));
    const request = engine.start(query);
    const page = { request, url: request.url, status: fixture.expected.status ?? 200, headers: {}, body: fixture.body };
    engine.parse(page, query);
    expect(isMixed(page)).toBe(false);
  });

  it('passes `sextant cases check` as well', () => {
    expect(diffExpected(fixture.expected, reading).changes).toEqual([]);
  });
});

describe('fixtures', () => {
  it('show results for every engine', () => {
    const shown = new Set(FIXTURES.filter(({ expected }) => expected.outcome === 'valid').map(({ engine }) => engine));
    expect(ENGINES.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('belong to one engine each', () => {
    const bodies = FIXTURES.map(({ body }) => body.replace(/\s+/g, ' '));
    expect(bodies.length).toBe(new Set(bodies).size);
  });

  /** Engines of one provider share a parser, and their names begin alike. */
  const family = (name: EngineName): string => /^(?:google|naver|daum)/.exec(name)?.[0] ?? name;

  it('are parsed by the parser of their engine and by no foreign one', () => {
    const same = FIXTURES.filter(({ expected }) => expected.outcome === 'valid' && (expected.organic ?? []).length > 0).flatMap(
      (fixture) => {
        const own = parse(fixture.engine, fixture).found;
        if (own === null) return [];
        const others = ENGINES.filter((name) => family(name) !== family(fixture.engine));
        const reading = others.filter((name) => JSON.stringify(parse(name, fixture).found) === JSON.stringify(own));
        return reading.map((name) => `${fixture.engine}/${fixture.name} is parsed alike by ${name}`);
      },
    );
    expect(same).toEqual([]);
  });
});
