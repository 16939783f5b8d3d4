import { describe, expect, test } from 'vitest';
import { organicItem, serpPage } from '../../sources/items.ts';
import { judgeLanguage } from './quality/language-evidence.ts';
import { judge, queryTermsOf, relatedShares, termsOf } from './verdict.ts';

const page = (titles: string[], from = 0) =>
  serpPage({
    organic: titles.map((title, index) =>
      organicItem({ title, url: `https://site${from + index}.example/`, snippet: 'Read more about it here.' }),
    ),
  });
const unrelated = ['Rainfall tables', 'We tested umbrellas', 'Weather today', 'Clouds', 'Storm news', 'Rain'];

describe('results that answer the query', () => {
  test('a page with the words is valid', () => {
    expect(judge([page(['Red shoes', 'Buy red shoes', 'Shoes', 'Red', 'Shoe shop', 'Boots'])], 'red shoes', 'en')).toBe('valid');
  });
  test('results for the corrected spelling are valid', () => {
    expect(judge([page(['Restaurants', 'Best restaurants', 'Restaurant guide', 'Dine', 'Food'])], 'restuarants', 'en')).toBe('valid');
  });
  test('scripts without spaces match by neighbouring characters', () => {
    expect(judge([page(['東京の天気', '天気予報', '今日の天気', '週間天気', '気象庁'])], '東京天気', 'en')).toBe('valid');
  });
  test.each([
    ['Korean words with particles', '고등어구이 조리법', '고등어구이를 굽는 법'],
    ['Korean words without the particle of the query', '고등어구이를', '고등어구이 레시피'],
    ['a hyphen within a word', 'email', 'Send an e-mail'],
    ['a space within a word', 'website', 'Make a web site'],
    ['the singular of a short word', 'cats', 'Feed a cat'],
    ['an accent', 'cafe', 'Das Café'],
    ['a letter with a stroke', 'lodz', 'Łódź'],
    ['a letter that is written as two', 'strasse', 'Die Straße'],
    ['full width', 'ｓｈｏｅｓ', 'Shoes'],
  ])('%s: another spelling counts', (_, keyword, title) => {
    expect(relatedShares(page([title]).organic, queryTermsOf(keyword), 'all')[0]).toBeGreaterThan(0.5);
  });
  test('a query of operators and short words cannot be judged', () => {
    expect(judge([page(unrelated)], 'site:shop.example a b', 'en')).toBe('valid');
  });
});

describe('results that do not', () => {
  test.each([
    ['Korean words that have only parts of syllables in common', '고등어구이', '이어폰 추천 순위'],
    ['parts of words', 'carton', 'A car, ten years old'],
    ['an article before a word', 'astronomy', 'A strong rope'],
    ['a longer word without a plural', 'cats', 'The category'],
  ])('%s', (_, keyword, title) => {
    expect(relatedShares(page([title]).organic, queryTermsOf(keyword), 'all')).toEqual([0]);
  });
  test('unrelated results are suspect despite single chance hits', () => {
    expect(judge([page(unrelated)], 'test:poisoned w-3f9a77c1e2', 'en')).toBe('suspect');
  });
  test('a page in another script than the query and its language is suspect, unless the language uses that script', () => {
    const page = serpPage({
      organic: ['苹果手机最新评测与价格 iphone', '全国手机价格查询大全 iphone', '新款手机', '二手手机交易平台推荐 iphone', '手机壳'].map(
        (title, index) => organicItem({ title, url: `https://s${index}.example/iphone` }),
      ),
    });
    expect([judge([page], 'iphone', 'en'), judge([page], 'iphone', 'zh'), judge([page], '手机', 'en')]).toEqual([
      'suspect',
      'valid',
      'valid',
    ]);
  });
  test('a page without results is empty only with the engine’s marker', () => {
    expect(judge([serpPage({}, 0, true)], 'red shoes', 'en')).toBe('empty');
  });
});

describe('words that a result need not contain', () => {
  const shoes = page(['Red shoes', 'Shoe shop', 'Shoes', 'Shoes for sale', 'New shoes', 'Old shoes']);
  const words = Array.from({ length: 300 }, (_, index) => `word${index}x`);
  test('excluded words', () => {
    expect(
      judge(
        [shoes],
        `shoes ${words
          .slice(0, 20)
          .map((word) => `-${word}`)
          .join(' ')}`,
        'en',
      ),
    ).toBe('valid');
  });
  test('other words of a choice', () => {
    expect(judge([shoes], ['shoes', ...words.slice(0, 20)].join(' OR '), 'en')).toBe('valid');
  });
  test('words behind the 32nd, which engines ignore', () => {
    expect(judge([shoes], `${'shoes '.repeat(8)}${words.join(' ')}`, 'en')).toBe('valid');
    expect(termsOf(words.join(' '))).toHaveLength(32);
    expect(termsOf('東京'.repeat(1000))).toHaveLength(64);
  });
  test('a choice is no excuse for results with none of the words', () => {
    expect(judge([page(unrelated)], ['shoes', ...words.slice(0, 20)].join(' OR '), 'en')).toBe('suspect');
  });
});

describe('five megabytes of results are judged within a second of CPU time', () => {
  const BYTES = 5_000_000;
  const keyword = Array.from({ length: 64 }, (_, index) => `tttt${index}`).join(' ');
  test.each([
    ['short words', 't ', 100],
    ['short words in many results', 't ', 20_000],
    ['accents', 'té ', 100],
    ['another script', 'ж ', 100],
  ])('%s', (_, filling, count) => {
    const text = filling.repeat(BYTES / Buffer.byteLength(filling) / count / 2);
    const organic = Array.from({ length: count }, (_, index) =>
      organicItem({ title: text, url: `https://a${index}.example/`, snippet: text }),
    );
    const evidence = { query: { keyword, language: 'en' }, pages: [], engine: { name: 'google', traits: { region: 'place' } } };
    const before = process.cpuUsage();
    expect(judge([serpPage({ organic })], keyword, 'en')).toBe('suspect');
    judgeLanguage(
      organic,
      { ...evidence, query: { ...evidence.query, urlParameters: [], region: { countryCode: 'US' } } } as never,
      () => undefined,
    );
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(1);
  });
});
