// OpenStack Swift with its S3 interface, from the system's packages (Debian: python3-swift), as a real S3 server for tests and measurements.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PYTHON = '/usr/bin/python3';
const START_SECONDS_MAX = 60;
const BUCKET = 'pages';
/** The user of `tempauth` below. */
export const KEYS = { accessKey: 'test:tester', secretKey: 'testing', region: 'us-east-1' };
export const MISSING = 'OpenStack Swift is not installed. Install it with: apt-get install python3-swift';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const common = (folder, port) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.env.USER ?? 'root'}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_address = ${folder}/no-log
`;

const storageConf = (folder, name, port) => `${common(folder, port)}[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;

/** One node cannot be replaced by another: on a busy machine it gets more time, and errors do not exclude it. */
const PATIENCE = `conn_timeout = 10
node_timeout = 60
error_suppression_limit = 1000000
`;

const proxyConf = (folder, port) => `${common(folder, port)}[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${PATIENCE}[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

const ring = (folder, name, port) => `
from swift.common.ring import RingBuilder
builder = RingBuilder(4, 1, 1)
builder.add_dev(dict(id=0, region=1, zone=1, ip='127.0.0.1', port=${port}, device='d1', weight=1.0,
  replication_ip='127.0.0.1', replication_port=${port}, meta=''))
builder.rebalance()
builder.get_ring().save('${folder}/${name}.ring.gz')
`;

const serve = (folder, name) => `
import swift.common.utils as utils
utils.SWIFT_CONF_FILE = '${folder}/swift.conf'
from swift.common.wsgi import run_wsgi
run_wsgi('${folder}/${name}.conf', '${name}-server')
`;

/** Whether the system has Swift. */
export const hasSwift = () => spawnSync(PYTHON, ['-c', 'import swift.common.middleware.s3api'], { stdio: 'ignore' }).status === 0;

/** Starts Swift in this folder and creates a bucket. Returns the URL of the bucket. */
export async function startSwift(folder) {
  if (!hasSwift()) throw new Error(MISSING);
  mkdirSync(path.join(folder, 'devices', 'd1'), { recursive: true });
  writeFileSync(
    path.join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  const processes = [];
  const start = (name, conf) => {
    writeFileSync(path.join(folder, `${name}.conf`), conf);
    processes.push(spawn(PYTHON, ['-W', 'ignore', '-c', serve(folder, name)], { stdio: 'ignore' }));
  };
  const stop = () => {
    for (const child of processes) child.kill('SIGKILL');
  };
  try {
    for (const name of ['account', 'container', 'object']) {
      const port = await freePort();
      const made = spawnSync(PYTHON, ['-W', 'ignore', '-c', ring(folder, name, port)], { encoding: 'utf8' });
      if (made.status !== 0) throw new Error(`Swift's ring could not be built.\n${made.stderr}`);
      start(name, storageConf(folder, name, port));
    }
    const port = await freePort();
    start('proxy', proxyConf(folder, port));
    const origin = `http://127.0.0.1:${port}`;
    await createBucket(origin);
    return { url: `${origin}/${BUCKET}`, pids: processes.map(({ pid }) => pid), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** A PUT of the name creates a bucket. */
async function createBucket(origin) {
  const { createObjectStore } = await import('../dist/platform/s3.js');
  const store = createObjectStore({ url: origin, ...KEYS });
  for (let second = 0; ; second++) {
    try {
      await store.put(BUCKET, Buffer.alloc(0));
      break;
    } catch (error) {
      if (second >= START_SECONDS_MAX) throw error;
      await sleep(1000);
    }
  }
  await store.close();
}
