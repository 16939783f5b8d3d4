// A start with several API processes when another process takes the free port that was chosen.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { until } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
});

test('a start with two API processes and PORT=0 takes another port when its first one is taken meanwhile', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'sextant-port-'));
  chmodSync(home, 0o755);
  // In the parent, the first port that is closed is listened on again at once.
  const preload = path.join(home, 'take-port.mjs');
  writeFileSync(
    preload,
    `import net from 'node:net';
    const close = net.Server.prototype.close;
    if (process.send === undefined && process.argv.includes('start'))
      net.Server.prototype.close = function (done) {
        net.Server.prototype.close = close;
        const { port, address } = this.address();
        return close.call(this, () => net.createServer().listen(port, address, () => { console.log('taken', port); done(); }));
      };`,
  );
  const child = spawn(
    process.execPath,
    ['--import', preload, path.join(ROOT, 'dist', 'main.js'), 'start', '--api', '2', '--workers', '0'],
    {
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH ?? '',
        PORT: '0',
        ADMIN_PORT: '0',
        DRAIN_SECONDS: '1',
        ADMIN_TOKEN: 'token-of-the-operator',
        DATA_DIR: path.join(home, 'data'),
      },
    },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  try {
    await until(async () => child.exitCode !== null || output.includes('Sextant is ready'));
    const taken = /taken (\d+)/.exec(output)?.[1];
    const url = /API\s+(http\S+)/.exec(output)?.[1];
    expect(taken, output).toBeDefined();
    expect(url, output).toBeDefined();
    expect(new URL(url!).port).not.toBe(taken);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await exited;
    rmSync(home, { recursive: true, force: true });
  }
}, 120_000);
