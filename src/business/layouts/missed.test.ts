import { expect, test } from 'vitest';
import { missedOf } from './missed.ts';

const FOUND = {
  outcome: 'valid',
  organic: [
    {
      title: 'Clay pots for beginners',
      url: 'https://www.pots.example/a',
      sitelinks: [{ title: 'Opening hours', url: 'https://shop.pots.example/' }],
    },
    { title: 'A very long guide to firing clay in a small oven at home', url: 'https://engine.example/r?1', domain: 'oven.example' },
  ],
  paa: [{ question: 'How long does clay dry?', title: null, url: null }],
};

test('names headings that are the title of no item, in the order of the page', () => {
  const headings = [
    'Search results',
    'Clay pots for beginners',
    'Buy clay, offer 4',
    'How long does clay dry?',
    'Opening hours',
    'Buy clay, offer 5',
  ];
  expect(missedOf(headings, [], FOUND).headings).toEqual(['Search results', 'Buy clay, offer 4', 'Buy clay, offer 5']);
});

test('recognises titles that are shortened, have a suffix, or other spaces and quotes', () => {
  const headings = [
    'A very long guide to firing cl…',
    'CLAY POTS for\u00a0“beginners” - Pots',
    'Ａ very long guide to firing clay in a small oven at home',
  ];
  expect(missedOf(headings, [], FOUND).headings).toEqual([]);
});

test('does not take a short text for a part of a title', () => {
  expect(missedOf(['clay', 'Pots'], [], FOUND).headings).toEqual(['clay', 'Pots']);
});

test('does not take a title for one that only begins like it', () => {
  const found = { organic: [{ title: 'News about boots, part 1' }] };
  expect(missedOf(['News about boots, part 1', 'News about boots, part 10'], [], found).headings).toEqual(['News about boots, part 10']);
  expect(missedOf(['News about boots, part 10'], [], { organic: [{ title: 'News about boo...' }] }).headings).toEqual([]);
});

test('names a repeated heading once, and none without letters', () => {
  expect(missedOf(['Offer', 'offer!', '···', ''], [], null).headings).toEqual(['Offer']);
});

test('names linked hosts that no item has, in the order given', () => {
  const hosts = ['shop4.example', 'pots.example', 'www.oven.example', 'shop.pots.example', 'shop5.example'];
  expect(missedOf([], hosts, FOUND).hosts).toEqual(['shop4.example', 'shop5.example']);
});

test('names everything of a page that could not be parsed, at most 30 of each', () => {
  const many = Array.from({ length: 40 }, (_, n) => `heading${n}.example`);
  const missed = missedOf(many, many, null);
  expect([missed.headings.length, missed.hosts.length]).toEqual([30, 30]);
  expect(missed.headings[29]).toBe('heading29.example');
});
