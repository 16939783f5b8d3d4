import * as TypeBox from 'typebox';
import { expect, test } from 'vitest';
import Type from './schema.ts';

/** One schema of every builder, nested as the contract nests them. */
const schemasOf = (T: typeof Type) => {
  const item = T.Object({ id: T.String(), rank: T.Optional(T.Integer({ minimum: 1 })) }, { $id: 'Item', additionalProperties: false });
  const optional = T.Optional(T.Unsafe<string>({ ...item, $id: undefined, required: undefined }));
  return [
    item,
    optional,
    T.Object({}),
    T.Object({ a: T.Optional(T.Boolean()), b: T.Optional(T.Number({ maximum: 2 })) }),
    // A spread copy of an optional schema is required again.
    T.Object({ a: optional, b: { ...optional }, c: T.Unsafe<string>(optional) }, { description: 'copies' }),
    T.Array(T.Unsafe<number>(T.Ref('Item')), { maxItems: 3 }),
    T.Record(T.String({ maxLength: 60 }), T.Number({ minimum: 0 }), { description: 'by name' }),
    T.Union([T.Integer({ description: 'credits' }), T.Null()], { description: 'either' }),
    T.Unknown(),
  ];
};

test('the builders return the same schemas as those of TypeBox', () => {
  const written = (schemas: readonly unknown[]): string[] => schemas.map((schema) => JSON.stringify(schema));
  expect(written(schemasOf(Type))).toEqual(written(schemasOf(TypeBox as unknown as typeof Type)));
});
