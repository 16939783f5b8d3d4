// One shared browser, started on demand, replaced after a number of pages or when it dies, and ended when idle.
import { unreachable } from '../adapter.ts';
import type { RunningBrowser } from './browser-start.ts';

export interface BrowserPool {
  /** Runs the work with the browser, for one page. */
  withBrowser<T>(work: (running: RunningBrowser) => Promise<T>): Promise<T>;
  /** Starts the browser before its first page. A failure is reported by the first page. */
  prepare(): void;
  close(): Promise<void>;
}

export interface BrowserPoolSettings {
  readonly pagesPerBrowser: number;
  /** Time without a page after which the browser ends. 0: never. */
  readonly idleMsMax: number;
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
  /** Runs while no page is open. */
  idle?: NodeJS.Timeout;
}

export function createBrowserPool(start: () => Promise<RunningBrowser>, settings: BrowserPoolSettings): BrowserPool {
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
    clearTimeout(lifetime.idle);
    lifetime.retired = true;
    if (current === lifetime) current = null;
    if (lifetime.open === 0) finish(lifetime);
  };
  const endWhenIdle = (lifetime: BrowserLifetime): void => {
    if (settings.idleMsMax > 0) lifetime.idle = setTimeout(() => retire(lifetime), settings.idleMsMax).unref();
  };
  const begin = (): BrowserLifetime => {
    const lifetime: BrowserLifetime = { running: start(), started: 0, open: 0, retired: false };
    // A browser that dies loses its pages. Its leftovers are removed immediately.
    const lost = (): void => {
      retire(lifetime);
      finish(lifetime);
    };
    lifetime.running.then(({ browser }) => {
      if (!browser.isConnected()) return lost();
      browser.once('disconnected', lost);
      if (lifetime.open === 0 && !lifetime.retired) endWhenIdle(lifetime);
    }, lost);
    return lifetime;
  };

  return {
    withBrowser: async (work) => {
      if (closed) throw unreachable('the browser is closed');
      current ??= begin();
      const lifetime = current;
      clearTimeout(lifetime.idle);
      lifetime.started += 1;
      lifetime.open += 1;
      if (lifetime.started >= settings.pagesPerBrowser) {
        lifetime.retired = true;
        current = null;
      }
      try {
        return await work(await lifetime.running);
      } finally {
        lifetime.open -= 1;
        if (lifetime.open === 0) (lifetime.retired ? finish : endWhenIdle)(lifetime);
      }
    },
    prepare: () => {
      if (!closed) current ??= begin();
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
