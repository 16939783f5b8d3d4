// Hook that reads all keywords of a project, so that filters and sorting need no further calls.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { asProblem, call, type Problem, withQuery } from '../api.ts';
import type { ApiState } from '../use-api.ts';
import type { TrackedKeyword } from './types.ts';

const PAGE = 10_000;
/** More keywords than this are left out. The export has all of them. */
export const KEYWORDS_SHOWN_MAX = 50_000;

interface Page {
  readonly items: readonly TrackedKeyword[];
  readonly total: number;
  readonly next: string | null;
}
export interface Keywords {
  readonly items: readonly TrackedKeyword[];
  readonly total: number;
}

async function readAll(projectId: string, signal: AbortSignal): Promise<Keywords> {
  const items: TrackedKeyword[] = [];
  let page: Page;
  let after: string | undefined;
  do {
    page = await call<Page>(withQuery(`/projects/${projectId}/keywords`, { limit: PAGE, after }), { signal });
    items.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined && items.length < KEYWORDS_SHOWN_MAX);
  return { items, total: page.total };
}

export function useKeywords(projectId: string): ApiState<Keywords> {
  const [state, setState] = useState<{ data: Keywords | null; problem: Problem | null; loading: boolean }>({
    data: null,
    problem: null,
    loading: true,
  });
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setState(({ data }) => ({ data, problem: null, loading: true }));
    readAll(projectId, abort.signal).then(
      (data) => setState({ data, problem: null, loading: false }),
      (error) => {
        if (!abort.signal.aborted) setState(({ data }) => ({ data, problem: asProblem(error), loading: false }));
      },
    );
    return () => abort.abort();
  }, [projectId, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  return { ...state, reload };
}
