// Implementations of the commands. Each loads only the modules that it needs, because loading takes most of a short command's time.
import { parseArguments, UsageProblem } from './cli/arguments.ts';
import type { Paint } from './cli/paint.ts';
import { onShutdownRelease } from './platform/shutdown.ts';

export type Runners = Readonly<Record<string, () => Promise<void>>>;

const databaseCommands = () => import('./wiring/database-commands.ts');
const oneOff = () => import('./wiring/one-off.ts');

/** For commands with their own exit code. */
const exitWith = (status: number): void => {
  if (status !== 0) process.exitCode = status;
};

/** Runs one of several API processes that share a port. */
async function runApiProcess(): Promise<void> {
  const [{ serveApi }, { readConfig }] = await Promise.all([import('./wiring/api-process.ts'), import('./config.ts')]);
  const served = await serveApi(readConfig());
  onShutdownRelease(served.stop);
}

export const createRunners = (rest: readonly string[], print: (text: string) => void, paint: Paint): Runners => ({
  start: async () => (await import('./wiring/start.ts')).start(parseArguments(rest, 'start')),
  api: async () => (await import('./wiring/start.ts')).start(parseArguments(rest, 'api'), { workers: '0' }),
  'serve-api': runApiProcess,
  worker: async () => (await import('./wiring/worker-process.ts')).runWorker(),
  'run-isolated': async () => (await import('./wiring/isolated-process.ts')).runIsolated(),
  migrate: async () => (await databaseCommands()).migrate(rest, print),
  doctor: async () => exitWith(await (await import('./wiring/doctor.ts')).doctor(rest, print, paint)),
  account: async () => (await databaseCommands()).account(rest, print),
  cases: async () => exitWith(await (await import('./wiring/cases-command.ts')).cases(rest, print)),
  backup: async () => (await import('./wiring/backup.ts')).backup(rest, print),
  restore: async () => (await import('./wiring/backup.ts')).restore(rest, print),
  audit: async () => exitWith(await (await databaseCommands()).audit(rest, print)),
  fleet: async () => exitWith(await (await import('./wiring/fleet-command.ts')).fleet(rest, print, paint)),
  canaries: async () => exitWith(await (await import('./wiring/canaries-command.ts')).canaries(rest, print, paint)),
  top: async () => exitWith(await (await import('./wiring/top-command.ts')).top(rest, print, paint)),
  key: async () => (await databaseCommands()).key(rest, print),
  operator: async () => (await databaseCommands()).operator(rest, print),
  search: async () => exitWith(await (await oneOff()).search(rest, print)),
  mcp: async () => (await import('./wiring/mcp.ts')).mcp(rest),
  batch: async () => exitWith(await (await import('./wiring/remote.ts')).batch(rest, print)),
  export: async () => (await import('./wiring/remote.ts')).exportResults(rest),
  track: async () => exitWith(await (await import('./wiring/track-command.ts')).track(rest, print)),
  keywords: async () => exitWith(await (await oneOff()).keywords(rest, print)),
  technologies: async () => (await oneOff()).tech(rest, print),
  ask: async () => exitWith(await (await oneOff()).ask(rest, print)),
  whois: async () => (await oneOff()).whois(rest, print),
  registries: async () => (await oneOff()).registries(rest, print),
  reparse: async () => {
    const args = parseArguments(rest, 'reparse');
    if (args.flag('dry-run') || args.flag('cases')) {
      if (!args.flag('dry-run') || !args.flag('cases') || args.plain.length > 0)
        throw new UsageProblem('Use --dry-run and --cases together, without an ID. Try: sextant help reparse');
      return exitWith(await (await import('./wiring/cases-command.ts')).dryReparse(args, print));
    }
    exitWith(await (await import('./wiring/reparse.ts')).reparse(rest, print));
  },
  parse: async () => {
    const [{ parseCommand }, { createParseStored }] = await Promise.all([import('./cli/parse.ts'), import('./sources/parsers.ts')]);
    exitWith(await parseCommand(rest, createParseStored(), print));
  },
  regions: async () => (await oneOff()).regions(rest, print),
});
