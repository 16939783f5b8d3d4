// One shared browser, started on demand, replaced after a number of pages or when it dies.
import { unreachable } from '../adapter.ts';
import type { RunningBrowser } from './browser-start.ts';

export interface BrowserPool {
  /** Runs the work with the browser, for one page. */
  withBrowser<T>(work: (running: RunningBrowser) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One browser process and its page counts. */
interface BrowserLifetime {
  readonly running: Promise<RunningBrowser>;
  /** Number of pages started. */
  started: number;
  /** Number of open pages. */
  open: number;
  /** True when it gets no further pages. It ends after the last open one. */
  retired: boolean;
}

export function createBrowserPool(start: () => Promise<RunningBrowser>, pagesPerBrowser: number): BrowserPool {
  const endings = new Set<Promise<void>>();
  let current: BrowserLifetime | null = null;
  let closed = false;

  const finish = (lifetime: BrowserLifetime): void => {
    const ending = lifetime.running.then((running) => running.end()).catch(() => undefined);
    endings.add(ending);
    void ending.then(() => endings.delete(ending));
  };
  const retire = (lifetime: BrowserLifetime): void => {
    if (lifetime.retired) return;
    lifetime.retired = true;
    if (current === lifetime) current = null;
    if (lifetime.open === 0) finish(lifetime);
  };
  const begin = (): BrowserLifetime => {
    const lifetime: BrowserLifetime = { running: start(), started: 0, open: 0, retired: false };
    // A browser that dies loses its pages. Its leftovers are removed immediately.
    const lost = (): void => {
      retire(lifetime);
      finish(lifetime);
    };
    lifetime.running.then(({ browser }) => (browser.isConnected() ? browser.once('disconnected', lost) : lost()), lost);
    return lifetime;
  };

  return {
    withBrowser: async (work) => {
      if (closed) throw unreachable('the browser is closed');
      current ??= begin();
      const lifetime = current;
      lifetime.started += 1;
      lifetime.open += 1;
      if (lifetime.started >= pagesPerBrowser) {
        lifetime.retired = true;
        current = null;
      }
      try {
        return await work(await lifetime.running);
      } finally {
        lifetime.open -= 1;
        if (lifetime.retired && lifetime.open === 0) finish(lifetime);
      }
    },
    close: async () => {
      closed = true;
      const lifetime = current;
      if (lifetime) {
        retire(lifetime);
        finish(lifetime);
      }
      while (endings.size > 0) await Promise.all(endings);
    },
  };
}
