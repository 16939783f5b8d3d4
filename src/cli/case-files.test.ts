import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PageDiff } from '../products/serp/page-diff.ts';
import { addFixture, type CaseFile, caseNamesIn, extensionOf, readCaseFile, writeCaseFile } from './case-files.ts';
import { type CasesParts, casesCommand } from './cases.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'sextant cases '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file: CaseFile = {
  name: 'bing-1-1',
  extension: 'html',
  body: '<title>clay pots</title>',
  query: {
    engine: 'bing',
    keyword: 'clay pots',
    region: { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 },
    language: 'en',
    device: 'desktop',
    maxResults: 10,
  },
  expected: { outcome: 'valid', organic: [{ title: 'One' }] },
};
const same: PageDiff = { changes: [], gained: 0, lost: 0 };
const partsOf = (diff: PageDiff): CasesParts => ({
  withStored: async () => undefined,
  compare: async ({ name }) => ({ name, engine: 'bing', diff }),
  progress: { update: () => undefined, end: () => undefined },
  root,
});
const printed: string[] = [];
const print = (text: string) => void printed.push(text);

test('a case is read as it was written, and a later export keeps the correction', () => {
  const folder = path.join(root, 'out');
  expect(writeCaseFile(folder, file)).toBe(true);
  expect(caseNamesIn(folder)).toEqual(['bing-1-1']);
  expect(readCaseFile(folder, 'bing-1-1')).toEqual(file);
  writeFileSync(path.join(folder, 'bing-1-1.expected.json'), '{"outcome":"empty"}');
  expect(writeCaseFile(folder, file)).toBe(false);
  expect(readCaseFile(folder, 'bing-1-1').expected).toEqual({ outcome: 'empty' });
  writeFileSync(path.join(folder, 'bing-1-1.expected.json'), '{"outcome":');
  expect(() => readCaseFile(folder, 'bing-1-1')).toThrow('is not JSON');
  expect(() => readCaseFile(folder, 'other')).toThrow('has no page');
  expect(() => caseNamesIn(path.join(root, 'missing'))).toThrow('No such folder');
});

test('cases are sorted by the numbers of their pages', () => {
  const folder = path.join(root, 'out');
  const names = ['bing-1-9', 'bing-1-10', 'bing-1-999', 'bing-1-1000', 'bing-1-12345', 'bing-2-1'];
  for (const name of names.toReversed()) writeCaseFile(folder, { ...file, name });
  expect(caseNamesIn(folder)).toEqual(names);
});

test('a name or an engine that leaves its folder is refused, and so is a file of another form', () => {
  const folder = path.join(root, 'out');
  for (const name of ['../outside', '..', 'a/b', 'a\\b', '/etc/passwd', ''])
    expect(() => writeCaseFile(folder, { ...file, name }), name).toThrow('unusable name');
  expect(existsSync(path.join(root, 'outside.html'))).toBe(false);
  mkdirSync(path.join(root, 'src', 'sources', 'engines', 'bing'), { recursive: true });
  for (const engine of ['../../..', '..', '', 'bing/../..'])
    expect(() => addFixture(root, { ...file, query: { ...file.query, engine } }), engine).toThrow('not a checkout');
  writeCaseFile(folder, file);
  for (const [end, texts] of [
    ['query', ['null', '[]', '{}', '{"engine":"bing","keyword":"a","language":"en","maxResults":10,"region":null}']],
    ['expected', ['null', '[]', '{}', '"valid"']],
  ] as const) {
    const name = path.join(folder, `bing-1-1.${end}.json`);
    const before = readFileSync(name);
    for (const text of texts) {
      writeFileSync(name, text);
      expect(() => readCaseFile(folder, 'bing-1-1'), text).toThrow(`bing-1-1.${end}.json must`);
    }
    writeFileSync(name, before);
  }
  expect(() => caseNamesIn(path.join(folder, 'bing-1-1.html'))).toThrow('No such folder');
});

test('an export of all cases passes although the pages of one have just expired', async () => {
  const parts = (ids: readonly string[]): CasesParts => ({
    ...partsOf(same),
    withStored: (run) =>
      run({ list: async () => [], ids: async () => ids, files: async (id) => (id === 'gone' ? [] : [{ ...file, name: id }]) }),
  });
  const out = path.join(root, 'out');
  expect(await casesCommand(['export', '--out', out], parts(['bing-a-1', 'gone']), print)).toBe(0);
  expect(await casesCommand(['export', 'gone', '--out', out], parts([]), print)).toBe(1);
});

test('text of a page cannot control the terminal', async () => {
  writeCaseFile(path.join(root, 'out'), file);
  const title = 'Red\u001b[2J\u001b]0;owned\u0007\nfake row';
  const changes = [{ array: 'organic', position: 1, field: 'item', old: { title, url: 'https://a.example/' }, new: null }];
  printed.length = 0;
  expect(await casesCommand(['check', path.join(root, 'out')], partsOf({ ...same, lost: 1, changes }), print)).toBe(1);
  expect(printed.join('').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(printed.join('\n')).not.toMatch(/^fake row/m);
});

test('the extension follows the content type', () => {
  expect(['text/html; charset=utf-8', 'application/json', 'application/rss+xml', 'application/xhtml+xml', ''].map(extensionOf)).toEqual([
    'html',
    'json',
    'xml',
    'html',
    'html',
  ]);
});

test('a case that passes becomes a fixture of its engine, once', async () => {
  const folder = path.join(root, 'out');
  writeCaseFile(folder, file);
  await expect(casesCommand(['add', path.join(folder, 'bing-1-1')], partsOf(same), print)).rejects.toThrow('not a checkout');
  const fixtures = path.join(root, 'src', 'sources', 'engines', 'bing', 'fixtures');
  mkdirSync(path.dirname(fixtures), { recursive: true });
  const changed = { ...same, lost: 1, changes: [{ array: 'organic', position: 1, field: 'item', old: { title: 'One' }, new: null }] };
  expect(await casesCommand(['add', path.join(folder, 'bing-1-1')], partsOf(changed), print)).toBe(1);
  expect(existsSync(fixtures)).toBe(false);
  expect(await casesCommand(['add', path.join(folder, 'bing-1-1.html')], partsOf(same), print)).toBe(0);
  expect(readFileSync(path.join(fixtures, 'bing-1-1.html'), 'utf8')).toBe(file.body);
  expect(JSON.parse(readFileSync(path.join(fixtures, 'bing-1-1.expected.json'), 'utf8'))).toEqual(file.expected);
  expect(JSON.parse(readFileSync(path.join(fixtures, 'bing-1-1.query.json'), 'utf8'))).toEqual(file.query);
  expect(() => addFixture(root, file)).toThrow('exists');
});

test('a check of a folder without cases, or an unknown action, is a usage error', async () => {
  await expect(casesCommand(['check', root], partsOf(same), print)).rejects.toThrow('has no cases');
  await expect(casesCommand(['fix'], partsOf(same), print)).rejects.toThrow('Usage: sextant cases');
  await expect(casesCommand(['export'], partsOf(same), print)).rejects.toThrow('--out is missing');
});

test('a file is read as editors save it, and a mistake is named instead of being compared with nothing', () => {
  const folder = path.join(root, 'out');
  writeCaseFile(folder, file);
  const at = (end: string): string => path.join(folder, `bing-1-1${end}`);
  for (const end of ['.html', '.query.json', '.expected.json'])
    writeFileSync(at(end), `\ufeff${readFileSync(at(end), 'utf8').replaceAll('\n', '\r\n')}`);
  expect(readCaseFile(folder, 'bing-1-1')).toEqual(file);
  for (const [text, problem] of [
    ['{"outcome":"valid","organik":[{"title":"One"}]}', 'has the unknown field "organik"'],
    ['{"outcome":"valid","organic":{"title":"One"}}', 'organic must be an array of objects'],
    ['{"outcome":"valid","organic":[null]}', 'organic must be an array of objects'],
    ['{"outcome":"vaild"}', 'outcome must be one of valid, empty, blocked, unparsed, unreachable'],
  ] as const) {
    writeFileSync(at('.expected.json'), text);
    expect(() => readCaseFile(folder, 'bing-1-1'), text).toThrow(problem);
  }
  writeFileSync(at('.expected.json'), '{"outcome":"valid","status":200,"next":true,"organic":[]}');
  writeFileSync(at('.html'), Buffer.from('<title>caf\u00e9</title>', 'latin1'));
  expect(() => readCaseFile(folder, 'bing-1-1')).toThrow('bing-1-1.html is not UTF-8');
});
