// The properties that `BodyParser` builds, derived from the contract's schemas. All others are ignored.
import type { TSchema } from '../contract/schema.ts';

/** Without `members` and `entries` it describes a plain value; an object or array in its place is read as an empty one. */
export interface Shape {
  readonly members?: ReadonlyMap<string, Member>;
  /** All members with the value undefined. Objects copied from it share one hidden class, whatever the order of the properties sent. */
  readonly template?: Readonly<Record<string, undefined>>;
  /** 1 in the slots of the members' names. */
  readonly names?: Uint8Array;
  readonly entries?: Shape;
}

/** A small hash of a name. A name whose slot is not marked is unknown. */
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

/** For a list of different kinds of requests: the members of all of them. */
export function anyOf(schemas: readonly TSchema[]): Shape {
  return objectShape(schemas.flatMap((schema) => [...(shapeOf(schema).members?.values() ?? [])].map(({ name, shape }) => [name, shape])));
}

export function objectShape(given: readonly (readonly [name: string, shape: Shape])[]): Shape {
  const members = new Map(given.map(([name, shape]) => [name, { name, shape }]));
  const names = new Uint8Array(1024);
  for (const name of members.keys()) names[nameSlot(name.charCodeAt(0), name.length)] = 1;
  return { members, names, template: Object.fromEntries([...members.keys()].map((name) => [name, undefined])) };
}
