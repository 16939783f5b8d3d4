// Checks the texts of the sandbox: plausible, about the query, and different from page to page.
import { describe, expect, it } from 'vitest';
import { createDataset, type Dataset } from './dataset.ts';
import { relatedQuestions } from './questions.ts';
import { themeOf } from './themes.ts';

const DAY = '2026-11-15';
const datasetOf = (words: string, country = 'US'): Dataset => createDataset(`texts\n${words}`, words, DAY, country);
const KEYWORDS = ['red shoes', 'green tea', 'Töpfe & <Pfannen>', 'What is a sextant?', '鞋子', 'hotel berlin'];

describe('the theme of a query', () => {
  it.each([
    ['best running shoes', 'fashion'],
    ['Pizza near me', 'food'],
    ['gaming laptop', 'electronics'],
    ['Hotel Berlin', 'travel'],
    ['garden chair', 'home'],
    ['emergency plumber', 'services'],
    ['crm for small teams', 'software'],
    ['weather tomorrow', 'current'],
    ['teapots', 'general'],
    ['鞋子', 'general'],
  ])('of "%s" is %s', (words, name) => {
    expect(themeOf(words).name).toBe(name);
  });

  it('shows answers instead of products for a question', () => {
    expect(themeOf('how to clean white shoes')).toMatchObject({ name: 'fashion', boxes: ['overview', 'questions'] });
    expect(themeOf('white shoes').boxes).toEqual(['offers', 'images']);
  });
});

describe('pages of the sandbox', () => {
  it.each(KEYWORDS)('are about "%s", and mention it once in the text', (words) => {
    for (const { title, snippet } of datasetOf(words).listings(1, 100)) {
      expect(title.toLowerCase()).toContain(words.toLowerCase());
      expect(title.charAt(0)).toBe(title.charAt(0).toUpperCase());
      expect(snippet.split(words)).toHaveLength(2);
      // Parsers fold white space, so a text with more would differ from what they return.
      for (const text of [title, snippet]) expect(text).toBe(text.replace(/\s+/g, ' ').trim());
    }
  });

  it.each(KEYWORDS)('of "%s" differ in site, title and text', (words) => {
    const listings = datasetOf(words).listings(1, 100);
    expect(new Set(listings.map(({ domain }) => domain)).size).toBeGreaterThan(95);
    expect(new Set(listings.map(({ title }) => title)).size).toBeGreaterThan(30);
    expect(new Set(listings.map(({ snippet }) => snippet)).size).toBeGreaterThan(60);
  });

  it('have the domain of their name, below a domain that nobody can register', () => {
    for (const { siteName, domain, url } of datasetOf('red shoes').listings(1, 50)) {
      expect(domain).toBe(`www.${siteName.toLowerCase().replace(' ', '')}.example`);
      expect(new URL(url).hostname).toBe(domain);
    }
  });

  it('have prices in the currency of the country, and stars for shops', () => {
    for (const [country, symbol] of [
      ['US', '$'],
      ['DE', '€'],
      ['GB', '£'],
    ] as const) {
      for (const { price, rating } of datasetOf('red shoes', country).listings(1, 20, 'shop')) {
        expect(price?.startsWith(symbol)).toBe(true);
        expect(Number(price?.slice(1))).toBeGreaterThanOrEqual(39);
        expect(rating?.value).toMatch(/^[34]\.\d$/);
        expect(rating?.votes).toBeGreaterThan(0);
      }
    }
  });

  it('are of one genre on request', () => {
    const dataset = datasetOf('red shoes');
    expect(dataset.listings(1, 50).some(({ price }) => price !== null)).toBe(true);
    expect(dataset.listings(1, 50, 'article').every(({ price, rating }) => price === null && rating === null)).toBe(true);
  });

  it('do not change with the day, except for the year', () => {
    const [one, other] = ['2026-11-15', '2026-11-16'].map((day) => createDataset('texts', 'tea', day).listings(1, 60)) as [
      ReturnType<Dataset['listings']>,
      ReturnType<Dataset['listings']>,
    ];
    const shared = one.filter(({ url }) => other.some((page) => page.url === url));
    expect(shared.length).toBeGreaterThan(30);
    for (const page of shared) expect(other.find(({ url }) => url === page.url)).toEqual(page);
  });
});

describe('related questions', () => {
  it.each(KEYWORDS)('of "%s" are different, with answers and sources', (words) => {
    const questions = relatedQuestions(datasetOf(words), 4);
    expect(new Set(questions.map(({ question }) => question)).size).toBe(4);
    for (const { question, answer, source } of questions) {
      expect(question.toLowerCase()).toContain(words.replace(/\?$/, '').toLowerCase());
      expect(question).toMatch(/[^?]\?$/);
      expect(answer.length).toBeGreaterThan(30);
      expect(source.url).toMatch(/^https:/);
    }
  });
});
