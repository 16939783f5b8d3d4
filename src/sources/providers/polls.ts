// Polls a result that is not ready yet, a limited number of times.
import { type Page, SourceTimeout } from '../adapter.ts';
import { carriedBy, type StepRequest } from '../steps.ts';
import { cooldownSecondsOf, type Provider } from './response.ts';

const POLLS_MAX = 50;
/** The sum of all delays stays below the time limit of a job. */
const PAUSE_SECONDS_MAX = 5;

/** Returns the next poll after this page. The delays grow from `firstSeconds`. */
export function nextPoll(
  page: Page,
  provider: Provider,
  request: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  firstSeconds: number,
): StepRequest {
  const carried = carriedBy(page);
  const polls = typeof carried === 'number' ? carried : 0;
  if (polls >= POLLS_MAX) throw new SourceTimeout(`${provider.name} did not finish in time.`);
  const pause = Math.min(PAUSE_SECONDS_MAX, firstSeconds * 2 ** Math.min(polls, 10));
  const asked = page.status === 429 ? Math.min(cooldownSecondsOf(page), 4 * PAUSE_SECONDS_MAX) : 0;
  return { ...request, step: true, afterSeconds: Math.max(pause, asked), carried: polls + 1 };
}
