// Checks over HTTP that pages of the sandbox follow the requested country and are always the same.
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SITES } from '../sandbox-sites.ts';
import { createDraw } from './draw.ts';
import { pictureUrl } from './pictures.ts';
import { type Sandbox, startSandbox } from './server.ts';
import { themeOf } from './themes.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox(SITES);
});
afterAll(() => sandbox.close());

async function get(url: string): Promise<{ readonly type: string; readonly body: string }> {
  const { origin, pathname, search } = new URL(url);
  const response = await request(`http://127.0.0.1:${sandbox.port}${pathname}${search}`, { headers: { 'x-sandbox-origin': origin } });
  return { type: String(response.headers['content-type']), body: await response.body.text() };
}

describe('the server of the sandbox', () => {
  it.each([
    ['https://www.google.com/search?q=red+shoes&gl=de', '€', '$'],
    ['https://www.google.com/search?q=red+shoes&gl=us', '$', '€'],
    ['https://www.bing.com/search?q=red+shoes&cc=GB&mkt=en-GB', '£', '$'],
    ['https://www.bing.com/search?q=red+shoes&mkt=fr-FR', '€', '$'],
  ])('shows prices of the country at %s', async (url, currency, other) => {
    const { body } = await get(url);
    expect(body).toContain(currency);
    expect(body).not.toContain(other);
    expect((await get(url)).body).toBe(body);
  });

  it('shows a page of the past for the day in the URL, and today otherwise', async () => {
    const url = 'https://www.google.com/search?q=nautical+compass&gl=us';
    const linksIn = (text: string): string[] =>
      [...text.matchAll(/href="(https:\/\/www\.[a-z]+\.example\/[^"]+)"/g)].map((match) => match[1]!);
    const today = linksIn((await get(url)).body);
    const past = linksIn((await get(`${url}&sandboxDay=2024-02-29`)).body);
    expect(today.length).toBeGreaterThan(8);
    expect(past).not.toEqual(today);
    for (const day of [new Date().toISOString().slice(0, 10), '2999-01-01', '2024-02-30', 'yesterday', ''])
      expect(linksIn((await get(`${url}&sandboxDay=${day}`)).body)).toEqual(today);
  });

  it('serves the pictures of its pages', async () => {
    const { type, body } = await get(pictureUrl(themeOf('red shoes'), createDraw(5)));
    expect(type).toBe('image/svg+xml');
    expect(body).toMatch(/^<svg .*<\/svg>$/s);
  });
});
