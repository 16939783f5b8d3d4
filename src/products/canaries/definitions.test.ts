import { describe, expect, it, test } from 'vitest';
import { CanaryProblem, readCanaries } from './definitions.ts';

const GIVEN = {
  id: 'tea',
  engine: 'google',
  question: 'tea',
  region: 'US',
  language: 'en',
  anchors: [{ site: 'leaf.example', within: 3 }],
  checked: 2026,
};
const textOf = (...canaries: object[]): string => JSON.stringify({ canaries });
const problemOf = (own: string): string => {
  try {
    readCanaries(textOf(GIVEN), own);
  } catch (error) {
    if (error instanceof CanaryProblem) return error.message;
    throw error;
  }
  return 'none';
};

describe('a list of the operator', () => {
  it('adds, replaces and disables', () => {
    expect(readCanaries(textOf(GIVEN), null).map(({ id, device }) => [id, device])).toEqual([['tea', 'desktop']]);
    const own = textOf({ ...GIVEN, id: 'own', device: 'mobile' }, { ...GIVEN, question: 'green tea' });
    expect(readCanaries(textOf(GIVEN), own).map(({ id, question }) => [id, question])).toEqual([
      ['tea', 'green tea'],
      ['own', 'tea'],
    ]);
    expect(readCanaries(textOf(GIVEN), textOf({ id: 'tea', disabled: true }))).toEqual([]);
  });

  it('may have a byte order mark, and sites as browsers show them', () => {
    const sites = ['münchen.example', 'Shop.Example', 'leaf.example'].map((site) => ({ site, within: 3 }));
    const own = `\ufeff${textOf({ ...GIVEN, anchors: sites }).replaceAll(',', ',\r\n')}`;
    expect(readCanaries(textOf(GIVEN), own)[0]!.anchors).toEqual([
      { site: 'xn--mnchen-3ya.example', within: 3 },
      { site: 'shop.example', within: 3 },
      { site: 'leaf.example', within: 3 },
    ]);
  });

  test.each([
    ['{', 'the file must be JSON'],
    ...['leaf.example/tea', 'leaf.example:80', 'leaf', 'le af.example', '%6c.example', '.leaf.example'].map((site) => [
      textOf({ ...GIVEN, anchors: [{ site, within: 3 }] }),
      'canary "tea": anchors[0] must be',
    ]),
    ['[]', 'the file must be JSON such as {"canaries":[…]}'],
    [textOf({ ...GIVEN, id: 'Tea!' }), 'entry 1 needs an id'],
    [textOf(GIVEN, GIVEN), 'canary "tea" occurs twice'],
    [textOf({ id: 'nobody', disabled: true }), 'canary "nobody" cannot be disabled'],
    [textOf({ ...GIVEN, engine: 'altavista' }), 'canary "tea": engine must be one of google,'],
    [textOf({ ...GIVEN, question: ' ' }), 'canary "tea": question must be'],
    [textOf({ ...GIVEN, region: undefined }), 'canary "tea": region must be'],
    [textOf({ ...GIVEN, language: 'english' }), 'canary "tea": language must be'],
    [textOf({ ...GIVEN, device: 'watch' }), 'canary "tea": device must be one of desktop, mobile'],
    [textOf({ ...GIVEN, checked: '2026' }), 'canary "tea": checked must be'],
    [textOf({ ...GIVEN, colour: 'red' }), 'canary "tea": unknown field colour'],
    [textOf({ ...GIVEN, anchors: [] }), 'canary "tea": anchors must be'],
    [textOf({ ...GIVEN, anchors: [{ site: 'leaf.example' }] }), 'canary "tea": anchors[0] must be'],
    [textOf({ ...GIVEN, anchors: [{ registrar: 'x' }] }), 'canary "tea": anchors[0] must be'],
    [textOf({ ...GIVEN, anchors: [{ site: 'https://leaf.example', within: 3 }] }), 'canary "tea": anchors[0] must be'],
    ...[0, 11, 100, 1.5, '3'].map((within) => [
      textOf({ ...GIVEN, anchors: [{ site: 'leaf.example', within }] }),
      'canary "tea": anchors[0].within must be from 1 to 10',
    ]),
    ...['', ' ', '…', '\u200b', ' tower'].map((title) => [
      textOf({
        ...GIVEN,
        anchors: [
          { site: 'leaf.example', within: 3 },
          { title, within: 3 },
        ],
      }),
      'canary "tea": anchors[1].title must be a text with a letter or a digit',
    ]),
    [textOf({ ...GIVEN, anchors: [{ answer: ['Paris', '-'] }] }), 'canary "tea": anchors[0].answer[1] must be'],
    [textOf({ ...GIVEN, anchors: [{ answer: [] }] }), 'canary "tea": anchors[0] must be'],
    ...['/wiki/M%C3%BCnchen', '/a b', '/tea#top', '/100%'].map((path) => [
      textOf({ ...GIVEN, anchors: [{ site: 'leaf.example', path, within: 3 }] }),
      'canary "tea": anchors[0].path must be a part of a URL',
    ]),
    [textOf({ ...GIVEN, engine: 'whois' }), 'canary "tea": whois has no region, language or device'],
  ])('%s is a problem that names the entry', (own, expected) => {
    expect(problemOf(own)).toContain(expected);
  });
});
