// Estimates how long the running jobs of a worker still take, from the durations of recent jobs of the same group.
import type { Job } from '../contract/order.ts';
import { engineOf } from './job-engine.ts';
import type { RunningJob } from './loop.ts';

export interface DrainEstimate {
  /** Records the duration of a finished job. */
  record(job: Job, ms: number): void;
  /** Returns the estimated time until all of these jobs have ended. */
  secondsLeft(running: readonly RunningJob[], now?: number): number;
}

const DURATIONS_PER_GROUP = 200;
const GROUPS_MAX = 200;
const PERCENTILE = 0.95;

/** Jobs of one kind, mode and engine take about equally long. */
const groupOf = (job: Job): string => `${job.kind} ${job.mode} ${engineOf(job) ?? ''}`;

/** A job that runs longer than `jobMsMax` is ended. */
export function createDrainEstimate(jobMsMax: number): DrainEstimate {
  const groups = new Map<string, { readonly durations: number[]; next: number }>();

  /** The p95 of jobs that took at least as long as this one already has. Without such a job only the limit is certain. */
  const expectedMs = (job: Job, elapsedMs: number): number => {
    const longer = (groups.get(groupOf(job))?.durations ?? []).filter((ms) => ms >= elapsedMs).sort((a, b) => a - b);
    return longer[Math.ceil(longer.length * PERCENTILE) - 1] ?? jobMsMax;
  };
  return {
    record: (job, ms) => {
      const name = groupOf(job);
      const group = groups.get(name) ?? { durations: [], next: 0 };
      if (!groups.has(name) && groups.size >= GROUPS_MAX) return;
      groups.set(name, group);
      group.durations[group.next] = ms;
      group.next = (group.next + 1) % DURATIONS_PER_GROUP;
    },
    secondsLeft: (running, now = performance.now()) => {
      const left = running.map(({ job, startedAt }) => Math.min(expectedMs(job, now - startedAt), jobMsMax) - (now - startedAt));
      return Math.max(0, ...left) / 1000;
    },
  };
}
