// Share links: created in the dashboard, read without a key, revoked, at phone and desktop size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard } from './dashboard.ts';
import { untilFilled } from './tracking-projects.ts';

let dashboard: Dashboard;
let demo: string;

describe.skipIf(program === undefined)('a shared report', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    demo = (await dashboard.service.call('POST', '/projects/demo', dashboard.account.test)).json.id;
    await untilFilled(dashboard.service, demo);
  }, 600_000);
  afterAll(() => dashboard.stop());

  const create = async (fields: object): Promise<{ id: string; token: string }> =>
    (await dashboard.service.call('POST', `/projects/${demo}/shares`, dashboard.account.test, { name: 'Test', ...fields })).json;

  test.each(SIZES)('is created, read without a key and revoked on %s', async (name, size) => {
    const owner = await dashboard.visit(size);
    await owner.signIn(dashboard.account.test);
    await owner.page.goto(`${dashboard.base}/#/project/${demo}?tab=settings`);
    const form = owner.page.getByRole('form', { name: 'New share link' });
    await form.getByLabel('Name of the link').fill(`Client on ${name}`);
    await form.getByLabel('Competitors').check();
    await owner.allIsWell();
    await form.getByRole('button', { name: 'Create link' }).click();
    const notice = owner.page.locator('.notice', { hasText: 'The link is shown only now.' });
    const url = (await notice.getByRole('link').getAttribute('href'))!;
    expect(new URL(url).pathname).toMatch(/^\/share\/[A-Za-z0-9_-]{32}$/);
    await owner.allIsWell();

    const reader = await dashboard.visit(size);
    const requests: string[] = [];
    reader.page.on('request', (request) => requests.push(`${request.headers().authorization ?? ''}${new URL(request.url()).origin}`));
    const response = await reader.page.goto(url);
    expect(response!.headers()['x-robots-tag']).toBe('noindex');
    await reader.page.locator('.report .drawing').first().waitFor();
    await reader.page.getByRole('table', { name: 'Keywords', exact: true }).waitFor();
    await reader.page.getByRole('table', { name: 'Competitors' }).waitFor();
    // Only the chosen sections.
    expect(await reader.page.getByRole('table', { name: 'Ranking pages' }).count()).toBe(0);
    await reader.allIsWell();
    // No other host, and no key.
    expect(new Set(requests)).toEqual(new Set([dashboard.base]));
    await reader.page.emulateMedia({ media: 'print' });
    expect(await reader.page.getByRole('button', { name: 'Print', includeHidden: true }).isVisible()).toBe(false);
    await reader.page.emulateMedia({ media: 'screen' });

    await owner.page.getByRole('button', { name: `Revoke Client on ${name}` }).click();
    await expect.poll(() => owner.page.getByRole('button', { name: `Revoke Client on ${name}` }).count()).toBe(0);
    await reader.page.reload();
    await expect.poll(() => reader.page.getByRole('alert').textContent()).toContain('expired or was revoked');
    expect(await reader.page.locator('.report').count()).toBe(0);
    await owner.leave();
    await reader.leave();
  });

  test('an unknown token gets the page and the same text as a revoked one', async () => {
    const reader = await dashboard.visit(SIZES[1][1]);
    await reader.page.goto(`${dashboard.base}/share/${'A'.repeat(32)}`);
    await expect.poll(() => reader.page.getByRole('alert').textContent()).toContain('expired or was revoked');
    await reader.leave();
  });

  test('the JSON of a report names no account, no key and no object', async () => {
    const { token } = await create({ sections: ['summary', 'keywords', 'movers', 'features', 'pages', 'competitors'] });
    const response = await fetch(`${dashboard.base}/share/${token}`, { headers: { accept: 'application/json' } });
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('application/json');
    for (const secret of [dashboard.account.test.slice(-12), demo, 'objectId', 'accountId', 'keyId', 'webhook'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    // In a new database a keyword may have the number of the account, so `id` is left out.
    const texts: unknown[] = [];
    JSON.parse(text, (name, value) => {
      if (name !== 'id' && typeof value === 'string') texts.push(value);
      return value;
    });
    expect(texts.length).toBeGreaterThan(100);
    expect(texts).not.toContain(dashboard.account.id);
  });

  test('a spreadsheet reads the positions as CSV', async () => {
    const { token } = await create({ sections: ['keywords'], days: 7 });
    const response = await fetch(`${dashboard.base}/share/${token}/ranks.csv`);
    const lines = (await response.text()).trim().split('\r\n');
    expect(response.headers.get('content-disposition')).toBe('inline');
    expect(lines[0]!.split(',').slice(0, 3)).toEqual(['date', 'slot', 'keyword']);
    expect(lines.length).toBeGreaterThan(7);
  });
});
