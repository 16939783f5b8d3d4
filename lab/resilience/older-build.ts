// Builds an older version of the service from the history of the repository.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../paths.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const run = promisify(execFile);
const MIGRATIONS = 'sql/migrations';
const BASELINE = `${MIGRATIONS}/0001_baseline.sql`;
const git = async (...words: string[]): Promise<string> => (await run('git', words, { cwd: ROOT })).stdout.trim();

/** No older version can be built; the message says why. */
class NoHistory extends Error {}

/**
 * Returns the requested commit, or the newest one without the migration that was added last. Nothing is older than the baseline: while it is the
 * only migration, HEAD is used, so two builds of one schema run side by side.
 */
async function olderCommit(from?: string): Promise<string> {
  try {
    if (realpathSync(await git('rev-parse', '--show-toplevel')) !== realpathSync(ROOT)) throw new Error('not our own repository');
  } catch (cause) {
    throw new NoHistory('this folder is no git repository, so there is no older version to build', { cause });
  }
  try {
    const commit = await git('rev-parse', '--verify', `${from ?? (await beforeLastMigration())}^{commit}`);
    if ((await git('show', `${commit}:${BASELINE}`)) === readFileSync(path.join(ROOT, BASELINE), 'utf8').trim()) return commit;
  } catch (cause) {
    throw new NoHistory(
      from ? `there is no commit ${from} with a baseline` : 'the history here does not reach back before the last migration',
      { cause },
    );
  }
  throw new NoHistory('the older version has another baseline, so both cannot share a database');
}

/** Runs a trial with the commit of the older version. It is skipped when there is none. */
export async function withOlderCommit(
  { say, from }: Pick<TrialSettings, 'say' | 'from'>,
  run: (commit: string) => Promise<TrialResult>,
): Promise<TrialResult> {
  let commit: string;
  try {
    commit = await olderCommit(from);
  } catch (error) {
    if (error instanceof NoHistory) return { figures: { skipped: error.message }, broken: [] };
    throw error;
  }
  say(`the older version is ${commit.slice(0, 10)}`);
  return run(commit);
}

async function beforeLastMigration(): Promise<string> {
  const uncommitted = await git('ls-files', '--others', '--exclude-standard', '--', MIGRATIONS);
  const known = await git('ls-files', '--', `${MIGRATIONS}/*.sql`);
  if (uncommitted !== '' || known === BASELINE) return 'HEAD';
  return `${await git('log', '-1', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/*.sql`)}^`;
}

/** Returns the folder of the build. It uses the packages that are installed now. */
export async function buildOlder(commit: string, folder: string): Promise<string> {
  const root = path.join(folder, 'older');
  const archive = path.join(folder, 'older.tar');
  mkdirSync(root);
  await git(
    'archive',
    '--format=tar',
    `--output=${archive}`,
    commit,
    'src',
    'sql',
    'data',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
  );
  await run('tar', ['-xf', archive, '-C', root]);
  rmSync(archive);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  await run(process.execPath, [path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], { cwd: root });
  return root;
}
