// A time relative to now, with the absolute time and zone on hover.
import { absoluteTime, dateOf, relativeTime } from '../format.ts';

export function Time({ at, empty = '–' }: { readonly at: string | null | undefined; readonly empty?: string }) {
  if (!at) return <>{empty}</>;
  const date = dateOf(at);
  if (Number.isNaN(date.getTime())) return <>{at}</>;
  return (
    <time dateTime={date.toISOString()} title={absoluteTime(at)}>
      {relativeTime(at)}
    </time>
  );
}
