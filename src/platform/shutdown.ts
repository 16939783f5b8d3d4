// How a process ends that was told to stop: it puts away what it has, then leaves with 0.
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

let closeAll: () => Promise<void> = async () => undefined;
let listens = false;
let stopping = false;

function stop(): void {
  if (stopping) return;
  stopping = true;
  closeAll().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

/** From now on a signal is obeyed, even before there is anything to put away: a process that is still starting leaves with 0 as well. */
export function onShutdown(): void {
  if (listens) return;
  listens = true;
  for (const signal of SIGNALS) process.on(signal, stop);
}

/** What has to be put away first. Answers the stop itself, for other reasons than a signal. */
export function onStop(first: () => Promise<void>): () => void {
  closeAll = first;
  onShutdown();
  return stop;
}
