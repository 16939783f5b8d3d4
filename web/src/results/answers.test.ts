import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import type { AnswerItem } from '../../../src/contract/items.ts';
import { AiAnswer } from './ai-answer.tsx';
import { answersOf } from './answers.ts';
import { drawnPaths, drawnText, elementsOf } from './drawn-elements.ts';
import { pageKeyOf, sourcesOf } from './sources.ts';

const JOB = {
  id: '65f0',
  type: 'send-prompt',
  aiService: 'perplexity',
  prompt: 'Which tea is strong?',
  response: {
    text: 'Assam is strong.',
    markdown: '**Assam** is strong [1].\n\n- Ceylon [2]',
    model: 'sonar',
    citations: [
      { position: 1, title: 'Teas', url: 'https://tea.example/a', domain: 'tea.example', snippet: 'All teas.', date: null },
      { position: 2, title: null, url: 'https://leaf.example/', domain: 'leaf.example', snippet: null, date: null },
    ],
    relatedQuestions: ['Which tea is mild?'],
    searchQueries: ['strong tea'],
  },
};
const ITEM: AnswerItem = {
  position: 1,
  rank: 1,
  page: 1,
  type: 'ai_overview',
  title: null,
  text: 'Tea has caffeine.',
  markdown: 'Tea has **caffeine**.',
  list: [],
  table: null,
  url: null,
  displayUrl: null,
  domain: null,
  images: [],
  blocks: [
    { type: 'paragraph', title: null, text: 'Tea has caffeine.', markdown: 'Tea has **caffeine**.', references: [1, 0] },
    { type: 'list', title: null, text: 'Black\nGreen', markdown: '- Black\n- Green', references: [] },
  ],
  references: [
    { position: 1, title: null, url: 'https://tea.example/', domain: 'tea.example', source: 'Tea Guide', snippet: null },
    { position: 2, title: 'Leaves', url: 'https://leaf.example/', domain: 'leaf.example', source: null, snippet: null },
  ],
  relatedQuestions: [],
  model: null,
};

describe('the answer of an AI job', () => {
  test('has its text, sources and further lines with their paths', () => {
    expect(answersOf(JOB)).toMatchObject([
      {
        name: 'Perplexity',
        model: 'sonar',
        sections: [{ markdown: JOB.response.markdown, path: 'markdown' }],
        sources: [
          { number: 1, title: 'Teas', path: 'citations[0]' },
          { number: 2, title: 'leaf.example', path: 'citations[1]' },
        ],
        relatedQuestions: [{ text: 'Which tea is mild?', path: 'relatedQuestions[0]' }],
        searchQueries: [{ text: 'strong tea', path: 'searchQueries[0]' }],
        path: '',
      },
    ]);
  });
  test('is the plain text if there is no Markdown', () => {
    const [answer] = answersOf({ ...JOB, response: { text: 'Plain', markdown: null } });
    expect(answer?.sections).toEqual([{ markdown: 'Plain', cites: [], path: 'text' }]);
  });
  test('is drawn with numbered citations that link to the sources', () => {
    const drawn = h(AiAnswer, { data: JOB });
    const marks = elementsOf(drawn).filter(({ type, props }) => type === 'a' && String(props['aria-label']).startsWith('Source'));
    expect(marks.map(({ text, props }) => [text, props.href])).toEqual([
      ['1', 'https://tea.example/a'],
      ['2', 'https://leaf.example/'],
    ]);
    expect(drawnText(drawn)).not.toContain('*');
    expect(drawnPaths(drawn)).toEqual(['markdown', 'citations[0]', 'citations[1]', 'relatedQuestions[0]', 'searchQueries[0]']);
  });
});

describe('the AI answer of a result page', () => {
  const serp = { keyword: 'tea', data: { organic: [], answers: [{ ...ITEM, type: 'weather' as const }, ITEM] } };
  test('is one of the items of `answers`, with sections that cite sources by number', () => {
    expect(answersOf(serp)).toMatchObject([
      {
        name: 'AI overview',
        sections: [
          { cites: [2, 1], path: 'answers[1].blocks[0]' },
          { cites: [], path: 'answers[1].blocks[1]' },
        ],
        sources: [{ title: 'Tea Guide', path: 'answers[1].references[0]' }, { title: 'Leaves' }],
        path: 'answers[1]',
      },
    ]);
  });
  test('is its Markdown if it has no sections', () => {
    const [answer] = answersOf({ data: { answers: [{ ...ITEM, blocks: [] }] } });
    expect(answer?.sections).toEqual([{ markdown: 'Tea has **caffeine**.', cites: [], path: 'answers[0].markdown' }]);
  });
  test('may be missing, and the view says so', () => {
    expect(answersOf({ data: { answers: [], organic: [] } })).toEqual([]);
    expect(drawnText(h(AiAnswer, { data: { keyword: 'tea', data: { answers: [] } } }))).toContain('No AI answer');
  });
});

test('links to a source are found despite tracking parameters', () => {
  expect(pageKeyOf('https://www.tea.example/a/?utm_source=openai')).toBe(pageKeyOf('http://tea.example/a'));
  expect(pageKeyOf('https://tea.example/a?b=1')).not.toBe(pageKeyOf('https://tea.example/a?b=2'));
  const [answer] = answersOf(JOB);
  expect(sourcesOf(answer!.sources).numberOf('https://leaf.example/?utm_source=openai')).toBe(2);
  expect(sourcesOf(answer!.sources).numberOf('not a url')).toBeNull();
});
