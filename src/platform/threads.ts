// Thread pool with a heap limit and a timeout per thread, so that a crash fails only its task.
import { Worker } from 'node:worker_threads';

export interface ThreadSettings {
  /** The program of each thread. It responds to every message with exactly one. */
  readonly program: URL;
  readonly count: number;
  readonly heapMegabytes: number;
  readonly msMax: number;
}

/** The buffers in `transfer` belong to the thread from then on. */
export interface ThreadMessage {
  readonly task: unknown;
  readonly transfer: readonly ArrayBuffer[];
}

export interface Threads {
  run(task: unknown): Promise<unknown>;
  /** Builds the message only when a thread is free, so that waiting tasks hold no copies. */
  post(build: () => ThreadMessage): Promise<unknown>;
  close(): Promise<void>;
}

/** The thread died or took too long with this task. */
export class ThreadExited extends Error {}

interface Waiting {
  readonly build: () => ThreadMessage;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function createThreads(settings: ThreadSettings): Threads {
  const queue: Waiting[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  const spawn = (): Worker => {
    const thread = new Worker(settings.program, { resourceLimits: { maxOldGenerationSizeMb: settings.heapMegabytes }, execArgv: [] });
    // A thread without a task that dies needs no error. It is removed from the pool.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      all.delete(thread);
      const at = idle.indexOf(thread);
      if (at >= 0) idle.splice(at, 1);
    });
    thread.unref();
    all.add(thread);
    return thread;
  };

  const next = (): void => {
    while (queue.length > 0 && (idle.length > 0 || all.size < settings.count)) work(idle.pop() ?? spawn(), queue.shift()!);
  };

  const work = (thread: Worker, waiting: Waiting): void => {
    let ended = false;
    const end = (): void => {
      ended = true;
      clearTimeout(clock);
      thread.off('message', onResult);
      thread.off('exit', onExit);
    };
    const onResult = (result: unknown): void => {
      end();
      waiting.resolve(result);
      if (!closed) idle.push(thread);
      next();
    };
    const onExit = (): void => {
      end();
      waiting.reject(new ThreadExited('the task ended its thread'));
      next();
    };
    const terminate = (): void => {
      if (ended) return;
      // A result that arrives from now on must not free this thread for another task.
      thread.off('message', onResult);
      void thread.terminate();
    };
    // If our own event loop was blocked this long, the result may already be here. It is read before the next immediate.
    const clock = setTimeout(() => setImmediate(terminate), settings.msMax);
    thread.once('message', onResult);
    thread.once('exit', onExit);
    const { task, transfer } = waiting.build();
    thread.postMessage(task, [...transfer]);
  };

  const post = (build: () => ThreadMessage): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new ThreadExited('the threads are closed'));
      queue.push({ build, resolve, reject });
      next();
    });

  return {
    run: (task) => post(() => ({ task, transfer: [] })),
    post,
    close: async () => {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.reject(new ThreadExited('the threads are closed'));
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}
