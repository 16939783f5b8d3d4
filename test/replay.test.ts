// REPLAY_DIR in a real start: live searches from captured pages, and the settings beside which it is rejected.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig, SETTINGS } from '../src/config.ts';
import { bingUrl, compressedWarc, harOf, httpResponse, resultPage, warcRecord, writeFolder } from './captures.ts';
import { ROOT, runNode } from './doc-samples.ts';
import { startTestService, until } from './service.ts';

const MAIN = path.join(ROOT, 'dist', 'main.js');
const CAPTCHA = '<html><body><div id="b_content"><ol id="b_results"></ol><div class="captcha">One more step</div></div></body></html>';

let folder: string;
/** PostgreSQL runs as another user, who must reach this folder. */
const dataFolder = writeFolder({});
let child: ChildProcess;
let output = '';
let [base, live, sandboxKey] = ['', '', ''];
// biome-ignore lint/suspicious/noExplicitAny: a response of the API.
let original: any;

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  const row = (file: string, keyword: string) => JSON.stringify({ file: `bing/${file}`, keyword });
  folder = writeFolder({
    'index.jsonl': [row('a.html', 'shoes'), row('captcha.html', 'gloves')].join('\n'),
    'bing/a.html.gz': gzipSync(resultPage('shoes', 1, 11)),
    'bing/a.2.html': resultPage('shoes', 11, 21),
    'bing/captcha.html': CAPTCHA,
    'boots.warc.gz': compressedWarc([warcRecord(bingUrl('boots'), httpResponse(resultPage('boots')))]),
    'hats.har': harOf([{ url: 'https://www.bing.com/search?q=hats&form=QBLH', text: resultPage('hats') }]),
  });
  original = await searchInSandbox();
  writeFileSync(path.join(folder, 'kept.json'), JSON.stringify(original));
  chmodSync(dataFolder, 0o755);
  child = spawn(process.execPath, [MAIN, 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', PORT: '0', DRAIN_SECONDS: '0', DATA_DIR: path.join(dataFolder, 'data'), REPLAY_DIR: folder },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`it ended: ${output}`);
    return output.includes('Sextant is ready');
  });
  base = /API\s+(http\S+)/.exec(output)![1]!;
  live = /Live key\s+(\S+)/.exec(output)![1]!;
  sandboxKey = /Test key\s+(\S+)/.exec(output)![1]!;
});
afterAll(async () => {
  if (child && child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  for (const one of [folder, dataFolder].filter(Boolean)) rmSync(one, { recursive: true, force: true });
});

/** A SERP with its raw page, as the API returns it. The sandbox is its source. */
async function searchInSandbox(): Promise<unknown> {
  const service = await startTestService();
  try {
    const { test: key } = await service.account();
    const fields = { keyword: 'garden chairs', region: 'US', searchEngine: 'bing', saveRawData: true, asynchronous: false };
    return (await service.call('POST', '/serp/new', key, fields)).json;
  } finally {
    await service.stop();
  }
}

async function search(keyword: string, fields: object = {}, key = live) {
  const response = await fetch(`${base}/serp/new?apikey=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword, region: 'US', searchEngine: 'bing', asynchronous: false, ...fields }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a response of the API.
  return (await response.json()) as any;
}
const spent = async (): Promise<number> => {
  const user = (await (await fetch(`${base}/user?apikey=${live}`)).json()) as { credits: { total: number; remaining: number }[] };
  return user.credits.reduce((sum, { total, remaining }) => sum + total - remaining, 0);
};

describe('a service with REPLAY_DIR', () => {
  test('says so at the start', () => {
    expect(output).toMatch(/Live searches\s+replay: 4 pages for bing, 2 by URL/);
  });
  test.each(['shoes', 'boots', 'hats'])('answers a live search for %s from its files, and charges for it', async (keyword) => {
    const before = await spent();
    const serp = await search(keyword);
    expect(serp).toMatchObject({ ready: true, verdict: 'valid', attempts: [{ source: 'replay', outcome: 'valid' }], pages: 1 });
    expect(serp.data.organic).toHaveLength(10);
    expect(serp.data.organic[0]).toMatchObject({ position: 1, url: `https://shop1.example/${keyword}` });
    expect((await spent()) - before).toBe(1);
  });
  test('answers from a SERP with raw pages, with equal results', async () => {
    const serp = await search('garden chairs');
    expect(serp).toMatchObject({ verdict: 'valid', attempts: [{ source: 'replay', outcome: 'valid' }] });
    expect(serp.data.organic).toEqual(original.data.organic);
  });
  test('fetches further captured pages, and stops where none is left', async () => {
    const two = await search('shoes', { maxResults: 20 });
    expect([two.pages, two.data.organic.length, two.attempts[0].stopped]).toEqual([2, 20, undefined]);
    const more = await search('shoes', { maxResults: 50 });
    expect(more).toMatchObject({ verdict: 'valid', pages: 2, attempts: [{ stopped: { page: 3, outcome: 'unreachable' } }] });
    expect(more.data.organic).toHaveLength(20);
  });
  test.each([
    ['without a page fails at once', 'socks', {}, null, 'unreachable', 'REPLAY_DIR has no usable page for this request.'],
    [
      'of another engine fails at once',
      'shoes',
      { searchEngine: 'google' },
      null,
      'unreachable',
      'REPLAY_DIR has no usable page for this request.',
    ],
    ['with a block page is blocked', 'gloves', {}, 'blocked', 'blocked', 'The source showed a block page.'],
  ])('a search %s, after one attempt and with a refund', async (_, keyword, fields, verdict, outcome, error) => {
    const before = await spent();
    const serp = await search(keyword, fields);
    expect(serp).toMatchObject({ ready: false, faulty: true, verdict, error });
    expect(serp.attempts).toEqual([{ source: 'replay', outcome, ms: expect.any(Number) }]);
    expect(await spent()).toBe(before);
  });
  test('does not slow down after many requests or block pages', async () => {
    // The limit of the engine's page is 20 a minute, and a block page would pause it for 15 minutes.
    const serps = await Promise.all(Array.from({ length: 60 }, (_, index) => search(index % 3 === 0 ? 'gloves' : 'boots')));
    expect(serps.filter(({ verdict }) => verdict === 'valid')).toHaveLength(40);
    expect(serps.filter(({ verdict }) => verdict === 'blocked')).toHaveLength(20);
  });
  test('still uses the sandbox for test keys', async () => {
    expect(await search('shoes', {}, sandboxKey)).toMatchObject({ verdict: 'valid', attempts: [{ source: 'sandbox' }] });
  });
});

describe('the command line with REPLAY_DIR', () => {
  test('searches captured pages', async () => {
    const { status, output, complaint } = await runNode([MAIN, 'search', 'boots', '--engine', 'bing', '--json'], { REPLAY_DIR: folder });
    expect([status, complaint]).toEqual([0, expect.stringContaining('replay')]);
    expect(JSON.parse(output)).toMatchObject({ verdict: 'valid', attempts: [{ source: 'replay' }] });
  });
  test('shows its pages in the doctor', async () => {
    const { output } = await runNode([MAIN, 'doctor'], { REPLAY_DIR: folder, DATA_DIR: path.join(folder, 'none') });
    expect(output).toMatch(/replay\s+4 pages for bing, 2 by URL/);
    expect(output).toMatch(/engine\s+bing: replay\n/);
  });
  test('does not start with a damaged file, and names it in one line', async () => {
    const damaged = writeFolder({ 'a.har': '{"log":{"entries":[{}]}}' });
    const { status, output, complaint } = await runNode([MAIN, 'start'], { REPLAY_DIR: damaged, DATA_DIR: path.join(damaged, 'data') });
    rmSync(damaged, { recursive: true });
    expect([status, `${output}${complaint}`.trim().split('\n')]).toEqual([1, [expect.stringMatching(/^REPLAY_DIR: .*a\.har, entry 1: /)]]);
  });
  test('does not start beside a credential, and names it in one line', async () => {
    const { status, output, complaint } = await runNode([MAIN, 'start'], { REPLAY_DIR: folder, SERPAPI_KEY: 'secret', PORT: '0' });
    expect([status, `${output}${complaint}`.trim()]).toEqual([
      1,
      'Bad settings: REPLAY_DIR is for a lab and is not allowed beside SERPAPI_KEY: unset REPLAY_DIR or these settings.',
    ]);
  });
});

describe('settings beside REPLAY_DIR', () => {
  const values: Readonly<Record<string, string>> = {
    PROXIES: '*=http://proxy.example:3128',
    BROWSER_URL: 'http://127.0.0.1:9222',
    SERP_ROUTES: '{"google":["page"]}',
    KEYWORD_ROUTES: '{"google":["dataforseo"]}',
    PROVIDER_BUDGETS: '{"openai":{"calls":1}}',
    BRAVE_ENGINES: 'google',
  };
  /** Storage, alerts, traces and secrets of the installation itself, and of its own clients. */
  const OWN = /^(?:ALERT_|S3_|DATABASE_|OTEL_|SEXTANT_|ADMIN_TOKEN|KEY_PEPPER)/;
  const sourceSecrets = Object.entries(SETTINGS)
    .filter(([name, setting]) => 'secret' in setting && setting.secret && !OWN.test(name))
    .map(([name]) => name);

  test('are rejected when they are credentials of sources, proxies, browsers or routes', () => {
    expect(sourceSecrets.length).toBeGreaterThan(15);
    const logins = ['DATAFORSEO_LOGIN', 'UPSTREAM_URL', 'BROWSER_PATH', 'YANDEX_FOLDER_ID', 'GOOGLE_ADS_CUSTOMER_ID'];
    for (const name of new Set([...sourceSecrets, ...logins, ...Object.keys(values)]))
      expect(() => readConfig({ REPLAY_DIR: folder, [name]: values[name] ?? 'x' }), name).toThrow(`not allowed beside ${name}`);
  });
  test('are rejected when the mode is production', () => {
    expect(() => readConfig({ REPLAY_DIR: folder, MODE: 'production' })).toThrow('REPLAY_DIR is for a lab');
  });
  test('are accepted when they belong to the installation', () => {
    const own = {
      DATABASE_URL: 'postgres://localhost/x',
      ADMIN_TOKEN: 'x',
      GEO_CITY_DATABASE: 'x',
      TECHNOLOGIES_DIR: 'x',
      BING_RSS: 'true',
    };
    expect(readConfig({ REPLAY_DIR: folder, ...own }).REPLAY_DIR).toBe(folder);
    expect(readConfig({ SERPAPI_KEY: 'x', MODE: 'production' }).REPLAY_DIR).toBeNull();
  });
});
