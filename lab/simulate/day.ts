// One simulated day: jobs arrive, wait by priority, run, are blocked, are retried, and are delivered by callback.
import { createRandom, type Random } from '../random.ts';
import { arrivals, DAY, PRIORITIES, WORLD, type World } from './assumptions.ts';
import { COSTS, type Costs, type Size, USE, type Use } from './costs.ts';
import { createCallbacks, createLines, createProxies, type Exits, type Job } from './parts.ts';
import { createEvents, createServer, type Events, type Server } from './queues.ts';

const BUCKET = 600;
export const BUCKETS = DAY / BUCKET;
const STEPS_MAX = 60_000_000;
const FETCH_SECONDS_MAX = 60;

const bucketOf = (now: number): number => Math.min(BUCKETS, Math.floor(now / BUCKET));
const micros = (value: number): number => value / 1e6;

/** The records of the day, in steps of ten minutes. */
function createDiary() {
  const perPriority = () => PRIORITIES.map(() => Array.from({ length: BUCKETS + 1 }, (): number[] => []));
  const held = () => new Float64Array(BUCKETS + 1);
  return {
    counts: { made: 0, done: 0, faulty: 0, tries: 0, blocks: 0, callbacks: 0, callbacksFailed: 0 },
    /** Seconds in the queue, and from creation to end. */
    ages: perPriority(),
    ends: perPriority(),
    slots: held(),
    posts: held(),
    proxies: held(),
  };
}

type Diary = ReturnType<typeof createDiary>;

interface Machines {
  readonly api: Server;
  readonly worker: Server;
  readonly postgres: Server;
  readonly slots: number;
  readonly posts: number;
}

interface WorkParts {
  readonly machines: Machines;
  readonly events: Events;
  readonly random: Random;
  readonly diary: Diary;
  readonly proxies: Exits;
  readonly world: World;
  readonly use: Use;
  readonly costs: Costs;
  readonly onEnd: (job: Job, now: number, how: 'done' | 'faulty') => void;
}

export interface DaySettings {
  readonly size: Size;
  readonly sample?: number;
  readonly load?: number;
  readonly seed?: number;
  readonly world?: World;
  readonly use?: Use;
  readonly costs?: Costs;
}

/** Times are lists by priority and by ten minutes. */
export interface Day {
  readonly counts: Readonly<Diary['counts']>;
  readonly left: readonly number[];
  readonly ages: readonly (readonly (readonly number[])[])[];
  readonly ends: readonly (readonly (readonly number[])[])[];
  readonly use: Readonly<Record<string, readonly number[]>>;
}

/** Machines of this size, scaled down by the share of the sample. */
function createMachines(size: Size, share: number, use: Use, world: World): Machines {
  const server = (cores: number): Server => createServer(cores * share, BUCKET, BUCKETS);
  const places = (each: number): number => Math.max(1, Math.round(size.workerProcesses * each * share));
  return {
    api: server(size.apiCores),
    worker: server(size.workerProcesses),
    postgres: server(size.postgresServers * Math.ceil(size.postgresCores / size.postgresServers)),
    slots: places(use.concurrency),
    posts: places(world.callbackConcurrency),
  };
}

/** Jobs from placing to settling. `onEnd` is called for every job that has ended. */
function createWork({ machines, events, random, diary, proxies, world, use, costs, onEnd }: WorkParts) {
  const lines = createLines();
  let working = 0;
  const fill = (now: number): void => {
    for (let job = working < machines.slots ? lines.take() : null; job; job = working < machines.slots ? lines.take() : null) {
      working++;
      diary.ages[job.priority]![bucketOf(now)]!.push(now - job.due);
      fetch(job, now);
    }
  };
  const fetch = (job: Job, now: number): void => {
    job.tries++;
    diary.counts.tries++;
    const { name, median, spread, blocks } = world.engines[job.engine]!;
    const rest = proxies.use(job.engine, now);
    if (job.engine === 0) diary.proxies[bucketOf(now)] = Math.max(diary.proxies[bucketOf(now)]!, rest);
    if (rest >= 1) {
      settle(job, now, false);
      return;
    }
    const chanceOfBlock = proxies.isOut(world, job.engine, now) ? 1 : blocks;
    proxies.strain(job.engine, chanceOfBlock);
    const block = random.chance(chanceOfBlock);
    if (block) diary.counts.blocks++;
    const good = !block && !random.chance(world.unreachable);
    const seconds = Math.min(FETCH_SECONDS_MAX, random.lognormal(median, spread));
    diary.slots[bucketOf(now)]! += seconds;
    events.add(now + seconds, (at) => {
      const work = good ? costs.jobMicros[name] * use.pagesAJob : costs.workerMicros;
      events.add(machines.worker.serve(at, micros(work)), (later) => settle(job, later, good));
    });
  };
  const settle = (job: Job, now: number, good: boolean): void => {
    events.add(machines.postgres.serve(now, micros(costs.postgresMicros)), (later) => {
      working--;
      if (good) onEnd(job, later, 'done');
      else if (job.tries >= world.triesMax) onEnd(job, later, 'faulty');
      else {
        const pause = world.retryAfterSeconds[Math.min(job.tries, world.retryAfterSeconds.length) - 1]!;
        events.add(later + pause, (again) => wait({ ...job, due: again }, again));
      }
      fill(later);
    });
  };
  const wait = (job: Job, now: number): void => {
    lines.add(job);
    fill(now);
  };
  return { wait, left: lines.lengths };
}

/**
 * `size` is what sizeFor() gave; `load` multiplies the day's jobs and leaves the machines as they are.
 * A sample of the day's jobs is simulated one by one, on machines that are smaller by the same share.
 */
export function simulateDay({ size, sample = 400_000, load = 1, seed = 1, world = WORLD, use = USE, costs = COSTS }: DaySettings): Day {
  const random = createRandom(seed);
  const share = Math.min(1, sample / size.jobsADay);
  const events = createEvents();
  const diary = createDiary();
  const machines = createMachines(size, share, use, world);
  const onPost = (now: number, seconds: number, arrived: boolean): void => {
    diary.posts[bucketOf(now)]! += seconds;
    diary.counts.callbacks++;
    if (!arrived) diary.counts.callbacksFailed++;
  };
  const callbacks = createCallbacks({ world, random, events, places: machines.posts, onPost });
  const onEnd = (job: Job, now: number, how: 'done' | 'faulty'): void => {
    diary.counts[how]++;
    diary.ends[job.priority]![bucketOf(now)]!.push(now - job.made);
    callbacks.tell(now);
  };
  const proxies = createProxies(world, size.mean * share);
  const work = createWork({ machines, events, random, diary, proxies, world, use, costs, onEnd });
  const coming = arrivals(size.jobsADay * share * load, random, world);
  const shares = world.engines.map((engine) => engine.share);
  const arrive = (): void => {
    const { value, done } = coming.next();
    if (done) return;
    events.add(value[0], (now) => {
      diary.counts.made++;
      const job = { made: now, priority: value[1] ?? random.weighted(world.priorities), engine: random.weighted(shares), tries: 0 };
      const read = machines.api.serve(now, micros(costs.apiCreateMicros + costs.apiReadMicros * use.readsAJob));
      events.add(read, (later) => {
        machines.postgres.serve(later, micros(costs.postgresReadMicros * use.readsAJob));
        work.wait({ ...job, due: later }, later);
      });
      arrive();
    });
  };
  arrive();
  for (let steps = 0; events.size > 0 && steps < STEPS_MAX; steps++) {
    const [now, act] = events.take();
    if (now > DAY) break;
    act(now);
  }
  return summary(diary, machines, work.left());
}

function summary({ counts, ages, ends, slots, posts, proxies }: Diary, machines: Machines, left: number[]): Day {
  const held = (seconds: Float64Array, places: number): number[] =>
    Array.from(seconds.subarray(0, BUCKETS), (value) => value / (places * BUCKET));
  return {
    counts,
    left,
    ages: ages.map((buckets) => buckets.slice(0, BUCKETS)),
    ends: ends.map((buckets) => buckets.slice(0, BUCKETS)),
    use: {
      'API CPU': machines.api.use(),
      'worker CPU': machines.worker.use(),
      'PostgreSQL CPU': machines.postgres.use(),
      'worker places': held(slots, machines.slots),
      'callback places': held(posts, machines.posts),
      'paused proxies': Array.from(proxies.subarray(0, BUCKETS)),
    },
  };
}
