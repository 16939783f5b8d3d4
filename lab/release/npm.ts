// Runs npm under a given Node, in an environment that does not depend on the npm script that started us.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** npm's own program, which any Node can run. */
function npmProgram(): string {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, 'npm');
    if (existsSync(file)) return realpathSync(file);
  }
  throw new Error('npm is not on the PATH.');
}

/** `node` and the programs that it starts find the same Node first. */
export function environmentOf(node: string): NodeJS.ProcessEnv {
  // An npm script passes its own settings on, such as the prefix.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_cache$|config_registry$)/i.test(name));
  return { ...Object.fromEntries(own), PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` };
}

/** Returns standard output. Throws with what npm printed. */
export function runNpm(args: readonly string[], folder: string, node = process.execPath): string {
  const { status, stdout, stderr, error } = spawnSync(node, [npmProgram(), ...args, '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: environmentOf(node),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${error?.message ?? ''}${stderr ?? ''}${stdout ?? ''}`.trim());
  return stdout;
}
