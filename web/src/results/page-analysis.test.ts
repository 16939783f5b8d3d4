import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import { drawnPaths, drawnText, elementsOf } from './drawn-elements.ts';
import { PageAnalysis } from './page-analysis.tsx';
import { factRows, type PageFacts } from './page-facts.ts';
import { type AnalysisResponse, categoryLabel, issuesBySeverity, scoreLevel } from './report.ts';

const FACTS: PageFacts = {
  url: 'https://shop.example',
  finalUrl: 'https://shop.example/',
  status: 200,
  redirects: [],
  timing: { firstByteMs: 120, totalMs: 300 },
  bytes: 84_000,
  complete: true,
  robotsHeader: null,
  title: 'Shoes for every day',
  description: 'We sell shoes.',
  canonical: 'https://shop.example',
  robots: null,
  language: 'en',
  headings: { h1: ['Shoes'], h2: ['Red', 'Blue'], h3: [] },
  words: 1204,
  internalLinks: 40,
  externalLinks: 3,
  images: 12,
  imagesWithoutAlt: 0,
  structuredData: { types: ['Organization', 'Product'] },
  hreflang: [],
};
const RESPONSE: AnalysisResponse = {
  url: 'https://shop.example/',
  score: 72,
  summary: 'A solid page.',
  categories: [
    { name: 'onPage', score: 95, findings: ['The title is clear.'] },
    { name: 'Content', score: null, findings: [] },
  ],
  issues: [
    { severity: 'low', category: 'content', message: 'Few words.', recommendation: null },
    { severity: 'high', category: 'onPage', message: 'No description.', recommendation: 'Write one.' },
    { severity: 'unheard of', category: 'links', message: 'Few links.', recommendation: null },
  ],
  recommendations: ['Write a description.'],
  keywords: ['shoes'],
  facts: FACTS,
  text: '{}',
};
const job = (response: object) => ({ id: '65f0', type: 'seo-analysis', response });

test.each([
  [100, 'Good'],
  [90, 'Good'],
  [89, 'Needs improvement'],
  [50, 'Needs improvement'],
  [49, 'Poor'],
  [0, 'Poor'],
])('a score of %d is %s', (score, label) => {
  expect(scoreLevel(score).label).toBe(label);
});

test('issues are sorted by severity and keep the paths of their JSON', () => {
  expect(issuesBySeverity(RESPONSE).map(({ severity, path }) => [severity, path])).toEqual([
    ['high', 'issues[1]'],
    ['medium', 'issues[2]'],
    ['low', 'issues[0]'],
  ]);
});

test.each([
  ['onPage', 'On page'],
  ['technical_seo', 'Technical seo'],
  ['Technical SEO', 'Technical SEO'],
  ['JavaScript', 'JavaScript'],
])('the category %s is shown as %s', (name, label) => {
  expect(categoryLabel(name)).toBe(label);
});

describe('measured facts', () => {
  const assessed = (facts: Partial<PageFacts>, name: string) => factRows({ ...FACTS, ...facts }).find((row) => row.name === name);
  test('of a sound page have no problem', () => {
    const rows = factRows(FACTS);
    expect(rows.filter(({ assessment }) => assessment === 'problem' || assessment === 'check')).toEqual([]);
    expect(rows.filter(({ assessment }) => assessment === 'ok').length).toBeGreaterThan(8);
  });
  test.each([
    ['HTTP status', { status: 404 }, 'problem'],
    ['Redirects', { redirects: [{}, {}] }, 'check'],
    ['Indexing', { robots: 'NOINDEX, follow' }, 'problem'],
    ['Indexing', { robotsHeader: 'none' }, 'problem'],
    ['Indexing', { robots: 'index, nofollow' }, 'ok'],
    ['Canonical URL', { canonical: 'https://other.example/' }, 'check'],
    ['Canonical URL', { canonical: null }, 'check'],
    ['Title', { title: null }, 'problem'],
    ['Title', { title: 'x'.repeat(61) }, 'check'],
    ['Description', { description: null }, 'check'],
    ['Main headings', { headings: { h1: [], h2: [], h3: [] } }, 'check'],
    ['Language', { language: null }, 'check'],
    ['Images without alternative text', { imagesWithoutAlt: 3 }, 'check'],
    ['Size', { complete: false }, 'check'],
    ['First byte', { timing: { firstByteMs: 1500, totalMs: 2000 } }, 'check'],
  ] satisfies [string, Partial<PageFacts>, string][])('%s with %j is %s', (name, facts, assessment) => {
    expect(assessed(facts, name)?.assessment).toBe(assessment);
  });
  test('without a measured time leave the time out', () => {
    expect(assessed({ timing: null }, 'First byte')).toBeUndefined();
  });
  test('name the field that they were read from', () => {
    expect(assessed({ robotsHeader: 'noindex' }, 'Indexing')?.path).toBe('facts.robotsHeader');
    expect(assessed({}, 'Main headings')?.path).toBe('facts.headings.h1');
  });
});

describe('a report', () => {
  const drawn = h(PageAnalysis, { data: job(RESPONSE) });
  test('shows scores, issues and recommendations as text', () => {
    const text = drawnText(drawn);
    for (const part of ['72', 'Needs improvement', '95 of 100', 'High severity', 'Write one.', 'Write a description.', '1,204'])
      expect(text).toContain(part);
    expect(elementsOf(drawn).find(({ type }) => type === 'svg')?.props['aria-label']).toBe('Score 72 of 100');
  });
  test('has a table of facts with headers', () => {
    const headers = elementsOf(drawn).filter(({ type }) => type === 'th');
    expect(headers.map(({ text }) => text)).toEqual(['Check', 'Value', 'Assessment']);
  });
  test('has the paths of all items', () => {
    const paths = drawnPaths(drawn);
    for (const path of ['score', 'summary', 'categories[0].findings[0]', 'issues[0]', 'recommendations[0]', 'keywords[0]', 'facts.title'])
      expect(paths).toContain(path);
  });
  test('that the model did not write as one shows its answer', () => {
    const text = drawnText(
      h(PageAnalysis, { data: job({ ...RESPONSE, score: null, summary: '', categories: [], issues: [], text: 'I cannot do that.' }) }),
    );
    expect(text).toContain('No report');
    expect(text).toContain('I cannot do that.');
  });
});
