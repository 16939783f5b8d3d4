// Something the operator does: it runs, it is done, or it went wrong.
import { useState } from 'preact/hooks';
import { asProblem, type Problem } from '../api.ts';

export interface Act<T> {
  readonly busy: boolean;
  readonly done: T | null;
  readonly problem: Problem | null;
  run(work: () => Promise<T>): Promise<void>;
}

export function useAct<T>(): Act<T> {
  const [state, setState] = useState<{ busy: boolean; done: T | null; problem: Problem | null }>({
    busy: false,
    done: null,
    problem: null,
  });
  const run = async (work: () => Promise<T>) => {
    setState({ busy: true, done: null, problem: null });
    try {
      setState({ busy: false, done: await work(), problem: null });
    } catch (error) {
      setState({ busy: false, done: null, problem: asProblem(error) });
    }
  };
  return { ...state, run };
}

/** Numbers from fields that may be empty. */
export const numberOrNothing = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
