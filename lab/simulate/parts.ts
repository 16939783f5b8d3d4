// The parts of the simulated service and its world: lines by priority, exits that rest, receivers of callbacks.
import { createLine } from './queues.ts';
import { PRIORITIES } from './world.ts';

/** Of every hundred jobs taken at least so many are LOW and NORMAL, if there are any. */
const RESERVE = [5, 10];

export function createLines() {
  const lines = PRIORITIES.map(() => createLine());
  let taken = 0;
  const next = () => {
    const turn = taken % 100;
    if (turn < RESERVE[0] && lines[0].length > 0) return 0;
    if (turn < RESERVE[0] + RESERVE[1] && lines[1].length > 0) return 1;
    for (let priority = 3; priority >= 0; priority--) if (lines[priority].length > 0) return priority;
    return -1;
  };
  return {
    add: (job) => lines[job.priority].add(job),
    /** The job whose turn it is, or null. */
    take: () => {
      const priority = next();
      if (priority < 0) return null;
      taken++;
      return lines[priority].take();
    },
    lengths: () => lines.map(({ length }) => length),
  };
}

/** Ways out to the engines. What rests is counted as a mass that fades, so that a small sample does not rest in lumps. */
export function createExits(world, mean) {
  const counts = world.engines.map(({ share }) => (world.exits * share * mean) / 1000);
  const resting = world.engines.map(() => ({ mass: 0, at: 0 }));
  return {
    /** Share of an engine's exits that rests now. */
    use: (engine, now) => {
      const rest = resting[engine];
      rest.mass *= Math.exp((rest.at - now) / world.restSeconds);
      rest.at = now;
      return Math.min(1, rest.mass / counts[engine]);
    },
    /** One fetch met a wall with this chance. */
    strain: (engine, walls) => {
      resting[engine].mass += walls;
    },
    isOut: ({ outage }, engine, now) => outage !== null && engine === outage.engine && now >= outage.at && now < outage.at + outage.seconds,
  };
}

export function createCallbacks({ world, chance, events, places, onPost }) {
  const { median, spread, slow, slowSeconds, away } = world.receivers;
  const outbox = createLine();
  let posting = 0;
  const secondsFor = (letter) => {
    if (letter.away) return world.callbackSecondsMax;
    return chance.happens(slow) ? slowSeconds : Math.min(world.callbackSecondsMax, chance.lognormal(median, spread));
  };
  const retry = (letter, now) => {
    const pause = world.callbackRetrySeconds[letter.tries];
    if (pause === undefined) return;
    events.add(now + pause, (again) => {
      // A receiver that is away comes back within the hour.
      outbox.add({ tries: letter.tries + 1, away: pause < 1800 });
      post(again);
    });
  };
  const post = (now) => {
    while (posting < places && outbox.length > 0) {
      const letter = outbox.take();
      const seconds = secondsFor(letter);
      posting++;
      onPost(now, seconds, !letter.away);
      events.add(now + seconds, (later) => {
        posting--;
        if (letter.away) retry(letter, later);
        post(later);
      });
    }
  };
  return {
    tell: (now) => {
      if (!chance.happens(world.callbacks)) return;
      outbox.add({ tries: 0, away: chance.happens(away) });
      post(now);
    },
  };
}
