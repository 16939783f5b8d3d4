// Compares compiled selectors with a plain matcher on random pages.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { all, one, readHtml } from '../html.ts';
import { type Document, Element } from './page-tree.ts';

type Test = (element: Element) => boolean;
/** A selector as text, and the same as a function. */
interface Case {
  readonly text: string;
  readonly matches: Test;
}

const NAMES = ['div', 'p', 'b', 'x-a'];
const VALUES = ['', 'a', 'b', 'ab', 'a b', 'b a', 'a-b', 'A', 'é', 'a\tb'];
const ATTRIBUTES = ['class', 'id', 'lang', 'data-x'];
/** HTML compares the values of this attribute without regard to case. */
const CASELESS = 'lang';

const OPERATORS: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  '=': (value, wanted) => value === wanted,
  '~=': (value, wanted) => wanted !== '' && !/\s/.test(wanted) && value.split(/\s/).includes(wanted),
  '|=': (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
  '^=': (value, wanted) => wanted !== '' && value.startsWith(wanted),
  '$=': (value, wanted) => wanted !== '' && value.endsWith(wanted),
  '*=': (value, wanted) => wanted !== '' && value.includes(wanted),
};

const attributeCase = fc
  .tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...Object.keys(OPERATORS), '!=', ''), fc.constantFrom(...VALUES), fc.boolean())
  .map(([name, operator, wanted, upper]): Case => {
    const folded = (value: string): string => (name === CASELESS ? value.toLowerCase() : value);
    const shown = upper ? name.toUpperCase() : name;
    if (operator === '') return { text: `[${shown}]`, matches: (element) => element.has(name) };
    const compare = OPERATORS[operator];
    return {
      text: `[${shown}${operator}"${wanted}"]`,
      matches: (element) => {
        const value = element.attribute(name);
        if (!compare) return value === null || folded(value) !== folded(wanted);
        return value !== null && compare(folded(value), folded(wanted));
      },
    };
  });

const simpleCase: fc.Arbitrary<Case> = fc.oneof(
  attributeCase,
  fc
    .constantFrom('a', 'b', 'ab', 'é')
    .map((word): Case => ({ text: `.${word}`, matches: (element) => (element.attribute('class') ?? '').split(/\s/).includes(word) })),
  fc.constantFrom('a', 'ab', 'A').map((id): Case => ({ text: `#${id}`, matches: (element) => element.attribute('id') === id })),
);

const compoundCase: fc.Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom('*', ...NAMES, 'DIV'),
    fc.array(simpleCase, { maxLength: 2 }),
    fc.option(fc.array(simpleCase, { minLength: 1, maxLength: 2 })),
  )
  .map(
    ([name, tests, excluded]): Case => ({
      text: `${name}${tests.map(({ text }) => text).join('')}${excluded ? `:not(${excluded.map(({ text }) => text).join(', ')})` : ''}`,
      matches: (element) =>
        (name === '*' || element.name === name.toLowerCase()) &&
        tests.every(({ matches }) => matches(element)) &&
        !excluded?.some(({ matches }) => matches(element)),
    }),
  );

const elementsBefore = (element: Element): Element[] => {
  const siblings = element.parent!.children.filter((node) => node instanceof Element);
  return siblings.slice(0, siblings.indexOf(element));
};
const ancestors = (element: Element): Element[] =>
  element.parent instanceof Element ? [element.parent, ...ancestors(element.parent)] : [];

const COMBINATORS: Readonly<Record<string, (element: Element) => (Element | undefined)[]>> = {
  ' ': ancestors,
  ' > ': (element) => ancestors(element).slice(0, 1),
  ' + ': (element) => elementsBefore(element).slice(-1),
  ' ~ ': elementsBefore,
};

const selectorCase: fc.Arbitrary<Case> = fc
  .tuple(compoundCase, fc.array(fc.tuple(fc.constantFrom(...Object.keys(COMBINATORS)), compoundCase), { maxLength: 2 }))
  .map(([first, rest]) =>
    rest.reduce(
      (before, [combinator, last]): Case => ({
        text: `${before.text}${combinator}${last.text}`,
        matches: (element) =>
          last.matches(element) && COMBINATORS[combinator]!(element).some((other) => other !== undefined && before.matches(other)),
      }),
      first,
    ),
  );

const listCase: fc.Arbitrary<Case> = fc.array(selectorCase, { minLength: 1, maxLength: 3 }).map((cases) => ({
  text: cases.map(({ text }) => text).join(', '),
  matches: (element) => cases.some(({ matches }) => matches(element)),
}));

const startTag = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(fc.tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...VALUES)), { maxLength: 3 }))
  .map(([name, attributes]) => `<${name}${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}>`);
const page = fc
  .array(fc.oneof(startTag, fc.constantFrom('</div>', '</p>', '</b>', '</x-a>', 'text', '<!-- c -->')), { maxLength: 30 })
  .map((pieces) => pieces.join(''));

const elementsIn = (scope: Document | Element): Element[] =>
  scope.children.flatMap((node) => (node instanceof Element ? [node, ...elementsIn(node)] : []));

const numbers = (elements: readonly Element[]): number[] => elements.map(({ index }) => index);

describe('compiled selectors', () => {
  test('find what a plain matcher finds', () => {
    fc.assert(
      fc.property(page, listCase, fc.nat(), (html, { text, matches }, pick) => {
        const document = readHtml(html);
        const expected = elementsIn(document).filter(matches);
        expect(numbers(all(text, document)), text).toEqual(numbers(expected));
        expect(one(text, document)?.index).toBe(expected[0]?.index);
        const scope = elementsIn(document)[pick % Math.max(1, elementsIn(document).length)];
        if (scope) expect(numbers(all(text, scope)), text).toEqual(numbers(elementsIn(scope).filter(matches)));
      }),
      { numRuns: 3000 },
    );
  });
});
