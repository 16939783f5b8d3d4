// The first minute of a new user: sign in, send, follow the progress, and take the tour, at phone and desktop size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';

let dashboard: Dashboard;

const linkTo = (request: object) => `${dashboard.base}/#/playground?type=serp&request=${encodeURIComponent(JSON.stringify(request))}`;

describe.skipIf(program === undefined)('the first minute', () => {
  beforeAll(async () => {
    dashboard = await startDashboard({ AI_RATE_SECONDS: '0' });
  }, 300_000);
  afterAll(() => dashboard.stop());

  describe.each(SIZES)('on %s', (_name, size) => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await dashboard.visit(size);
    });
    afterAll(() => visitor.leave());

    const isInView = (selector: string): Promise<boolean> =>
      visitor.page.evaluate(`(() => {
        const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return top >= 0 && top < innerHeight && bottom > 0;
      })()`);

    test('sign-in names the printed key and the command that prints a new one', async () => {
      const { page } = visitor;
      await page.getByRole('heading', { level: 1, name: 'Sign in with the key printed at start' }).waitFor();
      await page.getByText('I do not have the key any more').click();
      await page.getByText('sextant key create 1 --mode test').waitFor();
      await visitor.allIsWell();
      await page.getByLabel('API key or admin token').fill('sxt_test_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('wrong, expired or revoked');
      expect(await page.getByRole('alert').textContent()).not.toContain('Authorization');
      // The browser logs the rejection itself.
      expect(visitor.complaints.splice(0)).toHaveLength(1);
      await visitor.signIn(dashboard.account.test);
      await page.getByRole('button', { name: 'Send request' }).waitFor();
    });

    test('the send button is in view at the top, in the middle and at the end of the page', async () => {
      const { page } = visitor;
      await page.getByText('More options').click();
      for (const share of [0, 0.5, 1]) {
        await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
        await expect.poll(() => isInView('.action-bar button')).toBe(true);
      }
      await visitor.allIsWell();
      await page.getByText('More options').click();
    });

    test('the tour leads from a search to its page and to the code', async () => {
      const { page } = visitor;
      const tour = page.getByRole('region', { name: 'First steps' });
      const current = tour.locator('[aria-current="step"]');
      await expect.poll(() => current.textContent()).toBe('Run a search');
      await page.getByLabel('Keyword *').fill('storm lantern');
      await page.getByLabel('Keyword *').press('Control+Enter');
      await page.locator('.timeline li', { hasText: 'Completed' }).waitFor();
      await expect.poll(() => current.textContent()).toBe('See the request');
      await visitor.allIsWell();
      await tour.getByRole('link', { name: 'Open the request' }).click();
      await page.getByRole('heading', { level: 1, name: 'Request details' }).waitFor();
      await expect.poll(() => current.textContent()).toBe('Get the code');
      await tour.getByRole('link', { name: 'Open the code' }).click();
      await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
      await tour.getByRole('button', { name: 'Show the code' }).click();
      await expect.poll(() => tour.count()).toBe(0);
      await expect.poll(() => isInView('#code')).toBe(true);
      await page.reload();
      await page.getByRole('button', { name: 'Send request' }).waitFor();
      expect(await tour.count()).toBe(0);
    });

    test('the tour can be skipped for good', async () => {
      const other = await dashboard.visit(size);
      await other.signIn(dashboard.account.test);
      const tour = other.page.getByRole('region', { name: 'First steps' });
      await tour.getByRole('button', { name: 'Skip tour' }).click();
      await expect.poll(() => tour.count()).toBe(0);
      await other.page.reload();
      await other.page.getByRole('button', { name: 'Send request' }).waitFor();
      expect(await tour.count()).toBe(0);
      await other.leave();
    });

    test('the result scrolls into view, and a reload keeps it', async () => {
      const { page } = visitor;
      await page.goto(linkTo({ keyword: 'signal flag', region: 'DE' }));
      await page.reload();
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.locator('.result-area .result').waitFor();
      await expect.poll(() => isInView('.result-area')).toBe(true);
      const id = /[?&]id=([0-9a-f]{24})/.exec(page.url())?.[1];
      expect(id).toBeDefined();
      const countRequests = async (): Promise<number> => {
        const { json } = await dashboard.service.call('GET', '/objects?q=signal%20flag', dashboard.account.test);
        return json.items.length;
      };
      const before = await countRequests();
      await page.reload();
      await page.locator('.result-area .result').waitFor();
      await page.locator('.result-area').getByText('signal flag').first().waitFor();
      expect(await page.getByRole('link', { name: 'View request' }).getAttribute('href')).toContain(id);
      // A reload reads the result and sends nothing.
      expect(await countRequests()).toBe(before);
      await visitor.allIsWell();
    });

    test('progress names the state, the time and the source', async () => {
      const { page } = visitor;
      await page.goto(linkTo({ keyword: 'test:slow:4 buoy', region: 'DE' }));
      await page.reload();
      // The quote names the sources.
      await page.locator('.price strong', { hasText: 'credit' }).waitFor();
      await page.getByRole('button', { name: 'Send request' }).click();
      const phase = page.locator('.phase');
      await phase.getByText(/Trying /).waitFor();
      await phase.getByText(/In progress for \d/).waitFor();
      expect(await page.locator('.progress-area header .badge').textContent()).toBe('In progress');
      // One word for one state, and no estimate that contradicts it.
      expect(await page.locator('.progress-area').textContent()).not.toMatch(/running|waiting/i);
      expect(await page.locator('.price').textContent()).not.toContain('Expected wait');
      await page.locator('.result-area .result').waitFor();
      expect(await phase.count()).toBe(0);
      await visitor.allIsWell();
    });

    test('progress names the next attempt in the time zone of the reader', async () => {
      const { page } = visitor;
      const { json } = await dashboard.service.call('POST', '/ai/send-prompt', dashboard.account.test, { prompt: 'Later', scheduleTo: 3 });
      await page.goto(`${dashboard.base}/#/playground?type=ai-prompt&id=${json.id}`);
      await page.reload();
      const phase = page.locator('.phase');
      await phase.getByText(/^Scheduled: starts in .+, at .+\.$/).waitFor();
      // The sandbox retries at once, so a job that waits for its next attempt is written here.
      await dashboard.service.database.db.script(`
        update queue set claim_count = 1, run_at = now() + interval '10 minutes', attempts = '[{"source":"openai","outcome":"unreachable","ms":90}]'
        where object_id = '${json.id}'`);
      await phase.getByText(/^1 attempt failed, the last one with .+ \(Unreachable\)\. Next attempt in \d+ min, at .*\d\d:\d\d/).waitFor();
      const shown = (await phase.textContent())!;
      const due = await dashboard.service.database.db.query<{ ms: number }>(
        { name: 'next_attempt', text: 'select (extract(epoch from run_at) * 1000)::float8 as ms from queue where object_id = $1' },
        [json.id],
      );
      const time = await page.evaluate(`new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(${due[0]!.ms})`);
      expect(shown).toContain(String(time));
      expect(await page.locator('.progress-area header .badge').textContent()).toBe('In progress');
      await visitor.allIsWell();
    });
  });
});
