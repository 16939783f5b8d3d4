import { describe, expect, test } from 'vitest';
import { organicItem, serpPage } from '../../sources/items.ts';
import { statedLanguage } from '../../sources/page/language.ts';
import { isWrongLanguage } from './language.ts';

const page = (language: string) => ({ body: `<!doctype html><html dir="ltr" lang="${language}"><body>…</body></html>` });
const found = (snippet: string) =>
  serpPage({ organic: [1, 2, 3, 4, 5].map((n) => organicItem({ title: `Pizza ${n}`, url: `https://p${n}.example/`, snippet })) });
const dutch = found('De beste pizza van het land, met verse kaas en een bodem die niet te dik is. Wat vind je ook lekker bij de pizza?');
const german = found('Die beste Pizza der Stadt, mit frischem Käse und einem Boden, der nicht zu dick ist. Auch für die Familie.');
const english = found('The best pizza in town, with fresh cheese and a crust that you will love. What are your favourites?');

describe('the language of a page', () => {
  test('is stated by its root element', () => {
    expect(statedLanguage(page('nl-NL'))).toBe('nl');
    expect(statedLanguage({ body: '<HTML LANG=de><head>' })).toBe('de');
    expect(statedLanguage({ body: '<html data-lang="x"><body lang="de">' })).toBe(null);
    expect(statedLanguage({ body: '{"html":"lang"}' })).toBe(null);
  });

  test('a page that states Dutch and has Dutch results is wrong for a German request', () => {
    expect(isWrongLanguage([page('nl')], [dutch], 'de', ['de'])).toBe(true);
    expect(isWrongLanguage([page('en')], [english], 'de', ['de'])).toBe(true);
  });

  test('the stated language and the results must both differ', () => {
    expect(isWrongLanguage([page('de')], [dutch], 'de', ['de'])).toBe(false);
    expect(isWrongLanguage([page('nl')], [german], 'de', ['de'])).toBe(false);
    expect(isWrongLanguage([{ body: '{}' }], [dutch], 'de', ['de'])).toBe(false);
  });

  test('a language of the region, a similar language or a page with few words is never wrong', () => {
    expect(isWrongLanguage([page('nl')], [dutch], 'fr', ['nl', 'fr'])).toBe(false);
    expect(isWrongLanguage([page('nl')], [found('Pizza')], 'de', ['de'])).toBe(false);
    const danish = found('Den bedste pizza i byen, med frisk ost og en bund som ikke er for tyk. Det er til hele familien.');
    expect(isWrongLanguage([page('da')], [danish], 'no', ['no'])).toBe(false);
  });
});
