// Results of AI jobs, AI engines, keyword volumes and lookups in a browser, at both sizes and in both colour schemes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';
import { until } from './service.ts';

type Json = Readonly<Record<string, unknown>>;
const AI_ENGINES = ['chatgpt', 'perplexity', 'google-aimode'];

let dashboard: Dashboard;
const objects = new Map<string, Json & { readonly id: string }>();

/** Creates an object with the sandbox and waits until it is finished. */
async function create(name: string, path: string, body: object): Promise<void> {
  const { service, account } = dashboard;
  const { json } = await service.call('POST', path, account.test, body);
  const kind = path.split('/')[1];
  const finished = await until(async () => {
    const { json: object } = await service.call('GET', `/${kind}/${json.id}`, account.test);
    return object.ready === true && object;
  });
  objects.set(name, finished);
}

describe.skipIf(program === undefined)('the result of', () => {
  beforeAll(async () => {
    // AI jobs are limited to one per minute otherwise.
    dashboard = await startDashboard({ AI_RATE_SECONDS: '0' });
    for (const searchEngine of AI_ENGINES)
      await create(searchEngine, '/serp/new', { keyword: 'which tea is strong', region: 'Hamburg, Germany', searchEngine });
    await create('prompt', '/ai/send-prompt', { prompt: 'Which tea is strong?' });
    await create('analysis', '/ai/seo-analysis', { url: 'https://shop.example/' });
    await create('keywords', '/keyword/new', { keywords: ['red shoes', 'blue shoes', 'green tea'], region: 'US' });
  }, 300_000);
  afterAll(() => dashboard.stop());

  describe.each(SIZES)('on %s', (_name, size) => {
    describe.each(['light', 'dark'] as const)('in %s colours', (colours) => {
      let visitor: Visitor;
      beforeAll(async () => {
        visitor = await dashboard.visit(size, colours);
        await visitor.signIn(dashboard.account.test);
      });
      afterAll(() => visitor.leave());

      async function open(name: string): Promise<Json> {
        const object = objects.get(name)!;
        await visitor.page.goto(`${dashboard.base}/#/objects/${object.id}`);
        await visitor.page.locator('.result article').first().waitFor();
        return object;
      }

      test.each([...AI_ENGINES, 'prompt'])('%s is text with numbered citations that link to their sources', async (name) => {
        const { page } = visitor;
        await open(name);
        const answer = page.locator('.cited-answer');
        expect(await answer.count()).toBe(1);
        expect(await answer.locator('.cited-text').innerText()).not.toContain('**');
        const sources = answer.locator('.source-list > li[data-path]');
        expect(await sources.count()).toBeGreaterThan(0);
        const mark = answer.locator('.citation a').first();
        const number = Number(await mark.textContent());
        expect(await mark.getAttribute('href')).toBe(
          await sources
            .nth(number - 1)
            .locator('a')
            .getAttribute('href'),
        );
        await visitor.allIsWell();
      });

      test('a page analysis is a report with scores, issues and facts', async () => {
        const { page } = visitor;
        const { response } = (await open('analysis')) as { response: { score: number; issues: unknown[]; categories: unknown[] } };
        await page.getByRole('img', { name: `Score ${Math.round(response.score)} of 100` }).waitFor();
        expect(await page.locator('.issues > li[data-path^="issues["]').count()).toBe(response.issues.length);
        expect(await page.locator('.report-part').count()).toBe(response.categories.length);
        await page.getByRole('table', { name: 'Measured on the page' }).waitFor();
        await visitor.allIsWell();
      });

      test('keyword volumes have a table, and bars for each month', async () => {
        const { page } = visitor;
        const { data } = (await open('keywords')) as { data: { results: { monthlySearchVolumes: unknown[] | null }[] } };
        expect(await page.locator('.volume').count()).toBe(data.results.length);
        const months = data.results.flatMap(({ monthlySearchVolumes }) => monthlySearchVolumes ?? []);
        expect(await page.locator('.month-bars > li').count()).toBe(months.length);
        expect(months.length).toBeGreaterThan(11);
        const rows = page.getByRole('table', { name: 'Keyword volumes' }).locator('tbody tr');
        expect(await rows.count()).toBe(data.results.length);
        await visitor.allIsWell();
      });

      test('a lookup of a registration has a timeline with today', async () => {
        const { page } = visitor;
        await look('whois');
        const dates = page.locator('.registration-dates li');
        expect(await dates.count()).toBeGreaterThan(2);
        expect(await page.locator('.registration-dates li.today time').count()).toBe(1);
        await visitor.allIsWell();
      });

      test('a lookup of technologies has them by category', async () => {
        const { page } = visitor;
        await look('technologies');
        expect(await page.locator('.technology-group').count()).toBeGreaterThan(0);
        expect(await page.locator('.technology-group li[data-path^="technologies["]').count()).toBeGreaterThan(0);
        await visitor.allIsWell();
      });

      async function look(type: string): Promise<void> {
        const request = encodeURIComponent(JSON.stringify({ domain: 'shop.example' }));
        await visitor.page.goto(`${dashboard.base}/#/playground?type=${type}&request=${request}`);
        await visitor.page.reload();
        await visitor.page.getByRole('button', { name: 'Send request' }).click();
        await visitor.page.locator('.result article').first().waitFor();
      }
    });
  });
});
