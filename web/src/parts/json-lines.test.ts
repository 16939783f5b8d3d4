import { describe, expect, test } from 'vitest';
import { linesOf, openAtStart } from './json-lines.ts';

const OBJECT = {
  verdict: 'valid',
  keyword: 'tea',
  data: { organic: [{ title: 'Tea', sitelinks: [{ title: 'Green' }] }], raw: [], keyword: 'same name' },
};
const shown = (isOpen: (path: string, depth: number) => boolean) => linesOf(OBJECT, isOpen).map(({ path, text }) => `${path} = ${text}`);

describe('lines of a result', () => {
  test('have paths that start inside data, except for names of the object itself', () => {
    expect(shown((_path, depth) => depth < 3)).toEqual([
      'verdict = "valid"',
      'keyword = "tea"',
      'data = { 3 fields }',
      'organic = [ 1 item ]',
      'organic[0] = { 2 fields }',
      'organic[0].title = "Tea"',
      'organic[0].sitelinks = [ 1 item ]',
      'raw = []',
      'data.keyword = "same name"',
    ]);
  });
  test('start inside the response of an AI request', () => {
    const lines = linesOf({ prompt: 'Why?', response: { citations: [{ url: 'x' }] } }, () => true);
    expect(lines.map(({ path }) => path)).toEqual(['prompt', 'response', 'citations', 'citations[0]', 'citations[0].url']);
  });
  test('leave out the content of closed branches', () => {
    expect(shown((path) => path !== 'organic[0]')).not.toContain('organic[0].title = "Tea"');
  });
  test('are named like JSON fields, items by their index', () => {
    expect(linesOf({ 'a b': [null] }, () => true).map(({ name, text }) => `${name}: ${text}`)).toEqual(['"a b": [ 1 item ]', '0: null']);
  });
  test('say which branches can be opened', () => {
    const open = new Map(linesOf(OBJECT, (path) => path === 'data').map((line) => [line.path, line.open]));
    expect([open.get('data'), open.get('organic'), open.get('raw'), open.get('verdict')]).toEqual([true, false, null, null]);
  });
});

test('a long string is cut and says how long it is', () => {
  const [line] = linesOf({ raw: 'x'.repeat(1_000_000) }, () => true);
  expect(line!.text.length).toBeLessThan(500);
  expect(line!.text).toContain('(1,000,000 characters)');
});

test('items start closed in a large result', () => {
  const item = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, index]));
  const withItems = (count: number) => ({ data: { organic: Array.from({ length: count }, () => item) } });
  const isOpen = (count: number, path: string, depth: number) => openAtStart(withItems(count))(path, depth);
  expect([isOpen(10, 'data', 0), isOpen(10, 'organic', 1), isOpen(10, 'organic[0]', 2)]).toEqual([true, true, true]);
  expect([isOpen(1000, 'data', 0), isOpen(1000, 'organic', 1), isOpen(1000, 'organic[0]', 2)]).toEqual([true, true, false]);
});

test('a list or a scalar at the top has lines too', () => {
  expect(linesOf(['a'], () => true).map(({ path }) => path)).toEqual(['[0]']);
  expect(linesOf(null, () => true).map(({ path, text }) => [path, text])).toEqual([['value', 'null']]);
});

test('fields beside the result start closed, and those of a lookup without such a field start open', () => {
  const isOpen = openAtStart({ region: { id: '2840' }, data: { organic: [] } });
  expect([isOpen('region', 0), isOpen('data', 0)]).toEqual([false, true]);
  expect(openAtStart({ registrar: { name: 'x' } })('registrar', 0)).toBe(true);
});
