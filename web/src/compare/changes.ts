// Titles, tones and marks of the changes between two results.
import type { Change, Difference } from './diff.ts';

export const CHANGE_TITLES: Readonly<Record<Change, string>> = {
  up: 'Moved up',
  down: 'Moved down',
  new: 'New',
  lost: 'Lost',
  same: 'Unchanged',
  unchecked: 'Not checked',
};

export const CHANGE_TONES: Readonly<Record<Change, string>> = {
  up: 'good',
  down: 'bad',
  new: 'note',
  lost: 'bad',
  same: '',
  unchecked: 'wait',
};

/** `▲ 3`, `▼ 2`, or the title of the change. */
export function changeMark({ change, gained }: Pick<Difference, 'change' | 'gained'>): string {
  if (change === 'up') return `▲ ${gained}`;
  if (change === 'down') return `▼ ${-gained}`;
  return CHANGE_TITLES[change];
}
