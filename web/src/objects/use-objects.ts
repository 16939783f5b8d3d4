// Hook for one page of the request list. Rare matches need several calls.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { asProblem, call, type Problem, withQuery } from '../api.ts';
import type { ObjectList, ObjectRow } from '../api-types.ts';
import type { Access } from './access.ts';
import { queryOf } from './filter-query.ts';
import type { Filter } from './filters.tsx';

interface State {
  readonly items: readonly ObjectRow[];
  readonly next: string | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
}

const LIMIT = 50;
/** Calls per page. The "Older" button continues the scan. */
const CALLS_MAX = 40;

export function useObjects({ as, root }: Access, filter: Filter, after: string | undefined): State & { reload(): void } {
  const [state, setState] = useState<State>({ items: [], next: null, problem: null, loading: true });
  const [reloads, setReloads] = useState(0);
  const text = JSON.stringify(filter);
  useEffect(() => {
    const abort = new AbortController();
    const show = (more: Partial<State>) => !abort.signal.aborted && setState((before) => ({ ...before, ...more }));
    const load = async () => {
      let items: readonly ObjectRow[] = [];
      let cursor = after;
      for (let calls = 0; calls < CALLS_MAX; calls++) {
        const path = withQuery(root, { ...queryOf(JSON.parse(text) as Filter), after: cursor, limit: LIMIT - items.length });
        const page = await call<ObjectList>(path, { as, signal: abort.signal });
        items = [...items, ...page.items];
        cursor = page.next ?? undefined;
        const done = page.next === null || items.length >= LIMIT || calls === CALLS_MAX - 1;
        show({ items, next: page.next, loading: !done });
        if (done) return;
      }
    };
    // The rows before stay until the first response, so that nothing moves in between.
    show({ problem: null, loading: true, next: null });
    load().catch((error) => show({ problem: asProblem(error), loading: false, items: [] }));
    return () => abort.abort();
  }, [as, root, text, after, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  return { ...state, reload };
}
