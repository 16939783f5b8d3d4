// Finds elements of a page by simple selectors, starting with the rarest part of a selector.
import type { MarkupElement } from '../markup.ts';
import { contains, type Grams, gramsOf } from './grams.ts';
import type { AttributeTest, Compound, Selector } from './selector.ts';

const CANDIDATES_MAX = 5000;
const DEPTH_MAX = 60;
const VALUE_MAX = 2000;
const FOUND_MAX = 50;
/** Deeply nested elements allow very many combinations. Beyond this limit a selector does not match. */
const COMBINATIONS_MAX = 50_000;

export interface ElementIndex {
  find(selector: Selector): readonly MarkupElement[];
}

export function indexElements(elements: readonly MarkupElement[]): ElementIndex {
  const positions = new Map<string, number[]>();
  const put = (key: string, position: number): void => {
    const list = positions.get(key);
    if (!list) positions.set(key, [position]);
    else if (list.length < CANDIDATES_MAX && list.at(-1) !== position) list.push(position);
  };
  elements.forEach((element, position) => {
    put(element.name, position);
    for (const [name, value] of Object.entries(element.attributes)) {
      put(`[${name}`, position);
      if (name === 'id') put(`#${value.trim()}`, position);
      else if (name === 'class') for (const one of classesOf(value)) put(`.${one}`, position);
    }
  });
  let attempts = 0;
  const around = (position: number, steps: Selector['around'], step: number, depth: number): boolean => {
    if (step === steps.length) return true;
    const { compound, direct } = steps[step]!;
    let parent = elements[position]!.parent;
    for (let far = depth; parent >= 0 && far < DEPTH_MAX && attempts < COMBINATIONS_MAX; far++, parent = elements[parent]!.parent) {
      attempts++;
      if (fits(elements[parent]!, compound) && around(parent, steps, step + 1, far + 1)) return true;
      if (direct) return false;
    }
    return false;
  };
  const values = new Map<string, Grams>();
  /** Most values in selectors are nowhere on the page. That is known without checking each element. */
  const possible = ({ name, operator, value }: AttributeTest): boolean => {
    const list = positions.get(`[${name}`);
    if (!list) return false;
    if (operator === '' || value === '' || list.length === CANDIDATES_MAX) return true;
    const grams = values.get(name) ?? gramsOf(list.map((position) => elements[position]!.attributes[name]!.slice(0, VALUE_MAX)).join('\n'));
    values.set(name, grams);
    return contains(grams, value.slice(0, VALUE_MAX).toLowerCase());
  };
  return {
    find(selector) {
      const found: MarkupElement[] = [];
      attempts = 0;
      if (!selector.target.attributes.every(possible)) return found;
      for (const position of positions.get(keyOf(selector.target)) ?? []) {
        if (found.length === FOUND_MAX || attempts >= COMBINATIONS_MAX) break;
        if (fits(elements[position]!, selector.target) && around(position, selector.around, 0, 0)) found.push(elements[position]!);
      }
      return found;
    },
  };
}

function keyOf({ id, classes, attributes, name }: Compound): string {
  if (id !== '') return `#${id}`;
  if (classes.length > 0) return `.${classes[0]}`;
  const test = attributes.find((one) => !COMMON.has(one.name)) ?? (name === '' ? attributes[0] : undefined);
  return test ? `[${test.name}` : name;
}

/** Attributes that are so common that the element's name is rarer. */
const COMMON = new Set(['class', 'id', 'href', 'src', 'style', 'type', 'name', 'title', 'alt', 'content', 'rel']);

function fits(element: MarkupElement, compound: Compound): boolean {
  if (compound.name !== '' && element.name !== compound.name) return false;
  if (compound.id !== '' && element.attributes.id?.trim() !== compound.id) return false;
  if (compound.classes.length > 0) {
    const own = classesOf(element.attributes.class ?? '');
    if (!compound.classes.every((one) => own.includes(one))) return false;
  }
  return compound.attributes.every((test) => passes(element.attributes[test.name], test));
}

function passes(value: string | undefined, { operator, value: wanted }: AttributeTest): boolean {
  if (value === undefined) return false;
  if (operator === '') return true;
  if (operator === '=') return value === wanted;
  if (wanted === '') return false;
  if (operator === '*=') return value.includes(wanted);
  if (operator === '^=') return value.startsWith(wanted);
  if (operator === '$=') return value.endsWith(wanted);
  return operator === '~=' ? classesOf(value).includes(wanted) : value === wanted || value.startsWith(`${wanted}-`);
}

const classesOf = (value: string): string[] =>
  value
    .slice(0, 2000)
    .split(/[\s\u200b]+/)
    .filter((one) => one !== '');
