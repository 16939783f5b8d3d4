// Builds the JSON schemas of the contract, with the static types of TypeBox.
//
// Only types are imported from TypeBox. Its builders are 373 modules, and every command and process would load all of
// them to create plain objects. `schema.test.ts` compares both.
import type * as TypeBox from 'typebox';

export type { Static, TSchema } from 'typebox';

type Names = 'Array' | 'Boolean' | 'Integer' | 'Null' | 'Number' | 'Object' | 'Optional' | 'Record' | 'Ref' | 'String' | 'Union';
type Builders = Pick<typeof TypeBox, Names | 'Unknown' | 'Unsafe'>;
type Schema = Readonly<Record<string, unknown>>;

/** Properties that an object may lack. A spread copy of such a schema is not in the set. */
const optional = new WeakSet<Schema>();

const ofType =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options });

function objectOf(properties: Readonly<Record<string, Schema>>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name]!));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}

function optionalOf(schema: Schema): Schema {
  const copy = { ...schema };
  optional.add(copy);
  return copy;
}

/** The builders in use, under their TypeBox names. */
const Type = {
  Array: (items: Schema, options: Schema = {}) => ({ type: 'array', items, ...options }),
  Boolean: ofType('boolean'),
  Integer: ofType('integer'),
  Null: ofType('null'),
  Number: ofType('number'),
  Object: objectOf,
  Optional: optionalOf,
  Record: (_key: Schema, value: Schema, options: Schema = {}) => ({ type: 'object', patternProperties: { '^.*$': value }, ...options }),
  Ref: (id: string) => ({ $ref: id }),
  String: ofType('string'),
  Union: (anyOf: readonly Schema[], options: Schema = {}) => ({ anyOf, ...options }),
  Unknown: (options: Schema = {}) => options,
  Unsafe: (schema: Schema) => schema,
} as unknown as Builders;

export default Type;
