// Requests to one operation of the OpenAPI document: valid ones, and valid ones with one fault.
import fc from 'fast-check';
import { arbitraryOf, type Schema } from './contract-arbitrary.ts';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface ContractRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What was damaged, or `valid`. */
  readonly fault: string;
}

/** Values of path parameters that exist. */
export type Existing = (path: string, name: string) => readonly string[];

interface Draft {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const NASTY: readonly unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  true,
  [],
  {},
  [[[[[]]]]],
  { $ref: '#' },
  ['a', 1, null],
  '../../etc/passwd',
  "'; drop table objects; --",
  '{:id:}',
  '2026-13-45T99:99:99Z',
];
const RAW_BODIES = [
  '',
  '{',
  '[',
  'null',
  '"text"',
  '1e999',
  '{"a":1,"a":2}',
  '[{}]',
  '\ufeff{}',
  '{"__proto__":{"x":1}}',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
];
const STRANGE_PATHS = ['%00', '%2e%2e%2f', 'ü', '%F0%9F%91%8D', 'x'.repeat(3000), '-', '0'.repeat(24), 'undefined', "a'b"];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns all places of a value that can be damaged, as paths. */
function placesOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => placesOf(item, [...path, index]))];
  if (isRecord(value)) return [path, ...Object.entries(value).flatMap(([name, item]) => placesOf(item, [...path, name]))];
  return [path];
}
function replaced(value: unknown, [first, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? replaced(item, rest, by) : item));
  return { ...(value as object), [first]: replaced((value as Record<string, unknown>)[first], rest, by) };
}

const pathOf = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(values[name])));
function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
}

/** Returns requests to an operation. A third of them is valid as far as the schemas say. */
export function requestsOf(
  method: string,
  template: string,
  operation: Operation,
  headers: Readonly<Record<string, string>>,
  resolve: (ref: string) => Schema,
  existing: Existing,
): fc.Arbitrary<ContractRequest> {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pathValue = ({ name }: Parameter): fc.Arbitrary<unknown> => {
    const known = existing(template, name);
    const strange = fc.constantFrom(...STRANGE_PATHS.map((text) => decodeURIComponent(text)));
    return known.length === 0 ? strange : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: strange });
  };
  const record = (list: readonly Parameter[], arbitraryFor: (one: Parameter) => fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(list.map((one) => [one.name, arbitraryFor(one)])), {
      requiredKeys: list.filter(({ required, in: place }) => required || place === 'path').map(({ name }) => name),
    }) as fc.Arbitrary<Record<string, unknown>>;
  const bodySchema = requestBody?.content['application/json']?.schema;
  const drafts: fc.Arbitrary<Draft> = fc.record({
    parameters: record(inPath, pathValue),
    query: record(inQuery, ({ name, schema }) => arbitraryOf({ ...schema, nullable: false }, resolve, name)),
    body: bodySchema ? arbitraryOf(bodySchema, resolve) : fc.constant(undefined),
  });
  const made = ({ parameters: values, query, body }: Draft, fault: string, more: Partial<ContractRequest> = {}): ContractRequest => ({
    method: method.toUpperCase(),
    path: `${pathOf(template, values)}${queryOf(query)}`,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    fault,
    ...more,
  });
  const nasty = fc.constantFrom(...NASTY);
  const faults: fc.Arbitrary<ContractRequest>[] = [
    fc
      .record({ draft: drafts, headers: fc.constantFrom({}, { authorization: 'Bearer sxt_test_no' }, { authorization: 'Basic eDp5' }) })
      .map(({ draft, headers: other }) => made(draft, 'credentials', { headers: other as Record<string, string> })),
    fc
      .record({ draft: drafts, name: fc.string({ minLength: 1, maxLength: 10 }), value: nasty })
      .map(({ draft, name, value }) => made({ ...draft, query: { ...draft.query, [name]: value } }, 'unknown query parameter')),
  ];
  if (inQuery.length > 0)
    faults.push(
      fc
        .record({ draft: drafts, name: fc.constantFrom(...inQuery.map(({ name }) => name)), value: nasty })
        .map(({ draft, name, value }) => made({ ...draft, query: { ...draft.query, [name]: value } }, `query ${name}`)),
      fc
        .record({ draft: drafts, name: fc.constantFrom(...inQuery.map(({ name }) => name)) })
        .map(({ draft, name }) => made({ ...draft, query: { ...draft.query, [name]: ['1', '2'] } }, `repeated query ${name}`)),
    );
  if (bodySchema)
    faults.push(
      fc.record({ draft: drafts, place: fc.nat(), value: nasty }).map(({ draft, place, value }) => {
        const places = placesOf(draft.body);
        const at = places[place % places.length]!;
        return made({ ...draft, body: replaced(draft.body, at, value) }, `body ${at.join('.')}`);
      }),
      fc.record({ draft: drafts, text: fc.constantFrom(...RAW_BODIES) }).map(({ draft, text }) => made(draft, 'raw body', { body: text })),
      drafts.map((draft) => made(draft, 'content type', { headers: { ...headers, 'content-type': 'text/plain' } })),
    );
  return fc.oneof(
    { weight: faults.length, arbitrary: drafts.map((draft) => made(draft, 'valid')) },
    ...faults.map((arbitrary) => ({ weight: 2, arbitrary })),
  );
}
