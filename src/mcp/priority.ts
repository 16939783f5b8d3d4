// The default priority of a tool: the cheapest that answers while the tool waits.
import type { Priority } from '../contract/vocabulary.ts';
import { type Backend, ToolProblem } from './backend.ts';

/** Cheapest first. LOW costs no less than NORMAL by default and may wait for hours. */
const CANDIDATES: readonly Priority[] = ['NORMAL', 'REALTIME', 'INSTANT'];
/** The rest of the wait is for the source, whose time the estimate does not include. */
const QUEUE_SHARE = 0.5;

/**
 * Returns the first priority whose queue is short enough and that `left` credits pay, or NORMAL if there is none, or if nothing is
 * known: a higher price must buy something. `left` is null without a session budget.
 */
export async function choosePriority(
  { quote }: Pick<Backend, 'quote'>,
  kind: 'serp' | 'keyword',
  request: object,
  waitSeconds: number,
  left: number | null,
  signal: AbortSignal,
): Promise<Priority> {
  if (waitSeconds === 0) return 'NORMAL';
  try {
    for (const priority of CANDIDATES) {
      const quoted = await quote(kind, { ...request, priority }, signal);
      if (!quoted || quoted.waitSeconds === null) return 'NORMAL';
      if (quoted.cost > Math.min(left ?? Number.POSITIVE_INFINITY, quoted.spendable ?? Number.POSITIVE_INFINITY)) continue;
      if (quoted.waitSeconds <= waitSeconds * QUEUE_SHARE) return priority;
    }
  } catch (error) {
    // The order reports the same problem, with the names of its own fields.
    if (!(error instanceof ToolProblem)) throw error;
  }
  return 'NORMAL';
}
