import { describe, expect, test } from 'vitest';
import { BodyScan, ENTRIES_MAX, type ListPosition, NO_LIST, PROPERTIES_MAX, VALUES_MAX } from './body-scan.ts';

const LIST: ListPosition = { depth: 1, what: 'ids' };

/** Scans a text in chunks. Returns the bytes scanned and the error. */
function scanned(text: string, list: ListPosition = NO_LIST, portion = 1024): { bytes: number; problem: string | null } {
  const bytes = Buffer.from(text);
  const scan = new BodyScan(list);
  for (let at = 0; at < bytes.length; at += portion) {
    try {
      scan.add(bytes.subarray(at, at + portion));
    } catch (error) {
      return { bytes: at + portion, problem: (error as Error).message };
    }
  }
  return { bytes: bytes.length, problem: null };
}
const object = (count: number, name = 'k') => `{${Array.from({ length: count }, (_, index) => `"${name}${index}":1`).join()}}`;
const array = (count: number, entry = '{}') => `[${Array.from({ length: count }, () => entry).join()}]`;

describe('a body beyond the limits', () => {
  test('is rejected at the first property too many, however many follow', () => {
    const { bytes, problem } = scanned(object(300_000));
    expect(problem).toBe(`Bad request body: it holds an object with more than ${PROPERTIES_MAX} properties.`);
    expect(bytes).toBeLessThan(4096);
    expect(scanned(object(PROPERTIES_MAX)).problem).toBeNull();
  });

  test('is rejected at the first entry too many, and the error names the entries of a list', () => {
    const { bytes, problem } = scanned(array(1_300_000), LIST);
    expect(problem).toBe('Bad request body: it must hold 1 to 1000 ids, and holds more.');
    expect(bytes).toBeLessThan(8192);
    expect(scanned(array(ENTRIES_MAX), LIST).problem).toBeNull();
    expect(scanned(`[{"a":${array(1001, '""')}}]`, LIST).problem).toContain('[0] holds an array with more than 1000 entries');
  });

  test('is rejected for too many values in one entry, which the error names', () => {
    const entry = `{"a":${array(900, '"aa"')},"b":${array(900, '"aa"')}}`;
    expect(scanned(array(20, entry), LIST).problem).toBeNull();
    const large = `{"a":${array(1000, '"aa"')},"b":${array(1000, '"aa"')}}`;
    expect(scanned(`[{},${large}]`, LIST).problem).toBe(`Bad input parameter: [1] holds more than ${VALUES_MAX} values.`);
    expect(scanned(large).problem).toBe(`Bad request body: it holds more than ${VALUES_MAX} values.`);
  });

  test('is rejected for too many tiny values', () => {
    expect(scanned(array(1000, array(900, '1')), LIST).problem).toContain('values of fewer than 5 bytes');
    expect(scanned(array(100, array(900, '"tv"')), LIST).problem).toBeNull();
  });

  test('is rejected at the first level too deep', () => expect(scanned('['.repeat(4_000_000)).problem).toContain('nested deeper than 32'));
});

describe('texts', () => {
  test('are not counted, however they are cut', () => {
    const text = JSON.stringify({ a: '[{,"\\'.repeat(500), b: '\u{1f600}\n' });
    for (const portion of [1, 2, 7, 100_000]) expect(scanned(text, NO_LIST, portion).problem).toBeNull();
  });

  test.each(['\\u0000', '\\ud800', '\\ud800x', '\\ud800\\n', '\\udc00', '\\ud83d\\ud83d', '\\uDC00\\uD83D'])(
    'with %s are rejected',
    (written) => {
      for (const portion of [1, 3, 100])
        expect(scanned(`{"a":"${written}"}`, NO_LIST, portion).problem).toContain('half of a surrogate pair');
    },
  );

  test('may hold whole surrogate pairs, in upper or lower case', () => {
    for (const written of ['\\ud83d\\ude00', '\\uD83D\\uDE00', '\\u00e9', '\\\\ud800'])
      expect(scanned(`["${written}"]`).problem).toBeNull();
  });
});
