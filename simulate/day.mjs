// One simulated day: jobs come, wait by priority, are worked on, meet walls, are tried again, and are told about.
import { createChance } from './chance.mjs';
import { COSTS, USE } from './costs.mjs';
import { createEvents, createLine, createServer } from './queues.mjs';
import { arrivals, DAY, PRIORITIES, WORLD } from './world.mjs';

export const BUCKET = 600;
export const BUCKETS = DAY / BUCKET;
/** Of every hundred jobs taken at least so many are LOW and NORMAL, if there are any. */
const RESERVE = [5, 10];

/**
 * `size` is what sizeFor() gave; `load` multiplies the day's jobs and leaves the machines as they are.
 * A sample of the day's jobs is simulated one by one, on machines that are smaller by the same share.
 */
export function simulateDay({ size, sample = 400_000, load = 1, seed = 1, world = WORLD, use = USE, costs = COSTS }) {
  const chance = createChance(seed);
  const share = Math.min(1, sample / size.jobsADay);
  const events = createEvents();
  const lines = PRIORITIES.map(() => createLine());
  const ages = PRIORITIES.map(() => Array.from({ length: BUCKETS + 1 }, () => []));
  const counts = { made: 0, done: 0, faulty: 0, tries: 0, walls: 0, callbacks: 0, callbacksFailed: 0 };
  const server = (cores) => createServer(cores * share, BUCKET, BUCKETS);
  const api = server(size.apiCores);
  const worker = server(size.workerProcesses);
  const postgres = server(size.postgresServers * Math.ceil(size.postgresCores / size.postgresServers));
  const slots = Math.max(1, Math.round(size.workerProcesses * use.concurrency * share));
  const posts = Math.max(1, Math.round(size.workerProcesses * world.callbackConcurrency * share));
  const exits = world.engines.map(({ share: part }) => (world.exits * part * size.mean * share) / 1000);
  const resting = world.engines.map(() => ({ count: 0, at: 0 }));
  /** Exits that rest now. Counted as a mass that fades, so that a small sample does not rest in lumps. */
  const restingNow = (engine, now) => {
    const rest = resting[engine];
    rest.count *= Math.exp((rest.at - now) / world.restSeconds);
    rest.at = now;
    return rest.count;
  };
  const inUse = { slots: new Float64Array(BUCKETS + 1), posts: new Float64Array(BUCKETS + 1), exits: new Float64Array(BUCKETS + 1) };
  let working = 0;
  let taken = 0;
  let posting = 0;
  const outbox = createLine();
  const bucket = (now) => Math.min(BUCKETS, Math.floor(now / BUCKET));
  const micros = (value) => value / 1e6;

  const nextLine = () => {
    const turn = taken % 100;
    if (turn < RESERVE[0] && lines[0].length > 0) return 0;
    if (turn < RESERVE[0] + RESERVE[1] && lines[1].length > 0) return 1;
    for (let priority = 3; priority >= 0; priority--) if (lines[priority].length > 0) return priority;
    return -1;
  };
  const fill = (now) => {
    for (let priority = nextLine(); working < slots && priority >= 0; priority = nextLine()) {
      const job = lines[priority].take();
      working++;
      taken++;
      ages[priority][bucket(now)].push(now - job.due);
      start(job, now);
    }
  };
  const isOut = (engine, now) =>
    world.outage !== null && engine === world.outage.engine && now >= world.outage.at && now < world.outage.at + world.outage.seconds;
  const start = (job, now) => {
    job.tries++;
    counts.tries++;
    const { median, spread, walls } = world.engines[job.engine];
    const rests = restingNow(job.engine, now);
    if (job.engine === 0) inUse.exits[bucket(now)] = Math.max(inUse.exits[bucket(now)], Math.min(1, rests / exits[0]));
    if (rests >= exits[job.engine]) return end(job, now + 0.01, false);
    const seconds = Math.min(60, chance.lognormal(median, spread));
    const out = isOut(job.engine, now);
    resting[job.engine].count += out ? 1 : walls;
    const wall = out || chance.happens(walls);
    if (wall) counts.walls++;
    const good = !wall && !chance.happens(world.unreachable);
    inUse.slots[bucket(now)] += seconds;
    events.add(now + seconds, (at) => {
      const work = micros(costs.workerMicros + (good ? costs.parseMicros * use.pagesAJob : 0));
      end(job, worker.serve(at, work), good);
    });
  };
  const end = (job, at, good) => {
    events.add(at, (now) => {
      const settled = postgres.serve(now, micros(costs.postgresMicros));
      events.add(settled, (later) => {
        working--;
        if (good) finish(later, 'done');
        else if (job.tries >= world.triesMax) finish(later, 'faulty');
        else events.add(later + world.againSeconds[Math.min(job.tries - 1, 3)], (again) => wait({ ...job, due: again }, again));
        fill(later);
      });
    });
  };
  const finish = (now, how) => {
    counts[how]++;
    if (!chance.happens(world.callbacks)) return;
    outbox.add({ due: now, tries: 0, away: chance.happens(world.receivers.away) });
    post(now);
  };
  const post = (now) => {
    while (posting < posts && outbox.length > 0) {
      const letter = outbox.take();
      posting++;
      counts.callbacks++;
      const { median, spread, slow, slowSeconds } = world.receivers;
      const seconds = letter.away ? 15 : chance.happens(slow) ? slowSeconds : Math.min(15, chance.lognormal(median, spread));
      inUse.posts[bucket(now)] += seconds;
      events.add(now + seconds, (later) => {
        posting--;
        if (letter.away) {
          counts.callbacksFailed++;
          const pause = world.callbackRetrySeconds[letter.tries++];
          // A receiver that is away comes back within the hour.
          if (pause !== undefined) {
            events.add(later + pause, (again) => {
              outbox.add({ ...letter, away: letter.away && pause < 1800 });
              post(again);
            });
          }
        }
        post(later);
      });
    }
  };
  const wait = (job, now) => {
    lines[job.priority].add(job);
    fill(now);
  };

  const coming = arrivals(size.jobsADay * share * load, chance, world);
  const shares = world.engines.map(({ share: part }) => part);
  const arrive = () => {
    const { value, done } = coming.next();
    if (done) return;
    events.add(value[0], (now) => {
      counts.made++;
      const job = { due: 0, priority: value[1] ?? chance.pick(world.priorities), engine: chance.pick(shares), tries: 0 };
      const read = api.serve(now, micros(costs.apiCreateMicros + costs.apiReadMicros * use.readsAJob));
      events.add(read, (later) => {
        postgres.serve(later, micros(costs.postgresReadMicros * use.readsAJob));
        wait({ ...job, due: later }, later);
      });
      arrive();
    });
  };
  arrive();
  for (let steps = 0; events.size > 0 && steps < 60_000_000; steps++) {
    const [now, act] = events.take();
    if (now > DAY) break;
    act(now);
  }
  const over = (values, most) => Array.from(values.subarray(0, BUCKETS), (seconds) => seconds / (most * BUCKET));
  return {
    counts,
    ages: ages.map((buckets) => buckets.slice(0, BUCKETS)),
    left: lines.map((line) => line.length),
    use: {
      'API processor': api.use(),
      'worker processor': worker.use(),
      'PostgreSQL processor': postgres.use(),
      'worker places': over(inUse.slots, slots),
      'callback places': over(inUse.posts, posts),
      'exits at rest': Array.from(inUse.exits.subarray(0, BUCKETS)),
    },
  };
}
