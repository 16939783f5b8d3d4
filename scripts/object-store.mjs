// Tests S3 storage against a real server, OpenStack Swift with its S3 interface. With S3_TEST_URL set, that server is used instead.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEYS, startSwift } from './swift.mjs';

const TESTS = ['src/platform/s3.test.ts', 'test/s3-storage-real.test.ts'];

const test = (environment) =>
  spawnSync('npx', ['vitest', 'run', ...TESTS], { stdio: 'inherit', env: { ...process.env, ...environment } }).status ?? 1;

if (process.env.S3_TEST_URL) process.exit(test({}));
const folder = mkdtempSync(path.join(tmpdir(), 'sextant-swift-'));
let swift;
try {
  swift = await startSwift(folder);
  process.exitCode = test({
    S3_TEST_URL: `${swift.url}/test`,
    S3_TEST_ACCESS_KEY: KEYS.accessKey,
    S3_TEST_SECRET_KEY: KEYS.secretKey,
    S3_TEST_REGION: KEYS.region,
  });
} finally {
  swift?.stop();
  rmSync(folder, { recursive: true, force: true });
}
