// Modules that commands and processes load. Loading them takes most of the time of a start.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from './database.ts';
import { until } from './service.ts';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.join(HERE, '..');
const HOOK = pathToFileURL(path.join(HERE, 'module-names.mjs')).href;
const folder = mkdtempSync(path.join(tmpdir(), 'sextant modules '));
let database: TestDatabase;

interface Loaded {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Modules of this project, below dist, and packages. */
  readonly modules: () => readonly string[];
  readonly packages: () => ReadonlySet<string>;
}

function load(words: readonly string[], environment: Record<string, string> = {}): Loaded {
  const child = spawn(process.execPath, ['--import', HOOK, path.join(ROOT, 'dist', 'main.js'), ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', DATA_DIR: path.join(folder, 'data'), ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    stderr += chunk;
  });
  const urls = (): string[] => [...stderr.matchAll(/^module (\S+)$/gm)].map((match) => match[1]!);
  return {
    child,
    output: () => stdout,
    modules: () => urls().flatMap((url) => /\/dist\/(.+)\.js$/.exec(url)?.[1] ?? []),
    packages: () => new Set(urls().flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])),
  };
}

async function run(words: readonly string[], environment: Record<string, string> = {}): Promise<Loaded> {
  const loaded = load(words, environment);
  const status = await new Promise((resolve) => loaded.child.once('close', resolve));
  expect(status, loaded.output()).toBe(0);
  return loaded;
}

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  database = await createDatabase();
}, 300_000);
afterAll(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a command loads only what it needs', () => {
  test('the help loads its table and no package', async () => {
    for (const words of [['--help'], ['help', 'batch'], ['completion', 'bash']]) {
      const { modules, packages } = await run(words);
      expect(modules()).toContain('main');
      expect([...packages()]).toEqual([]);
      expect(modules().length).toBeLessThan(16);
      expect(modules().filter((name) => /^(?:api|business|mcp|products|sources|wiring|worker)\//.test(name))).toEqual([]);
    }
  });

  test('parse loads one engine, and neither the server nor the database', async () => {
    const page = path.join(folder, 'page.html');
    writeFileSync(page, '<html><title>bing</title><ol id="b_results"><li class="b_no">There are no results for <b>x</b></li></ol></html>');
    const loaded = load(['parse', '--engine', 'bing', page]);
    await new Promise((resolve) => loaded.child.once('close', resolve));
    expect(loaded.output()).toContain('page.html: ');
    const engines = new Set(loaded.modules().flatMap((name) => /^sources\/engines\/([a-z-]+)\/engine$/.exec(name)?.[1] ?? []));
    expect([...engines]).toEqual(['bing']);
    for (const name of ['ajv', 'fastify', 'pg', 'tldts', 'typebox', 'undici', 'zod']) expect(loaded.packages()).not.toContain(name);
    expect(loaded.modules().filter((name) => /^(?:api|business|mcp|wiring|worker)\/|fingerprints/.test(name))).toEqual([]);
    expect(loaded.modules().length).toBeLessThan(100);
  });
});

/** The packages and modules for traces. `prom-client` loads `@opentelemetry/api` itself. */
const tracingIn = ({ packages, modules }: Loaded): string[] =>
  [...packages(), ...modules()].filter((name) => name === '@opentelemetry/sdk-trace' || name === 'platform/tracing-sdk').sort();

describe('a process of the service loads only what it needs', () => {
  const settings = () => ({ DATABASE_URL: database.url, PORT: '0', KEY_PEPPER: 'modules', DRAIN_SECONDS: '0' });

  test('the API loads MCP with its first request', async () => {
    const loaded = load(['api', '--api', '1'], settings());
    const ended = new Promise((resolve) => loaded.child.once('exit', resolve));
    try {
      await until(async () => {
        if (loaded.child.exitCode !== null) throw new Error('it ended');
        return loaded.output().includes('Sextant is ready');
      }, 60);
      expect(loaded.packages()).toContain('fastify');
      for (const name of ['zod', '@modelcontextprotocol/server', 'typebox']) expect(loaded.packages()).not.toContain(name);
      expect(tracingIn(loaded)).toEqual([]);
      const [base, key] = [/API\s+(http\S+)/.exec(loaded.output())![1]!, /Test key\s+(\S+)/.exec(loaded.output())![1]!];
      const response = await fetch(`${base}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
        }),
      });
      expect([response.status, (await response.text()).includes('"protocolVersion"')]).toEqual([200, true]);
      expect(loaded.packages()).toContain('zod');
    } finally {
      loaded.child.kill('SIGTERM');
      await ended;
    }
  });

  test.each([undefined, 'http://127.0.0.1:9'])(
    'a worker loads neither the API nor the command line, with a trace receiver %s',
    async (endpoint) => {
      const traces: Record<string, string> = endpoint === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
      const loaded = load(['worker'], { ...settings(), ...traces });
      const ended = new Promise((resolve) => loaded.child.once('exit', resolve));
      try {
        await until(async () => {
          if (loaded.child.exitCode !== null) throw new Error('it ended');
          const [row] = await database.db.query<{ count: number }>({ name: 'workers', text: 'select count(*)::int as count from workers' });
          return row!.count > 0;
        }, 60);
        for (const name of ['fastify', 'typebox', 'zod']) expect(loaded.packages()).not.toContain(name);
        expect(tracingIn(loaded)).toEqual(endpoint === undefined ? [] : ['@opentelemetry/sdk-trace', 'platform/tracing-sdk']);
        expect(loaded.modules().filter((name) => /^(?:api|mcp|dashboard)\//.test(name))).toEqual([]);
      } finally {
        loaded.child.kill('SIGTERM');
        await ended;
      }
    },
  );
});
