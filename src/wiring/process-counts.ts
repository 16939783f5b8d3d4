// The number of API and worker processes of one start: as requested, or by the number of cores.
import { UsageProblem } from '../cli/arguments.ts';
import type { Config } from '../config.ts';
import { availableCores } from '../platform/cores.ts';

export interface Shape {
  readonly apis: number;
  readonly workers: number;
}

export const PROCESSES_MAX = 64;

/** By default half of the cores serve and half work. A process needs about 200 MB, so the defaults have a maximum. */
const APIS_UNASKED_MAX = 4;
const WORKERS_UNASKED_MAX = 8;

export function shapeOf(config: Config, asked: { api?: string; workers?: string } = {}, cores = availableCores()): Shape {
  const half = Math.max(1, Math.floor(cores / 2));
  return {
    apis: numberOf('api', asked.api, 1) ?? (config.API_PROCESSES || Math.min(half, APIS_UNASKED_MAX)),
    workers: numberOf('workers', asked.workers, 0) ?? (config.WORKER_PROCESSES || Math.min(half, WORKERS_UNASKED_MAX)),
  };
}

function numberOf(name: string, given: string | undefined, least: number): number | null {
  if (given === undefined) return null;
  const value = Number(given);
  if (given.trim() === '' || !Number.isInteger(value) || value < least || value > PROCESSES_MAX)
    throw new UsageProblem(`--${name} must be a whole number from ${least} to ${PROCESSES_MAX}.`);
  return value;
}
