// The step of the first tour, stored in this browser.

export type TourStep = 1 | 2 | 3;
const NAME = 'sextant.first-run';

/** Returns `done` after the tour was finished or skipped, and also when the browser stores nothing. */
export function firstRunStep(): TourStep | 'done' {
  try {
    const stored = localStorage.getItem(NAME);
    return stored === null ? 1 : stored === '2' ? 2 : stored === '3' ? 3 : 'done';
  } catch {
    return 'done';
  }
}

export function storeFirstRunStep(step: TourStep | 'done'): void {
  try {
    localStorage.setItem(NAME, String(step));
  } catch {
    // Without storage the tour is not shown again anyway.
  }
}
