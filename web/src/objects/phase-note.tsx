// What an unfinished request is doing, and for how long. Finished requests have none.
import type { ObjectTimeline } from '../api-types.ts';
import { duration } from '../format.ts';
import { useNow } from '../use-now.ts';
import { phaseOf } from './phase.ts';

export function PhaseNote({ timeline, route = [] }: { readonly timeline: ObjectTimeline; readonly route?: readonly string[] }) {
  const now = useNow(timeline.state === 'waiting');
  const phase = phaseOf(timeline, route, now);
  if (!phase) return null;
  return (
    <p class="notice wait phase">
      <span>{phase.text}</span>
      <span class="tiny muted">In progress for {duration(Math.floor(phase.elapsedSeconds))}</span>
    </p>
  );
}
