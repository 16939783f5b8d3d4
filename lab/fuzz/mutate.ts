// Damages texts and JSON: truncated, repeated, reordered, and made to exhaust a parser.

import type { Random } from '../random.ts';

const PIECES = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '&amp;',
  '&#x10ffff;',
  '&#0;',
  '</div>',
  '<div>',
  '<table><tr><td>',
  '<script>',
  '</script>',
  '<!--',
  '-->',
  ']]>',
  '<svg>',
  '<template>',
  '\0',
  '\ufeff',
  '\u202e',
  '\ud83d',
  '{',
  '}',
  '[',
  ']',
  ':',
  '\n',
  '\r\n\r\n',
  '%00',
  '\\u0000',
  '-1',
  '1e999',
  'NaN',
  'null',
  'x'.repeat(2000),
  ' '.repeat(3000),
  'a@b.example',
  'http://127.0.0.1/',
  'refer: 127.0.0.1',
  '東京',
  '٣٤٥',
  '2026-99-99',
  ','.repeat(1000),
];

export function spoil(text: string, random: Random): string {
  let spoilt = text;
  for (let times = random.integer(1, 6); times > 0; times--) {
    const at = random.below(spoilt.length + 1);
    const size = random.pick([1, 5, 50, 500]);
    spoilt = random
      .pick([
        () => spoilt.slice(0, at),
        () => spoilt.slice(0, at) + spoilt.slice(at + size),
        () => spoilt.slice(0, at) + random.pick(PIECES) + spoilt.slice(at),
        () => spoilt.slice(0, at) + spoilt.slice(at, at + size).repeat(random.pick([2, 20])) + spoilt.slice(at + size),
        () => spoilt.slice(0, at) + String.fromCharCode(random.below(65_536)) + spoilt.slice(at + 1),
        () => spoilt.replaceAll(random.pick(['"', '<div', 'class', 'href', ':', '\n', ' ']), random.pick(PIECES).slice(0, 8)),
        () => spoilt.split('\n').reverse().join('\n'),
        () => spoilt.replace(/\d+/g, () => random.pick(['0', '-1', '99999999999999999999', '1e309', ''])),
      ])()
      .slice(0, 3_000_000);
  }
  return spoilt;
}

/** JSON with values of other types at random positions. */
export function spoilJson(value: unknown, random: Random, depth = 0): unknown {
  if (random.chance(0.06))
    return random.pick<unknown>([
      null,
      true,
      -1,
      1e308,
      '',
      'x',
      [],
      {},
      [[]],
      { a: null },
      '9'.repeat(400),
      'javascript:alert(1)',
      'http://127.0.0.1/',
      depth < 3 ? Array(500).fill(value) : 0,
    ]);
  if (Array.isArray(value)) return value.map((each) => spoilJson(each, random, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => !random.chance(0.04))
      .map(([name, each]) => [
        random.chance(0.02) ? random.pick(['__proto__', 'constructor', 'length', name.toUpperCase()]) : name,
        spoilJson(each, random, depth + 1),
      ]),
  );
}

/** A tree of names that a parser looks for. */
export function treeOf(random: Random, names: readonly string[], depth = 0): unknown {
  const dice = random.next();
  if (depth > 6 || dice < 0.3)
    return random.pick<unknown>([
      'x',
      '',
      'https://a.example/',
      '5',
      'search',
      'organic',
      'message',
      'ok',
      null,
      true,
      false,
      -1,
      0,
      5,
      20000,
      1e99,
      '2026-01-01',
      'Ready',
      'completed',
    ]);
  if (dice < 0.5) return Array.from({ length: random.below(4) }, () => treeOf(random, names, depth + 1));
  return Object.fromEntries(Array.from({ length: random.below(7) }, () => [random.pick(names), treeOf(random, names, depth + 1)]));
}

/** Pages that are made to exhaust a parser. */
export function bombs(page: string): Record<string, string> {
  const inside = (text: string): string => page.replace(/<\/body>|$/i, `${text}$&`).slice(0, 5_200_000);
  return {
    'a hundred thousand levels': inside('<div>'.repeat(100_000)),
    'three hundred thousand levels of spans': inside('<span class="g">'.repeat(300_000)),
    'levels of tables': inside('<table><tr><td>'.repeat(50_000)),
    'levels of svg and template': inside('<svg><template>'.repeat(50_000)),
    'a hundred thousand attributes': inside(`<div ${Array.from({ length: 100_000 }, (_, index) => `a${index}="b"`).join(' ')}>`),
    'one class a hundred thousand times': inside(`<div class="${'g '.repeat(100_000)}">x</div>`),
    'an open comment': inside(`<!--${'x'.repeat(3_000_000)}`),
    'an open tag': inside(`<a href="${'x'.repeat(3_000_000)}`),
    'five megabytes of words': inside(`<p>${'word '.repeat(900_000)}</p>`),
    'five megabytes of blanks': inside(' '.repeat(5_000_000)),
    'a flood of entities': inside('&amp;&#x41;&nbsp;'.repeat(200_000)),
    'a flood of links': inside('<a href="/url?q=https://a.example/">x</a>'.repeat(80_000)),
    'a flood of open brackets': inside('<'.repeat(2_000_000)),
    'a flood of braces': inside(`<script>var a = ${'{"a":['.repeat(300_000)}</script>`),
    'a flood of quotes': inside(`<script>window.x = "${'\\"'.repeat(1_000_000)}"</script>`),
    'digits without end': inside(`<div>About ${'9'.repeat(2_000_000)} results</div>`),
    'the page five hundred times': page.repeat(500).slice(0, 5_000_000),
    NULs: inside('\0'.repeat(1_000_000)),
  };
}
