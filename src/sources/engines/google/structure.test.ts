// Checks that questions, videos and stories of a Google page are found without Google's names.
import { describe, expect, it } from 'vitest';
import { readGooglePage as read, googleResult as result } from '../../../../test/google-page.ts';

const question = (text: string, answer = ''): string =>
  `<div><div role="button" aria-expanded="false"><div>${text}</div></div><div>${answer}</div></div>`;

describe('a page of Google without known names', () => {
  it('has the questions of an expandable list, and their pages are no results', () => {
    const answer = '<p>Tea is a drink of leaves in hot water.</p><a href="https://answer.example/"><h3>About tea</h3></a>';
    const found = read(`<div><h2>More</h2><div>${question('What is tea?', answer)}${question('Is it hot?')}</div></div>`);
    expect(found.paa.map((item) => [item.question, item.url])).toEqual([
      ['What is tea?', 'https://answer.example/'],
      ['Is it hot?', null],
    ]);
    expect(found.organic.map(({ title }) => title)).toEqual(['one', 'two', 'three']);
  });

  it('has questions that are only written in attributes, but no other searches', () => {
    const attribute = (text: string): string => `<div><div jsname="x" data-q="${text}"></div></div>`;
    const rows = `<div>${attribute('What is tea?')}${attribute('Is it hot?')}${attribute('green tea')}</div>`;
    const named = '<div class="related-question-pair"><div data-q="Who grows it?"><div role="button"></div></div></div>';
    expect(read(rows).paa.map((item) => item.question)).toEqual(['What is tea?', 'Is it hot?']);
    expect(read(named).paa.map((item) => item.question)).toEqual(['Who grows it?']);
  });

  it('has questions without the words of the search itself and without headings of carousels', () => {
    const field = '<form><textarea name="q">What is tea?</textarea></form>';
    expect(read(field, `<div>${question('What is tea?')}${question('Is it hot?')}${question('Who grows it?')}</div>`).paa).toMatchObject([
      { question: 'Is it hot?' },
      { question: 'Who grows it?' },
    ]);
    const card = (name: string): string => `<a href="https://${name}.example/x"><div role="heading">${name}</div></a>`;
    const cards = ['oolong', 'sencha', 'assam', 'keemun', 'matcha'].map(card).join('');
    expect(read(`<div>${question('Which tea?', cards)}${question('Which pot?', cards)}</div>`).paa).toEqual([]);
  });

  it('does not take the questions below one result for those of the page', () => {
    expect(read(result('faq', `<div>${question('Do you sell tea?')}${question('Do you ship it?')}</div>`)).paa).toEqual([]);
  });

  it('has videos of any site by their running time', () => {
    const card = (site: string): string =>
      `<div><a href="https://${site}.example/film"><img src="/x.jpg"><span>12:05</span></a><a href="https://${site}.example/film"><div role="heading"><div>Film of ${site}</div><cite>${site}</cite></div></a></div>`;
    expect(read(`<div>${card('pot')}${card('cup')}</div>`).videos).toEqual([
      expect.objectContaining({
        title: 'Film of pot',
        url: 'https://pot.example/film',
        duration: '12:05',
        durationSeconds: 725,
        source: 'pot',
      }),
      expect.objectContaining({ title: 'Film of cup', url: 'https://cup.example/film' }),
    ]);
  });

  it('has stories by picture, heading and age, but not a single card of that shape', () => {
    const card = (site: string, age: string): string =>
      `<div><a href="https://${site}.example/story"><img src="/x.jpg"><span>${site}</span><div role="heading">Story of ${site}</div><div><span>${age}</span></div></a></div>`;
    expect(
      read(`<div>${card('paper', '3 hours ago')}${card('blatt', 'vor 2 Stunden')}</div>`).news.map(({ title, date }) => [title, date]),
    ).toEqual([
      ['Story of paper', '3 hours ago'],
      ['Story of blatt', 'vor 2 Stunden'],
    ]);
    expect(read(`<div>${card('paper', '3 hours ago')}</div>`).news).toEqual([]);
    expect(read(`<div>${card('shop', '20 cups')}${card('mill', '30 cups')}</div>`).news).toEqual([]);
  });
});
