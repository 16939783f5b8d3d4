import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CanaryAnchor } from '../../contract/canaries.ts';
import { ITEM_ARRAYS, type SerpData } from '../../contract/items.ts';
import type { JobEnd } from '../../contract/order.ts';
import { judgeData, judgeSearch, judgeTechnologies, judgeWhois } from './judge.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const EMPTY = Object.fromEntries(ITEM_ARRAYS.map((name) => [name, []])) as unknown as SerpData;
const dataOf = (urls: readonly string[], fields: object = {}): SerpData =>
  ({
    ...EMPTY,
    organic: urls.map((url, index) => ({ url, title: `Title ${index + 1}`, publishedAt: null, ...fields })),
  }) as unknown as SerpData;
const reasonOf = (anchor: CanaryAnchor, data: SerpData) => judgeData([anchor], data, NOW).reason;
const SITE = { site: 'leaf.example', within: 3 } as const;

describe('a site among the first results', () => {
  it('passes at the site and its subdomains, on the path if one is given', () => {
    expect(reasonOf(SITE, dataOf(['https://a.example/', 'https://en.leaf.example/tea']))).toBeNull();
    expect(reasonOf({ ...SITE, path: '/tea' }, dataOf(['https://leaf.example/', 'https://leaf.example/tea']))).toBeNull();
  });

  it('passes at a name with other letters, which pages and URLs write differently', () => {
    const anchor = { site: 'xn--mnchen-3ya.example', within: 3 };
    expect(reasonOf({ ...anchor, path: '/tee' }, dataOf(['https://münchen.example/tee'], { domain: 'münchen.example' }))).toBeNull();
    expect(reasonOf(anchor, dataOf(['https://engine.example/link'], { domain: 'münchen.example' }))).toBeNull();
    const path = '/stadtführer';
    expect(reasonOf({ ...SITE, path }, dataOf([`https://leaf.example${path.normalize('NFD')}`]))).toBeNull();
  });

  it('fails with the position, or with the first hosts', () => {
    expect(reasonOf(SITE, dataOf(['https://a.example/', 'https://b.example/', 'https://b.example/2', 'https://leaf.example/']))).toBe(
      'leaf.example is at position 4. It must be among the first 3. The first results are from a.example, b.example, leaf.example.',
    );
    const urls = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example/`);
    expect(reasonOf(SITE, dataOf(urls))).toBe(
      'leaf.example is not among the 4 results. It must be among the first 3. The first results are from a.example, b.example, c.example.',
    );
    expect(reasonOf(SITE, dataOf([]))).toBe('There are no results.');
    expect(reasonOf(SITE, dataOf(['https://notleaf.example/', 'not a url']))).toContain('is not among');
  });

  it('passes exactly when the first position is small enough', () => {
    const hosts = fc.array(fc.constantFrom('https://leaf.example/', 'https://a.example/', 'https://leaf.example.b.example/'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(hosts, fc.integer({ min: 1, max: 12 }), (urls, within) => {
        const position = urls.indexOf('https://leaf.example/');
        const { outcome } = judgeData([{ site: 'leaf.example', within }], dataOf(urls), NOW);
        expect(outcome).toBe(position >= 0 && position < within ? 'passed' : 'failed');
      }),
    );
  });

  it('uses the list of the engine when there are no organic results', () => {
    const data = { ...EMPTY, maps: [{ title: 'Leaf Tower', url: null }] } as unknown as SerpData;
    expect(reasonOf({ title: 'tower', within: 3 }, data)).toBeNull();
    expect(reasonOf({ title: 'museum', within: 3 }, data)).toBe(
      'A title with “museum” is not among the 1 results. It must be among the first 3.',
    );
  });
});

describe('a fresh result', () => {
  const aged = (publishedAt: string | null) => reasonOf({ newestDays: 3 }, dataOf(['https://a.example/'], { publishedAt }));
  it('passes while it is not older', () => {
    expect(aged('2026-11-15T13:00:00+0000')).toBeNull();
    expect(aged('2026-11-10T12:00:00+0000')).toBe('The newest result is 8 days old. It must be at most 3 days old.');
    expect(aged(null)).toBe('No result has a date.');
  });
});

describe('an answer', () => {
  const answer = { answer: ['Paris', 'París'] };
  it('passes with one of the words', () => {
    const data = { ...EMPTY, answers: [{ text: 'It is paris.', title: null, markdown: null }] } as unknown as SerpData;
    expect(reasonOf(answer, data)).toBeNull();
    expect(reasonOf(answer, EMPTY)).toBe('The answer does not contain “Paris” or “París”.');
  });

  const answered = (text: string, ...words: string[]) =>
    reasonOf({ answer: words }, { ...EMPTY, answers: [{ text, title: null, markdown: null }] } as unknown as SerpData);
  test.each([
    ['A comparison of environments.', 'Paris'],
    ['It protects the environment.', 'iron'],
    ['The parisian way', 'paris'],
    ['In 19701', '1970'],
    ['Москвач', 'Москва'],
    ['Parisи', 'Paris'],
  ])('%s does not contain the word %s', (text, word) => {
    expect(answered(text, word)).toBe(`The answer does not contain “${word}”.`);
  });
  test.each([
    ['The metal is **iron**.', 'iron'],
    ['Environment: iron', 'iron'],
    ['iron', 'iron'],
    ['An Example Domain for you', 'example domain'],
    ['C++ is used', 'C++'],
    ['首都は東京です', '東京'],
    ['수도는 서울입니다', '서울'],
    ['Paris的首都', 'Paris'],
    ['\u{1F1EB}Paris\u{1F1F7}', 'Paris'],
  ])('%s contains the word %s', (text, word) => {
    expect(answered(text, word)).toBeNull();
  });
});

describe('a redirect of the engine', () => {
  const redirect = (domain: string, displayUrl: string | null = null) =>
    dataOf(['https://www.engine.example/link?url=a1'], { domain, displayUrl });
  it('is judged by the site that the page names', () => {
    expect(reasonOf({ site: 'leaf.org', within: 3 }, redirect('tea.leaf.org'))).toBeNull();
    // Shown without `www.`.
    expect(reasonOf({ site: 'www.leaf.org', within: 3 }, redirect('leaf.org'))).toBeNull();
    expect(reasonOf({ site: 'www.leaf.org', within: 3 }, redirect('shop.leaf.org'))).not.toBeNull();
    expect(reasonOf({ site: 'leaf.co.uk', within: 3 }, redirect('co.uk'))).not.toBeNull();
    // Otherwise each result of an engine would be a page of the engine.
    expect(reasonOf({ site: 'engine.example', within: 3 }, redirect('leaf.org'))).toBe(
      'engine.example is not among the 1 results. It must be among the first 3. The first results are from leaf.org.',
    );
  });

  it('is on a path if the page shows it', () => {
    const anchor = { site: 'leaf.org', path: '/tea', within: 3 };
    expect(reasonOf(anchor, redirect('leaf.org', 'leaf.org/tea/green'))).toBeNull();
    expect(reasonOf(anchor, redirect('leaf.org', 'leaf.org/…'))).not.toBeNull();
    expect(reasonOf(anchor, redirect('leaf.org'))).not.toBeNull();
  });
});

test('every anchor must hold', () => {
  const data = dataOf(['https://leaf.example/']);
  expect(judgeData([SITE, { title: 'title', within: 1 }], data, NOW)).toEqual({ outcome: 'passed', reason: null });
  expect(judgeData([SITE, { title: 'other', within: 1 }], data, NOW).outcome).toBe('failed');
});

describe('an attempt without an answer', () => {
  const end = (outcome: string): JobEnd =>
    ({ outcome: 'faulty', verdict: null, attempts: [{ source: 'page', outcome, ms: 1 }], ageMs: 1 }) as unknown as JobEnd;
  it('is no proof, unless its results were unrelated', () => {
    const outcomes = ['blocked', 'unreachable', 'unparsed', 'suspect'].map(
      (name) => judgeSearch({ anchors: [SITE] }, end(name), NOW).outcome,
    );
    expect(outcomes).toEqual(['inconclusive', 'inconclusive', 'inconclusive', 'failed']);
  });
});

test('lookups are judged by the registrar and by the technology', () => {
  const registrar = { name: 'MARKMONITOR INC.', email: null, url: null, phone: null };
  expect(judgeWhois([{ registrar: 'MarkMonitor' }], { registrar })).toEqual({ outcome: 'passed', reason: null });
  expect(judgeWhois([{ registrar: 'Other' }], { registrar }).reason).toBe('The registrar is “MARKMONITOR INC.”, not Other.');
  expect(judgeWhois([{ registrar: 'Other' }], { registrar: null }).reason).toBe('The registrar is missing, not Other.');
  const technologies = [{ name: 'WordPress' }] as never;
  expect(judgeTechnologies([{ technology: 'wordpress' }], { technologies }).outcome).toBe('passed');
  expect(judgeTechnologies([{ technology: 'Drupal' }], { technologies }).reason).toBe(
    'Drupal is not among the 1 technologies that were found.',
  );
});
