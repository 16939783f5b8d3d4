// Builds an older version of the service from the history of the repository.
import { execFile } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../paths.ts';

const run = promisify(execFile);
const git = async (...words: string[]): Promise<string> => (await run('git', words, { cwd: ROOT })).stdout.trim();

/** No older version can be built; the message says why. */
export class NoHistory extends Error {}

/** Returns the given commit, or the newest one without the last migration. */
export async function olderCommit(from?: string): Promise<string> {
  try {
    if (realpathSync(await git('rev-parse', '--show-toplevel')) !== realpathSync(ROOT)) throw new Error('not our own repository');
  } catch (cause) {
    throw new NoHistory('this folder is no git repository, so there is no older version to build', { cause });
  }
  try {
    if (from) return await git('rev-parse', '--verify', `${from}^{commit}`);
    const uncommitted = await git('ls-files', '--others', '--exclude-standard', '--', 'sql');
    if (uncommitted !== '') return await git('rev-parse', 'HEAD');
    const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'sql/*.sql');
    return await git('rev-parse', '--verify', `${added}^`);
  } catch (cause) {
    throw new NoHistory(from ? `there is no commit ${from}` : 'the history here does not reach back before the last migration', { cause });
  }
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
