// Keeps one browser for everybody: started when first needed, replaced after so many pages and whenever it dies.
import { unreachable } from '../adapter.ts';
import type { RunningBrowser } from './browser-start.ts';

export interface BrowserKeeper {
  /** Lends the browser for one page. */
  lend<T>(work: (running: RunningBrowser) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One browser and what it has done so far. */
interface Shift {
  readonly running: Promise<RunningBrowser>;
  /** Pages begun. */
  begun: number;
  /** Pages under way. */
  open: number;
  /** No further pages; it ends with the last one under way. */
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
    // A browser that dies takes its pages with it; what it left behind is cleared at once.
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
