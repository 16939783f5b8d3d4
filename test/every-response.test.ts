// Checks every response of the sandbox, and captured pages where available: one date format, and no constant field.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '../src/contract/vocabulary.ts';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { readStored } from '../src/sources/stored-page.ts';
import { readStoredRecord } from '../src/sources/stored-record.ts';
import { CONSTANTS, ONLY_CAPTURED } from './constant-list.ts';
import { everyAnswer, leavesOf, type Named } from './every-response.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let answers: Named[];

beforeAll(async () => {
  service = await startTestService({
    AI_RATE_SECONDS: '0',
    SOURCE_RETRY_SECONDS: '0.1',
    SOURCE_ATTEMPTS_MAX: '2',
    CALLBACK_RETRY_SECONDS: '0.1',
  });
  answers = await everyAnswer(service);
}, 600_000);
afterAll(() => service?.stop());

describe('dates', () => {
  const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/;
  const AI_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
  const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/;
  const DAY = /^\d{4}-\d\d-\d\d$/;
  /** Texts that are a date in any format: ISO, RFC 2822, the output of `Date`, seconds with a zone. */
  const DATE_LIKE =
    /^(?:\d{4}-\d\d-\d\d(?:[T ]\d.*)?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? .*\d{4}.*|\d{1,2} \w{3} \d{4} \d.*|\d{8}T\d{6}Z?)$/;
  /** Texts of a page, a registry or a customer, unchanged. */
  const AS_WRITTEN = /\.(?:date|rawText|raw\[\]|text|title|snippet|description|keyword|markdown|answer|version)$/;
  const formsAt = (where: string): RegExp[] => {
    if (/^AIResponse\.(?:createdAt|generatedAt|scheduleToDate)$/.test(where)) return [AI_TIME];
    // Events of AI jobs contain the job itself.
    if (/^EventList\.items\[\]\.body\.(?:createdAt|generatedAt|scheduleToDate)$/.test(where)) return [AI_TIME, DATE_TIME];
    if (/^ObjectTimeline\.(?:steps|ledger|deliveries)\[\]\./.test(where)) return [INSTANT];
    if (/^Admin\.items\[\]\.(?:at|nextAt)$/.test(where)) return [DATE_TIME, INSTANT];
    if (/^(?:Usage|Admin)\..*\.day$/.test(where)) return [DAY];
    return [DATE_TIME];
  };

  test('have the contract’s format everywhere', () => {
    const found = answers.flatMap(({ name, json }) => [...leavesOf(json, name)]).filter(([, value]) => typeof value === 'string') as [
      string,
      string,
    ][];
    const dates = found.filter(([where, value]) => DATE_LIKE.test(value) && !AS_WRITTEN.test(where));
    const wrong = dates.filter(([where, value]) => !formsAt(where).some((form) => form.test(value)));
    expect([...new Set(wrong.map(([where, value]) => `${where}: ${value}`))]).toEqual([]);
    const places = new Set(dates.map(([where]) => where));
    for (const where of [
      'SERP.createdAt',
      'SERP.data.organic[].publishedAt',
      'SERP.data.news[].publishedAt',
      'Keyword.scheduledTo',
      'Whois.createdAt',
    ])
      expect(places).toContain(where);
  });
});

/** The folder of captured pages, unpacked if necessary; null if there are none. */
function captured(): { folder: string; end: () => void } | null {
  const given = process.env.SEXTANT_CORPUS ?? '';
  if (given === '') return null;
  if (existsSync(path.join(given, 'pages'))) return { folder: given, end: () => undefined };
  const script = path.join(given, 'unpack.sh');
  if (!existsSync(script)) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-captured-'));
  const end = () => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('sh', [script, folder], { stdio: 'ignore' });
    return { folder, end };
  } catch {
    end();
    return null;
  }
}

function readCaptured(folder: string): Named[] {
  const credentials = { apiKey: 'x', model: 'x', baseUrl: 'https://model.example' };
  const engines = createEngineTable({ chatgpt: credentials, perplexity: credentials });
  const rows = readFileSync(path.join(folder, 'index.jsonl'), 'utf8').split('\n').filter(Boolean);
  return rows
    .map((line) => JSON.parse(line) as { engine: string; file: string })
    .filter(({ engine }) => (ENGINES as readonly string[]).includes(engine) || engine === 'whois' || engine === 'rdap')
    .flatMap(({ engine, file }) => {
      const bytes = readFileSync(path.join(folder, file));
      const isRecord = engine === 'whois' || engine === 'rdap';
      const { data } = isRecord ? readStoredRecord(engine, bytes) : readStored(engine, bytes, engines);
      return data === null ? [] : [{ name: isRecord ? 'Whois' : 'SERP.data', json: data }];
    });
}

/** Fields with the same value for all results of an engine. */
const ALIKE: Readonly<Partial<Record<string, readonly string[]>>> = {
  // The RSS feed repeats the headline where others have a text. Images have none.
  googlenews: ['snippet'],
  googleimages: ['snippet'],
  // Every result is a page of YouTube. Every place without a website is a page of Naver's map.
  youtube: ['domain'],
  naverlocal: ['domain'],
  // The model cites URLs and titles.
  chatgpt: ['snippet'],
};

/** Responses for customers; extensions and admin responses are excluded. */
const OF_CONTRACT = /^(?:SERP|Keyword|AIResponse|Whois|Technologies|User|RegionList)\b/;

/** Returns the paths of fields with only one value. */
function constantsOf(list: readonly Named[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const { name, json } of list) {
    if (!OF_CONTRACT.test(name)) continue;
    for (const [where, value] of leavesOf(json, name)) {
      const known = values.get(where) ?? new Set();
      if (known.size < 2) values.set(where, known.add(JSON.stringify(value)));
    }
  }
  return (
    [...values]
      // For an object, and for a list that is never empty, the fields inside are checked.
      .filter(([where, known]) => known.size < 2 && !known.has('"an object"') && !known.has('"a list"') && !where.endsWith('[]'))
      .map(([where]) => where)
      .sort()
  );
}

describe('fields', () => {
  test('of the contract have two values or more in the sandbox, or are listed with a reason', () => {
    const listed = new Set([...Object.keys(CONSTANTS), ...ONLY_CAPTURED]);
    expect(constantsOf(answers).filter((where) => !listed.has(where))).toEqual([]);
  });

  test.each(ENGINES.filter((name) => name !== 'universal'))('of the results of %s vary: position, rank, title, URL and text', (engine) => {
    const serps = answers.filter(({ name, json }) => name === 'SERP' && (json as { searchEngine: string }).searchEngine === engine);
    const organic = serps.flatMap(({ json }) => (json as { data: { organic: Record<string, unknown>[] } | null }).data?.organic ?? []);
    const alike = ['position', 'rank', 'title', 'url', 'domain', 'snippet'].filter(
      (field) => new Set(organic.map((item) => item[field])).size < 2,
    );
    expect(alike).toEqual(ALIKE[engine] ?? []);
    expect(organic.every(({ rank }) => Number.isInteger(rank))).toBe(true);
  });

  const pages = captured();
  afterAll(() => pages?.end());
  if (!pages) console.log('Fields over captured pages are not looked at: SEXTANT_CORPUS names no folder of them.');
  test.skipIf(pages === null)('have two values or more over captured pages too, and the listed ones do not', { timeout: 900_000 }, () => {
    const constants = constantsOf([...answers, ...readCaptured(pages!.folder)]);
    expect(constants.filter((where) => !(where in CONSTANTS))).toEqual([]);
    expect(Object.keys(CONSTANTS).filter((where) => !constants.includes(where))).toEqual([]);
  });
});
