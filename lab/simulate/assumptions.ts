// Assumptions of the simulation: when jobs arrive, how long engines take, how often they block, how receivers behave.
import type { Random } from '../random.ts';
import type { MeasuredEngine } from './costs.ts';

export const DAY = 86_400;
export const PRIORITIES = ['LOW', 'NORMAL', 'REALTIME', 'INSTANT'] as const;

interface Outage {
  readonly engine: number;
  readonly at: number;
  readonly seconds: number;
}

export const WORLD = {
  priorities: [0.35, 0.5, 0.1, 0.05],
  /** Share of the day's jobs, median seconds, spread, block pages per fetch. */
  engines: [
    { name: 'google', share: 0.6, median: 1.5, spread: 0.6, blocks: 0.002 },
    { name: 'bing', share: 0.2, median: 1, spread: 0.5, blocks: 0.001 },
    { name: 'youtube', share: 0.1, median: 1, spread: 0.5, blocks: 0.001 },
    { name: 'baidu', share: 0.05, median: 6, spread: 0.7, blocks: 0.002 },
    { name: 'yandex', share: 0.05, median: 6, spread: 0.7, blocks: 0.002 },
  ] satisfies readonly (Readonly<Record<'share' | 'median' | 'spread' | 'blocks', number>> & { readonly name: MeasuredEngine })[],
  /** Proxies per engine, for every 1000 jobs per second on average. A blocked one is not used for `cooldownSeconds`. */
  proxies: 6000,
  cooldownSeconds: 900,
  triesMax: 5,
  retryAfterSeconds: [5, 30, 120, 600],
  unreachable: 0.01,
  callbacks: 0.6,
  /** Receivers of callbacks: some are slow, some are down for an hour. */
  receivers: { median: 0.15, spread: 0.8, slow: 0.02, slowSeconds: 8, away: 0.01 },
  callbackRetrySeconds: [5, 300, 1800, 7200],
  callbackConcurrency: 100,
  callbackSecondsMax: 15,
  /** Bursts: start, duration, priority, and the share of the day's jobs. */
  spikes: [
    { at: 6 * 3600, seconds: 300, priority: 0, share: 0.03 },
    { at: 10 * 3600, seconds: 600, priority: 2, share: 0.02 },
    { at: 15 * 3600, seconds: 120, priority: 3, share: 0.004 },
    { at: 20 * 3600, seconds: 1800, priority: 1, share: 0.05 },
  ],
  /** A time in which one engine blocks every request. Null on an ordinary day. */
  outage: null as Outage | null,
};

export type World = Readonly<typeof WORLD>;

export const OUTAGE: Outage = { engine: 0, at: 12 * 3600, seconds: 1200 };

/** The relative rate at a time of day, without bursts: low at night, high in the afternoon. */
const tide = (second: number): number => 1 + 0.6 * Math.sin((2 * Math.PI * (second - 9 * 3600)) / DAY);

type Arrival = readonly [second: number, priority: number | null];

/** All arrivals of a day, in order: seconds and priority (null: by the usual mix). */
export function* arrivals(jobs: number, random: Random, world: World = WORLD): Generator<Arrival, void> {
  const spiked = world.spikes.reduce((sum, { share }) => sum + share, 0);
  const rate = (jobs * (1 - spiked)) / DAY;
  const sudden = world.spikes
    .flatMap(({ at, seconds, priority, share }) =>
      Array.from({ length: Math.round(jobs * share) }, (): Arrival => [at + random.next() * seconds, priority]),
    )
    .sort((a, b) => a[0] - b[0]);
  let next = 0;
  for (let now = random.exponential(1 / (rate * 1.6)); now < DAY; now += random.exponential(1 / (rate * 1.6))) {
    // Draw at the highest rate, then drop arrivals down to the rate of the hour.
    if (!random.chance(tide(now) / 1.6)) continue;
    while (next < sudden.length && sudden[next]![0] <= now) yield sudden[next++]!;
    yield [now, null];
  }
}
