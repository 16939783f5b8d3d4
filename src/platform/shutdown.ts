// Graceful shutdown: on a stop signal, release resources and exit with 0.
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

let closeAll: () => Promise<void> = async () => undefined;
let registered = false;
let stopping = false;

function stop(): void {
  if (stopping) return;
  stopping = true;
  closeAll().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

/**
 * Handles stop signals from now on, even before there are resources to release: a process that is still starting exits
 * with 0 as well.
 */
export function onShutdown(): void {
  if (registered) return;
  registered = true;
  for (const signal of SIGNALS) process.on(signal, stop);
}

/** Registers resources to release first. Returns the shutdown function, for reasons other than a signal. */
export function onShutdownRelease(release: () => Promise<void>): () => void {
  closeAll = release;
  onShutdown();
  return stop;
}
