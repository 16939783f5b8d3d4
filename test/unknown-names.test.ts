// Class names change weekly: pages with unknown class names are still parsed, by their structure.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { type Sandbox, startSandbox } from '../src/sources/sandbox/server.ts';
import { SITES } from '../src/sources/sandbox-sites.ts';
import { plainQuery } from '../src/sources/stored-page.ts';
import { createSandboxFetch } from '../src/sources/transport/sandbox.ts';

const access = { apiKey: 'any', model: 'any', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });
let sandbox: Sandbox;
let fetch: ReturnType<typeof createSandboxFetch>;
beforeAll(async () => {
  sandbox = await startSandbox(SITES);
  fetch = createSandboxFetch(sandbox);
});
afterAll(async () => {
  await fetch.close();
  await sandbox.close();
});

/** The same page with every class renamed. */
const renamed = (body: string): string =>
  body.replace(
    / class="([^"]*)"/g,
    (_, names: string) => ` class="${names.replace(/[\w-]+/g, (name) => `z${[...name].reverse().join('')}q`)}"`,
  );

describe('a page whose class names are all unknown', () => {
  test.each(['google', 'bing', 'yahoo', 'yandex', 'naver', 'daumweb', 'baidu', 'sogou', 'seznam'] as const)(
    '%s gives the same results',
    async (name) => {
      const engine = engines[name]!;
      const query = plainQuery(name, { keyword: 'green tea' });
      const page = await fetch(engine.start(query), { attempt: 1 });
      const body = renamed(page.body);
      expect(body).not.toBe(page.body);
      const urls = (text: string) => engine.parse({ ...page, body: text }, query).found.organic.map(({ url }) => url);
      expect(urls(body)).toEqual(urls(page.body));
    },
  );
});
