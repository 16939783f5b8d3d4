// Checks the requests to Google's AI Mode and the parser of its answers.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SerpQuery } from '../../serp.ts';
import { googleAimode } from './engine.ts';

const query: SerpQuery = {
  engine: 'google-aimode',
  keyword: 'how to brew green tea',
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 },
  language: 'en',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
};
const request = googleAimode.start(query);
const read = (body: string) => googleAimode.parse({ request, url: request.url, status: 200, headers: {}, body }, query);
const outcomeOf = (body: string): unknown => {
  try {
    return read(body).found.empty ? 'empty' : 'read';
  } catch (error) {
    return (error as { outcome?: string }).outcome;
  }
};

describe('an answer of AI Mode', () => {
  const { found, next } = read(readFileSync(new URL('./fixtures/answer.html', import.meta.url), 'utf8'));
  const [answer] = found.answers;

  it('is requested by the number of its tab', () => {
    expect(new URL(request.url).searchParams.get('udm')).toBe('50');
    expect(next).toBeUndefined();
  });

  it('is one item with its sections in order, without buttons and hidden notes', () => {
    expect(found.answers).toHaveLength(1);
    expect(answer).toMatchObject({ type: 'ai_mode', position: 1 });
    expect(answer?.blocks.map(({ type, text }) => [type, text])).toEqual([
      ['paragraph', 'Green tea wants water at 80 °C.'],
      ['heading', 'Steps'],
      ['list', 'Heat: warm the pot.\nWait two minutes.'],
      ['table', 'Tea | Minutes\nSencha | 2\nA|B | 3'],
      ['code', 'pour(80);\nwait(120);'],
      ['paragraph', 'Enjoy it_warm. Sencha'],
    ]);
    expect(answer?.text).toBe(answer?.blocks.map(({ text }) => text).join('\n'));
  });

  it('keeps its structure in Markdown', () => {
    expect(answer?.markdown?.split('\n\n')).toEqual([
      'Green tea wants **water at 80 °C**.',
      '### Steps',
      '1. **Heat:** warm the pot.\n2. Wait [two minutes](https://clock.example/minutes).',
      '| Tea | Minutes |\n| --- | --- |\n| Sencha | 2 |\n| A\\|B | 3 |',
      '```\npour(80);\nwait(120);\n```',
      'Enjoy it\\_warm. Sencha',
    ]);
  });

  it('lists its sources in the order of their cards, then those that only the text cites', () => {
    expect(answer?.references).toEqual([
      {
        position: 1,
        title: 'The cup guide',
        url: 'https://cup.example/guide',
        domain: 'cup.example',
        source: 'Cup Weekly',
        snippet: 'Everything about cups and what goes into them.',
      },
      {
        position: 2,
        title: 'Brewing',
        url: 'https://leaf.example/brew',
        domain: 'leaf.example',
        source: 'Leaf',
        snippet: 'Water should not boil.',
      },
      { position: 3, title: 'two minutes', url: 'https://clock.example/minutes', domain: 'clock.example', source: null, snippet: null },
    ]);
    expect(answer?.blocks.map(({ references }) => references)).toEqual([[1], [], [2], [], [], [1]]);
  });

  it('has its sources as results too, and fills no other array', () => {
    expect(found.organic.map(({ url }) => url)).toEqual(answer?.references.map(({ url }) => url));
    const { answers, organic, totalResults, empty, ...others } = found;
    expect(Object.values(others).every((list) => list.length === 0)).toBe(true);
  });
});

describe('a page of AI Mode without an answer', () => {
  it('is empty only when Google visibly declines', () => {
    const note = 'An AI response is not available for this search.';
    expect(outcomeOf(`<body><div>${note}</div></body>`)).toBe('empty');
    expect(outcomeOf(`<body><div style="display:none">${note}</div></body>`)).toBe('unparsed');
  });

  it('is not inferred from an empty container before the answer', () => {
    const shell = '<div data-subtree="aimc"><div></div></div>';
    expect(outcomeOf(`<body>${shell}<div data-subtree="aimc"><p>Boil water.</p></div></body>`)).toBe('read');
  });

  it('is retried when the generation failed, and is a block page when it requires scripts', () => {
    expect(outcomeOf('<body><div>Something went wrong and an AI response wasn’t generated.</div></body>')).toBe('unreachable');
    expect(
      outcomeOf('<body><noscript><a href="/httpservice/retry/enablejs?sei=x">here</a></noscript><div data-subtree="aimc"></div></body>'),
    ).toBe('blocked');
    expect(outcomeOf('<body><div data-subtree="aimc"><div></div></div></body>')).toBe('unparsed');
  });
});
