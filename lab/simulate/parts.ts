// Parts of the simulation: queues by priority, proxies with a cooldown, receivers of callbacks.
import type { Random } from '../random.ts';
import { PRIORITIES, type World } from './assumptions.ts';
import { createLine, type Events } from './queues.ts';

export interface Job {
  readonly made: number;
  readonly due: number;
  readonly priority: number;
  readonly engine: number;
  tries: number;
}

/** Of every hundred claimed jobs at least this many are LOW and NORMAL, if there are any. */
const RESERVE = { low: 5, normal: 10 };

export function createLines() {
  const lines = PRIORITIES.map(() => createLine<Job>());
  let taken = 0;
  const next = (): number => {
    const turn = taken % 100;
    if (turn < RESERVE.low && lines[0]!.length > 0) return 0;
    if (turn < RESERVE.low + RESERVE.normal && lines[1]!.length > 0) return 1;
    for (let priority = 3; priority >= 0; priority--) if (lines[priority]!.length > 0) return priority;
    return -1;
  };
  return {
    add: (job: Job): void => lines[job.priority]!.add(job),
    /** The next job, or null. */
    take: (): Job | null => {
      const priority = next();
      if (priority < 0) return null;
      taken++;
      return lines[priority]!.take();
    },
    lengths: () => lines.map(({ length }) => length),
  };
}

export interface Exits {
  /** The share of an engine's proxies that is in cooldown. */
  use(engine: number, now: number): number;
  /** Records a fetch that was blocked with this probability. */
  strain(engine: number, blocks: number): void;
  isOut(world: World, engine: number, now: number): boolean;
}

/** Proxies to the engines. Those in cooldown are a mass that fades, so that a small sample does not rest in lumps. */
export function createProxies(world: World, mean: number): Exits {
  const counts = world.engines.map(({ share }) => (world.proxies * share * mean) / 1000);
  const resting = world.engines.map(() => ({ mass: 0, at: 0 }));
  return {
    use: (engine, now) => {
      const rest = resting[engine]!;
      rest.mass *= Math.exp((rest.at - now) / world.cooldownSeconds);
      rest.at = now;
      return Math.min(1, rest.mass / counts[engine]!);
    },
    strain: (engine, blocks) => {
      resting[engine]!.mass += blocks;
    },
    isOut: ({ outage }, engine, now) => outage !== null && engine === outage.engine && now >= outage.at && now < outage.at + outage.seconds,
  };
}

interface WebhookMessage {
  readonly tries: number;
  readonly away: boolean;
}

interface CallbackParts {
  readonly world: World;
  readonly random: Random;
  readonly events: Events;
  readonly places: number;
  readonly onPost: (now: number, seconds: number, arrived: boolean) => void;
}

export function createCallbacks({ world, random, events, places, onPost }: CallbackParts): { tell(now: number): void } {
  const { median, spread, slow, slowSeconds, away } = world.receivers;
  const outbox = createLine<WebhookMessage>();
  let posting = 0;
  const secondsFor = (message: WebhookMessage): number => {
    if (message.away) return world.callbackSecondsMax;
    return random.chance(slow) ? slowSeconds : Math.min(world.callbackSecondsMax, random.lognormal(median, spread));
  };
  const retry = (message: WebhookMessage, now: number): void => {
    const pause = world.callbackRetrySeconds[message.tries];
    if (pause === undefined) return;
    events.add(now + pause, (again) => {
      // A receiver that is down is back within the hour.
      outbox.add({ tries: message.tries + 1, away: pause < 1800 });
      post(again);
    });
  };
  const post = (now: number): void => {
    while (posting < places && outbox.length > 0) {
      const message = outbox.take();
      const seconds = secondsFor(message);
      posting++;
      onPost(now, seconds, !message.away);
      events.add(now + seconds, (later) => {
        posting--;
        if (message.away) retry(message, later);
        post(later);
      });
    }
  };
  return {
    tell: (now) => {
      if (!random.chance(world.callbacks)) return;
      outbox.add({ tries: 0, away: random.chance(away) });
      post(now);
    },
  };
}
