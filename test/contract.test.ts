// Responses match the schemas of the published OpenAPI document.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0' });
  key = (await service.account()).test;
});
afterAll(() => service.stop());

/** Objects may have only properties that the document names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)])) as Record<string, unknown>;
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = false;
  return copy;
}

function problems(schemaName: string, value: unknown): unknown {
  const { components } = service.app.swagger() as { components: { schemas: Record<string, { title?: string }> } };
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'doc', components: closed(components) as object });
  const validate = ajv.getSchema(`doc#/components/schemas/${schemaName}`)!;
  return validate(value) ? [] : validate.errors;
}

const finished = (kind: string, id: string) =>
  until(async () => {
    const { json } = await service.call('GET', `/${kind}/${id}`, key);
    return json.ready || json.faulty ? json : null;
  });

describe('responses match the published schemas', () => {
  test('an unfinished, a ready and a faulty SERP', async () => {
    const { json: fresh } = await service.call('POST', '/serp/new', key, { keyword: 'tea', region: 'US' });
    expect(problems('SERP', fresh)).toEqual([]);
    expect(problems('SERP', await finished('serp', fresh.id))).toEqual([]);
    const { json: faulty } = await service.call('POST', '/serp/new', key, { keyword: 'test:faulty', region: 'US', asynchronous: false });
    expect(faulty.faulty).toBe(true);
    expect(problems('SERP', faulty)).toEqual([]);
  });
  test('a ready keyword object', async () => {
    const { json } = await service.call('POST', '/keyword/new', key, { keywords: ['tea'], region: 'US' });
    expect(problems('Keyword', await finished('keyword', json.id))).toEqual([]);
  });
  test('both kinds of AI jobs', async () => {
    for (const [path, body] of [
      ['send-prompt', { prompt: 'What is tea?' }],
      ['seo-analysis', { url: 'https://shop.example/' }],
    ] as const) {
      const { json } = await service.call('POST', `/ai/${path}`, key, body);
      expect(problems('AIResponse', await finished('ai', json.id))).toEqual([]);
    }
  });
  test('lookups, the account and the regions', async () => {
    for (const [name, path] of [
      ['Whois', '/whois/shop.example'],
      ['Whois', '/whois/8.8.8.8'],
      ['Whois', '/whois/unregistered-x.com'],
      ['Technologies', '/technologies/shop.example'],
      ['User', '/user'],
      ['RegionList', '/region/list?items=5'],
    ] as const) {
      const { status, json } = await service.call('GET', path, key);
      expect([path, status, problems(name, json)]).toEqual([path, 200, []]);
    }
  });
  test('errors', async () => {
    const { status, json } = await service.call('POST', '/serp/new', key, { keyword: '' });
    expect([status, problems('Error', json)]).toEqual([400, []]);
  });
});

describe('the published document', () => {
  test('is the committed one', () => {
    const committed = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
    expect(service.app.swagger(), 'run npm run openapi').toEqual(committed);
  });
  test('has exactly the statuses of the contract for every operation', () => {
    const { paths, openapi, info } = service.app.swagger() as unknown as {
      openapi: string;
      info: { version: string };
      paths: Record<string, Record<string, { responses: object }>>;
    };
    expect([openapi, info.version]).toEqual(['3.0.0', '1.0']);
    const create = [200, 400, 402, 403, 429, 500, 502, 504];
    const EXPECTED: Record<string, number[]> = {
      'post /serp/new': create,
      'post /serp/new/list': create,
      'post /keyword/new': create,
      'post /keyword/new/list': create,
      'post /ai/seo-analysis': create,
      'post /ai/send-prompt': create,
      'get /serp/{id}': [200, 402, 403, 404, 429, 500, 502, 504],
      'get /keyword/{id}': [200, 403, 404, 429, 500, 502, 504],
      'post /serp/list': [200, 400, 403, 429, 500, 502, 504],
      'post /keyword/list': [200, 400, 403, 429, 500, 502, 504],
      'get /whois/{domain}': [200, 400, 403, 429, 500, 502, 503, 504],
      'get /user': [200, 403, 429, 500, 502, 504],
    };
    for (const [operation, statuses] of Object.entries(EXPECTED)) {
      const [method, path] = operation.split(' ') as [string, string];
      expect([operation, Object.keys(paths[path]![method]!.responses).map(Number)]).toEqual([operation, statuses]);
    }
  });
});
