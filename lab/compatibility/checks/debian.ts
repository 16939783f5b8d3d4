// The installation on Debian: the commands of docs/operations.md run below a folder, then the unit's command starts as an ordinary user.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../net.ts';
import { ROOT } from '../../paths.ts';
import { exitOf, isRunning, killNow } from '../../processes.ts';
import { environmentOf } from '../../release/npm.ts';
import { isReady, until } from '../../wait.ts';
import { type CompatibilityCheck, Missing } from '../check.ts';
import { packagesOf } from './packages.ts';

const USER = { uid: 65_534, gid: 65_534 };
const START_MS_MAX = 180_000;
/** They change users and services of the whole machine. */
const OF_THE_MACHINE = /^(?:adduser|systemctl) /;

/** Returns the commands of the recipe. */
function recipe(): string[] {
  const [, section] = readFileSync(path.join(ROOT, 'docs', 'operations.md'), 'utf8').split('## Installing on Debian\n');
  const [, block] = /^ {3}```sh\n([\s\S]+?)^ {3}```$/m.exec(section!)!;
  return block!
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

/** Runs the recipe with `root` in front of its absolute paths. */
function install(root: string): void {
  const lines = recipe();
  assert.equal(lines.filter((line) => OF_THE_MACHINE.test(line)).length, 3);
  const below = lines.filter((line) => !OF_THE_MACHINE.test(line)).map((line) => line.replace(/ \/(?=usr|etc)/g, ` ${root}/`));
  const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', below.join('\n')], {
    cwd: root,
    env: environmentOf(process.execPath),
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
}

const pairsOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.filter((line) => line.includes('=')).map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]));

/** Returns the command and the environment that systemd would use, with paths below `root`. */
function readUnit(root: string): { command: string[]; environment: Record<string, string> } {
  const unit = readFileSync(path.join(root, 'etc/systemd/system/sextant.service'), 'utf8');
  const fieldOf = (name: string): string => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)![1]!;
  const settings = path.join(root, fieldOf('EnvironmentFile'));
  assert.equal(statSync(settings).mode & 0o777, 0o600);
  const data = path.join(root, 'var/lib', fieldOf('StateDirectory'));
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o700);
  chownSync(data, USER.uid, USER.gid);
  // systemd searches /usr/local/bin first. Node may be elsewhere on this machine.
  const PATH = [path.join(root, 'usr/local/bin'), path.dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const environment: Record<string, string> = {
    PATH,
    ...pairsOf(fieldOf('Environment').split(' ')),
    ...pairsOf(readFileSync(settings, 'utf8').split('\n')),
  };
  assert.equal(environment.DATA_DIR, `/var/lib/${fieldOf('StateDirectory')}`);
  return { command: fieldOf('ExecStart').split(' '), environment: { ...environment, DATA_DIR: data } };
}

async function startUnit(root: string): Promise<void> {
  const { command, environment } = readUnit(root);
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { ...environment, PORT: new URL(url).port };
  const [program, ...args] = command as [string, ...string[]];
  const child = spawn(program, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'], ...USER });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (printed += bytes));
  const ended = exitOf(child);
  try {
    await until(() => !isRunning(child) || isReady(url), {
      msMax: START_MS_MAX,
      problem: () => `The unit was not ready in time: ${printed}`,
    });
    assert.ok(isRunning(child), printed);
    const created = await fetch(`${url}/admin/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${environment.ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'First', email: 'first@customer.example' }),
    });
    assert.ok(created.ok, await created.text());
    // The documented command uses the same user and settings.
    const doctor = spawnSync(program, ['sextant', 'doctor', '--json'], { cwd: '/', env, encoding: 'utf8', ...USER });
    assert.match(doctor.stdout, /^\{/, doctor.stderr);
    const { findings } = JSON.parse(doctor.stdout) as { findings: { check: string; state: string }[] };
    const ours = findings.filter(({ check }) => ['settings', 'secrets', 'database'].includes(check));
    assert.ok(ours.some(({ check }) => check === 'database'));
    assert.deepEqual(
      ours.filter(({ state }) => state === 'problem'),
      [],
    );
    child.kill('SIGTERM');
    assert.equal(await ended, 0, printed);
  } finally {
    if (isRunning(child)) killNow(child.pid!);
  }
}

export const DEBIAN_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'debian-recipe',
    area: 'Hosts and images',
    tool: 'npm, install, openssl',
    what: 'the commands of the installation on Debian, then the command of the unit as an ordinary user, an account, sextant doctor',
    run: async (site) => {
      if (process.getuid?.() !== 0) throw new Missing('Only root can install for another user.');
      const { file } = packagesOf(site).server;
      const root = path.join(site.folder, 'root');
      mkdirSync(root);
      for (const folder of [site.folder, root]) chmodSync(folder, 0o755);
      copyFileSync(file, path.join(root, path.basename(file)));
      install(root);
      await startUnit(root);
      const { stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8' });
      return { version: stdout.trim(), remark: 'adduser and systemctl were not run: they change the whole machine' };
    },
  },
];
