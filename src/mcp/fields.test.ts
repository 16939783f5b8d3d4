// Fields of tools: unknown ones are rejected, and all that results have are known.
import { describe, expect, test } from 'vitest';
import { ToolProblem } from './backend.ts';
import { checkFields, checkItemFields } from './fields.ts';

const rejection = (check: () => void): string => {
  try {
    check();
    return '';
  } catch (error) {
    if (!(error instanceof ToolProblem)) throw error;
    return `${error.code} ${error.message} ${error.solution}`;
  }
};

describe('a field that does not exist', () => {
  test.each([
    ['link', ['organic'], '400 fields: link does not exist. Fields: position, rank, page, description, type, title, url'],
    ['rating.stars', ['organic'], '400 fields: rating.stars does not exist. Fields: rating.value, rating.max, rating.votes.'],
    ['address', ['organic', 'news'], 'address does not exist'],
    ['url.x', ['organic'], 'url.x does not exist'],
    ['sitelinks.title', ['organic'], 'sitelinks.title does not exist'],
    ['constructor', ['organic'], 'constructor does not exist'],
    ['', ['organic'], ' does not exist'],
  ])('is rejected: %s of %j', (field, sections, words) => {
    expect(rejection(() => checkItemFields(['position', field], sections))).toContain(words);
  });
  test.each([
    ['keyword', 'volume', 'Fields: keyword, competition, costPerClick, searchVolume'],
    ['ai', 'answer', 'Fields: text, markdown'],
    ['whois', 'expiresAt', 'expiredAt'],
    ['whois', 'rawText', 'fields: rawText does not exist'],
    ['whois', 'registrar.nmae', 'Fields: registrar.name, registrar.email'],
    ['technologies', 'title', 'Fields: name, slug, version'],
    ['regions', 'canonical', 'Fields: id, name'],
  ] as const)('is rejected: the tool for %s has no %s', (kind, field, words) => {
    expect(rejection(() => checkFields([field], kind))).toContain(words);
  });
});

test('fields of results are accepted', () => {
  expect(rejection(() => checkItemFields(['position', 'rank', 'url', 'description', 'rating.value', 'price.displayed'], ['organic']))).toBe(
    '',
  );
  expect(rejection(() => checkItemFields(['address', 'url', 'hours.monday', 'coordinates.latitude'], ['organic', 'maps']))).toBe('');
  expect(rejection(() => checkFields(['keyword', 'monthlySearchVolumes'], 'keyword'))).toBe('');
  expect(rejection(() => checkFields(['text', 'usage.inputTokens', 'facts.title', 'score'], 'ai'))).toBe('');
  expect(rejection(() => checkFields(['registrar.name', 'expiredAt', 'nameServers'], 'whois'))).toBe('');
  expect(rejection(() => checkFields(['name', 'categories'], 'technologies'))).toBe('');
  expect(rejection(() => checkFields(['canonicalName', 'latitude'], 'regions'))).toBe('');
  expect(rejection(() => checkItemFields(undefined, ['organic']))).toBe('');
});
