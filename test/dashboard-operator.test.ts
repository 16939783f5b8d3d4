// The operator's pages, driven as a person would drive them, on a phone and on a desktop.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOperatorDoor } from '../src/api/operator-door.ts';
import { type Dashboard, OPERATOR_TOKEN, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';

let dashboard: Dashboard;

describe.skipIf(program === undefined)('the dashboard with the operator token', () => {
  beforeAll(async () => {
    dashboard = await startDashboard({ CALLBACK_RETRY_SECONDS: '3600' });
    const ask = (body: object) => dashboard.service.call('POST', '/serp/new', dashboard.account.test, { region: 'DE', ...body });
    await ask({ keyword: 'tea', asynchronous: false });
    await ask({ keyword: 'test:slow:60 tea', priority: 'LOW' });
    // Nobody listens there.
    await ask({ keyword: 'rope', asynchronous: false, callback: 'http://127.0.0.1:49151/' });
  }, 300_000);
  afterAll(() => dashboard.stop());

  describe.each(SIZES)('on %s', (_name, size) => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await dashboard.visit(size, 'dark');
      await visitor.signIn(OPERATOR_TOKEN);
    });
    afterAll(() => visitor.leave());

    test('engines come first, with their success and speed', async () => {
      const { page } = visitor;
      await page.getByRole('heading', { level: 1, name: 'Engines' }).waitFor();
      await page.getByRole('table', { name: 'Sources by engine' }).getByText('google').first().waitFor();
      await visitor.allIsWell();
    });

    test('the queue shows what waits and who works', async () => {
      const { page } = visitor;
      await visitor.open('Queue');
      await page.getByRole('table', { name: 'Queue by priority' }).getByText('LOW').waitFor();
      await page.getByRole('table', { name: 'Workers' }).waitFor();
      await visitor.allIsWell();
    });

    test('callbacks name the host that does not listen', async () => {
      const { page } = visitor;
      await visitor.open('Callbacks');
      await page.getByRole('table', { name: 'Failing hosts' }).getByText('127.0.0.1').waitFor();
      await visitor.allIsWell();
    });

    test('objects of every account are found and opened', async () => {
      const { page } = visitor;
      await visitor.open('Objects');
      await page.getByRole('link', { name: 'rope' }).click();
      await page.locator('.timeline li', { hasText: 'Created' }).waitFor();
      await visitor.allIsWell();
    });

    test('an account is made, limited, given credits and a key; the key is revoked', async () => {
      const { page } = visitor;
      const name = `Made at ${size.width}`;
      await visitor.open('Accounts');
      await page.getByRole('button', { name: 'New account' }).click();
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Email').fill('made@mail.example');
      await page.getByRole('button', { name: 'Make account' }).click();
      await page.getByText(/sxt_live_/).waitFor();
      await visitor.allIsWell();
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByLabel('Credits per day').fill('500');
      await page.getByRole('button', { name: 'Change limits' }).click();
      await page.getByText('Changed, and noted in the audit log.').waitFor();
      await page.getByLabel('Grant credits').last().fill('250');
      await page.getByRole('button', { name: 'Grant', exact: true }).click();
      await page.getByText('250 granted.').waitFor();
      await page.getByText('1,250').first().waitFor();
      await page.getByRole('button', { name: 'One more key' }).click();
      await page.getByText(/sxt_live_/).waitFor();
      page.once('dialog', (dialog) => dialog.accept());
      await page
        .getByRole('button', { name: /^Revoke/ })
        .first()
        .click();
      await page.getByText(/^revoked/).waitFor();
      await visitor.allIsWell();
    });

    test('an operator gets a token, signs in with it, is named in the audit log and is revoked', async () => {
      const { page } = visitor;
      const name = `Ada ${size.width}`;
      await visitor.open('Operators');
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Make token' }).click();
      const token = await page.getByText(/^sxt_operator_/).textContent();
      await page.getByRole('table', { name: 'Operators' }).getByText(name).waitFor();
      await visitor.allIsWell();
      const other = await dashboard.visit(size);
      await other.signIn(token!);
      await other.open('Operators');
      await other.page.getByText('you', { exact: true }).waitFor();
      await other.open('Accounts');
      await other.page.getByRole('button', { name: 'New account' }).click();
      await other.page.getByLabel('Name').fill('By Ada');
      await other.page.getByLabel('Email').fill('ada@mail.example');
      await other.page.getByRole('button', { name: 'Make account' }).click();
      await other.page.getByText(/sxt_live_/).waitFor();
      await other.open('Audit log');
      await other.page.getByRole('table', { name: 'Audit log' }).getByText(name, { exact: true }).first().waitFor();
      await other.allIsWell();
      await other.leave();
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: `Revoke ${name}` }).click();
      await page
        .getByRole('row', { name })
        .getByText(/^revoked/)
        .waitFor();
      await visitor.allIsWell();
    });

    test('the audit log is intact and names what was just done', async () => {
      const { page } = visitor;
      await visitor.open('Audit log');
      await page.getByText('intact').waitFor();
      await page.getByRole('table', { name: 'Audit log' }).getByText('key.revoke').first().waitFor();
      await visitor.allIsWell();
    });

    test('settings are found by name, with where they come from', async () => {
      const { page } = visitor;
      await visitor.open('Settings');
      await page.getByLabel('Find').fill('SYNC_WAIT_SECONDS');
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
      await visitor.allIsWell();
    });

    test('pages of customers ask for a key, and take it beside the token', async () => {
      const { page } = visitor;
      await visitor.open('Usage');
      await visitor.signIn(dashboard.account.test);
      await page.getByRole('table', { name: 'Lots' }).waitFor();
      await visitor.allIsWell();
    });
  });
});

describe.skipIf(program === undefined)('the dashboard of a service whose operator has an address of his own', () => {
  let apart: Dashboard;
  beforeAll(async () => {
    apart = await startDashboard({ ADMIN_PORT: '1' });
  }, 300_000);
  afterAll(() => apart.stop());

  test('tells the operator where his pages are, and serves them there', async () => {
    const visitor = await apart.visit(SIZES[1][1]);
    const { page } = visitor;
    await page.getByLabel('API key or operator token').fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('ADMIN_PORT');
    visitor.complaints.splice(0);
    const door = await openOperatorDoor(apart.service.app, '127.0.0.1', 0);
    const { port } = door.address() as { port: number };
    await page.goto(`http://127.0.0.1:${port}/`);
    await visitor.signIn(OPERATOR_TOKEN);
    await page.getByRole('heading', { level: 1, name: 'Engines' }).waitFor();
    await visitor.allIsWell();
    await visitor.leave();
    door.close();
    door.closeAllConnections();
  });
});
