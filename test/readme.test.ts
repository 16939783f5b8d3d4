// Runs every command of the README, one after the other.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, runProgram, samplesOf } from './doc-samples.ts';
import { until } from './service.ts';

const data = mkdtempSync(path.join(tmpdir(), 'sextant-readme-'));
const samples = samplesOf('README.md').filter(({ language }) => language === 'sh');
const commands = samples.flatMap(({ text }) =>
  text
    .replaceAll('\\\n', ' ')
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').replace(/\s{2,}/g, ' ')),
);
let started: ChildProcess;
let output = '';
const printed = (what: string) => new RegExp(`${what}\\s+(\\S+)`).exec(output)?.[1] ?? '';

beforeAll(async () => {
  // Unchanged, except for the folder and the port.
  started = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATA_DIR: data, PORT: '0', DRAIN_SECONDS: '0' },
  });
  const hear = (chunk: Buffer) => {
    output += chunk;
  };
  started.stdout!.on('data', hear);
  started.stderr!.on('data', hear);
  await until(async () => {
    if (started.exitCode !== null) throw new Error(`it ended: ${output}`);
    return output.includes('Sextant is ready');
  }, 170);
}, 300_000);
afterAll(async () => {
  const ended = started?.exitCode === null ? new Promise((resolve) => started.once('exit', resolve)) : null;
  if (ended) process.kill(-started.pid!, 'SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
});

test('the first commands are npm start and npm test', () => {
  expect(commands.slice(0, 2)).toEqual(['npm start', 'npm test']);
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  // The second one cannot run here, because it runs this test.
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
});

describe('after npm start', () => {
  const answers: { id?: string; ready?: boolean; status?: string }[] = [];
  test.each(commands.slice(2).map((command, number) => [command, number] as const))('“%s” works', async (command) => {
    const typed = command
      .replace(/^(export )?KEY=\S+$/, ':')
      .replaceAll('http://127.0.0.1:8080', printed('API'))
      .replaceAll('THE_ID', answers.at(-1)?.id ?? '');
    const { status, output: said } = await runProgram('bash', ['-euc', `KEY=${printed('Test key')}\n${typed}`]);
    expect(status).toBe(0);
    if (!command.startsWith('curl')) return;
    const answer = JSON.parse(said) as { id?: string; code?: number };
    expect(answer.code).toBeUndefined();
    answers.push(answer);
  });
  test('the object that was waited for and fetched is finished', () => {
    expect(answers.slice(0, 2)).toMatchObject([{ ready: true }, { ready: true }]);
    expect(answers[1]!.id).toBe(answers[0]!.id);
  });
  test.each(['/docs', '/docs/guide', '/openapi.json', '/'])('%s can be opened', async (address) => {
    expect((await fetch(`${printed('API')}${address}`)).status).toBe(200);
  });
});
