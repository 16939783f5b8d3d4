// Installs the tarballs as a user would, starts the service and searches through the client.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitOf, isRunning, killNow } from '../processes.ts';
import { until } from '../wait.ts';
import { environmentOf, runNpm } from './npm.ts';

/** A service that an installed package runs. */
export interface InstalledService {
  readonly url: string;
  /** Undefined when the data folder existed before. */
  readonly testKey: string | undefined;
  /** The folder of its data, as it prints it. */
  readonly dataFolder: string;
  /** Resolves to the exit code. */
  stop(): Promise<number | string | null>;
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

const READY_MS_MAX = 180_000;
const STOP_MS_MAX = 60_000;

/** `npm install -g` into an empty prefix. Returns the path of the command. */
export function installGlobally(tarball: string, prefix: string, node = process.execPath): string {
  mkdirSync(prefix, { recursive: true });
  chmodSync(prefix, 0o755);
  runNpm(['install', '--global', '--prefix', prefix, tarball], prefix, node);
  const command = path.join(prefix, 'bin', 'sextant');
  assert.ok(existsSync(command), `npm made no command ${command}.`);
  return command;
}

/** Returns what the command printed. */
export function runInstalled(command: string, args: readonly string[], folder: string, node = process.execPath): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env: environmentOf(node), encoding: 'utf8' });
  assert.equal(status, 0, `sextant ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout.trim();
}

/** `sextant start` in a folder, with no settings besides a free port. */
export async function startInstalled(command: string, folder: string, node = process.execPath, user: User = {}): Promise<InstalledService> {
  const { PATH, HOME } = environmentOf(node);
  const child = spawn(command, ['start'], { cwd: folder, env: { PATH, HOME, PORT: '0' }, stdio: ['ignore', 'pipe', 'pipe'], ...user });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      printed += bytes;
    });
  const ended = exitOf(child);
  const line = (name: string): string | undefined => new RegExp(`^ *${name} +(\\S.*)$`, 'm').exec(printed)?.[1];
  try {
    await until(
      () => {
        if (!isRunning(child)) throw new Error(`sextant start ended: ${printed}`);
        return line('API') !== undefined && printed.includes('Sextant is ready');
      },
      { msMax: READY_MS_MAX, problem: () => `sextant start was not ready in time: ${printed}` },
    );
  } catch (error) {
    if (isRunning(child)) killNow(child.pid!);
    throw error;
  }
  return {
    url: line('API')!,
    testKey: line('Test key'),
    dataFolder: line('Data') ?? '',
    stop: async () => {
      if (isRunning(child)) child.kill('SIGTERM');
      const late = setTimeout(() => killNow(child.pid!), STOP_MS_MAX);
      const code = await ended;
      clearTimeout(late);
      return code;
    },
  };
}

/** An empty project with the client. Returns its folder. */
export function createProject(folder: string, clientTarball: string, node = process.execPath): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "a-project", "private": true }\n');
  runNpm(['install', clientTarball], folder, node);
  return folder;
}

const SEARCH = `
async function search() {
  const client = createClient({ baseUrl: process.env.BASE_URL, apiKey: process.env.KEY });
  const serp = await client.serp.createAndWait({ keyword: 'red shoes', region: 'US' });
  const error = await client.serp.create({ keyword: 'tea', region: 'no such region' }).catch((caught) => caught);
  console.log(JSON.stringify({ ready: serp.ready, organic: serp.data.organic.length, isError: error instanceof SextantError, status: error.status }));
}
search();
`;
const PROGRAMS = {
  'program.mjs': `import { createClient, SextantError } from '@sextant-serp/client';\n${SEARCH}`,
  'program.cjs': `const { createClient, SextantError } = require('@sextant-serp/client');\n${SEARCH}`,
};
export type Program = keyof typeof PROGRAMS;

/** Searches through the client of a project, as an ES module or as CommonJS. Throws unless the result is complete. */
export function searchInstalled(project: string, program: Program, service: { url: string; key: string }, node = process.execPath): void {
  writeFileSync(path.join(project, program), PROGRAMS[program]);
  const { stdout, stderr } = spawnSync(node, [program], {
    cwd: project,
    env: { PATH: process.env.PATH, BASE_URL: service.url, KEY: service.key },
    encoding: 'utf8',
    timeout: 120_000,
  });
  assert.equal(stderr, '', `${program} printed an error.`);
  const found = JSON.parse(stdout);
  assert.deepEqual({ ...found, organic: found.organic > 0 }, { ready: true, organic: true, isError: true, status: 400 });
}
