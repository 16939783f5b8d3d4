// Hook that reads the last check of each keyword on one day.
import { useEffect, useState } from 'preact/hooks';
import { asProblem, type Problem, request, withQuery } from '../api.ts';
import type { Point } from './types.ts';

interface DayPoints {
  /** By id of the keyword. */
  readonly data: ReadonlyMap<string, Point> | null;
  readonly problem: Problem | null;
}

async function read(projectId: string, day: string, signal: AbortSignal): Promise<ReadonlyMap<string, Point>> {
  const response = await request(withQuery(`/projects/${projectId}/history`, { from: day, to: day }), { signal });
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  // Later slots of the day replace earlier ones.
  return new Map(
    lines.map((line) => {
      const point = JSON.parse(line) as Point & { readonly keywordId: string };
      return [String(point.keywordId), point] as const;
    }),
  );
}

/** A null day reads nothing. */
export function useDayPoints(projectId: string, day: string | null): DayPoints {
  const [state, setState] = useState<DayPoints>({ data: null, problem: null });
  useEffect(() => {
    if (day === null) return;
    const abort = new AbortController();
    read(projectId, day, abort.signal).then(
      (data) => setState({ data, problem: null }),
      (error) => {
        if (!abort.signal.aborted) setState({ data: null, problem: asProblem(error) });
      },
    );
    return () => abort.abort();
  }, [projectId, day]);
  return state;
}
