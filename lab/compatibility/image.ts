// Builds the Dockerfile with buildah and runs the image with a read-only root file system, without a container runtime.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';

/** The base of the Dockerfile. No registry is asked: an image of this name is made from programs of this machine. */
const BASE = 'localhost/node:22-bookworm-slim';
const IMAGE = 'localhost/sextant:lab';
/** Programs of the base that the Dockerfile and its packages use. */
const PROGRAMS = ['sh', 'env', 'mkdir', 'chown', 'rm', 'sleep', 'cat', 'touch', 'ls'];
/** Libraries of glibc that programs load while they run. */
const LIBRARIES = ['librt.so.1', 'libresolv.so.2', 'libnss_dns.so.2', 'libnss_files.so.2', 'libutil.so.1'];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const BUILD_MS_MAX = 20 * 60_000;
const NODE_USER = 1000;

export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
  readonly Cmd: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Healthcheck?: { readonly Test: readonly string[] };
}

export interface BuiltImage {
  readonly config: ImageConfig;
  /** Its files, mounted. */
  readonly root: string;
  /** Runs a command as the image's user on a read-only root, with memory for /data and /tmp. The network is that of this machine. */
  run(words: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess;
  remove(): void;
}

/** Storage in `folder`, without kernel features that a container may not have. */
export function buildImage(program: string, folder: string): BuiltImage {
  const storage = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...words: string[]): string => {
    const env = { ...process.env, TMPDIR: folder };
    const { status, stdout, stderr } = spawnSync(program, [...storage, ...words], { encoding: 'utf8', timeout: BUILD_MS_MAX, env });
    if (status !== 0) throw new Error(`buildah ${words[0]} failed: ${stderr.trim().split('\n').slice(-30).join('\n')}`);
    return stdout.trim();
  };
  buildBase(buildah, path.join(folder, 'base'));
  buildah('build', '--isolation=chroot', '--format=docker', '--pull-never', '--tag', IMAGE, ROOT);
  const container = buildah('from', '--pull-never', IMAGE);
  const root = buildah('mount', container);
  const { config } = (JSON.parse(buildah('inspect', '--type=image', IMAGE)) as { Docker: { config: ImageConfig } }).Docker;
  return {
    config,
    root,
    run: (words, environment) => runIn(root, config, words, environment),
    remove: () => void buildah('rm', '--all'),
  };
}

function buildBase(buildah: (...words: string[]) => string, root: string): void {
  const put = (from: string, to = from): void => {
    mkdirSync(path.dirname(path.join(root, to)), { recursive: true });
    cpSync(realpathSync(from), path.join(root, to), { recursive: true, dereference: true });
  };
  const putProgram = (from: string, to: string): void => {
    put(from, to);
    for (const [library] of execFileSync('ldd', [from], { encoding: 'utf8' }).matchAll(/\/\S+\.so\S*/g))
      if (!existsSync(path.join(root, library))) put(library);
  };
  putProgram(process.execPath, '/usr/local/bin/node');
  const libc = /\/\S+libc\.so\.6/.exec(execFileSync('ldd', [process.execPath], { encoding: 'utf8' }))![0];
  for (const name of LIBRARIES) put(path.join(path.dirname(libc), name));
  for (const name of PROGRAMS) putProgram(which(name), name === 'env' ? '/usr/bin/env' : `/bin/${name}`);
  put(path.join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm'), '/usr/local/lib/node_modules/npm');
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(root, 'usr/local/bin', name));
  for (const name of ['tmp', 'proc', 'dev', 'etc', 'root', 'home/node']) mkdirSync(path.join(root, name), { recursive: true });
  chmodSync(path.join(root, 'tmp'), 0o1777);
  writeFileSync(path.join(root, 'etc/passwd'), `root:x:0:0::/root:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`);
  writeFileSync(path.join(root, 'etc/group'), `root:x:0:\nnode:x:${NODE_USER}:\n`);
  // As on this machine: the build reaches the registry of packages in the same way.
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const settings = [`npm_config_registry=${registry}`];
  if (existsSync(CERTIFICATES)) {
    put(CERTIFICATES);
    settings.push(`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, `npm_config_cafile=${CERTIFICATES}`);
  }
  const container = buildah('from', 'scratch');
  buildah('copy', container, root, '/');
  buildah('config', ...settings.flatMap((setting) => ['--env', setting]), '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
  buildah('commit', '--rm', container, BASE);
}

const which = (name: string): string => execFileSync('which', [name], { encoding: 'utf8' }).trim();

/** A mount namespace of its own: nothing is left behind when the process ends. */
function runIn(root: string, config: ImageConfig, words: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const script = `set -e
mount --bind "$ROOT" "$ROOT"
mount --rbind /proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
for folder in data tmp; do mount -t tmpfs -o mode=1777 tmpfs "$ROOT/$folder"; done
mount -o remount,bind,ro "$ROOT"
exec chroot --userspec=${NODE_USER}:${NODE_USER} "$ROOT" /bin/sh -c 'export PATH="$IMAGE_PATH"; unset ROOT IMAGE_PATH; cd /app; exec "$@"' sh "$@"`;
  const env = { ...Object.fromEntries(config.Env.map((one) => one.split(/=(.*)/s).slice(0, 2))), ...environment, ROOT: root };
  // The script uses the programs of this machine, and the command those of the image.
  const imagePath = env.PATH;
  return spawn('/usr/bin/unshare', ['--mount', '/bin/sh', '-c', `PATH=/usr/sbin:/usr/bin:/sbin:/bin\n${script}`, 'sh', ...words], {
    env: { ...env, IMAGE_PATH: imagePath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
