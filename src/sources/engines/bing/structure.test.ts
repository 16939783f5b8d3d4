// Checks that a Bing page is read without Bing's names.
import { describe, expect, it } from 'vitest';
import { plainQuery } from '../../stored-page.ts';
import { bing } from './engine.ts';

const result = (name: string): string =>
  `<li><h2><a href="https://${name}.example/" h="ID=SERP,1.1">About ${name}</a></h2><p>Everything about ${name}.</p></li>`;
const parse = (rows: string, attributes = 'id="renamed"') => {
  const query = plainQuery('bing', { keyword: 'tea' });
  const request = bing.start(query);
  const body = `<html><body><main><ol ${attributes}>${rows}</ol></main></body></html>`;
  return bing.parse({ request, url: request.url, status: 200, headers: {}, body }, query).found;
};
const RESULTS = result('pot') + result('cup') + result('leaf');
const outcomeOf = (rows: string): string => {
  try {
    return parse(rows).empty ? 'empty' : 'valid';
  } catch (error) {
    return (error as { outcome: string }).outcome;
  }
};

describe('a page of Bing without known names', () => {
  it('has the results of the list with the most headings', () => {
    expect(parse(RESULTS).organic.map(({ url }) => url)).toEqual(['https://pot.example/', 'https://cup.example/', 'https://leaf.example/']);
  });

  it('has the questions and videos of its other rows', () => {
    const question = (text: string): string => `<div><a role="button" aria-expanded="false">${text}</a><div>An answer</div></div>`;
    const video = `<li><div><a href="https://film.example/1"><img alt="How to brew" src="https://film.example/1.jpg"><div>2:52</div></a></div></li>`;
    const found = parse(`${result('pot')}<li><div>${question('What is tea?')}${question('Who drinks it?')}</div></li>${video}${RESULTS}`);
    expect(found.paa.map(({ question: text }) => text)).toEqual(['What is tea?', 'Who drinks it?']);
    expect(found.videos).toEqual([expect.objectContaining({ title: 'How to brew', duration: '2:52', durationSeconds: 172 })]);
    expect(found.organic).toHaveLength(3);
  });

  it('has videos without a text for their picture', () => {
    const inside = (id: string, title: string): string =>
      `<div><a href="https://film.example/${id}"><img src="/x.jpg"><span>2:52</span><div><b>${title}</b></div><i>3 weeks</i></a></div>`;
    const beside = (id: string, title: string): string =>
      `<div><a href="https://film.example/${id}"><img src="/x.jpg"><span>2:52</span></a><div><a href="https://film.example/${id}">${title}</a></div></div>`;
    for (const card of [inside, beside]) {
      const found = parse(`${result('pot')}<li><div>${card('1', 'How to brew')}${card('2', 'How to pour')}</div></li>${RESULTS}`);
      expect(found.videos.map(({ title, duration }) => [title, duration])).toEqual([
        ['How to brew', '2:52'],
        ['How to pour', '2:52'],
      ]);
    }
  });

  it('is empty when its only row has the query in bold and hints, and unknown otherwise', () => {
    expect(outcomeOf('<li><h1>Keine Ergebnisse für <strong>qzxv</strong></h1><ul><li>Rechtschreibung</li></ul></li>')).toBe('empty');
    expect(outcomeOf('<li><h1>Something went <strong>wrong</strong></h1></li>')).toBe('unparsed');
    expect(outcomeOf('')).toBe('unparsed');
  });
});
