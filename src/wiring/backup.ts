// Builds `sextant backup` and `sextant restore`: the embedded database's folders, and the secrets that belong to them.
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type BackupCommandParts, backupCommand, restoreCommand } from '../cli/backup.ts';
import { readConfig } from '../config.ts';
import { BackupProblem, createBackup } from '../platform/backup.ts';
import type { Db } from '../platform/db.ts';
import { restoreBackup } from '../platform/restore.ts';
import { lockData, visitDatabase } from './data-lock.ts';
import { connect, dataFolder, POSTGRES_FOLDER } from './installation.ts';

/** Keys are hashed with the pepper of the installation. Without it no restored key would be accepted. */
const SECRETS = ['secrets.json', `${POSTGRES_FOLDER}/password`];

type Print = BackupCommandParts['print'];

export const backup = (words: readonly string[], print: Print): Promise<void> => backupCommand(words, backupParts(print));
export const restore = (words: readonly string[], print: Print): Promise<void> => restoreCommand(words, backupParts(print));

function backupParts(print: Print): BackupCommandParts {
  const config = readConfig();
  const folder = dataFolder(config);
  return {
    print,
    log: (text) => void process.stderr.write(`${text}\n`),
    backUp: async (target, tell) => {
      if (config.DATABASE_URL !== null)
        throw new BackupProblem(
          'sextant backup supports only the embedded database. Back up DATABASE_URL with pg_basebackup, pgBackRest or your provider.',
        );
      const { database, end } = await visitDatabase(config);
      try {
        const manifest = await createBackup(path.join(folder, POSTGRES_FOLDER, 'cluster'), database.url, path.resolve(target), tell);
        for (const name of SECRETS) await keep(path.join(folder, name), path.join(path.resolve(target), path.basename(name)));
        await recordBackup(connect(database, config), manifest.bytes);
        return manifest;
      } finally {
        await end();
      }
    },
    restore: async (backup, settings) => {
      const lock = await lockData(config, 'command');
      try {
        const done = await restoreBackup(path.resolve(backup), path.join(folder, POSTGRES_FOLDER), settings);
        for (const name of SECRETS) await keep(path.join(path.resolve(backup), path.basename(name)), path.join(folder, name));
        return { ...done, folder };
      } finally {
        lock?.release();
      }
    },
  };
}

const RECORD = { name: 'backup_record', text: 'insert into backups (bytes) values ($1)' };

/** The alert about a missing backup needs this row. The backup is complete without it, also on a database that has no such table. */
async function recordBackup(db: Db, bytes: number): Promise<void> {
  await db.query(RECORD, [bytes]).catch(() => undefined);
  await db.close();
}

/** A pepper from a setting is in no file. */
async function keep(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
