// Hook for one admin action: running, finished with a result, or failed with a problem.
import { useState } from 'preact/hooks';
import { asProblem, type Problem } from '../api.ts';

export interface Action<T> {
  readonly busy: boolean;
  readonly result: T | null;
  readonly problem: Problem | null;
  run(work: () => Promise<T>): Promise<void>;
}

export function useAction<T>(): Action<T> {
  const [state, setState] = useState<{ busy: boolean; result: T | null; problem: Problem | null }>({
    busy: false,
    result: null,
    problem: null,
  });
  const run = async (work: () => Promise<T>) => {
    setState({ busy: true, result: null, problem: null });
    try {
      setState({ busy: false, result: await work(), problem: null });
    } catch (error) {
      setState({ busy: false, result: null, problem: asProblem(error) });
    }
  };
  return { ...state, run };
}

/** Returns the number in a form field, or undefined when the field is empty. */
export const optionalNumber = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
