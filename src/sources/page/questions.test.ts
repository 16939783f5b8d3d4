// Checks that lists of questions are found by structure, in any language and with any names.
import { describe, expect, it } from 'vitest';
import { readHtml, textOf } from './html.ts';
import { questionRows } from './questions.ts';

const row = (question: string, answer = ''): string =>
  `<div><div><div role="button" aria-expanded="false"><span>${question}</span></div></div><div>${answer}</div></div>`;
const questionsIn = (body: string): string[] => questionRows(readHtml(`<body>${body}</body>`)).map(({ question }) => question);

describe('questions by structure', () => {
  it('are the rows of one list that expand', () => {
    expect(questionsIn(`<h2>More</h2><div>${row('How hot is tea?')}${row('Who grows it?')}</div>`)).toEqual([
      'How hot is tea?',
      'Who grows it?',
    ]);
  });

  it.each([
    ['Ist Tee gesund?', 'Wie lange zieht Tee'],
    ['¿Qué es el té?', 'Cuál es el mejor té'],
    ['绿茶有什么功效？', '绿茶怎么泡'],
    ['ما هو الشاي؟', 'كيف يصنع الشاي؟'],
    ['Что такое чай', 'Сколько заваривать чай'],
    ['緑茶とは何ですか', '緑茶は体にいいですか'],
  ])('are recognised in many languages: %s', (first, second) => {
    expect(questionsIn(`<div>${row(first)}${row(second)}</div>`)).toEqual([first, second]);
  });

  it('include a row of the same list that has no form of a question', () => {
    expect(questionsIn(`<div>${row('What is tea?')}${row('Is tea good?')}${row('Tea for beginners')}</div>`)).toHaveLength(3);
  });

  it('contain the answer, through wrappers and with a second label that closes the row', () => {
    const double = `<section><div><a aria-expanded="false">What is tea?</a><a aria-expanded="true">What is tea?</a></div><p>Leaves in water</p></section>`;
    const [first] = questionRows(readHtml(`<body><main>${double}<span><span>${row('Is it hot?')}</span></span></main></body>`));
    expect(textOf(first?.row)).toContain('Leaves in water');
  });

  it.each([
    ['a menu', `<ul><li><a aria-expanded="false">All filters</a></li><li><a aria-expanded="false">Any time</a></li></ul>`],
    ['a single question', `<div>${row('What is tea?')}</div>`],
    [
      'questions of different lists',
      `<div>${row('What is tea?')}</div><p>text</p><div><div>${row('Menu')}${row('Where am I?')}${row('Tools')}</div></div>`,
    ],
    [
      'questions in distant parts of the page',
      `<div>${row('What is tea?')}</div>${'<p>text</p>'.repeat(30)}<div>${row('Where am I?')}</div>`,
    ],
    ['questions that do not expand', '<ul><li>What is tea?</li><li>Who grows it?</li></ul>'],
    ['an empty page', ''],
  ])('are not found in %s', (_name, body) => {
    expect(questionsIn(body)).toEqual([]);
  });

  it('take little time on a page with very many labels', () => {
    const body = row('What is tea?').repeat(3000);
    expect(questionsIn(`<div>${body}</div>`)).toEqual([]);
  });
});

describe('questions without marks for expanding', () => {
  const block = (heading: string, rows: string): string => `<div><div role="heading">${heading}</div><div>${rows}</div></div>`;

  it.each([
    ['buttons', (text: string) => `<div><div role="button" tabindex="0">${text}</div><div>Leaves in water</div></div>`],
    ['details', (text: string) => `<details open><summary>${text}</summary><p>Leaves in water</p></details>`],
    ['controls of another element', (text: string) => `<li><span aria-controls="x">${text}</span></li>`],
  ])('are found as %s', (_form, rowOf) => {
    expect(questionsIn(`<section>${rowOf('What is tea?')}${rowOf('Is tea good?')}</section>`)).toEqual(['What is tea?', 'Is tea good?']);
  });

  it.each([
    'People also ask',
    'Ähnliche Fragen',
    'Autres questions posées',
    'Más preguntas',
    '他の人はこちらも質問',
    '相关问题',
    '관련 질문',
  ])('include those without the form of a question below "%s"', (heading) => {
    expect(questionsIn(block(heading, `${row('Tea for beginners')}${row('Tea at night')}`))).toEqual(['Tea for beginners', 'Tea at night']);
  });

  it('may be a single one below such a heading', () => {
    expect(questionsIn(block('People also ask', row('What is tea?')))).toEqual(['What is tea?']);
    expect(
      questionsIn(`<div>${block('Ähnliche Fragen', row('Was ist Tee'))}${'<p>text</p>'.repeat(60)}<div>${row('Filter')}</div></div>`),
    ).toEqual(['Was ist Tee']);
    expect(questionsIn(block('People also ask', row('Tea for beginners')))).toEqual([]);
    expect(questionsIn(block('Videos', row('What is tea?')))).toEqual([]);
    expect(
      questionsIn(
        `<div><h2>People also ask</h2></div><div>${'<p>text</p>'.repeat(30)}</div><div>${block('Help', row('Where am I?'))}</div>`,
      ),
    ).toEqual([]);
  });

  it('are not the rows below another heading, or far from the heading', () => {
    const rows = `${row('Tea for beginners')}${row('Tea at night')}`;
    expect(questionsIn(block('Filters', rows))).toEqual([]);
    expect(questionsIn(`<div><h2>People also ask</h2>${'<p>text</p>'.repeat(60)}<div>${rows}</div></div>`)).toEqual([]);
  });
});
