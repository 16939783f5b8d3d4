// The history of a keyword as lines and marks of a chart.
import type { Line } from '../parts/chart.tsx';
import { checkText } from './labels.ts';
import type { Note, Point } from './types.ts';
import { shortUrl } from './urls.ts';

/** Slots are calendar times without a zone. Charts show them as UTC, so that no zone moves them. */
export const slotSeconds = (slot: string): number => Date.parse(`${slot.length > 10 ? slot : `${slot}T00:00`}Z`) / 1000;
export const slotDay = (slot: string): string => slot.slice(0, 10);
/** `2026-11-18`, with the time for slots of hourly schedules and of `Run now`. */
export const slotText = (slot: string): string => (slot.endsWith('T00:00') ? slotDay(slot) : slot.replace('T', ' '));

/** Above the best position, where no line is. */
const NOTE_HEIGHT = 0.4;

export interface PageChange {
  readonly slot: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the slots at which another page of the domain ranks than at the found check before. */
export function pageChangesIn(points: readonly Point[]): PageChange[] {
  const found = points.filter(({ state, url }) => state === 'found' && url !== null);
  return found.flatMap(({ slot, url }, index) => {
    const before = found[index - 1]?.url;
    return before && before !== url ? [{ slot, before, after: url! }] : [];
  });
}

/** A line ends where the domain was not found and where the check failed. The mark and the text tell them apart. */
export function historyLines(
  points: readonly Point[],
  notes: readonly Pick<Note, 'day' | 'text'>[],
  names: { readonly own: string; readonly competitors: readonly string[] },
): { times: number[]; lines: Line[]; worst: number } {
  const [first = '', last = ''] = [points[0]?.slot, points.at(-1)?.slot].map((slot) => slot && slotDay(slot));
  const shownNotes = notes.filter(({ day }) => day >= first && day <= last);
  const times = [...new Set([...points.map(({ slot }) => slotSeconds(slot)), ...shownNotes.map(({ day }) => slotSeconds(day))])].sort(
    (a, b) => a - b,
  );
  const at = new Map(points.map((point) => [slotSeconds(point.slot), point]));
  // Undefined: no check at the time of a note, so the line continues.
  const valuesOf = (read: (point: Point) => number | null): (number | null)[] =>
    times.map((time) => (at.has(time) ? read(at.get(time)!) : undefined) as number | null);
  const worst = Math.max(1, ...points.flatMap(({ position, competitors }) => [position ?? 1, ...competitors.map((other) => other ?? 1)]));

  const changes = new Map(pageChangesIn(points).map((change) => [slotSeconds(change.slot), shortUrl(change.after)]));
  const noteAt = new Map<number, string>();
  for (const { day, text } of shownNotes) {
    const time = slotSeconds(day);
    noteAt.set(time, noteAt.has(time) ? `${noteAt.get(time)}; ${text}` : text);
  }
  const marks = (
    name: string,
    colour: string,
    heightAt: (time: number) => number,
    textAt: (time: number) => string | undefined,
  ): Line[] => {
    const texts = times.map((time) => textAt(time) ?? null);
    if (texts.every((text) => text === null)) return [];
    return [{ name, marks: colour, values: texts.map((text, index) => (text === null ? null : heightAt(times[index]!))), texts }];
  };
  const faultAt = (time: number): string | undefined => {
    const point = at.get(time);
    return point && (point.state === 'failed' || point.state === 'skipped') ? checkText(point) : undefined;
  };
  /** Failed and skipped checks have a mark of their own. */
  const ownText = (point: Point | undefined): string | null =>
    point && faultAt(slotSeconds(point.slot)) === undefined ? checkText(point) : null;
  const lines: Line[] = [
    {
      name: names.own,
      values: valuesOf(({ position }) => position),
      texts: times.map((time) => ownText(at.get(time))),
    },
    ...names.competitors.map((name, index) => ({ name, values: valuesOf(({ competitors }) => competitors[index] ?? null) })),
    ...marks('Not checked', 'bad', () => Math.max(10, worst), faultAt),
    ...marks(
      'Page change',
      'brass',
      (time) => at.get(time)!.position!,
      (time) => changes.get(time),
    ),
    ...marks(
      'Note',
      'ink',
      () => NOTE_HEIGHT,
      (time) => noteAt.get(time),
    ),
  ];
  return { times, lines, worst };
}
