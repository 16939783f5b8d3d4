// The monitoring and admin pages, driven like a user, at phone and desktop size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdminListener } from '../src/api/admin-listener.ts';
import { type Dashboard, OPERATOR_TOKEN, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';

let dashboard: Dashboard;

describe.skipIf(program === undefined)('the dashboard with the admin token', () => {
  beforeAll(async () => {
    dashboard = await startDashboard({ CALLBACK_RETRY_SECONDS: '3600,3600,3600,3600' });
    const ask = (body: object) => dashboard.service.call('POST', '/serp/new', dashboard.account.test, { region: 'DE', ...body });
    await ask({ keyword: 'tea', asynchronous: false });
    await ask({ keyword: 'test:slow:60 tea', priority: 'LOW' });
    // No server listens on this port.
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

    test('starts with the sources, their success rate and speed', async () => {
      const { page } = visitor;
      await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
      await page.getByRole('table', { name: 'Sources by engine' }).getByText('google').first().waitFor();
      await visitor.allIsWell();
    });

    test('a source is switched off and on again', async () => {
      const { page } = visitor;
      await page.getByRole('table', { name: 'Configured sources' }).waitFor();
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Switch off Direct fetch of DuckDuckGo' }).click();
      await page.getByText('Switched off', { exact: true }).waitFor();
      await visitor.allIsWell();
      await page.getByRole('button', { name: 'Switch on Direct fetch of DuckDuckGo' }).click();
      await page.getByRole('button', { name: 'Switch off Direct fetch of DuckDuckGo' }).waitFor();
    });

    test('the queue shows waiting jobs and workers', async () => {
      const { page } = visitor;
      await visitor.open('Queue');
      await page.getByRole('table', { name: 'Queue by priority' }).getByText('Low', { exact: true }).waitFor();
      await page.getByRole('table', { name: 'Workers' }).waitFor();
      await visitor.allIsWell();
    });

    test('the fleet shows nodes and drift, and a node is drained and resumed', async () => {
      const { page } = visitor;
      await dashboard.service.database.db.script(`
        insert into processes (id, node, role, version, pid, started_at, labels, concurrency, running, cpu_share, memory_mb, skew_ms, settings_digest, settings)
        values ('other', 'south', 'worker', '0.0.9', 7, now(), '{de,browser}', 200, 12, 0.4, 210, 4100, '', '{"RETENTION_DAYS":"9"}')
        on conflict (id) do update set seen_at = now()`);
      await visitor.open('Fleet');
      const warnings = page.getByRole('region', { name: 'Drift' });
      for (const text of ['Different versions', 'The clock of south is 4.1 s ahead', 'RETENTION_DAYS differs'])
        await warnings.getByText(text).waitFor();
      await page.getByRole('table', { name: 'Processes of south' }).getByText('12 of 200').waitFor();
      await visitor.allIsWell();
      const confirm = () => page.once('dialog', (dialog) => dialog.accept());
      const drain = page.getByRole('button', { name: /^Drain node (?!south)/ });
      confirm();
      await drain.click();
      await page
        .getByText('Drained', { exact: true })
        .or(page.getByText('Draining', { exact: true }))
        .first()
        .waitFor();
      await visitor.allIsWell();
      confirm();
      await page.getByRole('button', { name: /^Resume node/ }).click();
      await drain.waitFor();
      await dashboard.service.database.db.script("delete from processes where id = 'other'");
    });

    test('an alert is a banner and a card, and is acknowledged and silenced', async () => {
      const { page } = visitor;
      const engine = `engine${size.width}`;
      await dashboard.service.database.db.script(`insert into series_minutes (name, at, key, counts, levels)
        values ('engines', date_trunc('minute', now()), 'live/${engine}', '{9,0,9}', '{}')`);
      await visitor.open('Alerts');
      const banner = page.getByRole('region', { name: 'Open alerts' });
      await banner.getByText(`${engine}: 0% of 9 live runs succeeded.`).waitFor();
      await visitor.allIsWell();
      await page.getByRole('button', { name: `Silence for 4 hours: Engine fails ${engine}` }).click();
      await page.getByRole('button', { name: `End silence of Engine fails ${engine}` }).waitFor();
      await page.getByRole('button', { name: `Acknowledge Engine fails ${engine}` }).click();
      await page.getByRole('button', { name: `Acknowledge Engine fails ${engine}` }).waitFor({ state: 'detached' });
      await expect.poll(() => banner.getByText(engine).count(), { timeout: 30_000 }).toBe(0);
      await visitor.allIsWell();
    });

    test('charts show the last hour, day and week', async () => {
      const { page } = visitor;
      await visitor.open('Queue');
      const table = page.getByRole('table', { name: 'Waiting jobs: newest and highest values' });
      await table.getByText('Low', { exact: true }).waitFor();
      const periods = page.getByRole('tablist', { name: 'Period of Live queue over time' });
      await periods.getByRole('tab', { name: '7 days' }).click();
      await table.getByText('Low', { exact: true }).waitFor();
      await visitor.allIsWell();
    });

    test('callbacks list the failing host', async () => {
      const { page } = visitor;
      await visitor.open('Callbacks');
      await page.getByRole('table', { name: 'Failing hosts' }).getByText('127.0.0.1').waitFor();
      await visitor.allIsWell();
      await page.getByLabel('State', { exact: true }).selectOption('delivered');
      await page.getByRole('heading', { name: 'No delivery attempts' }).waitFor();
      await page.getByLabel('State', { exact: true }).selectOption('failed');
      await page
        .getByRole('button', { name: /^Show attempts/ })
        .first()
        .click();
      await page.getByText('webhook-signature').first().waitFor();
      await page.getByText('No response: could not be reached.').first().waitFor();
      await visitor.allIsWell();
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: /^Resend failing callbacks of/ }).click();
      await page.getByText(/callbacks? queued for delivery/).waitFor();
    });

    test('requests of every account are listed and opened', async () => {
      const { page } = visitor;
      await visitor.open('Requests');
      await page.getByRole('link', { name: 'rope' }).click();
      await page.locator('.timeline li', { hasText: 'Created' }).waitFor();
      await visitor.allIsWell();
    });

    test('an account is created, limited, granted credits and given a key; the key is revoked', async () => {
      const { page } = visitor;
      const name = `Created at ${size.width}`;
      await visitor.open('Accounts');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Email').fill('made@mail.example');
      await page.locator('form').getByRole('button', { name: 'Create account' }).click();
      await page.getByText(/sxt_live_/).waitFor();
      await visitor.allIsWell();
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByLabel('Credits per day').fill('500');
      await page.getByRole('button', { name: 'Save limits' }).click();
      await page.getByText('Limits saved.').waitFor();
      await page.getByLabel('Credits', { exact: true }).fill('250');
      await page.getByRole('button', { name: 'Grant credits' }).click();
      await page.getByText('250 credits granted.').waitFor();
      await page.getByText('1,250').first().waitFor();
      await page.getByLabel('Notes', { exact: true }).fill('Pays in advance.');
      await page.getByRole('button', { name: 'Save notes' }).click();
      await page.getByText('Notes saved.').waitFor();
      // A new key is a test key, unless the operator chooses otherwise.
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText(/sxt_test_/).waitFor();
      await page.getByLabel('Key name').fill('Agent');
      await page.getByLabel('Key mode').selectOption('live');
      await page.getByLabel('Budget').fill('500');
      await page.getByLabel('SERP').check();
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText(/sxt_live_/).waitFor();
      await page.getByText('Agent · serp · 500 of 500 credits remaining').waitFor();
      page.once('dialog', (dialog) => dialog.accept());
      await page
        .getByRole('button', { name: /^Revoke key/ })
        .first()
        .click();
      await page.getByText(/^Revoked/).waitFor();
      await visitor.allIsWell();
    });

    test('the keys of an account are listed with their last use', async () => {
      const { page } = visitor;
      await visitor.open('API keys');
      await page.getByLabel('Account', { exact: true }).selectOption(dashboard.account.id);
      await page.getByRole('table', { name: 'Keys' }).getByText('Never').first().waitFor();
      await visitor.allIsWell();
    });

    test('an operator gets a token, signs in with it, is named in the audit log and is revoked', async () => {
      const { page } = visitor;
      const name = `Ada ${size.width}`;
      await visitor.open('Operators');
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Create token' }).click();
      const token = await page.getByText(/^sxt_operator_/).textContent();
      await page.getByRole('table', { name: 'Operators' }).getByText(name).waitFor();
      await visitor.allIsWell();
      const other = await dashboard.visit(size);
      await other.signIn(token!);
      await other.open('Operators');
      await other.page.getByText('You', { exact: true }).waitFor();
      await other.open('Accounts');
      await other.page.getByRole('button', { name: 'Create account' }).click();
      await other.page.getByLabel('Name').fill('By Ada');
      await other.page.getByLabel('Email').fill('ada@mail.example');
      await other.page.locator('form').getByRole('button', { name: 'Create account' }).click();
      await other.page.getByText(/sxt_live_/).waitFor();
      await other.open('Audit log');
      await other.page.getByRole('table', { name: 'Audit log' }).getByText(name, { exact: true }).first().waitFor();
      await other.allIsWell();
      await other.leave();
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: `Revoke token of ${name}` }).click();
      await page
        .getByRole('row', { name })
        .getByText(/^Revoked/)
        .waitFor();
      await visitor.allIsWell();
    });

    test('the audit log is intact and lists the latest action', async () => {
      const { page } = visitor;
      await visitor.open('Audit log');
      await page.getByText('Intact', { exact: true }).waitFor();
      await page.getByRole('table', { name: 'Audit log' }).getByText('key.revoke').first().waitFor();
      await visitor.allIsWell();
    });

    test('settings are found by name', async () => {
      const { page } = visitor;
      await visitor.open('Settings');
      await page.getByLabel('Search').fill('SYNC_WAIT_SECONDS');
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
      await visitor.allIsWell();
    });

    test('customer pages ask for a key and accept it next to the token', async () => {
      const { page } = visitor;
      await visitor.open('Usage');
      await visitor.signIn(dashboard.account.test);
      await page.getByRole('table', { name: 'Credit grants' }).waitFor();
      await visitor.allIsWell();
    });
  });
});

describe.skipIf(program === undefined)('the dashboard of a service with a separate admin listener', () => {
  let apart: Dashboard;
  beforeAll(async () => {
    apart = await startDashboard({ ADMIN_PORT: '1' });
  }, 300_000);
  afterAll(() => apart.stop());

  test('names the admin listener, which serves the admin pages', async () => {
    const visitor = await apart.visit(SIZES[1][1]);
    const { page } = visitor;
    await page.getByLabel('API key or admin token').fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('ADMIN_PORT');
    visitor.complaints.splice(0);
    const listener = await openAdminListener(apart.service.app, '127.0.0.1', 0);
    const { port } = listener.address() as { port: number };
    await page.goto(`http://127.0.0.1:${port}/`);
    await visitor.signIn(OPERATOR_TOKEN);
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    await visitor.allIsWell();
    await visitor.leave();
    listener.close();
    listener.closeAllConnections();
  });
});
