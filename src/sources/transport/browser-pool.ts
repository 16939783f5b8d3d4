// One shared browser, started on demand, replaced after a number of pages or when it dies.
import { unreachable } from '../adapter.ts';
import type { RunningBrowser } from './browser-start.ts';

export interface BrowserKeeper {
  /** Runs the work with the browser, for one page. */
  lend<T>(work: (running: RunningBrowser) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One browser process and its page counts. */
interface Shift {
  readonly running: Promise<RunningBrowser>;
  /** Number of pages started. */
  begun: number;
  /** Number of open pages. */
  open: number;
  /** True when it gets no further pages. It ends after the last open one. */
  over: boolean;
}

export function createBrowserPool(start: () => Promise<RunningBrowser>, pagesPerBrowser: number): BrowserKeeper {
  const endings = new Set<Promise<void>>();
  let current: Shift | null = null;
  let closed = false;

  const finish = (shift: Shift): void => {
    const ending = shift.running.then((running) => running.end()).catch(() => undefined);
    endings.add(ending);
    void ending.then(() => endings.delete(ending));
  };
  const retire = (shift: Shift): void => {
    if (shift.over) return;
    shift.over = true;
    if (current === shift) current = null;
    if (shift.open === 0) finish(shift);
  };
  const begin = (): Shift => {
    const shift: Shift = { running: start(), begun: 0, open: 0, over: false };
    // A browser that dies loses its pages. Its leftovers are removed immediately.
    const lost = (): void => {
      retire(shift);
      finish(shift);
    };
    shift.running.then(({ browser }) => (browser.isConnected() ? browser.once('disconnected', lost) : lost()), lost);
    return shift;
  };

  return {
    lend: async (work) => {
      if (closed) throw unreachable('the browser is closed');
      current ??= begin();
      const shift = current;
      shift.begun += 1;
      shift.open += 1;
      if (shift.begun >= pagesPerBrowser) {
        shift.over = true;
        current = null;
      }
      try {
        return await work(await shift.running);
      } finally {
        shift.open -= 1;
        if (shift.over && shift.open === 0) finish(shift);
      }
    },
    close: async () => {
      closed = true;
      const shift = current;
      if (shift) {
        retire(shift);
        finish(shift);
      }
      while (endings.size > 0) await Promise.all(endings);
    },
  };
}
