// The envelope of DataForSEO's responses: counts, times and costs around a list of tasks.
import { randomUUID } from 'node:crypto';
import { type State, stateOf } from './codes.ts';

/** The date of the provider's API that these responses follow. */
const VERSION = '0.1.20261117';
const OK = stateOf(20000);

export interface TaskAnswer {
  /** Absent for a rejected task, which has no object. */
  readonly id?: string;
  readonly state: State;
  /** In US dollars. */
  readonly cost?: number;
  readonly path: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly result?: readonly unknown[] | null;
}

const seconds = (started: number): string => `${(Math.max(0, performance.now() - started) / 1000).toFixed(4)} sec.`;
/** Sums of prices have rounding errors beyond this. */
const rounded = (cost: number): number => Math.round(cost * 1e9) / 1e9;

const isError = ({ code }: State): boolean => code >= 40000;

export function taskOf({ id = randomUUID(), state, cost = 0, path, data, result = null }: TaskAnswer, started: number): object {
  return {
    id,
    status_code: state.code,
    status_message: state.message,
    time: seconds(started),
    cost: rounded(cost),
    result_count: result?.length ?? 0,
    path,
    data,
    result,
  };
}

/** Returns the response to a request whose tasks have their own states. */
export function responseOf(tasks: readonly TaskAnswer[], started: number): object {
  return {
    ...headOf(OK, started),
    cost: rounded(tasks.reduce((sum, { cost = 0 }) => sum + cost, 0)),
    tasks_count: tasks.length,
    tasks_error: tasks.filter(({ state }) => isError(state)).length,
    tasks: tasks.map((task) => taskOf(task, started)),
  };
}

/** Returns the response to a request that was rejected as a whole. */
export const failureOf = (state: State, started: number): object => ({
  ...headOf(state, started),
  cost: 0,
  tasks_count: 0,
  tasks_error: 0,
  tasks: null,
});

const headOf = ({ code, message }: State, started: number) => ({
  version: VERSION,
  status_code: code,
  status_message: message,
  time: seconds(started),
});

/** Writes a time as `2026-11-17 06:41:56 +00:00`. */
export const timestampOf = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
