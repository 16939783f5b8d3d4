// The receivers of docs/callbacks.md accept genuine callbacks only: run where the language is installed, else checked for syntax.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signCallback } from '../src/business/callbacks/signature.ts';
import { ROOT, runNode, runProgram, sampleFolder, samplesOf } from './doc-samples.ts';

let folder: string;
beforeAll(() => {
  folder = sampleFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const samples = new Map(samplesOf('docs/callbacks.md').map(({ language, text }) => [language, text]));
function put(language: string, name: string, more = ''): string {
  const file = path.join(folder, name);
  writeFileSync(file, `${samples.get(language)}${more}`);
  return file;
}

const SECRET = `whsec_${Buffer.from([...Array(24).keys()].map((byte) => byte + 200)).toString('base64')}`;
const BODY = '{"id":"0123456789abcdef01234567","type":"serp","keyword":"süße Äpfel"}';
/** Headers, body and the expected result. */
function cases(): [headers: Record<string, string>, body: string, genuine: boolean][] {
  const now = Math.floor(Date.now() / 1000);
  const signed = (at = now) => ({ ...signCallback('evt_1', at, BODY, SECRET) });
  const right = signed()['webhook-signature'];
  const { 'webhook-signature': _, ...unsigned } = signed();
  return [
    [signed(), BODY, true],
    [{ ...signed(), 'webhook-signature': `v1,AAAA ${right}` }, BODY, true],
    [signed(now - 200), BODY, true],
    [signed(), `${BODY} `, false],
    [signed(now - 400), BODY, false],
    [signed(now + 400), BODY, false],
    [{ ...signed(), 'webhook-timestamp': 'soon' }, BODY, false],
    [{ ...signed(), 'webhook-id': 'evt_2' }, BODY, false],
    [{ ...signed(), 'webhook-signature': right.replace('v1', 'v2') }, BODY, false],
    [{ ...signed(), 'webhook-signature': right.slice(0, -3) }, BODY, false],
    [{ ...signed(), 'webhook-signature': 'ü' }, BODY, false],
    [unsigned, BODY, false],
    [{}, BODY, false],
  ];
}

test('shows five languages', () => {
  expect([...samples.keys()]).toEqual(['ts', 'python', 'php', 'go', 'ruby']);
});

test('TypeScript', async () => {
  put('ts', 'receiver.ts');
  const options = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    types: ['node'],
    noUncheckedIndexedAccess: true,
    outDir: 'out',
    rootDir: '.',
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['receiver.ts'] }));
  const compiled = await runNode([path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder]);
  expect(compiled).toMatchObject({ status: 0, output: '' });
  const file = path.join(folder, 'driver.mjs');
  writeFileSync(
    file,
    `import { readFileSync } from 'node:fs';
     import { isGenuine } from './out/receiver.js';
     const { cases, secret } = JSON.parse(readFileSync(0, 'utf8'));
     console.log(JSON.stringify(cases.map(([headers, body]) => isGenuine(headers, Buffer.from(body), secret))));`,
  );
  const all = cases();
  const { output } = await runNode([file], {}, JSON.stringify({ cases: all, secret: SECRET }));
  expect(JSON.parse(output)).toEqual(all.map(([, , genuine]) => genuine));
});

test('Python, where it is installed', async ({ skip }) => {
  const driver = `
import json, sys
told = json.load(sys.stdin)
print(json.dumps([is_genuine(headers, body.encode(), told["secret"]) for headers, body, _ in told["cases"]]))
`;
  const all = cases();
  const { status, output, complaint } = await runProgram(
    'python3',
    [put('python', 'receiver.py', driver)],
    {},
    JSON.stringify({ cases: all, secret: SECRET }),
  );
  skip(status === null);
  expect(complaint).toBe('');
  expect(JSON.parse(output)).toEqual(all.map(([, , genuine]) => genuine));
});

const CHECKERS = [
  ['php', 'php', ['-l']],
  ['ruby', 'ruby', ['-c']],
  ['go', 'gofmt', ['-e', '-l']],
] as const;
test.for(CHECKERS)('%s has valid syntax, where %s is installed', async ([language, program, args], { skip }) => {
  const file = put(language, `receiver.${language}`);
  const { status, complaint } = await runProgram(program, [...args, file]);
  skip(status === null);
  expect([status, complaint]).toEqual([0, '']);
  expect(readFileSync(file, 'utf8')).toContain('webhook-signature');
});
