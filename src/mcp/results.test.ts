import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { noItems } from '../contract/items.ts';
import { ToolProblem } from './backend.ts';
import { errorResult, objectResult, sectionsIn } from './results.ts';
import { Output } from './schemas.ts';

const ID = 'a'.repeat(24);
const validate = new Ajv({ strict: false }).compile(JSON.parse(JSON.stringify(Output)));
const VIEW = { sections: ['organic'], fields: null, top: 10 };

test.each([
  ['a rejection', new ToolProblem(402, 'No credits left.', 'Add credits.'), null, 0],
  ['a rejection in a session', new ToolProblem(400, 'Bad input parameter.'), 7, 0],
  // A create whose response was lost may have been charged.
  ['a server error', new ToolProblem(502, 'The service could not be reached.'), null, null],
  ['an unexpected error', new Error('secret'), null, null],
])('%s matches the output schema', (_case, error, left, cost) => {
  const result = errorResult(error, left);
  expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toMatchObject({ cost, ...(left === null ? {} : { budgetLeft: left }) });
  expect(JSON.stringify(result)).not.toContain('secret');
});
test('an error after an order was placed names the order, so that it is not placed again', () => {
  const result = errorResult(new ToolProblem(502, 'The database did not respond in time.'), 3, {
    placed: { kind: 'keyword', id: ID, cost: 3 },
  });
  expect(validate(result.structuredContent)).toBe(true);
  expect(result.structuredContent).toMatchObject({ id: ID, cost: 3, budgetLeft: 3, resource: `sextant://keyword/${ID}` });
  expect((result.content[0] as { text: string }).text).toContain(`call fetch_result with this id and kind keyword`);
});
test('a failed object matches the output schema', () => {
  const result = objectResult('serp', { id: ID, ready: false, faulty: true, error: 'Blocked.' }, VIEW, { cost: 1, left: null });
  expect([validate(result.structuredContent), (result.structuredContent as { cost: unknown }).cost]).toEqual([true, 0]);
});
test('a search result has its quality, and the text names what lowered it', () => {
  const found = { id: ID, ready: true, faulty: false, keyword: 'tea', searchEngine: 'bing', verdict: 'valid', data: { organic: [] } };
  const of = (quality: number | null, qualityReasons: string[]) =>
    objectResult('serp', { ...found, quality, qualityReasons }, VIEW, { cost: 1, left: null });
  const doubtful = of(0.56, ['unrelated']);
  expect([validate(doubtful.structuredContent), doubtful.structuredContent]).toMatchObject([
    true,
    { quality: 0.56, qualityReasons: ['unrelated'] },
  ]);
  expect((doubtful.content[0] as { text: string }).text).toContain('bing: tea (valid, quality 0.56: unrelated)');
  expect((of(1, []).content[0] as { text: string }).text).toContain('bing: tea (valid)');
  expect(validate(of(null, []).structuredContent)).toBe(true);
});

test('items show their text in every section', () => {
  const data = {
    ...noItems(),
    organic: [{ position: 1, title: 'Tea', url: 'https://tea.example/', snippet: 'Leaves in water.', domain: 'tea.example' }],
    advertisers: [{ position: 1, title: 'Buy tea', url: 'https://shop.example/', description: 'Fresh.' }],
    paa: [{ position: 1, question: 'What is tea?', answer: 'A drink.', title: null, url: null }],
    related: [{ position: 1, keyword: 'green tea', url: null }],
    answers: [{ position: 1, type: 'chatgpt', title: null, text: 'x'.repeat(5000), url: null }],
  };
  const sections = sectionsIn(['organic', 'ads', 'paa', 'related', 'answers', 'advertisers']);
  const found = { id: ID, ready: true, keyword: 'tea', searchEngine: 'google', verdict: 'valid', data };
  const { content, structuredContent } = objectResult('serp', found, { sections, fields: null, top: 10 }, { cost: 1, left: null });
  const { text } = content[0] as { text: string };
  for (const line of [
    '1 | Tea | https://tea.example/ | Leaves in water.',
    '1 | Buy tea | https://shop.example/ | Fresh.',
    '1 | What is tea? | answer=A drink.',
    '1 | green tea',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toContain(`text=${'x'.repeat(3999)}…`);
  expect((structuredContent as unknown as { organic: object[] }).organic).toEqual([
    { position: 1, title: 'Tea', url: 'https://tea.example/', description: 'Leaves in water.' },
  ]);
  expect(structuredContent).toMatchObject({ answers: [{ text: 'x'.repeat(5000) }], advertisers: [{ description: 'Fresh.' }] });
});
test('an unknown section is rejected', () => {
  expect(sectionsIn()).toEqual(['organic']);
  expect(() => sectionsIn(['organic', 'adverts'])).toThrow('The section adverts does not exist.');
});
test.each([
  [3900, ['text'], 3900],
  [5000, ['text'], 4000],
  [5000, null, 5000],
])('the text of an AI answer of %i characters with the fields %j has %i', (length, fields, shown) => {
  const found = { id: ID, ready: true, prompt: 'tea', response: { text: 'x'.repeat(length), citations: [] } };
  const { content, structuredContent } = objectResult('ai', found, { sections: [], fields, top: 10 }, { cost: 1, left: null });
  expect((content[0] as { text: string }).text.match(/x{2,}…?/)![0]).toHaveLength(shown);
  expect((structuredContent as { text: string }).text).toHaveLength(length);
});
