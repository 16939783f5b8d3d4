import { describe, expect, test } from 'vitest';
import { buildSerializer } from './serializers.ts';

const route = (schema: object) => ({ method: 'GET', url: '/', httpStatus: '200', schema });
const SCHEMAS = {
  Tea: { $id: 'Tea', type: 'object', properties: { name: { type: 'string' }, leaf: { $ref: 'Leaf' } } },
  Leaf: { $id: 'Leaf', type: 'object', properties: { grams: { type: 'integer' } } },
  Broken: { $id: 'Broken', type: 'no type at all' },
};

describe('a serializer', () => {
  test('follows references through other schemas, and writes only fields of the schema', () => {
    const write = buildSerializer(SCHEMAS)(route({ type: 'array', items: { $ref: 'Tea' } }));
    expect(write([{ name: 'Assam', leaf: { grams: 3, secret: 1 }, secret: 2 }])).toBe('[{"name":"Assam","leaf":{"grams":3}}]');
  });
  test('is compiled with the schemas it refers to, and with no others', () => {
    expect(() => buildSerializer(SCHEMAS)(route({ $ref: 'Leaf' }))).not.toThrow();
    expect(() => buildSerializer(SCHEMAS)(route({ $ref: 'Broken' }))).toThrow(/schema is invalid/);
  });
  test('is shared by equal responses, and by no others', () => {
    const of = (schemas: object, schema: object) => buildSerializer(schemas)(route(schema));
    expect(of(SCHEMAS, { $ref: 'Tea' })).toBe(of({ ...SCHEMAS }, { $ref: 'Tea' }));
    expect(of(SCHEMAS, { $ref: 'Tea' })).not.toBe(of(SCHEMAS, { $ref: 'Leaf' }));
    expect(of(SCHEMAS, { $ref: 'Tea' })).not.toBe(of({ ...SCHEMAS, Leaf: { $id: 'Leaf', type: 'null' } }, { $ref: 'Tea' }));
  });
});
