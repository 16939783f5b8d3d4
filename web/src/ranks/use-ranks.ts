// Hook that reads rankings in several calls. `loadOlder` continues with older result pages.
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from '../api.ts';
import { mergeRanks, type RanksResponse } from './ranks.ts';

interface State {
  readonly ranks: RanksResponse | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
}

/** Calls per load, with up to 200 result pages each. */
const CALLS_MAX = 5;
const LIMIT = 200;

function pathOf({ domain, keywords, engine, region, days }: Readonly<Record<string, string>>, after: string | null): string {
  const query = new URLSearchParams({ domain: domain ?? '', days: days || '30', limit: String(LIMIT) });
  for (const keyword of (keywords ?? '').split(',').map((word) => word.trim())) if (keyword) query.append('keywords', keyword);
  if (engine) query.set('engine', engine);
  if (region) query.set('region', region);
  if (after) query.set('after', after);
  return `/ranks?${query}`;
}

export function useRanks(filter: Readonly<Record<string, string>>): State & { loadOlder(): void } {
  const [state, setState] = useState<State>({ ranks: null, problem: null, loading: false });
  const running = useRef<AbortController | null>(null);
  const text = JSON.stringify(filter);
  const load = async (from: RanksResponse | null) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ ranks: from, problem: null, loading: true });
    let ranks = from;
    try {
      for (let calls = 0; calls < CALLS_MAX && (ranks === null || ranks.next !== null); calls++)
        ranks = mergeRanks(ranks, await call<RanksResponse>(pathOf(filter, ranks?.next ?? null), { signal: abort.signal }));
      if (!abort.signal.aborted) setState({ ranks, problem: null, loading: false });
    } catch (error) {
      if (!abort.signal.aborted) setState({ ranks, problem: asProblem(error), loading: false });
    }
  };
  useEffect(() => {
    if (filter.domain) void load(null);
    else setState({ ranks: null, problem: null, loading: false });
    return () => running.current?.abort();
  }, [text]);
  return { ...state, loadOlder: () => void load(state.ranks) };
}
