import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowserFetch } from './browser.ts';

const first = { attempt: 1 };
const request = { url: 'http://127.0.0.1:9/' };
const policy = { allowLoopback: true, allowNetworks: [] };
const systemFolder = process.env.TMPDIR;
// A separate temporary folder, so that all leftovers in it are from this test.
const temporary = mkdtempSync(path.join(tmpdir(), 'browser-test-'));
beforeAll(() => {
  process.env.TMPDIR = temporary;
});
afterAll(() => {
  if (systemFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = systemFolder;
  rmSync(temporary, { recursive: true, force: true });
});

describe('without a usable browser', () => {
  const settings = { browser: '/nowhere/chromium', pagesAtOnce: 1, pagesPerBrowser: 1, msMax: 5000, policy };

  test('a missing package is reported clearly', async () => {
    const fetch = createBrowserFetch(settings, () => Promise.reject(new Error('Cannot find package')));
    const error = { outcome: 'unreachable', message: 'the package playwright-core is not installed' };
    await expect(fetch(request, first)).rejects.toMatchObject(error);
    await fetch.close();
  });

  test('a missing program, one that is not a browser and a dead URL are unreachable and leave no files', async () => {
    for (const browser of ['/nowhere/chromium', '/bin/ls']) {
      const fetch = createBrowserFetch({ ...settings, browser });
      await expect(fetch(request, first)).rejects.toMatchObject({ outcome: 'unreachable', message: 'the browser did not start' });
      await fetch.close();
    }
    expect(readdirSync(temporary)).toEqual([]);
    const joined = createBrowserFetch({ ...settings, browser: 'ws://127.0.0.1:9/?token=secret' });
    const error = await joined(request, first).catch((reason) => reason);
    expect(error).toMatchObject({ outcome: 'unreachable', message: 'the browser’s URL does not respond', cause: undefined });
    await joined.close();
  });

  test('forms, credentials and other protocols are left to other sources', async () => {
    const fetch = createBrowserFetch(settings);
    const rejected = { outcome: 'unreachable' };
    await expect(fetch({ url: 'https://shop.example/', method: 'POST', body: 'q=tea' }, first)).rejects.toMatchObject(rejected);
    await expect(fetch({ url: 'https://api.example/', headers: { authorization: 'Bearer x' } }, first)).rejects.toMatchObject(rejected);
    await expect(fetch({ url: 'whois://whois.example/tea.example' }, first)).rejects.toMatchObject(rejected);
    await fetch.close();
  });
});
