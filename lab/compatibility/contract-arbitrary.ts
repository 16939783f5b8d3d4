// Values that match a schema of the OpenAPI document, as arbitraries of fast-check.
import fc from 'fast-check';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly nullable?: boolean;
}

/** Values that the service accepts for names whose schema is only a string. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  keyword: ['red shoes', 'tea', 'hotel berlin', 'Ω', 'test:empty', 'test:faulty'],
  keywords: ['red shoes', 'tea', 'garden chair'],
  region: ['US', 'DE', 'Austin,Texas,United States', '2840'],
  language: ['en', 'de'],
  countryCode: ['us', 'DE'],
  domain: ['shop.example', 'www.other.example'],
  url: ['https://shop.example/', 'https://blog.example/news'],
  targetUrl: ['https://shop.example/shoes'],
  website: ['https://shop.example/'],
  callback: ['https://receiver.example/done?id={:id:}'],
  webhook: ['https://receiver.example/alerts'],
  email: ['seo@shop.example'],
  emails: ['seo@shop.example'],
  prompt: ['What is a sextant?'],
  timeZone: ['Europe/Berlin', 'UTC'],
  day: ['2026-11-01'],
  from: ['2026-11-01', '2026-11-01T00:00:00Z'],
  to: ['2026-12-01'],
  text: ['keyword,tags\nred shoes,shoes\n', 'red shoes\ntea'],
  host: ['receiver.example'],
};
/** Objects of any shape would hide the fields that the service reads. */
const REQUESTS = [{ keyword: 'tea', region: 'US' }, [{ keyword: 'tea', region: 'DE' }], { domain: 'shop.example' }, {}];

const LENGTH_MAX = 40;
const ITEMS_MAX = 3;
const NUMBER_MAX = 1_000_000;

const dateTime = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().replace(/\.\d+Z$/, 'Z'));

function stringOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const meanings = MEANINGS[name];
  if (meanings) return fc.constantFrom(...meanings);
  if (schema.format === 'date-time') return dateTime;
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  const minLength = schema.minLength ?? 0;
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(schema.maxLength ?? LENGTH_MAX, LENGTH_MAX)), unit: 'binary' });
}

function numberOf({ minimum = 0, maximum = Math.max(minimum, NUMBER_MAX), multipleOf }: Schema, whole: boolean): fc.Arbitrary<unknown> {
  if (multipleOf !== undefined)
    return fc.integer({ min: Math.ceil(minimum / multipleOf), max: Math.floor(maximum / multipleOf) }).map((count) => count * multipleOf);
  return whole ? fc.integer({ min: minimum, max: maximum }) : fc.double({ min: minimum, max: maximum, noNaN: true });
}

function objectOf(schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, arbitraryOf(value, resolve, name)]));
  return fc.record(fields, { requiredKeys: Object.keys(fields).filter((name) => required.includes(name)) });
}

/** Returns values that match the schema. `name` is the name of the field, whose meaning the schema may not state. */
export function arbitraryOf(schema: Schema, resolve: (ref: string) => Schema, name = ''): fc.Arbitrary<unknown> {
  const plain = (): fc.Arbitrary<unknown> => {
    if (schema.$ref !== undefined) return arbitraryOf(resolve(schema.$ref), resolve, name);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.filter((value) => value !== null));
    if (name === 'request') return fc.constantFrom(...REQUESTS);
    if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, resolve, name)));
    switch (schema.type) {
      case 'string':
        return stringOf(schema, name);
      case 'integer':
      case 'number':
        return numberOf(schema, schema.type === 'integer');
      case 'boolean':
        return fc.boolean();
      case 'array': {
        const minLength = schema.minItems ?? 0;
        const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? ITEMS_MAX, ITEMS_MAX));
        return fc.array(arbitraryOf(schema.items ?? {}, resolve, name), { minLength, maxLength });
      }
      case 'object':
        return objectOf(schema, resolve);
      default:
        return MEANINGS[name] ? fc.constantFrom(...MEANINGS[name]) : fc.jsonValue({ maxDepth: 1 });
    }
  };
  return schema.nullable ? fc.option(plain(), { freq: 8 }) : plain();
}
