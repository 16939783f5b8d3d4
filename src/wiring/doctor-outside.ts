// Doctor checks outside the database: settings, names, disk, ports, S3 storage, browser, sources.
import { randomBytes } from 'node:crypto';
import { access, constants, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { findOverlay } from '../business/regions/overlay.ts';
import type { Finding } from '../cli/doctor.ts';
import { type Config, nearSettings } from '../config.ts';
import type { Job } from '../contract/order.ts';
import { AI_SERVICES, ENGINES, KEYWORD_SOURCES } from '../contract/vocabulary.ts';
import { NameUnresolved } from '../platform/resolver.ts';
import { createObjectStore } from '../platform/s3.ts';
import { urlOf } from './listen.ts';
import { describeReplay } from './replay.ts';
import { configuredResolver } from './resolver.ts';
import { storeSettings } from './s3-storage.ts';
import { createSourceAccess } from './source-access.ts';

type Report = (finding: Finding) => void;

const GIGABYTE = 1024 ** 3;
const DISK_BYTES_MIN = GIGABYTE;
const DISK_SHARE_MIN = 0.05;
const ASK_MS = 3000;

export function examineSettings(config: Config, report: Report): void {
  const strange = nearSettings();
  for (const { name, meant } of strange)
    report({ check: 'settings', state: 'note', found: `${name} is not a setting`, fix: `Did you mean ${meant}?` });
  const pairs = [
    ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
    ['NAVER_CLIENT_ID', 'NAVER_CLIENT_SECRET'],
    ['YANDEX_API_KEY', 'YANDEX_FOLDER_ID'],
    ['GOOGLE_CSE_KEY', 'GOOGLE_CSE_ID'],
    ['UPSTREAM_URL', 'UPSTREAM_KEY'],
    ['BAIDU_USER_NAME', 'BAIDU_ACCESS_TOKEN'],
    ['S3_URL', 'S3_ACCESS_KEY'],
    ['S3_URL', 'S3_SECRET_KEY'],
  ] as const;
  const halves = pairs.filter(([left, right]) => (config[left] === null) !== (config[right] === null));
  for (const [left, right] of halves) {
    const [given, missing] = config[left] === null ? [right, left] : [left, right];
    report({
      check: 'settings',
      state: 'problem',
      found: `${given} is set, ${missing} is not`,
      fix: `Set ${missing}. Both settings are needed.`,
    });
  }
  if (halves.length + strange.length === 0) report({ check: 'settings', state: 'ok', found: 'all are valid' });
}

/** Without Google's list only countries have a criteria id, and three types of the contract have no region. */
export function examineRegions(folder: string, report: Report): void {
  if (findOverlay(folder)) report({ check: 'regions', state: 'ok', found: 'Google’s criteria IDs are imported' });
  else
    report({
      check: 'regions',
      state: 'note',
      found: 'only countries have criteria IDs; city region, dma region and tv region are empty',
      fix: 'Run sextant regions refresh if clients send criteria IDs of cities.',
    });
}

export async function examineDisk(folder: string, report: Report): Promise<void> {
  const upwards = async (name: string): Promise<{ bavail: number; blocks: number; bsize: number }> =>
    statfs(name).catch((error) => (path.dirname(name) === name ? Promise.reject(error) : upwards(path.dirname(name))));
  const { bavail, blocks, bsize } = await upwards(path.resolve(folder));
  const [free, share] = [bavail * bsize, bavail / Math.max(1, blocks)];
  const found = `${(free / GIGABYTE).toFixed(1)} GB free (${Math.round(share * 100)} %) for ${folder}`;
  if (free < DISK_BYTES_MIN || share < DISK_SHARE_MIN)
    report({
      check: 'disk',
      state: 'problem',
      found,
      fix: 'Free disk space, lower RETENTION_DAYS, or set S3_URL for large results.',
    });
  else report({ check: 'disk', state: 'ok', found });
}

/** Returns whether a Sextant responds there. */
export async function examinePort(config: Config, report: Report): Promise<boolean> {
  const url = urlOf(config, config.PORT);
  const headers: Record<string, string> = config.ADMIN_TOKEN === null ? {} : { authorization: `Bearer ${config.ADMIN_TOKEN}` };
  const answer = await fetch(`${url}/readyz`, { headers, signal: AbortSignal.timeout(ASK_MS) })
    .then(async (response) => (await response.json()) as { status?: string; reason?: string })
    .catch(() => null);
  if (answer?.status === 'ready') {
    report({ check: 'port', state: 'ok', found: `a service responds at ${url}` });
    return true;
  }
  if (answer?.status === 'not ready') {
    const reason = answer.reason ?? 'the reason is shown only with ADMIN_TOKEN';
    report({ check: 'port', state: 'problem', found: `the service at ${url} is not ready: ${reason}`, fix: 'See the lines below.' });
    return true;
  }
  const reason = await new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(config.PORT, config.HOST, () => server.close(() => resolve(null)));
  });
  if (reason === null) report({ check: 'port', state: 'note', found: `${url} is free: no service runs there`, fix: 'Run sextant start.' });
  else
    report({
      check: 'port',
      state: 'problem',
      found: `port ${config.PORT} is not available (${reason}), and no Sextant responds there`,
      fix: 'Stop the program that uses it, or set PORT and HOST.',
    });
  return false;
}

export async function examineObjectStore(config: Config, report: Report): Promise<void> {
  const { S3_URL: url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (url === null) return report({ check: 'S3 storage', state: 'ok', found: 'none: results are stored in the database' });
  if (accessKey === null || secretKey === null || !URL.canParse(url)) return;
  const { lookup } = configuredResolver(config);
  const store = createObjectStore({ ...storeSettings(url, accessKey, secretKey, config), idleTimeoutMs: ASK_MS, lookup });
  const key = `doctor/${randomBytes(8).toString('hex')}`;
  try {
    await store.put(key, Buffer.from('sextant'));
    const size = await store.head(key);
    await store.remove(key);
    if (size !== 7) throw new Error('a written test object was not found');
    report({ check: 'S3 storage', state: 'ok', found: 'a test object was written, read and deleted' });
  } catch (error) {
    report({
      check: 'S3 storage',
      state: 'problem',
      found: (error as Error).message,
      fix: 'Check S3_URL, S3_REGION and both keys. The keys must allow put, get and delete.',
    });
  } finally {
    await store.close();
  }
}

export async function examineBrowser(config: Config, report: Report): Promise<void> {
  const { BROWSER_PATH: file, BROWSER_URL: url } = config;
  if (url === null && file === null) return report({ check: 'browser', state: 'ok', found: 'none: pages are fetched without one' });
  const installed = await import('playwright-core').then(
    () => true,
    () => false,
  );
  const there =
    url !== null
      ? await fetch(new URL('/json/version', url.replace(/^ws/, 'http')), { signal: AbortSignal.timeout(ASK_MS) }).then(
          ({ ok }) => ok,
          () => false,
        )
      : await access(file ?? '', constants.X_OK).then(
          () => true,
          () => false,
        );
  if (!installed)
    report({
      check: 'browser',
      state: 'problem',
      found: 'playwright-core is not installed',
      fix: 'Run npm install without omitting optional packages.',
    });
  else if (!there)
    report({
      check: 'browser',
      state: 'problem',
      found: url !== null ? 'the browser at BROWSER_URL does not respond' : `cannot execute ${file}`,
      fix: 'Set BROWSER_PATH to the path of a Chromium, or BROWSER_URL to the URL of its debugging protocol.',
    });
  else report({ check: 'browser', state: 'ok', found: url !== null ? 'responds at BROWSER_URL' : `${file} is executable` });
}

/** A job that is never run. It only shows which sources would be queried. */
const IMAGINED: Job = {
  id: '0'.repeat(24),
  kind: 'serp',
  mode: 'live',
  accountId: 0,
  priority: 'NORMAL',
  attempt: 1,
  crashes: 0,
  overdue: false,
  request: JSON.stringify({ region: { countryCode: 'US' } }),
  history: [],
  waitedMs: 0,
};

/** A lab must be recognised as one, because its live results are old. */
export function examineReplay(config: Config, report: Report): void {
  const found = describeReplay(config);
  if (found !== null) report({ check: 'replay', state: 'note', found, fix: 'Unset REPLAY_DIR to search the web with live keys.' });
}

export async function examineSources(config: Config, report: Report): Promise<void> {
  const sourceAccess = await createSourceAccess(config);
  try {
    const table = sourceAccess.engines('live');
    const none: string[] = [];
    for (const name of ENGINES) {
      const engine = table[name];
      const names = engine ? sourceAccess.serpRoute(engine, IMAGINED).map((source) => source.name) : [];
      if (names.length === 0) none.push(name);
      else report({ check: 'engine', state: 'ok', found: `${name}: ${names.join(', then ')}` });
    }
    if (none.length > 0)
      report({
        check: 'engine',
        state: 'note',
        found: `no source for ${none.join(', ')}`,
        fix: 'See docs/engines.md for the credentials of each engine.',
      });
    const keywords = KEYWORD_SOURCES.filter((source) => sourceAccess.hasKeywords(source, 'live'));
    const models = AI_SERVICES.filter((service) => sourceAccess.hasModel(service, 'live'));
    const list = (check: string, names: readonly string[], fix: string): void =>
      report(names.length > 0 ? { check, state: 'ok', found: names.join(', ') } : { check, state: 'note', found: 'no credentials', fix });
    list('keywords', keywords, 'Set the GOOGLE_ADS settings, DATAFORSEO_LOGIN, UPSTREAM_URL or another source of volumes.');
    list('AI services', models, 'Set OPENAI_API_KEY or PERPLEXITY_API_KEY.');
  } finally {
    await sourceAccess.close();
  }
}

/** Looks up the hosts that settings name. An installation without a network still serves test keys, so a failure is only a note. */
export async function examineNames(config: Config, tell: (finding: Finding) => void): Promise<void> {
  const resolver = configuredResolver(config);
  const servers = resolver.servers();
  const by = servers === 'system' ? 'by the system’s own lookup' : `by ${servers.join(', ')}`;
  const hosts = [config.RDAP_BOOTSTRAP_URL, config.S3_URL, config.UPSTREAM_URL].flatMap((url) =>
    url !== null && URL.canParse(url) ? [new URL(url).hostname] : [],
  );
  for (const host of new Set(hosts)) {
    const started = performance.now();
    try {
      await resolver.resolveFromSettings(host);
      tell({ check: 'names', state: 'ok', found: `${host} is found ${by} within ${Math.round(performance.now() - started)} ms` });
    } catch (error) {
      if (!(error instanceof NameUnresolved)) throw error;
      const fix =
        error.reason === 'not_found'
          ? 'Check the setting that names this host, and the search domains of /etc/resolv.conf.'
          : 'Check /etc/resolv.conf, or set DNS_SERVERS. Test keys work without; nothing outside this machine can be reached.';
      tell({ check: 'names', state: 'note', found: `${host} is not found ${by}: ${error.message}`, fix });
    }
  }
}
