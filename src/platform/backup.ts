// Online backup of the embedded database, by PostgreSQL's rules for a low-level base backup.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CopiedFile, copyFile, makeFolder, walk } from './backup-files.ts';
import { openDedicated } from './db-dedicated.ts';

export interface BackupManifest {
  readonly version: 1;
  readonly startedAt: string;
  readonly endedAt: string;
  /** WAL position from which a restore must replay … */
  readonly startLsn: string;
  /** … at least up to this one. */
  readonly stopLsn: string;
  readonly bytes: number;
  readonly files: readonly CopiedFile[];
}

export class BackupProblem extends Error {}

export const MANIFEST = 'manifest.json';
export const CLUSTER = 'cluster';
const SLOT = 'sextant_backup';
/** Files that a restored server creates itself, as PostgreSQL lists them. The WAL is copied separately, at the end. */
const EXCLUDED =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|backup_label.*|tablespace_map.*|(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+)$|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)[^/]*$/;
const SEGMENT = /^[0-9A-F]{24}$/;

/** `url` connects to the server that runs in `cluster`. `target` must be empty. */
export async function createBackup(
  cluster: string,
  url: string,
  target: string,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<BackupManifest> {
  await mustBeEmpty(target);
  const client = await openDedicated({ connectionString: url });
  const one = async (text: string) => (await client.query(text)).rows[0] as Record<string, string>;
  const files: CopiedFile[] = [];
  let bytes = 0;
  const copy = async (name: string): Promise<void> => {
    const file = await copyFile(cluster, path.join(target, CLUSTER), name);
    if (file) files.push(file);
    bytes += file?.bytes ?? 0;
    onProgress(bytes);
  };
  try {
    // The slot keeps the WAL of the meantime from being recycled. It is dropped with this connection.
    await client.query(`select pg_create_physical_replication_slot('${SLOT}', true, true)`);
    const startedAt = new Date().toISOString();
    const start = await one("select lsn::text, pg_walfile_name(lsn) as segment from pg_backup_start('sextant', true) as lsn");
    await makeFolder(path.join(target, CLUSTER));
    for await (const { name, kind } of walk(cluster, (each) => !EXCLUDED.test(each))) {
      if (kind === 'folder') await makeFolder(path.join(target, CLUSTER, name));
      else await copy(name);
    }
    const ended = await one('select lsn::text, labelfile, pg_walfile_name(lsn) as segment from pg_backup_stop(false)');
    await writeFile(path.join(target, CLUSTER, 'backup_label'), ended.labelfile!, { mode: 0o600 });
    await client.query('select pg_switch_wal()');
    for (const segment of (await readdir(path.join(cluster, 'pg_wal'))).filter((name) => SEGMENT.test(name)).sort())
      if (segment >= start.segment! && segment <= ended.segment!) await copy(`pg_wal/${segment}`);
    const manifest: BackupManifest = {
      version: 1,
      startedAt,
      endedAt: new Date().toISOString(),
      startLsn: start.lsn!,
      stopLsn: ended.lsn!,
      bytes,
      files,
    };
    // Written last: a folder without it is not a complete backup.
    await writeFile(path.join(target, MANIFEST), JSON.stringify(manifest), { mode: 0o600 });
    return manifest;
  } finally {
    await client.end();
  }
}

async function mustBeEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  if (entries.length > 0) throw new BackupProblem(`${folder} is not empty. Choose an empty directory for the backup.`);
  await makeFolder(folder);
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  try {
    return JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as BackupManifest;
  } catch (cause) {
    throw new BackupProblem(`${folder} has no complete backup.`, { cause });
  }
}
