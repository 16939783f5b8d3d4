// Starts nginx and Caddy with the recipes of deploy/proxies, on ports and with certificates of this machine.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort } from '../net.ts';
import { ROOT } from '../paths.ts';
import { until } from '../wait.ts';

export interface RunningProxy {
  readonly version: string;
  /** Without the path of the service. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface ProxyParts {
  readonly folder: string;
  /** Such as `http://127.0.0.1:8080`, without a path. */
  readonly upstream: string;
  /** Empty, or a path such as `/sx`. */
  readonly basePath: string;
}

const START_MS_MAX = 30_000;
const PATHS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];
/** Returns the path of a program, or null where it is not installed. */
export const programOf = (name: string): string | null =>
  PATHS.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;

/** Replaces every text of the recipe. Throws when one is missing, because then another configuration than the recipe would run. */
function adapt(recipe: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The recipe does not contain "${from}".`);
      return text.replaceAll(from, to);
    },
    readFileSync(path.join(ROOT, 'deploy', 'proxies', recipe), 'utf8'),
  );
}

export async function startNginx(program: string, { folder, upstream, basePath }: ProxyParts): Promise<RunningProxy> {
  const [port, plain] = [await freePort(), await freePort()];
  const [certificate, key] = certificateIn(folder);
  const recipe = adapt('nginx.conf', [
    ['server 127.0.0.1:8080;', `server ${new URL(upstream).host};`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['sextant.example', 'localhost'],
    ['/etc/ssl/certs/sextant.pem', certificate],
    ['/etc/ssl/private/sextant.key', key],
    ['/var/log/nginx/sextant.log', path.join(folder, 'access.log')],
    ...(basePath === ''
      ? []
      : ([
          ['location / {', `location ${basePath} {`],
          ['location ~ ^/', `location ~ ^${basePath}/`],
        ] as const)),
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const text = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
${temporary.join('\n')}
${recipe}
}
`;
  writeFileSync(path.join(folder, 'nginx.conf'), text);
  // It writes its version to standard error.
  const version = /nginx\/(\S+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr)?.[1] ?? '';
  return run(spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', path.join(folder, 'error.log')], { stdio: 'ignore' }), port, version);
}

export async function startCaddy(program: string, { folder, upstream, basePath }: ProxyParts): Promise<RunningProxy> {
  const port = await freePort();
  const recipe = adapt('Caddyfile', [
    ['reverse_proxy 127.0.0.1:8080 {', `reverse_proxy ${basePath === '' ? '' : `${basePath}* `}${new URL(upstream).host} {`],
    ['sextant.example {', `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls internal\n`],
  ]);
  writeFileSync(path.join(folder, 'Caddyfile'), `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${recipe}`);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const version = execFileSync(program, ['version'], { encoding: 'utf8', env }).split(' ')[0]!;
  return run(spawn(program, ['run', '--config', 'Caddyfile'], { cwd: folder, env, stdio: 'ignore' }), port, version);
}

async function run(child: ChildProcess, port: number, version: string): Promise<RunningProxy> {
  const url = `https://localhost:${port}`;
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  try {
    await until(() => child.exitCode !== null || accepts(port), { msMax: START_MS_MAX, problem: () => 'The proxy did not start in time.' });
    if (child.exitCode !== null) throw new Error('The proxy ended while starting: its configuration is not valid.');
  } catch (error) {
    await stop();
    throw error;
  }
  return { version: version.trim(), url, stop };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

function certificateIn(folder: string): [certificate: string, key: string] {
  mkdirSync(folder, { recursive: true });
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...subject],
    {
      stdio: 'ignore',
    },
  );
  return [certificate, key];
}
