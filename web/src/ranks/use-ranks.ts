// Asks for ranks page by page until a good number of stored results was looked at; older ones on request.
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from '../api.ts';
import { joined, type RanksAnswer } from './ranks.ts';

interface State {
  readonly ranks: RanksAnswer | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
}

/** How many answers of up to 200 result pages are asked for at a go. */
const ANSWERS_MAX = 5;
const LIMIT = 200;

function pathOf({ domain, keywords, engine, region, days }: Readonly<Record<string, string>>, after: string | null): string {
  const query = new URLSearchParams({ domain: domain ?? '', days: days || '30', limit: String(LIMIT) });
  for (const keyword of (keywords ?? '').split(',').map((word) => word.trim())) if (keyword) query.append('keywords', keyword);
  if (engine) query.set('engine', engine);
  if (region) query.set('region', region);
  if (after) query.set('after', after);
  return `/ranks?${query}`;
}

export function useRanks(asked: Readonly<Record<string, string>>): State & { goOn(): void } {
  const [state, setState] = useState<State>({ ranks: null, problem: null, loading: false });
  const running = useRef<AbortController | null>(null);
  const text = JSON.stringify(asked);
  const look = async (from: RanksAnswer | null) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ ranks: from, problem: null, loading: true });
    let ranks = from;
    try {
      for (let answers = 0; answers < ANSWERS_MAX && (ranks === null || ranks.next !== null); answers++)
        ranks = joined(ranks, await call<RanksAnswer>(pathOf(asked, ranks?.next ?? null), { signal: abort.signal }));
      if (!abort.signal.aborted) setState({ ranks, problem: null, loading: false });
    } catch (error) {
      if (!abort.signal.aborted) setState({ ranks, problem: asProblem(error), loading: false });
    }
  };
  useEffect(() => {
    if (asked.domain) void look(null);
    else setState({ ranks: null, problem: null, loading: false });
    return () => running.current?.abort();
  }, [text]);
  return { ...state, goOn: () => void look(state.ranks) };
}
