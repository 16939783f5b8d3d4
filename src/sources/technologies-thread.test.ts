// Hostile pages and technology sets in the thread, and lookups whose thread is lost.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createThreads } from '../platform/threads.ts';
import type { Page } from './adapter.ts';
import { technologiesTask } from './technologies-thread.ts';
import { createThreadReader } from './threaded.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const page = (body: string, headers: Record<string, string> = {}, status = 200): Page => ({
  request: { url: 'https://shop.example/' },
  url: 'https://shop.example/',
  status,
  headers,
  body,
});
const query = { name: 'shop.example' };
const namesIn = (result: ReturnType<typeof technologiesTask>): string[] =>
  'read' in result ? result.read.found.map(({ name }) => name) : [];

const HOSTILE_PATTERNS = ['(a+)+$', '(a|aa)+$', '(.*a){20}', '([a-z]+)*!', '(?:a?){30}a{30}', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y'];
mkdirSync(path.join(folder, 'technologies'));
writeFileSync(
  path.join(folder, 'technologies', 'a.json'),
  JSON.stringify({
    Wild: { cats: [1], html: HOSTILE_PATTERNS, scriptSrc: HOSTILE_PATTERNS, headers: { 'x-wild': HOSTILE_PATTERNS[0] } },
    Tame: { cats: [1], headers: { 'x-tame': '^yes$' } },
  }),
);

describe('a hostile set and hostile pages', () => {
  it.each([
    ['letters that every pattern likes', `${'a'.repeat(900_000)}!`],
    ['scripts with such names', `<script src="/${'a'.repeat(1900)}!"></script>`.repeat(500)],
    ['elements in elements', '<b>x'.repeat(250_000)],
    ['closing tags of nothing', `${'<b>'.repeat(150_000)}${'</i>'.repeat(130_000)}`],
    ['attributes without end', `<div ${'a=b '.repeat(240_000)}>`],
    ['tags that never end', '<script src="'.repeat(70_000)],
    ['classes without end', `<p class="${'a '.repeat(450_000)}"></p>`],
  ])('do not prevent other matches: %s', (_, body) => {
    const result = technologiesTask({
      page: page(body, { server: 'nginx', 'x-wild': `${'a'.repeat(1900)}!`, 'x-tame': 'yes' }),
      query,
      folder,
      budgetMs: 2000,
    });
    expect(namesIn(result)).toEqual(expect.arrayContaining(['Nginx', 'Tame']));
  });

  it('return the matches found before the time limit', () => {
    expect(namesIn(technologiesTask({ page: page('', { server: 'nginx' }), query, folder: null, budgetMs: -1 }))).toEqual([]);
  });

  it('of a site that blocks us are reported as blocked', () => {
    expect(technologiesTask({ page: page('', {}, 403), query, folder: null, budgetMs: 100 })).toMatchObject({
      error: { outcome: 'blocked' },
    });
  });
});

describe('a lost thread', () => {
  it('fails only its own lookup', async () => {
    const program = path.join(folder, 'program.mjs');
    writeFileSync(
      program,
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', (task) => { if (task.page.body === 'hang') for (;;) {} parentPort.postMessage({ read: { found: [task.page.body] } }); });`,
    );
    const threads = createThreads({ program: pathToFileURL(program), count: 1, heapMegabytes: 64, msMax: 1500 });
    const { parse: read } = createThreadReader<unknown, string[]>(threads, (posted) => ({ page: posted }));
    const [lost, fine] = await Promise.allSettled([read(page('hang'), query), read(page('fine'), query)]);
    expect(lost).toMatchObject({ status: 'rejected', reason: { outcome: 'unparsed', recovery: 'fail' } });
    expect(fine).toMatchObject({ status: 'fulfilled', value: { found: ['fine'] } });
    await threads.close();
  });
});
