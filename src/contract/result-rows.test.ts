import { describe, expect, test } from 'vitest';
import { noItems } from './items.ts';
import { RESULT_COLUMNS, resultRows } from './result-rows.ts';

const region = { canonicalName: 'Berlin, Germany', countryCode: 'DE' };
const serp = {
  id: '1',
  keyword: 'tea',
  region,
  searchEngine: 'bing',
  language: 'de',
  isMobile: true,
  ready: true,
  faulty: false,
  verdict: 'valid',
  error: null,
  createdAt: '2026-11-15T09:30:00+0000',
  generatedAt: '2026-11-15T09:30:02+0000',
};
const requestCells = {
  id: '1',
  kind: 'serp',
  createdAt: '2026-11-15T09:30:00+0000',
  generatedAt: '2026-11-15T09:30:02+0000',
  engine: 'bing',
  region: 'Berlin, Germany',
  language: 'de',
  device: 'mobile',
  keyword: 'tea',
  state: 'ready',
  verdict: 'valid',
};

describe('a SERP', () => {
  test('has a row per item, organic results first, with the facts that the arrays name differently', () => {
    const data = {
      totalResults: 2,
      raw: ['<html>'],
      ...noItems(),
      paa: [{ position: 1, rank: 2, page: 1, question: 'Why tea?', answer: 'It is warm.', url: null }],
      organic: [
        {
          position: 1,
          rank: 1,
          page: 1,
          title: 'Tea',
          url: 'https://Shop.example:8443/tea?x#y',
          domain: 'shop.example',
          snippet: 'Good tea.',
          publishedAt: null,
          date: '3 days ago',
          rating: { value: 4.5, max: 5, votes: 12 },
          price: { current: 3, currency: 'EUR', displayed: '3 €' },
        },
      ],
      twitter: [{ position: 1, rank: null, page: 1, text: 'Tea!', accountTitle: 'Tea shop', url: 'https://Post.example:80/1' }],
    };
    expect(resultRows('serp', { ...serp, data })).toEqual([
      {
        ...requestCells,
        resultType: 'organic',
        position: 1,
        rank: 1,
        page: 1,
        title: 'Tea',
        url: 'https://Shop.example:8443/tea?x#y',
        domain: 'shop.example',
        description: 'Good tea.',
        date: '3 days ago',
        rating: 4.5,
        votes: 12,
        price: '3 €',
      },
      { ...requestCells, resultType: 'paa', position: 1, rank: 2, page: 1, title: 'Why tea?', description: 'It is warm.' },
      {
        ...requestCells,
        resultType: 'twitter',
        position: 1,
        page: 1,
        title: 'Tea shop',
        url: 'https://Post.example:80/1',
        domain: 'post.example',
        description: 'Tea!',
      },
    ]);
  });
  test('has its quality in each row, and none while it is null', () => {
    const data = { totalResults: 1, raw: [], ...noItems(), organic: [{ position: 1, title: 'Tea', url: 'https://tea.example/' }] };
    const doubted = { ...serp, data, quality: 0.45, qualityReasons: ['fewResults'] };
    expect(resultRows('serp', doubted)).toMatchObject([{ position: 1, quality: 0.45 }]);
    expect(resultRows('serp', { ...doubted, quality: null })[0]).not.toHaveProperty('quality');
    expect(RESULT_COLUMNS.at(-1)).toBe('quality');
  });
  test('without results has one row with its state', () => {
    expect(resultRows('serp', { ...serp, verdict: 'empty', data: { totalResults: 0, raw: [], ...noItems() } })).toEqual([
      { ...requestCells, verdict: 'empty' },
    ]);
    const { generatedAt: _, verdict: __, ...unfinished } = requestCells;
    expect(resultRows('serp', { ...serp, ready: false, verdict: null, generatedAt: null, data: null })).toEqual([
      { ...unfinished, state: 'waiting' },
    ]);
    const failed = { ...serp, ready: false, faulty: true, verdict: 'blocked', error: 'The source showed a block page.', data: null };
    expect(resultRows('serp', failed)).toEqual([
      { ...requestCells, state: 'faulty', verdict: 'blocked', error: 'The source showed a block page.' },
    ]);
  });
});

test('a keyword object has a row per keyword', () => {
  const object = { id: '2', keywords: ['tea', 'coffee'], region, source: 'google', language: null, ready: true, faulty: false };
  const results = [
    { keyword: 'tea', competition: 0.5, costPerClick: 1.2, searchVolume: 0, monthlySearchVolumes: [] },
    { keyword: 'coffee', competition: null, costPerClick: null, searchVolume: null, monthlySearchVolumes: null },
  ];
  const common = { id: '2', kind: 'keyword', engine: 'google', region: 'Berlin, Germany', state: 'ready', resultType: 'keyword' };
  expect(resultRows('keyword', { ...object, data: { totalResults: 2, results } })).toEqual([
    { ...common, keyword: 'tea', searchVolume: 0, competition: 0.5, costPerClick: 1.2 },
    { ...common, keyword: 'coffee' },
  ]);
  expect(resultRows('keyword', { ...object, data: { totalResults: 0, results: [] } })[0]).toMatchObject({ keyword: 'tea, coffee' });
});

test('an AI job has a row for its answer and one per citation, and a failed one is faulty', () => {
  const job = { id: '3', aiService: 'perplexity', prompt: 'What is tea?', url: null, ready: true, error: null };
  const response = { text: 'A drink.', citations: [{ position: 1, title: 'Tea', url: 'https://tea.example/', domain: 'tea.example' }] };
  const common = { id: '3', kind: 'ai', engine: 'perplexity', keyword: 'What is tea?', state: 'ready' };
  expect(resultRows('ai', { ...job, response })).toEqual([
    { ...common, resultType: 'answer', description: 'A drink.' },
    { ...common, resultType: 'citation', position: 1, title: 'Tea', url: 'https://tea.example/', domain: 'tea.example' },
  ]);
  expect(resultRows('ai', { ...job, response: null, error: 'No answer.' })).toEqual([{ ...common, state: 'faulty', error: 'No answer.' }]);
});

test('rows have no other columns than the header', () => {
  const item = Object.fromEntries(['position', 'rank', 'page'].map((name) => [name, 1]));
  const data = {
    ...noItems(),
    maps: [{ ...item, title: 'Tea house', address: 'Tea street 1', coordinates: { latitude: 1, longitude: 2 } }],
  };
  const [row] = resultRows('serp', { ...serp, data });
  expect(Object.keys(row!).filter((name) => !(RESULT_COLUMNS as readonly string[]).includes(name))).toEqual([]);
  expect(row).toMatchObject({ resultType: 'maps', title: 'Tea house', description: 'Tea street 1' });
});
