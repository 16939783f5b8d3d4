// What an unfinished request is doing, from its timeline.
import type { ObjectTimeline } from '../api-types.ts';
import { counted, dateOf, duration, localTime } from '../format.ts';
import { labelOf } from '../labels.ts';

export interface Phase {
  /** A sentence that says what happens now. */
  readonly text: string;
  /** Seconds since the request was created. */
  readonly elapsedSeconds: number;
}

const detailOf = (timeline: ObjectTimeline, what: string) => timeline.steps.findLast((step) => step.what === what)?.detail;
const inSeconds = (seconds: number): string => (seconds < 90 ? `in ${Math.ceil(seconds)} s` : `in ${duration(seconds)}`);

/** Sources in the order in which they are queried: "Trying A, then B." */
const tryingText = (route: readonly string[]): string =>
  route.length === 0 ? 'A worker is querying the source.' : `Trying ${route.map(labelOf).join(', then ')}.`;

function failuresText({ attempts }: ObjectTimeline): string {
  const last = attempts.at(-1);
  return last ? `${counted(attempts.length, 'attempt')} failed, the last one with ${labelOf(last.source)} (${labelOf(last.outcome)}).` : '';
}

function textOf(timeline: ObjectTimeline, route: readonly string[], now: number): string {
  const [queued, claimed] = [detailOf(timeline, 'queued'), detailOf(timeline, 'claimed')];
  if (claimed?.running === true) return `${failuresText(timeline)} ${tryingText(route)}`.trim();
  const dueAt = typeof queued?.dueAt === 'string' ? queued.dueAt : null;
  const wait = dueAt === null ? 0 : (dateOf(dueAt).getTime() - now) / 1000;
  if (claimed) {
    const next = wait > 0 ? `Next attempt ${inSeconds(wait)}, at ${localTime(dueAt)}.` : 'The next attempt starts when a worker is free.';
    return `${failuresText(timeline)} ${next}`.trim();
  }
  return wait > 0 ? `Scheduled: starts ${inSeconds(wait)}, at ${localTime(dueAt)}.` : 'Queued. It starts when a worker is free.';
}

/** Returns null for a finished request. `route` may be empty if the sources are not known. */
export function phaseOf(timeline: ObjectTimeline, route: readonly string[], now: number): Phase | null {
  if (timeline.state !== 'waiting') return null;
  const start = timeline.steps.find(({ at }) => at !== null)?.at ?? timeline.createdAt;
  return { text: textOf(timeline, route, now), elapsedSeconds: Math.max(0, (now - dateOf(start).getTime()) / 1000) };
}
