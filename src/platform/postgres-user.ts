// System user that runs the embedded PostgreSQL when root starts the service.
import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The user that runs PostgreSQL. Null means our own. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

export interface DatabaseUser {
  readonly user: RunAs | null;
  /** Says what is wrong and how to fix it. */
  readonly warning: string | null;
}

export const USER = 'sextant';
const LAST_RESORT = 'nobody';
const CREATE = `useradd --system --user-group --no-create-home --shell /usr/sbin/nologin ${USER}`;
/** Linux distributions have the first command, Alpine and other BusyBox systems the others. */
const CREATE_COMMANDS: readonly (readonly string[])[] = [
  CREATE.split(' '),
  ['addgroup', '-S', USER],
  ['adduser', '-S', '-D', '-H', '-G', USER, '-s', '/sbin/nologin', USER],
];

let cachedUser: RunAs | undefined;

function accountOf(name: string): RunAs | undefined {
  const idOf = (flag: string): number => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN);
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : undefined;
}

/** PostgreSQL does not run as root. It gets a dedicated user, so that no other service shares its files. */
function dedicatedUser(): RunAs | undefined {
  cachedUser ??= accountOf(USER);
  for (const [program, ...args] of CREATE_COMMANDS) {
    if (cachedUser) return cachedUser;
    spawnSync(program!, args, { stdio: 'ignore' });
    cachedUser = accountOf(USER);
  }
  return cachedUser;
}

/** `cluster` is the present or future folder of the database. */
export function databaseUser(cluster?: string): DatabaseUser {
  if (process.getuid?.() !== 0) return { user: null, warning: null };
  const dedicated = dedicatedUser();
  if (dedicated) return { user: dedicated, warning: null };
  const present = cluster ? ownerOf(cluster) : null;
  const [user, name] = present ? [present, `user ${present.uid}, its owner`] : [accountOf(LAST_RESORT), LAST_RESORT];
  if (!user) return { user: null, warning: null };
  return { user, warning: `User ${USER} does not exist and cannot be created here, so PostgreSQL runs as ${name}. Create it: ${CREATE}` };
}

export const runAs = (): RunAs | null => databaseUser().user;

function ownerOf(folder: string): RunAs | null {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : null;
}

/**
 * Changes the owner of a stopped cluster to `user`. PostgreSQL accepts only a folder of its own user, so the folder
 * itself changes last: the next start repeats an interrupted change. Returns the user to run as: the present owner when
 * ownership cannot be changed.
 */
export function changeClusterOwner(cluster: string, user: RunAs): DatabaseUser {
  const owner = ownerOf(cluster);
  if (owner?.uid === user.uid) return { user, warning: null };
  try {
    changeOwnerOfAll(cluster, user);
    return { user, warning: null };
  } catch (error) {
    if (!owner) throw error;
    const { code } = error as NodeJS.ErrnoException;
    return {
      user: owner,
      warning: `The database still belongs to user ${owner.uid}, because its owner cannot be changed (${code}). Stop the service and run: chown -R ${USER}: ${cluster}`,
    };
  }
}

/**
 * Changes links themselves and never follows them: the former owner could have created one that leads out of the
 * folder.
 */
function changeOwnerOfAll(folder: string, { uid, gid }: RunAs): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) changeOwnerOfAll(name, { uid, gid });
    else lchownSync(name, uid, gid);
  }
  chownSync(folder, uid, gid);
}
