// The sources of a route, and the circuit breaker and rate limit of each.
import type { SerpItems } from '../contract/items.ts';
import type { Adapter } from './adapter.ts';
import type { PageReader } from './page-reader.ts';
import type { FetchPage } from './transport/fetch.ts';

/** One source of a route. */
export interface Source<Query, Parsed> {
  /** The name in an object's `attempts`. */
  readonly name: string;
  readonly adapter: Adapter<Query, Parsed>;
  readonly fetch: FetchPage;
  /** Delay before an immediate retry, for sources whose failures pass quickly. Null releases the job until later. */
  readonly retryDelayMs: number | null;
  /** Every attempt returns the same, so there is only one. */
  readonly isFixed?: true;
  /** Results per page, when it differs from the engine's own page. */
  readonly pageSize?: number;
  /** The arrays of a SERP that it can fill, if these are fewer than those of the engine's page. */
  readonly fills?: readonly (keyof SerpItems)[];
  /** Time limit for one page. */
  readonly msMax?: number;
  /** Maximum size of one page, when it differs from the default for web pages. */
  readonly bytesMax?: number;
  /** Maximum number of requests per minute. Default: no limit. */
  readonly ratePerMinute?: number;
  /** Parses pages elsewhere, for example in a thread. Default: the adapter parses them here. */
  readonly reader?: PageReader<Query, Parsed>;
}

/**
 * Circuits, one per engine, mode and source. Each has a rate limit, opens for a cooldown after a block page, and opens
 * for a short time when most of its last attempts failed. The state is local to the process, so the rate limits of
 * several processes add up.
 */
export interface Circuits {
  /**
   * Returns 0 when the source may be used now, and takes a slot of the rate limit. Otherwise returns the milliseconds
   * to wait.
   */
  waitMs(circuit: string, ratePerMinute?: number): number;
  /** Records the outcome of an attempt. `reason` says why it failed. */
  record(circuit: string, failed: boolean, cooldownSeconds: number, reason?: string): void;
  /** Returns the open circuits and their remaining seconds. */
  openCircuits(): ReadonlyMap<string, number>;
  /** Returns why each open circuit is open. */
  openReasons(): ReadonlyMap<string, string>;
}

interface Circuit {
  cooldownUntil: number;
  cooldownReason: string;
  nextSlot: number;
  /** The last attempts, true for a failure. */
  recent: boolean[];
}

const RECENT_MAX = 10;
const FAILURES_MAX = 5;
const BREAK_SECONDS = 30;
const REASON_LENGTH_MAX = 200;
/** An idle circuit may use this much of the rate limit at once. */
const BURST_MS = 2000;

export function createCircuits(now: () => number = () => performance.now()): Circuits {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (name: string): Circuit => {
    let circuit = circuits.get(name);
    if (!circuit) {
      circuit = { cooldownUntil: 0, cooldownReason: '', nextSlot: 0, recent: [] };
      circuits.set(name, circuit);
    }
    return circuit;
  };
  return {
    waitMs: (name, ratePerMinute) => {
      const circuit = circuitOf(name);
      if (circuit.cooldownUntil > now()) return circuit.cooldownUntil - now();
      if (ratePerMinute === undefined) return 0;
      if (circuit.nextSlot > now() + BURST_MS) return circuit.nextSlot - now() - BURST_MS;
      circuit.nextSlot = Math.max(circuit.nextSlot, now()) + 60_000 / ratePerMinute;
      return 0;
    },
    record: (name, failed, cooldownSeconds, reason = '') => {
      const circuit = circuitOf(name);
      circuit.recent = [...circuit.recent.slice(1 - RECENT_MAX), failed];
      const broken = circuit.recent.filter(Boolean).length >= FAILURES_MAX;
      if (broken) circuit.recent = [];
      const openSeconds = Math.max(failed ? cooldownSeconds : 0, broken ? BREAK_SECONDS : 0);
      const until = now() + openSeconds * 1000;
      if (openSeconds <= 0 || until <= circuit.cooldownUntil) return;
      circuit.cooldownUntil = until;
      const isBlocked = failed && cooldownSeconds >= openSeconds;
      circuit.cooldownReason = (isBlocked ? reason : `most attempts failed: ${reason}`).slice(0, REASON_LENGTH_MAX);
    },
    openCircuits: () =>
      new Map(
        [...circuits].flatMap(([name, { cooldownUntil }]) =>
          cooldownUntil > now() ? [[name, Math.ceil((cooldownUntil - now()) / 1000)] as const] : [],
        ),
      ),
    openReasons: () =>
      new Map(
        [...circuits].flatMap(([name, { cooldownUntil, cooldownReason }]) =>
          cooldownUntil > now() ? [[name, cooldownReason] as const] : [],
        ),
      ),
  };
}
