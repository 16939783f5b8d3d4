// The documentation of the client is true: types, package, examples and the samples of docs/client.md.
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, runNode, runProgram, sampleFolder, samplesOf } from './doc-samples.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let baseUrl: string;
let folder: string;
let account: { test: string; webhookSecret: string };
beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  folder = sampleFolder();
  service = await startTestService({ SOURCE_RETRY_SECONDS: '0.1' });
  baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
  account = await service.account({ credits: 1000 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service?.stop();
});
const environment = () => ({ BASE_URL: baseUrl, KEY: account.test, WEBHOOK_SECRET: account.webhookSecret });

describe('the files of the client', () => {
  const files = readdirSync(path.join(ROOT, 'client')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = files.map((name) => [name, readFileSync(path.join(ROOT, 'client', name), 'utf8')] as const);
  test('import only each other', () => {
    const imports = texts.flatMap(([, text]) =>
      [...text.matchAll(/(?<![\w/])(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!),
    );
    expect(imports.filter((target) => !/^\.\/[a-z]+\.ts$/.test(target))).toEqual([]);
  });
  test('have at most 250 lines each, except for the generated types', () => {
    expect(texts.filter(([name, text]) => name !== 'types.ts' && text.split('\n').length > 251).map(([name]) => name)).toEqual([]);
  });
  test('have the types of docs/openapi.json', async () => {
    expect(await runNode(['scripts/client.mjs', '--check'])).toMatchObject({ status: 0, complaint: '' });
  });
  test('work in a runtime without Node APIs', async () => {
    const args = [
      '--no-warnings',
      '--experimental-vm-modules',
      'test/bare-runtime.mjs',
      path.join(ROOT, 'dist', 'client'),
      baseUrl,
      account.test,
    ];
    const { output, complaint } = await runNode(args);
    expect(complaint).toBe('');
    expect(JSON.parse(output)).toEqual({ ready: true, refused: expect.stringContaining('signature'), process: 'undefinedundefined' });
  });
});

describe('another program', () => {
  test('finds the client by its name, with types', async () => {
    const program = [
      "import { createClient, type SERP, SextantError } from '@sextant-serp/client';",
      "const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x', retries: 0 });",
      "const wrong = () => client.serp.create({ keyword: 'tea', priority: 'SOON' });",
      'const right = async (): Promise<SERP> => client.serp.create({ keyword: "tea", priority: "LOW" });',
      'export const error: unknown = await right().catch((caught) => caught instanceof SextantError);',
      'export { wrong };',
    ];
    const settings = { compilerOptions: { module: 'nodenext', strict: true, types: ['node'], noEmit: true }, files: ['program.ts'] };
    writeFileSync(path.join(folder, 'program.ts'), program.join('\n'));
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const { output } = await runNode([path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder]);
    // Only the one mistake is reported.
    expect(output.match(/error TS\d+/g)).toHaveLength(1);
    expect(output).toContain('SOON');
  });
});

describe('the examples', () => {
  test('rank-tracker.mjs prints positions', async () => {
    const { status, output, complaint } = await runNode(
      ['examples/rank-tracker.mjs', 'shop.example', 'US', 'red shoes', 'test:unparsed'],
      environment(),
    );
    expect([status, complaint]).toEqual([0, '']);
    expect(output).toMatch(/^red shoes: .+; first is https?:\/\/\S+\ntest:unparsed: could not be searched \(unparsed\)/);
  });
  test('rank-tracker.mjs finds a site that ranks', async () => {
    const { json } = await service.call('POST', '/serp/new', account.test, { keyword: 'boots', region: 'US', asynchronous: false });
    const { domain, url } = json.data.organic[1];
    const { output } = await runNode(['examples/rank-tracker.mjs', domain, 'US', 'boots'], environment());
    expect(output).toContain(`position ${json.data.organic.find((item: { domain: string }) => item.domain === domain).position}, `);
    expect(new URL(url).hostname).toContain(domain);
  });
  test('keyword-report.mjs prints a row for every keyword', async () => {
    const words = Array.from({ length: 25 }, (_, index) => `word ${index}`);
    const { status, output } = await runNode(['examples/keyword-report.mjs', 'DE', ...words], environment());
    expect(status).toBe(0);
    expect(output.trim().split('\n')).toHaveLength(26);
    expect(output).toMatch(/^word 24 +\d+ /m);
  });
  test('webhook-receiver.mjs creates a request and verifies its callback', async () => {
    const { status, output, complaint } = await runNode(['examples/webhook-receiver.mjs'], { ...environment(), PORT: '0' });
    expect([status, complaint]).toEqual([0, '']);
    expect(output).toMatch(/ordered (\w{24}), [\s\S]+evt_\1: red shoes is ready with \d+ results/);
  });
  test('quickstart.py prints results', async ({ skip }) => {
    const python = { PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: path.join(ROOT, 'clients', 'python', 'src') };
    const args = ['examples/python/quickstart.py', 'red shoes', 'DE'];
    const { status, output, complaint } = await runProgram('python3', args, { ...environment(), ...python });
    skip(status === null);
    expect([status, complaint]).toEqual([0, '']);
    expect(output).toMatch(/^ordered \w{24}\n1\. .+ https?:\/\/\S+\n2\. /);
  });
});

describe('docs/client.md', () => {
  const samples = samplesOf('docs/client.md');
  const EXPECTED: Record<string, RegExp> = {
    'The client': /^https?:\/\/\S+\n$/,
    Batches: /^tea \d+\ngreen tea \d+\nherbal tea \d+\n$|^\[ '(tea|coffee)' \] \d+\n\[ '(tea|coffee)' \] \d+\n$/,
    Tracking: /^3 90\n\ufeff?keyword,searchEngine,[\s\S]+red shoes[\s\S]+boots/,
    Errors: /^400 Bad input parameter: region .+ false\n$/,
    Cancelling: /^TimeoutError\n$/,
    Callbacks: /^evt_1 abc\n204 400\n$/,
  };
  test('has samples under the expected headings', () => {
    expect([...new Set(samples.map(({ heading }) => heading))]).toEqual(Object.keys(EXPECTED));
    expect(samples.every(({ language }) => language === 'js')).toBe(true);
  });
  test.each(samples.map((sample, number) => [sample.heading, number, sample] as const))(
    '%s: sample %i runs',
    async (heading, number, { text }) => {
      const file = path.join(folder, `sample-${number}.mjs`);
      writeFileSync(file, text);
      const { status, output, complaint } = await runNode(heading === 'Callbacks' ? [workerOf(file)] : [file], environment());
      expect([status, complaint]).toEqual([0, '']);
      expect(output).toMatch(EXPECTED[heading]!);
    },
  );

  /** Sends an edge worker one genuine callback and one forged one. */
  function workerOf(file: string): string {
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', Buffer.from('secret')).update(`evt_1.${at}.{"id":"abc"}`).digest('base64');
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
    const driver = `${file}.driver.mjs`;
    writeFileSync(
      driver,
      `import worker from '${file}';
       const ask = (body) => worker.fetch(new Request('http://x/', { method: 'POST', body, headers: ${JSON.stringify(headers)} }),
         { WEBHOOK_SECRET: 'whsec_${Buffer.from('secret').toString('base64')}' });
       console.log((await ask('{"id":"abc"}')).status, (await ask('{"id":"abd"}')).status);`,
    );
    return driver;
  }
});
