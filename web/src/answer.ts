// Asks the API for one thing on behalf of a component, and again when the path changes or somebody wants it fresh.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from './api.ts';
import type { Credential } from './session.ts';

export interface Answer<T> {
  readonly data: T | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
  reload(): void;
}

/** Null as path asks nothing. `seconds` asks again that often while the tab is looked at. */
export function useAnswer<T>(path: string | null, as: Credential = 'key', seconds = 0): Answer<T> {
  const [state, setState] = useState<{ path: string | null; data: T | null; problem: Problem | null; loading: boolean }>({
    path,
    data: null,
    problem: null,
    loading: path !== null,
  });
  const [turn, setTurn] = useState(0);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    // Fresh figures replace old ones without a flicker; another path starts empty.
    setState((before) => ({ path, data: shown.current === path ? before.data : null, problem: null, loading: true }));
    call<T>(path, { as, signal: abort.signal }).then(
      (data) => {
        shown.current = path;
        setState({ path, data, problem: null, loading: false });
      },
      (error) => {
        if (!abort.signal.aborted) setState((before) => ({ path, data: before.data, problem: asProblem(error), loading: false }));
      },
    );
    return () => abort.abort();
  }, [path, as, turn]);
  const reload = useCallback(() => setTurn((number) => number + 1), []);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, reload]);
  const current = state.path === path;
  return { data: current ? state.data : null, problem: current ? state.problem : null, loading: current ? state.loading : true, reload };
}
