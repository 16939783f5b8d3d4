// Log file of the embedded PostgreSQL: appended to by every start, rotated by size.
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';

export const LOG_FILE = 'postgres.log';
const BYTES_MAX = 10 * 1024 * 1024;
/** Number of older files besides the current one. */
const OLDER_MAX = 4;

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, COPYFILE_EXCL } = constants;

export interface OpenLog {
  readonly fd: number;
  /** Size of the file before this start; new lines follow. */
  readonly from: number;
}

/** The folder belongs to the database user, so symbolic links in it are not followed. */
export function openLog(home: string): OpenLog {
  rotateLog(home);
  const fd = openSync(path.join(home, LOG_FILE), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  return { fd, from: fstatSync(fd).size };
}

/** PostgreSQL keeps its log file open, so the content is copied and the file truncated. Later lines are appended. */
export function rotateLog(home: string, bytesMax = BYTES_MAX): boolean {
  const log = path.join(home, LOG_FILE);
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= bytesMax) return false;
  const older = (index: number): string => `${log}.${index}`;
  rmSync(older(OLDER_MAX), { force: true });
  for (let index = OLDER_MAX - 1; index >= 1; index--) if (existsSync(older(index))) renameSync(older(index), older(index + 1));
  copyFileSync(log, older(1), COPYFILE_EXCL);
  truncateSync(log);
  return true;
}

/** Returns the last error written after `from`, or the last line. */
export function lastLineOf(home: string, from: number): string {
  try {
    const lines = readFileSync(path.join(home, LOG_FILE)).subarray(from).toString().trim().split('\n');
    return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  } catch {
    return '';
  }
}

export const closeLog = ({ fd }: OpenLog): void => closeSync(fd);
