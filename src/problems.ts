// Text of the problem that ended a command. Loaded only after a failure.
import { PepperProblem } from './business/accounts/peppers.ts';
import { UsageProblem } from './cli/arguments.ts';
import { JournalProblem } from './cli/batch-journal.ts';
import { Rejection } from './cli/batch-run.ts';
import { ConfigProblem } from './config.ts';
import { ApiError } from './contract/errors.ts';
import { BackupProblem } from './platform/backup.ts';
import { DatabaseUnavailable } from './platform/db.ts';
import { FolderBusy } from './platform/folder-lock.ts';
import { MigrationProblem } from './platform/migrate.ts';
import { poolerProblem } from './platform/pooler.ts';
import { PostgresProblem } from './platform/postgres.ts';
import { PostgresMissing } from './platform/postgres-files.ts';
import { StartProblem } from './wiring/installation.ts';

const KNOWN_PROBLEMS = [
  ConfigProblem,
  StartProblem,
  FolderBusy,
  PepperProblem,
  PostgresProblem,
  PostgresMissing,
  MigrationProblem,
  UsageProblem,
  BackupProblem,
  JournalProblem,
  Rejection,
];

/** Returns one line for a known problem, and the whole stack for an unexpected error. */
export function messageOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable)
    return poolerProblem(error) ?? 'The database cannot be reached. Check DATABASE_URL, or start the service.';
  // The solution often has the spelling that was meant.
  if (error instanceof ApiError) return [error.message, error.solution].filter(Boolean).join(' ');
  if (KNOWN_PROBLEMS.some((kind) => error instanceof kind)) return (error as Error).message;
  return `Sextant could not start: ${(error as Error).stack ?? error}`;
}
