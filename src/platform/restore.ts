// Restores a backup and archived WAL into a new data folder. The next start replays the WAL.
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BackupProblem, CLUSTER, readManifest } from './backup.ts';
import { changeOwner, checksumOf, copyFile, makeFolder, walk } from './backup-files.ts';
import { runAs } from './postgres-user.ts';

export interface RestoreSettings {
  /** Directory of the archived WAL. Without it the database ends where the backup ended. */
  readonly wal: string | null;
  /** Replay the WAL up to this time only. */
  readonly until: string | null;
}

export interface Restored {
  readonly files: number;
  readonly bytes: number;
  /** Number of WAL segments from the archive. */
  readonly segments: number;
}

const SEGMENT = /^[0-9A-F]{24}$/;

/** `home` is the folder of the embedded database. It must not contain a cluster yet. */
export async function restoreBackup(backup: string, home: string, { wal, until }: RestoreSettings): Promise<Restored> {
  const targetTime = until === null ? null : recoveryTimeOf(until);
  const manifest = await readManifest(backup);
  const target = path.join(home, CLUSTER);
  if ((await readdir(target).catch(() => [])).length > 0)
    throw new BackupProblem(`${target} already has a database. Restore into another DATA_DIR, or move that directory.`);
  await verify(backup, manifest.files);

  await makeFolder(target);
  for await (const { name, kind } of walk(path.join(backup, CLUSTER), () => true)) {
    if (kind === 'folder') await makeFolder(path.join(target, name));
    else await copyFile(path.join(backup, CLUSTER), target, name);
  }
  const segments = wal === null ? [] : (await readdir(wal)).filter((name) => SEGMENT.test(name)).sort();
  for (const segment of segments) await copyFile(wal!, path.join(target, 'pg_wal'), segment);
  // A recovery ends on a new timeline, so that its WAL can never be mistaken for that of the old database.
  await writeFile(path.join(target, 'recovery.signal'), '', { mode: 0o600 });
  const settings = ["restore_command = 'false'", "recovery_target_timeline = 'current'"];
  if (targetTime !== null) settings.push(`recovery_target_time = '${targetTime}'`, "recovery_target_action = 'promote'");
  await appendFile(path.join(target, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  await changeOwner(target, runAs());
  return { files: manifest.files.length, bytes: manifest.bytes, segments: segments.length };
}

function recoveryTimeOf(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new BackupProblem(`${text} is not a time. Use the form 2026-11-15T12:00:00Z.`);
  // PostgreSQL reads this before it knows the names of time zones.
  return new Date(time).toISOString().replace('T', ' ').replace('Z', '+00');
}

async function verify(backup: string, files: readonly { name: string; sha256: string }[]): Promise<void> {
  for (const { name, sha256 } of files) {
    const actual = await checksumOf(path.join(backup, CLUSTER, name)).catch(() => null);
    if (actual !== sha256) throw new BackupProblem(`The backup is damaged: ${name} is ${actual === null ? 'missing' : 'changed'}.`);
  }
}
