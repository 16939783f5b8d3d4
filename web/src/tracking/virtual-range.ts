// Which rows of a long list are drawn, for a given scroll position.

/** Rows before and after the visible ones, so that quick scrolling and the keyboard find their target. */
const SPARE_ROWS = 8;

/** Returns the first row to draw and the one after the last. */
export function visibleRows(scrollTop: number, viewHeight: number, rowHeight: number, count: number): [from: number, to: number] {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE_ROWS);
  const to = Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + SPARE_ROWS);
  // A list that became shorter may be scrolled beyond its end for one frame.
  return from < to ? [from, to] : [Math.max(0, count - SPARE_ROWS), count];
}
