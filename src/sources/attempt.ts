// Attempts the sources of a route in order and records every attempt.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../contract/serp.ts';
import { type Outcome, type Page, SourceError, unreachable } from './adapter.ts';
import { type Collected, CollectFailure, type CollectSettings, collect } from './collect.ts';
import type { Circuits, Source } from './route.ts';

export interface AttemptSettings {
  /** Maximum number of attempts for one object, over all its claims. */
  readonly attemptsMax: number;
  /** Delays before the second, third, … round over the route. */
  readonly retryAfterSeconds: readonly number[];
}

export type Attempted<Answer> =
  | { readonly end: 'answer'; readonly result: Answer; readonly source: string; readonly attempts: readonly Attempt[]; readonly ms: number }
  | { readonly end: 'again'; readonly attempts: readonly Attempt[]; readonly retryAfterSeconds: number }
  | { readonly end: 'failed'; readonly attempts: readonly Attempt[]; readonly error: SourceError; readonly page: Page | null };

export interface AttemptParts<Query, Parsed, Answer> {
  /** First part of the circuit names: an engine or a keyword source. */
  readonly circuit: string;
  readonly route: readonly Source<Query, Parsed>[];
  readonly circuits: Circuits;
  readonly history: readonly Attempt[];
  /** One attempt: collect and judge. Throws SourceError, or CollectFailure with the page. */
  readonly ask: (source: Source<Query, Parsed>, attempt: number) => Promise<AttemptResult<Answer>>;
}

/** The result of one successful attempt. */
export interface AttemptResult<Answer> {
  readonly result: Answer;
  readonly outcome: Outcome;
  /** Why no further page was fetched, as shown in `attempts`. */
  readonly stopped?: Attempt['stopped'];
  /** The error of that further page. The source gets its cooldown, as after any other error. */
  readonly furtherError?: SourceError;
}

export async function attempt<Query, Parsed, Answer>(
  parts: AttemptParts<Query, Parsed, Answer>,
  settings: AttemptSettings,
): Promise<Attempted<Answer>> {
  const attempts = [...parts.history];
  const failedSources = new Set<string>();
  let failure: { error: SourceError; page: Page | null } = { error: unreachable('no source was available'), page: null };
  const circuitOf = (source: { name: string }) => `${parts.circuit}/${source.name}`;

  while (attempts.length < settings.attemptsMax) {
    const open = parts.route.filter((source) => !failedSources.has(source.name));
    if (open.length === 0) break;
    let pauseMs: number | null = null;
    let attempted = 0;
    let waitMs = Number.POSITIVE_INFINITY;
    for (const source of open) {
      if (attempts.length >= settings.attemptsMax) break;
      const wait = parts.circuits.waitMs(circuitOf(source), source.ratePerMinute);
      waitMs = Math.min(waitMs, wait);
      if (wait > 0) continue;
      attempted++;
      const started = performance.now();
      try {
        const { result, outcome, stopped, furtherError } = await parts.ask(source, attempts.length + 1);
        const ms = Math.round(performance.now() - started);
        attempts.push({ source: source.name, outcome, ms, ...(stopped ? { stopped } : {}) });
        const isBlocked = source.retryDelayMs === null && furtherError !== undefined && furtherError.recovery !== 'fail';
        parts.circuits.record(circuitOf(source), isBlocked, isBlocked ? furtherError.cooldownSeconds : 0, furtherError?.message);
        return { end: 'answer', result, source: source.name, attempts, ms };
      } catch (thrown) {
        failure = failureOf(thrown);
        attempts.push({ source: source.name, outcome: failure.error.outcome, ms: Math.round(performance.now() - started) });
        if (failure.error.recovery === 'fail' || source.isFixed) failedSources.add(source.name);
        // The sandbox gets no cooldown, because the customer requests its block pages.
        if (source.retryDelayMs === null)
          parts.circuits.record(circuitOf(source), failure.error.recovery !== 'fail', failure.error.cooldownSeconds, failure.error.message);
        else pauseMs = source.retryDelayMs;
      }
    }
    if (attempts.length >= settings.attemptsMax || failedSources.size === parts.route.length) break;
    if (attempted === 0) return { end: 'again', attempts, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
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
  query: Query,
  number: number,
  settings: CollectSettings<Parsed>,
): Promise<Collected<Parsed>> {
  const { msMax, bytesMax } = source;
  const context = { attempt: number, ...(msMax ? { msMax } : {}), ...(bytesMax ? { bytesMax } : {}) };
  return collect(source.adapter, query, source.fetch, context, settings, source.reader);
}

export function failureOf(thrown: unknown): { error: SourceError; page: Page | null } {
  const inner = thrown instanceof CollectFailure ? thrown.cause : thrown;
  const page = thrown instanceof CollectFailure ? thrown.page : null;
  // Any other exception means that the adapter does not know the page.
  const error = inner instanceof SourceError ? inner : new SourceError('unparsed', 'fail', 'the page could not be parsed', 0, inner);
  return { error, page };
}
