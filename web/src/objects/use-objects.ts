// One page of the list of objects. The service looks through so many at a time and may find few; then the page asks on.
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { ObjectList, ObjectRow } from '../answers.ts';
import { asProblem, call, type Problem, withQuery } from '../api.ts';
import type { Access } from './access.ts';
import type { Filter } from './filters.tsx';

interface State {
  readonly items: readonly ObjectRow[];
  readonly next: string | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
}

const LIMIT = 50;
/** A search for something rare goes so many steps at a go; "Older" goes on. */
const STEPS_MAX = 40;

export function useObjects({ as, root }: Access, filter: Filter, after: string | undefined): State & { reload(): void } {
  const [state, setState] = useState<State>({ items: [], next: null, problem: null, loading: true });
  const [turn, setTurn] = useState(0);
  const text = JSON.stringify(filter);
  useEffect(() => {
    const abort = new AbortController();
    const show = (more: Partial<State>) => !abort.signal.aborted && setState((before) => ({ ...before, ...more }));
    const look = async () => {
      let items: readonly ObjectRow[] = [];
      let cursor = after;
      for (let steps = 0; steps < STEPS_MAX; steps++) {
        const path = withQuery(root, { ...(JSON.parse(text) as Filter), after: cursor, limit: LIMIT - items.length });
        const page = await call<ObjectList>(path, { as, signal: abort.signal });
        items = [...items, ...page.items];
        cursor = page.next ?? undefined;
        const done = page.next === null || items.length >= LIMIT || steps === STEPS_MAX - 1;
        show({ items, next: page.next, loading: !done });
        if (done) return;
      }
    };
    show({ problem: null, loading: true, items: [], next: null });
    look().catch((error) => show({ problem: asProblem(error), loading: false }));
    return () => abort.abort();
  }, [as, root, text, after, turn]);
  const reload = useCallback(() => setTurn((number) => number + 1), []);
  return { ...state, reload };
}
