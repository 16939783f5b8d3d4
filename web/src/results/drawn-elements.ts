// Elements that a component without state draws, for tests.
import { isValidElement, type VNode } from 'preact';

export interface DrawnElement {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const expanded = (node: VNode): unknown =>
  typeof node.type === 'function' ? (node.type as (props: object) => unknown)(node.props) : undefined;
const childrenOf = (node: VNode): unknown => (node.props as { readonly children?: unknown }).children;

/** Returns all elements in document order. Components are called, so they must not use hooks. */
export function elementsOf(node: unknown): DrawnElement[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (!isValidElement(node)) return [];
  if (typeof node.type === 'function') return elementsOf(expanded(node));
  const element = { type: String(node.type), props: node.props as Readonly<Record<string, unknown>>, text: drawnText(node) };
  return [element, ...elementsOf(childrenOf(node))];
}

/** Returns the text of all elements, joined. */
export function drawnText(node: unknown): string {
  if (Array.isArray(node)) return node.map(drawnText).join('');
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (!isValidElement(node)) return '';
  return drawnText(typeof node.type === 'function' ? expanded(node) : childrenOf(node));
}

/** Returns the JSON paths of all elements that have one. */
export const drawnPaths = (node: unknown): string[] =>
  elementsOf(node).flatMap(({ props }) => (typeof props['data-path'] === 'string' ? [props['data-path']] : []));
