// The headers that repeat a response are parameters of exactly the operations that read them, and reject bad values.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/service.ts';
import { describeApi } from './describe.ts';
import { REQUEST_EXAMPLES } from './request-examples.ts';

type Operations = Readonly<Record<string, { readonly parameters?: readonly { readonly in: string; readonly name: string }[] }>>;

let service: TestService;
let key: string;
let operations: readonly (readonly [name: string, headers: readonly string[]])[];
beforeAll(async () => {
  service = await startTestService({}, false);
  key = (await service.account()).test;
  const { paths } = (await describeApi()) as { paths: Readonly<Record<string, Operations>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => {
      const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
      return [`${method.toUpperCase()} ${path}`, headers] as const;
    }),
  );
});
afterAll(() => service.stop());

const balance = async (): Promise<number> =>
  (await service.call('GET', '/user', key)).json.credits.reduce((sum: number, lot: { remaining: number }) => sum + lot.remaining, 0);

/** Instead of examples with `dryRun`, which does not repeat anything. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /projects/{id}/run': {},
  'POST /projects/{id}/volumes': {},
  'POST /projects/{id}/import': { text: 'keyword\nred shoes\n' },
};

test('every operation rejects a bad value of each header that it has, and no other operation reads them', async () => {
  const { json } = await service.call('POST', '/projects', key, REQUEST_EXAMPLES['POST /projects']);
  const readers: string[] = [];
  for (const [name, headers] of operations) {
    const [method = '', path = ''] = name.split(' ');
    const url = path
      .replace('{id}', json.id)
      .replace('{domain}', 'shop.example')
      .replace(/\{\w+\}/, '1');
    const body = method === 'GET' ? undefined : (BODIES[name] ?? REQUEST_EXAMPLES[name]);
    const bad: Readonly<Record<string, string>> = { 'Idempotency-Key': 'caf\u00e9', 'Sextant-Replay-Seconds': '0' };
    for (const [header, value] of Object.entries(bad)) {
      if (method !== 'POST' && !headers.includes(header)) continue;
      const before = await balance();
      const { status, json: error } = await service.call(method as 'POST', url, key, body, { [header]: value });
      const isRead = status === 400 && String(error?.message).includes(header);
      expect([name, header, isRead, error?.message]).toEqual([name, header, headers.includes(header), error?.message]);
      if (!isRead) continue;
      readers.push(`${name} ${header}`);
      expect(await balance()).toBe(before);
    }
  }
  expect(readers).toContain('POST /serp/new Sextant-Replay-Seconds');
  expect(readers).toContain('GET /whois/{domain} Idempotency-Key');
  expect(readers).toContain('POST /projects/{id}/rules Idempotency-Key');
  expect(readers.length).toBeGreaterThan(20);
});

test('a bad value is rejected beside an Idempotency-Key too', async () => {
  const headers = { 'idempotency-key': 'mine', 'sextant-replay-seconds': 'soon' };
  const { status, json } = await service.call('POST', '/serp/new', key, { keyword: 'tea', region: 'US' }, headers);
  expect([status, json.message]).toEqual([400, 'Bad input parameter: Sextant-Replay-Seconds must be 1 to 3600.']);
});
