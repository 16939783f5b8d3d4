// Progress of a demo project whose history is still being generated.
import { useEffect, useState } from 'preact/hooks';
import { dateOf, number } from '../format.ts';
import { useApi } from '../use-api.ts';
import type { Project, SlotRun } from './types.ts';

const RELOAD_SECONDS = 2;
/** Generated days of a demo, and a few runs beside them. */
const RUNS_READ = 100;
/** The history of an older project is complete. */
const YOUNG_MS = 15 * 60_000;

export interface Filling {
  readonly done: number;
  readonly all: number;
}

/** Returns null when nothing is being generated. `onFilled` is called when the last day is there. */
export function useFilling({ id, createdAt }: Pick<Project, 'id' | 'createdAt'>, onFilled: () => void): Filling | null {
  const [isOpen, setIsOpen] = useState(() => Date.now() - dateOf(createdAt).getTime() < YOUNG_MS);
  const { data } = useApi<{ items: readonly SlotRun[] }>(
    isOpen ? `/projects/${id}/runs?limit=${RUNS_READ}` : null,
    'key',
    isOpen ? RELOAD_SECONDS : 0,
  );
  const generated = data?.items.filter(({ kind }) => kind === 'backfill') ?? [];
  const done = generated.filter(({ state }) => state === 'done').length;
  const isFilled = data !== null && done === generated.length;
  useEffect(() => {
    if (!isOpen || !isFilled) return;
    setIsOpen(false);
    if (generated.length > 0) onFilled();
  }, [isOpen, isFilled]);
  return isOpen && generated.length > done ? { done, all: generated.length } : null;
}

export function FillingNotice({ filling: { done, all } }: { readonly filling: Filling }) {
  return (
    <div class="notice" role="status">
      <p>
        Generating the history of the demo: {number(done)} of {number(all)} days. The newest days come first.
      </p>
      <progress class="filling" value={done} max={all} aria-label="Generated days" />
    </div>
  );
}
