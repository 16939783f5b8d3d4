// Which properties of a request are read, derived from the contract's schemas; all others are ignored.
import type { TSchema } from 'typebox';

/** A value that is neither an object nor an array has no parts. An array or object where none is described is read as an empty one. */
export interface Shape {
  readonly members?: ReadonlyMap<string, Member>;
  /** All members, undefined: objects made from it have one hidden class, in whatever order a client sends its properties. */
  readonly template?: Readonly<Record<string, undefined>>;
  /** Marks the slots of the members' names. */
  readonly names?: Uint8Array;
  readonly entries?: Shape;
}

/** Names of one slot have much in common; names of a slot without a mark are unknown. */
export const nameSlot = (firstLetter: number, length: number): number => (firstLetter * 31 + length) & 1023;

export interface Member {
  readonly name: string;
  readonly shape: Shape;
}

interface Described {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
}

export function shapeOf(schema: TSchema): Shape {
  const { properties, items } = schema as Described;
  if (properties) return objectShape(Object.entries(properties).map(([name, inner]) => [name, shapeOf(inner)]));
  return items ? { entries: shapeOf(items) } : {};
}

export const listOf = (entries: Shape): Shape => ({ entries });

/** One of several kinds of requests: what any of them has. */
export function anyOf(schemas: readonly TSchema[]): Shape {
  return objectShape(schemas.flatMap((schema) => [...(shapeOf(schema).members?.values() ?? [])].map(({ name, shape }) => [name, shape])));
}

export function objectShape(given: readonly (readonly [name: string, shape: Shape])[]): Shape {
  const members = new Map(given.map(([name, shape]) => [name, { name, shape }]));
  const names = new Uint8Array(1024);
  for (const name of members.keys()) names[nameSlot(name.charCodeAt(0), name.length)] = 1;
  return { members, names, template: Object.fromEntries([...members.keys()].map((name) => [name, undefined])) };
}
