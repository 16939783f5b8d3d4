// The `sextant` command in a real process: exit codes, kills and restarts.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../client/index.ts';
import { COMMANDS, SHOWN_COMMANDS } from '../src/cli/commands.ts';
import { PLAIN } from '../src/cli/paint.ts';
import type { ServiceClient } from '../src/wiring/remote.ts';
import { startTestService, type TestService, until } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(path.join(tmpdir(), 'sextant command '));
const out = (name: string) => path.join(folder, name);
let service: TestService;
let base = '';

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
function start(words: readonly string[], environment: Record<string, string> = {}): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'main.js'), ...words], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', DATA_DIR: out('data'), ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    stderr += chunk;
  });
  return { child, ended: new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr }))) };
}
const run = (words: readonly string[], environment: Record<string, string> = {}, input = ''): Promise<Ended> => {
  const { child, ended } = start(words, environment);
  child.stdin!.end(input);
  return ended;
};

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  service = await startTestService();
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
}, 300_000);
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a query', () => {
  test.each([
    [['search', 'tea', '--test'], 0, /^valid: /],
    [['search', 'tea test:500', '--test'], 1, /^failed: No source could be reached\.$/m],
    [['search', 'tea test:captcha', '--test'], 1, /^blocked: The source showed a block page\.$/m],
    [['keywords', 'tea test:500', '--test'], 1, /^failed: No source could be reached\.$/m],
    [['ask', 'tea test:500', '--test'], 1, /could not be reached/],
    [['search', 'tea test:500', '--test', '--json'], 1, /"verdict":null,.*"error":"No source could be reached\."/],
  ] as const)('%j ends with exit code %i', async (words, status, printed) => {
    const ended = await run(words);
    expect([ended.status, ended.stdout]).toEqual([status, expect.stringMatching(printed)]);
  });

  test('with a misspelt region ends with exit code 1 and the spelling that was meant', async () => {
    const ended = await run(['search', 'tea', '--region', 'Germny', '--test']);
    expect([ended.status, ended.stdout, ended.stderr]).toEqual([1, '', expect.stringMatching(/region.* Did you mean .*Germany/)]);
  });

  test('of an unreachable name ends with exit code 1', async () => {
    for (const command of ['whois', 'technologies'])
      expect((await run([command, 'unreachable-lantern.com', '--test'])).status, command).toBe(1);
  });

  test('that parses stored pages ends with exit code 1 when one of them cannot be parsed', async () => {
    writeFileSync(out('odd.html'), '<html><body>a new design</body></html>');
    const ended = await run(['parse', '--engine', 'bing', out('odd.html')]);
    expect([ended.status, ended.stdout]).toEqual([1, expect.stringMatching(/: unparsed/)]);
  });
});

describe('the command', () => {
  test('reports unknown arguments in one line, with exit code 2', async () => {
    const command = await run(['serach', 'shoes']);
    expect(command).toEqual({ status: 2, stdout: '', stderr: 'Unknown command "serach". Did you mean "search"?\n' });
    const option = await run(['account', 'list', '--jsn']);
    expect(option).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Unknown option "--jsn". Did you mean "--json"? Try: sextant help account\n',
    });
  });

  test('describes every command of its table with --help, without colours outside a terminal', async () => {
    const all = await run([]);
    expect([all.status, all.stdout.includes('\u001b')]).toEqual([0, false]);
    const names = SHOWN_COMMANDS.map(({ name }) => name);
    expect((JSON.parse((await run(['help', '--json'])).stdout).commands as { name: string }[]).map(({ name }) => name)).toEqual(names);
    const { status, stdout } = await run(['batch', '--help']);
    expect(status).toBe(0);
    expect(stdout).toBe((await run(['help', 'batch'])).stdout);
  });

  test('runs every command of its table and no other', async () => {
    const { createRunners } = await import('../src/runners.ts');
    const run = Object.keys(createRunners([], () => undefined, PLAIN));
    const [own, all] = [['help', 'completion', 'version'], COMMANDS.map(({ name }) => name)];
    expect([...run, ...own].sort()).toEqual([...all].sort());
  });

  test.each(['--version', '-v', 'version'])('prints its version: %s', async (word) => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await run([word])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(JSON.parse((await run([word, '--json'])).stdout)).toEqual({ version, node: process.versions.node });
    expect(await run([word, '--jsno'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Did you mean "--json"') });
  });

  test('prints a sandbox query as JSON', async () => {
    const { status, stdout } = await run(['search', 'red shoes', '--test', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).verdict).toBe('valid');
  });
});

describe('sextant batch', () => {
  const keywords = Array.from({ length: 60 }, (_, index) => `word ${index}`);
  const results = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(
        (line) => JSON.parse(line) as { line: number; keyword: string; outcome: string; id?: string; reference?: string; error?: string },
      );
  const charges = async (account: { id: string }) => {
    const { json } = await service.admin('GET', `/admin/accounts/${account.id}/ledger?mode=test`);
    return (json.entries as { kind: string }[]).filter(({ kind }) => kind === 'charge').length;
  };

  test('uses only functions that the client has', () => {
    const fits = (client: Client): ServiceClient => client as Client & ServiceClient;
    expect(fits).toBeTypeOf('function');
  });

  test('reads CSV or standard input, writes a line for each, and reports the outcome in its exit code', async () => {
    const account = await service.account();
    const environment = { SEXTANT_URL: base, SEXTANT_KEY: account.test };
    writeFileSync(
      out('a.csv'),
      'keyword,engine,reference\nred shoes,bing,r1\n"blue, old shoes",,r2\nred shoes,google,r3\ntest:captcha,google,r4\n',
    );
    const { status, stdout, stderr } = await run(['batch', 'a.csv', '--region', 'DE', '--out', 'a.jsonl', '--json'], environment);
    expect([status, stderr]).toEqual([1, expect.stringContaining('4 of 4')]);
    expect(JSON.parse(stdout)).toEqual({ out: 'a.jsonl', lines: 4, done: 4, before: 0, outcomes: { valid: 3, faulty: 1 } });
    expect(results(out('a.jsonl')).sort((left, right) => left.line - right.line)).toMatchObject([
      { line: 2, keyword: 'red shoes', reference: 'r1', outcome: 'valid', result: { searchEngine: 'bing', region: { countryCode: 'DE' } } },
      { line: 3, keyword: 'blue, old shoes', reference: 'r2', outcome: 'valid' },
      { line: 4, reference: 'r3', outcome: 'valid', result: { searchEngine: 'google' } },
      { line: 5, reference: 'r4', outcome: 'faulty' },
    ]);
    const piped = await run(['batch', '-', '--out', 'b.jsonl'], environment, 'one\ntwo\n');
    expect([piped.status, piped.stdout]).toEqual([0, '2 of 2 lines are in b.jsonl: 2 valid\n']);
    const bare = await run(['batch', 'a.csv', '--out', 'c.jsonl'], { SEXTANT_URL: base });
    expect([bare.status, bare.stderr]).toEqual([2, 'API key missing. Set SEXTANT_KEY, or use --key.\n']);
    const wrong = await run(['batch', 'a.csv', '--out', 'd.jsonl'], { SEXTANT_URL: base, SEXTANT_KEY: 'nonsense' });
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringMatching(/^(?:.*\n)?Bad API key, or no access\. .*\n$/)]);
  });

  test('accepts field names of the API as columns, writes CSV, and prints why lines were rejected', async () => {
    const account = await service.account();
    const environment = { SEXTANT_URL: base, SEXTANT_KEY: account.test };
    writeFileSync(out('fields.csv'), 'keyword,searchEngine,region,maxResults\nred shoes,bing,DE,20\ntea,google,Germny,10\n');
    const words = ['batch', 'fields.csv', '--out', 'fields.jsonl', '--csv', 'results.csv'];
    const { status, stdout, stderr } = await run(words, environment);
    expect([status, stdout]).toEqual([1, '2 of 2 lines are in fields.jsonl and results.csv: 1 refused, 1 valid\n']);
    expect(stderr).toMatch(/^Line 3: Bad input parameter: .*region.* Did you mean .*Germany/m);
    const [head, ...rows] = readFileSync(out('results.csv'), 'utf8').trimEnd().split('\r\n');
    expect(head).toMatch(/^line,reference,outcome,id,.*,position,rank,page,title,url,/);
    expect(rows.filter((row) => /^2,,valid,.*,bing,Germany,.*,organic,\d+,/.test(row)).length).toBeGreaterThan(10);
    expect(rows.filter((row) => row.startsWith('3,,refused,'))).toHaveLength(1);
  });

  test('killed with SIGKILL repeatedly ends with every line once and every search charged once', async () => {
    const account = await service.account();
    const environment = { SEXTANT_URL: base, SEXTANT_KEY: account.test };
    writeFileSync(out('many.txt'), keywords.join('\n'));
    const words = ['batch', 'many.txt', '--out', 'many.jsonl', '--batch-size', '5'];
    const journal = out('many.jsonl.journal');
    const size = (file: string) => (existsSync(file) ? readFileSync(file).length : 0);
    let kills = 0;
    for (let round = 0; round < 8; round++) {
      const before = size(journal) + size(out('many.jsonl'));
      const { child, ended } = start(words, environment);
      child.stdin!.end();
      // At a different time in each run: after a few more bytes of the journal or of the results.
      await until(async () => child.exitCode !== null || size(journal) + size(out('many.jsonl')) > before + round * 700, 60);
      if (child.kill('SIGKILL')) kills += 1;
      await ended;
    }
    expect(kills).toBeGreaterThan(2);
    const last = await run(words, environment);
    expect([last.status, last.stderr.includes('Error')]).toEqual([0, false]);
    const found = results(out('many.jsonl'));
    expect(found.map(({ keyword }) => keyword).sort()).toEqual([...keywords].sort());
    expect(new Set(found.map(({ id }) => id)).size).toBe(keywords.length);
    expect(await charges(account)).toBe(keywords.length);
  }, 300_000);

  test('of lookups killed with SIGKILL repeatedly charges each once', async () => {
    const account = await service.account();
    const environment = { SEXTANT_URL: base, SEXTANT_KEY: account.test };
    const domains = Array.from({ length: 40 }, (_, index) => `shop${index}.com`);
    writeFileSync(out('domains.csv'), `domain,reference\n${domains.map((domain, index) => `${domain},r${index}`).join('\n')}\n`);
    const words = ['batch', 'domains.csv', '--kind', 'whois', '--out', 'whois.jsonl', '--batch-size', '10'];
    const size = () => (existsSync(out('whois.jsonl')) ? readFileSync(out('whois.jsonl')).length : 0);
    let kills = 0;
    for (let round = 0; round < 6; round++) {
      const before = size();
      const { child, ended } = start(words, environment);
      child.stdin!.end();
      await until(async () => child.exitCode !== null || size() > before + round * 300, 60);
      if (child.kill('SIGKILL')) kills += 1;
      await ended;
    }
    expect(kills).toBeGreaterThan(2);
    expect((await run(words, environment)).status).toBe(0);
    const found = results(out('whois.jsonl')) as unknown as { domain: string; reference: string; result: { domain: string } }[];
    expect(found.map(({ domain }) => domain).sort()).toEqual([...domains].sort());
    for (const { domain, reference, result } of found) expect([result.domain, `shop${reference.slice(1)}.com`]).toEqual([domain, domain]);
    expect(await charges(account)).toBe(domains.length);
  }, 300_000);

  test('supports every other kind, and rejects options of another kind', async () => {
    const account = await service.account();
    const environment = { SEXTANT_URL: base, SEXTANT_KEY: account.test };
    const batch = async (name: string, kind: string, input: string, ...more: string[]) => {
      const ended = await run(['batch', '-', '--kind', kind, '--out', `${name}.jsonl`, ...more], environment, input);
      return { ...ended, found: ended.status === 2 ? [] : (results(out(`${name}.jsonl`)) as unknown as Record<string, never>[]) };
    };
    const volumes = await batch('volumes', 'keyword', 'tea\ncoffee\nmilk\n', '--region', 'IT');
    expect([volumes.status, volumes.stdout]).toEqual([0, '3 of 3 lines are in volumes.jsonl: 3 valid\n']);
    for (const { keyword, result } of volumes.found)
      expect(result).toMatchObject({ keywords: [keyword], data: { totalResults: 1, results: [{ keyword }] } });
    expect(await charges(account)).toBe(1);
    const sites = await batch('sites', 'technologies', 'shop.com\na b\ntest-captcha-page.com\n');
    expect([sites.status, sites.stdout]).toEqual([1, '3 of 3 lines are in sites.jsonl: 1 refused, 1 valid, 1 faulty\n']);
    const asked = await batch('asked', 'ai-prompt', 'What is tea?\n', '--service', 'chatgpt');
    expect(asked.found).toMatchObject([{ prompt: 'What is tea?', outcome: 'valid', result: { aiService: 'chatgpt' } }]);
    const odd = await batch('odd', 'whois', 'shop.com\n', '--mobile');
    expect([odd.status, odd.stderr]).toEqual([2, '--mobile does not apply to --kind whois. Try: sextant help batch\n']);
  });

  test('interrupted with Ctrl-C ends with exit code 130 and can continue', async () => {
    const account = await service.account();
    const environment = { SEXTANT_URL: base, SEXTANT_KEY: account.test };
    writeFileSync(out('few.txt'), ['quick', 'test:slow:20'].join('\n'));
    const { child, ended } = start(['batch', 'few.txt', '--out', 'few.jsonl'], environment);
    child.stdin!.end();
    await until(async () => existsSync(out('few.jsonl')) && readFileSync(out('few.jsonl'), 'utf8').includes('\n'), 60);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect([status, stderr]).toEqual([130, expect.stringContaining('Interrupted after 1 of 2 lines. Run the same command to continue.')]);
    expect(existsSync(out('few.jsonl.lock'))).toBe(false);
    const { child: second, ended: done } = start(['batch', 'few.txt', '--out', 'few.jsonl'], environment);
    second.stdin!.end();
    await until(async () => existsSync(out('few.jsonl.lock')), 60);
    second.kill('SIGINT');
    expect((await done).stderr).toContain('resuming after 1 of 2 lines');
    expect(await charges(account)).toBe(2);
  });
});

describe('sextant doctor', () => {
  const findings = (text: string) =>
    JSON.parse(text) as { problems: number; findings: { check: string; state: string; found: string; fix?: string }[] };

  test('finds no problem in a working service', async () => {
    const port = new URL(base).port;
    const { status, stdout } = await run(['doctor', '--json'], { DATABASE_URL: service.database.url, PORT: port });
    const report = findings(stdout);
    expect([report.findings.filter(({ state }) => state === 'problem'), status]).toEqual([[], 0]);
    const checks = report.findings.map(({ check }) => check);
    for (const check of [
      'settings',
      'disk',
      'port',
      'database',
      'names',
      'clock',
      'migrations',
      'role',
      'vacuum',
      'workers',
      'callbacks',
      'engine',
    ])
      expect(checks).toContain(check);
    for (const finding of report.findings.filter(({ state }) => state === 'note')) expect(finding.fix).toBeTruthy();
  });

  test('prints a fix for each problem, with exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { status, stdout } = await run(['doctor', '--json'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      PORT: String((other.address() as { port: number }).port),
      RATE_PER_MINUT: '5',
      NAVER_CLIENT_ID: 'half',
      BROWSER_PATH: '/no/such/browser',
      S3_URL: 'http://127.0.0.1:1/bucket',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
    });
    other.close();
    const report = findings(stdout);
    expect(status).toBe(1);
    const problems = report.findings.filter(({ state }) => state === 'problem');
    expect(problems.map(({ check }) => check)).toEqual(['settings', 'port', 'database', 'S3 storage', 'browser']);
    for (const { fix } of problems) expect(fix).toBeTruthy();
    expect(report.findings).toContainEqual({
      check: 'settings',
      state: 'note',
      found: 'RATE_PER_MINUT is not a setting',
      fix: 'Did you mean RATE_PER_MINUTE?',
    });
    const unset = await run(['doctor'], { PORT: 'many' });
    expect([unset.status, unset.stdout]).toEqual([1, expect.stringContaining('PROBLEM  settings        Bad settings: PORT must be')]);
  });
});
