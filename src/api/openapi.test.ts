import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './describe.ts';
import { completeOpenApi } from './openapi-complete.ts';
import { NAMED_OPERATIONS } from './operation-names.ts';
import { REQUEST_EXAMPLES } from './request-examples.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Media>> }>> };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
}

let document: Document;
let operations: readonly (readonly [name: string, operation: Operation])[];
beforeAll(async () => {
  document = (await describeApi()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
});

describe('every operation', () => {
  test('has its own id in camel case, and a description', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, { operationId, description }] of operations) {
      expect([name, /^[a-z][A-Za-z0-9]+$/.test(operationId)]).toEqual([name, true]);
      expect([name, /^[A-Z`‘“].*\.$/s.test(description)]).toEqual([name, true]);
    }
  });
  test('has a tag that is described', () => {
    const known = new Set(document.tags.map(({ name }) => name));
    expect(operations.filter(([, { tags }]) => !tags.every((tag) => known.has(tag))).map(([name]) => name)).toEqual([]);
  });
  test('of the admin API needs the admin token', () => {
    const admin = operations.filter(([name]) => name.includes(' /admin/'));
    expect(admin.length).toBeGreaterThan(20);
    expect(admin.filter(([, { security }]) => JSON.stringify(security) !== '[{"admin":[]}]').map(([name]) => name)).toEqual([]);
  });
});

test('names and examples belong to operations that exist', () => {
  const known = new Set(operations.map(([name]) => name));
  expect([...NAMED_OPERATIONS, ...Object.keys(REQUEST_EXAMPLES)].filter((name) => !known.has(name))).toEqual([]);
});
test('the server is the one that serves the document', () => {
  expect(document.servers.map(({ url }) => url)).toEqual(['/']);
});
test('all examples match their schemas', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'doc', ...JSON.parse(JSON.stringify(document)) });
  const wrong: unknown[] = [];
  let count = 0;
  const check = (pointer: string, media: Media | undefined): void => {
    if (media?.example === undefined) return;
    count += 1;
    const validate = ajv.getSchema(`doc#${pointer}/schema`)!;
    if (!validate(media.example)) wrong.push([pointer, validate.errors]);
  };
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      const base = `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}`;
      const json = 'content/application~1json';
      check(`${base}/requestBody/${json}`, requestBody?.content['application/json']);
      check(`${base}/responses/200/${json}`, responses['200']?.content?.['application/json']);
    }
  for (const [name, { content }] of Object.entries(document.components.responses))
    check(`/components/responses/${name}/content/application~1json`, content['application/json']);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(50);
});
test('an operation without a name gets an id from its path', () => {
  const added = { paths: { '/new/{id}/part-of-it': { get: { summary: 'Get a part', responses: {} } } }, components: { schemas: {} } };
  const { get } = completeOpenApi(added).paths['/new/{id}/part-of-it'] as unknown as { get: Operation };
  expect([get.operationId, get.description]).toEqual(['getNewByIdPartOfIt', 'Get a part.']);
  // The generated document is not changed.
  expect(added.paths['/new/{id}/part-of-it'].get).not.toHaveProperty('operationId');
});
