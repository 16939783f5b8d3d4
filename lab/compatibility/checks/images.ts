// The Dockerfile, built and run.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { PEPPER } from '../../environment.ts';
import { freePort } from '../../net.ts';
import { ROOT } from '../../paths.ts';
import { exitOf } from '../../processes.ts';
import { isReady, until } from '../../wait.ts';
import { type CompatibilityCheck, Missing, type Site } from '../check.ts';
import { type BuiltImage, buildImage } from '../image.ts';
import { programOf } from '../proxies.ts';

const START_MS_MAX = 60_000;

const textOf = async (child: ChildProcess): Promise<{ code: unknown; text: string }> => {
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes) => (text += bytes));
  return { code: await exitOf(child), text };
};

function checkConfig({ config, root }: BuiltImage): void {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  assert.equal(config.User, 'node');
  assert.equal(config.Labels['org.opencontainers.image.version'], version);
  assert.equal(config.Labels['org.opencontainers.image.licenses'], 'MIT');
  assert.deepEqual([...config.Entrypoint, ...config.Cmd], ['node', 'dist/main.js', 'api']);
  assert.equal(config.Healthcheck?.Test[0], 'CMD');
  for (const name of ['usr/local/bin/npm', 'app/src', 'app/web', 'app/node_modules/vite', 'app/node_modules/playwright-core'])
    assert.equal(existsSync(path.join(root, name)), false, `The image contains ${name}.`);
}

/** The image's user can write to /data and /tmp only, even on a root that is not read-only. */
async function checkFiles(image: BuiltImage): Promise<void> {
  const tried = ['/data/x', '/tmp/x', '/app/x', '/app/dist/x', '/x'].map((file) => `touch ${file} 2>/dev/null && echo ${file}`);
  const { text } = await textOf(image.run(['sh', '-c', `${tried.join('; ')}; true`], {}));
  assert.deepEqual(text.trim().split('\n'), ['/data/x', '/tmp/x']);
  const writable = execFileSync('find', [image.root, '-xdev', '-not', '-type', 'l', '(', '-uid', '1000', '-o', '-perm', '-o+w', ')'], {
    encoding: 'utf8',
  });
  const names = writable
    .trim()
    .split('\n')
    .map((file) => path.relative(image.root, file))
    .filter((file) => !/^(?:data|tmp|home\/node|dev|proc)(?:\/|$)/.test(file));
  assert.deepEqual(names, []);
}

/** The database listens on a Unix socket only, which the image cannot see. */
async function relay(databaseUrl: string): Promise<{ url: string; server: Server }> {
  const { password, searchParams, pathname } = new URL(databaseUrl);
  const server = createServer((socket) => {
    const other = connect(path.join(searchParams.get('host')!, '.s.PGSQL.5432'));
    pipeline(socket, other, socket, () => undefined);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `postgres://sextant:${password}@127.0.0.1:${port}${pathname}`, server };
}

async function checkService(image: BuiltImage, site: Site): Promise<void> {
  const database = await relay(site.databaseUrl);
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    KEY_PEPPER: PEPPER,
    ADMIN_TOKEN: site.adminToken,
    PORT: String(port),
    // The SDK must be in the image. Nothing listens here, and the service works without its receiver.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  };
  const words = [...image.config.Entrypoint];
  try {
    const migrated = await textOf(image.run([...words, 'migrate'], environment));
    assert.equal(migrated.code, 0, migrated.text);
    const api = image.run([...words, ...image.config.Cmd], environment);
    const ended = textOf(api);
    try {
      const url = `http://127.0.0.1:${port}`;
      await until(() => api.exitCode !== null || isReady(url), { msMax: START_MS_MAX, problem: () => 'The image did not start in time.' });
      const response = await fetch(`${url}/serp/new`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ keyword: 'lantern', region: 'US', priority: 'INSTANT', asynchronous: false }),
      });
      assert.equal(((await response.json()) as { verdict?: string }).verdict, 'valid');
      assert.match(await (await fetch(url, { headers: { accept: 'text/html' } })).text(), /<div id="app">/);
      assert.equal((await fetch(`${url}/docs/guide`)).status, 200);
      const healthy = await textOf(image.run(image.config.Healthcheck!.Test.slice(1), environment));
      assert.equal(healthy.code, 0, healthy.text);
    } finally {
      api.kill('SIGTERM');
    }
    const { code, text } = await ended;
    assert.equal(code, 0, text);
    const unhealthy = await textOf(image.run(image.config.Healthcheck!.Test.slice(1), environment));
    assert.equal(unhealthy.code, 1);
  } finally {
    database.server.close();
  }
}

export const IMAGE_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'image-buildah',
    area: 'Hosts and images',
    tool: 'buildah',
    what: 'Dockerfile: build, labels, user, health check; migrate, start and search on a read-only root file system',
    run: async (site) => {
      const program = programOf('buildah');
      if (program === null) throw new Missing('buildah is not installed.');
      if (process.getuid?.() !== 0) throw new Missing('It needs root, for mounts.');
      const version = /version (\S+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))![1]!;
      const image = buildImage(program, site.folder);
      try {
        checkConfig(image);
        await checkFiles(image);
        await checkService(image, site);
      } finally {
        image.remove();
      }
      return { version, remark: 'the base image is made from Node and programs of the machine, because no registry of images is asked' };
    },
  },
];
