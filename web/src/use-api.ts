// Hook that reads one API path for a component and reloads it on demand or on an interval.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from './api.ts';
import type { Credential } from './session.ts';

export interface ApiState<T> {
  readonly data: T | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
  reload(): void;
}

/** A null path sends no request. `seconds` is the reload interval while the tab is visible; 0 disables it. */
export function useApi<T>(path: string | null, as: Credential = 'key', seconds = 0): ApiState<T> {
  const [state, setState] = useState<{ path: string | null; data: T | null; problem: Problem | null; loading: boolean }>({
    path,
    data: null,
    problem: null,
    loading: path !== null,
  });
  const [reloads, setReloads] = useState(0);
  const shownPath = useRef<string | null>(null);
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    // A reload keeps the old data on screen to avoid a flicker. Another path starts empty.
    setState((before) => ({ path, data: shownPath.current === path ? before.data : null, problem: null, loading: true }));
    call<T>(path, { as, signal: abort.signal }).then(
      (data) => {
        shownPath.current = path;
        setState({ path, data, problem: null, loading: false });
      },
      (error) => {
        if (!abort.signal.aborted) setState((before) => ({ path, data: before.data, problem: asProblem(error), loading: false }));
      },
    );
    return () => abort.abort();
  }, [path, as, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, reload]);
  const isCurrent = state.path === path;
  return {
    data: isCurrent ? state.data : null,
    problem: isCurrent ? state.problem : null,
    loading: isCurrent ? state.loading : true,
    reload,
  };
}
