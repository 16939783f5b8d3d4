// The script that runs in the page before its own scripts and records shifts, long tasks and the time of the first complete view.
import { round } from '../report.ts';

/** Milliseconds are counted from the start of the navigation. */
export interface Recorded {
  /** The heading and the first control or row are rendered, and no placeholder is left. 0: not yet. */
  readonly readyAt: number;
  readonly longTasks: readonly { readonly start: number; readonly end: number }[];
  readonly shifts: readonly Shift[];
}

export interface Shift {
  readonly at: number;
  readonly value: number;
  /** The elements that moved, with their old and new position. */
  readonly moved: readonly string[];
}

/** Returns the record of a page that was opened with `recordScript`. */
export const READ_RECORD = 'window.labRecord';

/** `shows` is a selector of what must be in `main` besides the heading. */
export const recordScript = (shows: string): string => `
  const record = (window.labRecord = { readyAt: 0, longTasks: [], shifts: [] });
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const nameOf = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    return element ? element.localName + (element.className && typeof element.className === 'string' ? '.' + element.className.trim().replace(/\\s+/g, '.') : '') : 'removed element';
  };
  const observe = (type, add) => new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => record.longTasks.push({ start: startTime, end: startTime + duration }));
  // Movement right after a click or a key is expected by the user.
  observe('layout-shift', ({ startTime, value, hadRecentInput, sources }) => {
    if (!hadRecentInput) record.shifts.push({ at: startTime, value, moved: sources.map(({ node, previousRect, currentRect }) => nameOf(node) + ' ' + place(previousRect) + ' → ' + place(currentRect)) });
  });
  const check = () => {
    const main = document.querySelector('main');
    const isShown = (selector) => [...main.querySelectorAll(selector)].some((element) => element.checkVisibility({ visibilityProperty: true }));
    const isReady = main && isShown('h1') && isShown(${JSON.stringify(shows)}) && !main.querySelector('.loading');
    if (isReady) record.readyAt = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
`;

/** A page is interactive when no long task has run for this time. */
export const QUIET_MS = 200;

/** Returns the end of the last long task before the first quiet time, or the time of the first complete view. */
export function interactiveMs({ readyAt, longTasks }: Pick<Recorded, 'readyAt' | 'longTasks'>): number {
  let at = readyAt;
  for (const { start, end } of longTasks.toSorted((a, b) => a.start - b.start)) if (start < at + QUIET_MS) at = Math.max(at, end);
  return at;
}

export const shiftOf = (shifts: readonly Shift[]): number =>
  round(
    shifts.reduce((sum, { value }) => sum + value, 0),
    4,
  );
