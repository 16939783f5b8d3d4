// CSS selectors compiled for the page tree: tag, class, id, attribute tests, `:not`, lists and all four combinators.
import { type AttributeSelector, parse, type Selector } from 'css-what';
import { BITS, CLASS, type NameTable } from './name-table.ts';
import type { PageTree } from './page-tree.ts';

/** Tests one node of a tree. */
export type Matcher = (tree: PageTree, node: number) => boolean;

/** HTML compares the values of these attributes without regard to case. */
const CASELESS = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction disabled ' +
    'enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap readonly rel rev rules ' +
    'scope scrolling selected shape target text type valign valuetype vlink'
  ).split(' '),
);

/** Compiled selectors by name table, because they contain numbers of that table. */
const compiled = new WeakMap<NameTable, Map<string, SelectorList>>();

export function selectorOf(selector: string, names: NameTable): SelectorList {
  const selectors = compiled.get(names) ?? new Map<string, SelectorList>();
  if (selectors.size === 0) compiled.set(names, selectors);
  const list = selectors.get(selector) ?? new SelectorList(parse(selector), names);
  selectors.set(selector, list);
  return list;
}

/** Selectors separated by commas. */
export class SelectorList {
  readonly #alternatives: readonly CompiledSelector[];

  constructor(alternatives: readonly (readonly Selector[])[], names: NameTable) {
    this.#alternatives = alternatives.map((parts) => compileParts(parts, names));
  }

  matches(tree: PageTree, node: number): boolean {
    const alternatives = this.#alternatives;
    for (let index = 0; index < alternatives.length; index++) if (alternatives[index]!.matches(tree, node)) return true;
    return false;
  }
}

/** The name and the known attributes of an element are compared first, because nearly all elements differ there. */
class CompiledSelector {
  /** 0 for any name. */
  readonly #name: number;
  readonly #bits: number;
  readonly #rest: Matcher | null;

  constructor(name: number, bits: number, rest: Matcher | null) {
    this.#name = name;
    this.#bits = bits;
    this.#rest = rest;
  }

  matches(tree: PageTree, node: number): boolean {
    const { name, bits } = tree.columns;
    if (this.#name !== 0 && name[node] !== this.#name) return false;
    if ((bits[node]! & this.#bits) !== this.#bits) return false;
    return this.#rest === null || this.#rest(tree, node);
  }
}

/** From left to right: each combinator wraps everything before it, and the tests after it run first. */
function compileParts(parts: readonly Selector[], names: NameTable): CompiledSelector {
  let name = 0;
  let bits = 0;
  let tests: Matcher[] = [];
  let before: Matcher | null = null;
  for (const part of parts) {
    switch (part.type) {
      case 'descendant':
      case 'child':
      case 'sibling':
      case 'adjacent':
        if (part === parts[0]) throw new Error('A selector cannot begin with a combinator.');
        before = combinator(part.type, new CompiledSelector(name, bits, both(tests, before)));
        [name, bits, tests] = [0, 0, []];
        break;
      case 'universal':
        break;
      case 'tag':
        name = names.nameId(part.name.toLowerCase());
        break;
      case 'attribute': {
        const bit = bitOf(part, names);
        bits |= bit;
        if (bit === 0 || part.action !== 'exists') tests.push(attributeTest(part, names));
        break;
      }
      case 'pseudo':
        tests.push(notTest(part.name, part.data, names));
        break;
      default:
        throw new Error(`The selector part ${part.type} is not supported.`);
    }
  }
  return new CompiledSelector(name, bits, both(tests, before));
}

/** Returns the bit of a known attribute that the element must have, otherwise 0. */
function bitOf({ name, action }: AttributeSelector, names: NameTable): number {
  const id = names.nameId(name.toLowerCase());
  return id <= BITS && action !== 'not' ? 1 << id : 0;
}

function both(tests: readonly Matcher[], before: Matcher | null): Matcher | null {
  const all = before ? [...tests, before] : tests;
  const [first, second] = all;
  if (!first) return null;
  if (!second) return first;
  if (all.length === 2) return (tree, node) => first(tree, node) && second(tree, node);
  return (tree, node) => all.every((matches) => matches(tree, node));
}

function combinator(type: 'descendant' | 'child' | 'sibling' | 'adjacent', selector: CompiledSelector): Matcher {
  if (type === 'child')
    return (tree, node) => isElement(tree, tree.columns.parent[node]!) && selector.matches(tree, tree.columns.parent[node]!);
  if (type === 'descendant')
    return (tree, node) => {
      const { parent } = tree.columns;
      let steps = 0;
      let around = parent[node]!;
      for (; around > 0 && !selector.matches(tree, around); around = parent[around]!) steps++;
      tree.spend(steps);
      return around > 0;
    };
  if (type === 'adjacent')
    return (tree, node) => {
      let before = tree.previousSibling(node);
      while (before >= 0 && !isElement(tree, before)) before = tree.previousSibling(before);
      return before >= 0 && selector.matches(tree, before);
    };
  return hasMatchBefore(selector);
}

/** Remembers the first match below each parent. Otherwise a list of n elements would take the square of n steps. */
function hasMatchBefore(selector: CompiledSelector): Matcher {
  const firstMatches = new WeakMap<PageTree, Map<number, number>>();
  return (tree, node) => {
    const { parent, end } = tree.columns;
    const around = parent[node]!;
    const known = firstMatches.get(tree) ?? new Map<number, number>();
    if (known.size === 0) firstMatches.set(tree, known);
    let first = known.get(around);
    if (first === undefined) {
      first = around + 1;
      while (first < end[around]! && !(isElement(tree, first) && selector.matches(tree, first))) first = end[first]!;
      known.set(around, first);
    }
    return first < node;
  };
}

const isElement = (tree: PageTree, node: number): boolean => node >= 0 && tree.columns.name[node]! > 0;

function notTest(name: string, data: unknown, names: NameTable): Matcher {
  if (name !== 'not' || !Array.isArray(data)) throw new Error(`The pseudo-class :${name} is not supported.`);
  const list = new SelectorList(data as Selector[][], names);
  return (tree, node) => !list.matches(tree, node);
}

function attributeTest(part: AttributeSelector, names: NameTable): Matcher {
  const name = names.nameId(part.name.toLowerCase());
  const accepts = valueTest(part);
  if (name === CLASS && part.action !== 'not') return classTest(accepts);
  if (part.action === 'exists') return (tree, node) => tree.findAttribute(node, name) >= 0;
  return (tree, node) => {
    const at = tree.findAttribute(node, name);
    return at < 0 ? part.action === 'not' : accepts(tree.attributeValue(at));
  };
}

/** Returns a test of the class value that runs once for each distinct value. */
export function classTest(accepts: (value: string) => boolean): Matcher {
  let names: NameTable | undefined;
  let known: (boolean | undefined)[] = [];
  return (tree, node) => {
    const id = tree.columns.className[node]!;
    if (id === 0) return false;
    if (names !== tree.names) {
      names = tree.names;
      known = [];
    }
    known[id] ??= accepts(names.className(id));
    return known[id];
  };
}

function valueTest({ action, name, value, ignoreCase }: AttributeSelector): (text: string) => boolean {
  const caseless = typeof ignoreCase === 'boolean' ? ignoreCase : ignoreCase !== 'quirks' && CASELESS.has(name.toLowerCase());
  const wanted = caseless ? value.toLowerCase() : value;
  const accepts = TESTS[action];
  return caseless ? (text) => accepts(text.toLowerCase(), wanted) : (text) => accepts(text, wanted);
}

const TESTS: Readonly<Record<AttributeSelector['action'], (text: string, wanted: string) => boolean>> = {
  exists: () => true,
  equals: (text, wanted) => text === wanted,
  not: (text, wanted) => text !== wanted,
  start: (text, wanted) => wanted !== '' && text.startsWith(wanted),
  end: (text, wanted) => wanted !== '' && text.endsWith(wanted),
  any: (text, wanted) => wanted !== '' && text.includes(wanted),
  element: (text, wanted) => wanted !== '' && text.includes(wanted) && text.split(/\s+/).includes(wanted),
  hyphen: (text, wanted) => text === wanted || text.startsWith(`${wanted}-`),
};
