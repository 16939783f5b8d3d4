// Timers of tracking: planning, recording, packing, figures and alerts. Every worker runs them; the database keeps them apart.

export interface TrackingTask {
  readonly name: string;
  readonly everyMs: number;
  /** Returns the number of rows that it processed. */
  readonly run: () => Promise<number>;
}

/** A task that still runs is not started again. `stop` waits for those that run. */
export function startTracking(
  tasks: readonly TrackingTask[],
  onMaintained: (task: string, count: number) => void,
  onError: (task: string, error: unknown) => void,
): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>();
  const runOnce = async ({ name, run }: TrackingTask): Promise<void> => {
    try {
      const count = await run();
      if (count > 0) onMaintained(name, count);
    } catch (error) {
      onError(name, error);
    }
  };
  const start = (task: TrackingTask): void => {
    if (running.has(task.name)) return;
    running.set(
      task.name,
      runOnce(task).finally(() => running.delete(task.name)),
    );
  };
  const timers = tasks.map((task) => {
    start(task);
    return setInterval(() => start(task), task.everyMs);
  });
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
