// `sextant backup` and `sextant restore`: back up and restore the embedded database with progress.
import type { BackupManifest } from '../platform/backup.ts';
import type { Restored, RestoreSettings } from '../platform/restore.ts';
import { parseArguments, UsageProblem } from './arguments.ts';

export interface BackupCommandParts {
  readonly backUp: (target: string, log: (bytes: number) => void) => Promise<BackupManifest>;
  readonly restore: (backup: string, settings: RestoreSettings) => Promise<Restored & { folder: string }>;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly log: (text: string) => void;
}

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
/** Bytes between two progress lines. */
const PROGRESS_BYTES = 256 * MEGABYTE;

export async function backupCommand(argv: readonly string[], parts: BackupCommandParts): Promise<void> {
  const args = parseArguments(argv, 'backup');
  const [target] = args.plain;
  if (!target) throw new UsageProblem('Usage: sextant backup FOLDER [--json]. Try: sextant help backup');
  const started = performance.now();
  let reportedBytes = 0;
  const { files, ...manifest } = await parts.backUp(target, (bytes) => {
    if (bytes - reportedBytes < PROGRESS_BYTES) return;
    reportedBytes = bytes;
    parts.log(`  ${megabytes(bytes)}…`);
  });
  const seconds = (performance.now() - started) / 1000;
  if (args.json) return parts.print(JSON.stringify({ folder: target, files: files.length, seconds, ...manifest }));
  parts.print(`${target}: ${files.length} files, ${megabytes(manifest.bytes)}, in ${seconds.toFixed(1)} s`);
}

export async function restoreCommand(argv: readonly string[], parts: BackupCommandParts): Promise<void> {
  const args = parseArguments(argv, 'restore');
  const [backup] = args.plain;
  if (!backup)
    throw new UsageProblem(
      'Usage: sextant restore FOLDER [--wal FOLDER] [--until 2026-11-15T12:00:00Z] [--json]. Try: sextant help restore',
    );
  const done = await parts.restore(backup, { wal: args.option('wal') ?? null, until: args.option('until') ?? null });
  if (args.json) return parts.print(JSON.stringify(done));
  parts.print(
    `${done.folder}: ${done.files} files, ${megabytes(done.bytes)}, ${done.segments} WAL segments. Start the service to replay them.`,
  );
}
