// Rejects a field that a tool does not have: its empty lines would look as if no result had a value.
import { KeywordDataSchema } from '../contract/keyword.ts';
import { Region } from '../contract/region.ts';
import type { TSchema } from '../contract/schema.ts';
import { Technologies, Whois } from '../contract/whois.ts';
import { ToolProblem } from './backend.ts';
import { ITEM_NAMES, ITEM_POSITION } from './item-fields.ts';

/** Names of fields with those below them. A leaf has an empty object, and null stands for any name. */
interface Tree {
  readonly [name: string]: Tree | null;
}

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly $ref?: string;
  readonly anyOf?: readonly Shape[];
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
}

/** Paths do not lead into lists, so a list has no fields. */
function treeOf(shape: Shape): Tree | null {
  const object = shape.anyOf?.find(({ type }) => type === 'object') ?? shape;
  if (object.properties) return Object.fromEntries(Object.entries(object.properties).map(([name, inner]) => [name, treeOf(inner)]));
  if (object.$ref !== undefined) return null;
  return object.additionalProperties || object.patternProperties ? null : {};
}

const treeOfNames = (names: Readonly<Record<string, string>>): Tree =>
  Object.fromEntries(
    Object.entries(names).map(([name, inner]) => [
      name,
      inner === '*' ? null : Object.fromEntries(inner.split(' ').flatMap((each) => (each === '' ? [] : [[each, {}]]))),
    ]),
  );

const schemaTree = (schema: TSchema): Tree => treeOf(schema as Shape) ?? {};
const itemTree = (schema: TSchema, name: string): Tree =>
  treeOf((schema as { properties: Record<string, { items: Shape }> }).properties[name]!.items) ?? {};

const leaves = (names: string): Readonly<Record<string, string>> => Object.fromEntries(names.split(' ').map((name) => [name, '']));
/** Of an answer, and of the audit of a page. The contract leaves them open. */
const ANSWER = treeOfNames({
  ...leaves('text markdown model citations relatedQuestions finishReason webSearch searchQueries'),
  ...leaves('url score summary categories issues recommendations keywords'),
  usage: '*',
  facts: '*',
});
const { rawText: _raw, ...whois } = schemaTree(Whois);

const TREES = {
  keyword: itemTree(KeywordDataSchema, 'results'),
  ai: ANSWER,
  whois,
  technologies: itemTree(Technologies, 'technologies'),
  regions: schemaTree(Region),
} as const;

function has(tree: Tree, path: string): boolean {
  let inner: Tree | null = tree;
  for (const name of path.split('.')) {
    if (inner === null) return true;
    if (!Object.hasOwn(inner, name)) return false;
    inner = inner[name] ?? null;
  }
  return true;
}

function rejectUnknown(fields: readonly string[] | undefined, tree: Tree): void {
  const unknown = fields?.find((path) => !has(tree, path));
  if (unknown === undefined) return;
  const [first = ''] = unknown.split('.');
  const inner = Object.hasOwn(tree, first) ? tree[first] : null;
  const names = inner ? Object.keys(inner).map((name) => `${first}.${name}`) : [];
  const list = names.length > 0 ? names : Object.keys(tree);
  throw new ToolProblem(400, `fields: ${unknown} does not exist.`, `Fields: ${list.join(', ')}. Nothing was charged.`);
}

/** Throws for a field that no item of these sections has. */
export function checkItemFields(fields: readonly string[] | undefined, sections: readonly string[]): void {
  const names = sections.map((section) => ITEM_NAMES[section as keyof typeof ITEM_NAMES]);
  // Items with a snippet are shown with a description.
  rejectUnknown(fields, Object.assign({}, treeOfNames({ ...ITEM_POSITION, description: '' }), ...names.map(treeOfNames)));
}

/** Throws for a field that results of this kind do not have. */
export const checkFields = (fields: readonly string[] | undefined, kind: keyof typeof TREES): void => rejectUnknown(fields, TREES[kind]);
