// Runs `sextant start` and `sextant api`: starts the service and prints its banner.
import type { Arguments } from '../cli/arguments.ts';
import { banner } from '../cli/start.ts';
import { readConfig } from '../config.ts';
import { onShutdownRelease } from '../platform/shutdown.ts';
import { dataFolder } from './installation.ts';
import { shapeOf } from './process-counts.ts';
import { startService } from './service.ts';
import { isLoopback } from './targets.ts';

/** `fixedCounts` are process counts that the command itself sets. */
export async function start(args: Arguments, fixedCounts: { workers?: string } = {}): Promise<void> {
  const started = performance.now();
  const config = readConfig();
  const service = await startService(config, shapeOf(config, { api: args.option('api'), workers: args.option('workers'), ...fixedCounts }));
  const details = {
    ...service,
    mode: config.MODE,
    openHost: isLoopback(config.HOST) ? null : config.HOST,
    dataFolder: dataFolder(config),
    tokenGiven: config.ADMIN_TOKEN !== null,
    seconds: (performance.now() - started) / 1000,
  };
  // In production a generated token stays in its file and is not printed as JSON either.
  const printed = config.MODE === 'production' ? { ...details, newToken: null, tokenIsNew: details.newToken !== null } : details;
  process.stdout.write(args.json ? `${JSON.stringify(printed)}\n` : banner(details));
  onShutdownRelease(() => service.stop());
}
