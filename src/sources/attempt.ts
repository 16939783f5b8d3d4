// Attempts the sources of a route in order and records every attempt.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../contract/serp.ts';
import { type Outcome, type Page, SourceError, unreachable } from './adapter.ts';
import { type Collected, CollectFailure, type CollectSettings, collect } from './collect.ts';
import type { Circuits, Source } from './route.ts';

export interface AttemptSettings {
  /** Maximum number of attempts for one object, over all its claims. */
  readonly triesMax: number;
  /** Delays before the second, third, … round over the route. */
  readonly retryAfterSeconds: readonly number[];
}

export type Attempted<Answer> =
  | { readonly end: 'answer'; readonly answer: Answer; readonly source: string; readonly attempts: readonly Attempt[]; readonly ms: number }
  | { readonly end: 'again'; readonly attempts: readonly Attempt[]; readonly retryAfterSeconds: number }
  | { readonly end: 'failed'; readonly attempts: readonly Attempt[]; readonly error: SourceError; readonly page: Page | null };

export interface AttemptParts<Query, Parsed, Answer> {
  /** First part of the circuit names: an engine or a keyword source. */
  readonly circuit: string;
  readonly route: readonly Source<Query, Parsed>[];
  readonly circuits: Circuits;
  readonly history: readonly Attempt[];
  /** One attempt: collect and judge. Throws SourceError, or CollectFailure with the page. */
  readonly ask: (source: Source<Query, Parsed>, attempt: number) => Promise<Asked<Answer>>;
}

/** The result of one successful attempt. */
export interface Asked<Answer> {
  readonly answer: Answer;
  readonly outcome: Outcome;
  /** Why no further page was fetched, as shown in `attempts`. */
  readonly stopped?: Attempt['stopped'];
  /** The error of that further page. The source gets its cooldown, as after any other error. */
  readonly refusal?: SourceError;
}

export async function attempt<Query, Parsed, Answer>(
  parts: AttemptParts<Query, Parsed, Answer>,
  settings: AttemptSettings,
): Promise<Attempted<Answer>> {
  const attempts = [...parts.history];
  const hopeless = new Set<string>();
  let failure: { error: SourceError; page: Page | null } = { error: unreachable('no source was available'), page: null };
  const circuitOf = (source: { name: string }) => `${parts.circuit}/${source.name}`;

  while (attempts.length < settings.triesMax) {
    const open = parts.route.filter((source) => !hopeless.has(source.name));
    if (open.length === 0) break;
    let pauseMs: number | null = null;
    let asked = 0;
    let waitMs = Number.POSITIVE_INFINITY;
    for (const source of open) {
      if (attempts.length >= settings.triesMax) break;
      const wait = parts.circuits.waitMs(circuitOf(source), source.pacePerMinute);
      waitMs = Math.min(waitMs, wait);
      if (wait > 0) continue;
      asked++;
      const started = performance.now();
      try {
        const { answer, outcome, stopped, refusal } = await parts.ask(source, attempts.length + 1);
        const ms = Math.round(performance.now() - started);
        attempts.push({ source: source.name, outcome, ms, ...(stopped ? { stopped } : {}) });
        const refused = source.retryDelayMs === null && refusal !== undefined && refusal.recovery !== 'fail';
        parts.circuits.note(circuitOf(source), refused, refused ? refusal.cooldownSeconds : 0);
        return { end: 'answer', answer, source: source.name, attempts, ms };
      } catch (thrown) {
        failure = failureOf(thrown);
        attempts.push({ source: source.name, outcome: failure.error.outcome, ms: Math.round(performance.now() - started) });
        if (failure.error.recovery === 'fail') hopeless.add(source.name);
        // The sandbox gets no cooldown, because the customer requests its block pages.
        if (source.retryDelayMs === null)
          parts.circuits.note(circuitOf(source), failure.error.recovery !== 'fail', failure.error.cooldownSeconds);
        else pauseMs = source.retryDelayMs;
      }
    }
    if (attempts.length >= settings.triesMax || hopeless.size === parts.route.length) break;
    if (asked === 0) return { end: 'again', attempts, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
    if (pauseMs === null) {
      const round = Math.floor(attempts.length / Math.max(1, parts.route.length)) - 1;
      return {
        end: 'again',
        attempts,
        retryAfterSeconds: settings.retryAfterSeconds[Math.min(Math.max(0, round), settings.retryAfterSeconds.length - 1)] ?? 60,
      };
    }
    await sleep(pauseMs);
  }
  return { end: 'failed', attempts, ...failure };
}

/** Collects the pages of one source with the source's own limits and parser. */
export function collectFrom<Query, Parsed>(
  source: Source<Query, Parsed>,
  ask: Query,
  number: number,
  settings: CollectSettings<Parsed>,
): Promise<Collected<Parsed>> {
  const { msMax, bytesMax } = source;
  const context = { attempt: number, ...(msMax ? { msMax } : {}), ...(bytesMax ? { bytesMax } : {}) };
  return collect(source.adapter, ask, source.fetch, context, settings, source.read);
}

export function failureOf(thrown: unknown): { error: SourceError; page: Page | null } {
  const inner = thrown instanceof CollectFailure ? thrown.cause : thrown;
  const page = thrown instanceof CollectFailure ? thrown.page : null;
  // Any other exception means that the adapter does not know the page.
  const error = inner instanceof SourceError ? inner : new SourceError('unparsed', 'fail', 'the page could not be parsed', 0, inner);
  return { error, page };
}
