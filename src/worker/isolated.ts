// Runs jobs that have killed workers in processes of their own, one job at a time in each: if one dies again, only it is lost.
import { type ChildProcess, fork } from 'node:child_process';
import { INTERNAL_ERROR } from '../contract/failures.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import type { JobHandler } from './jobs.ts';

const HEAP_MEGABYTES = 512;
/** A process without work is kept this long: where one job has come back, more often follow. */
const REST_MS = 10_000;

export interface IsolatedSettings {
  /** A worker that dies leaves everything it held under suspicion; a process for each at once would take the machine down. */
  readonly atOnceMax: number;
  /** How long one job may take, once its turn has come. */
  readonly msMax: number;
}

/** `program` is started with the command `run-isolated`; it gets jobs as messages and answers each with its end. */
export function createRunIsolated(program: string, settings: IsolatedSettings): JobHandler {
  const resting = new Set<ChildProcess>();
  const line: (() => void)[] = [];
  let busy = 0;

  const start = (): ChildProcess => {
    const child = fork(program, ['run-isolated'], {
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => undefined);
    return child;
  };
  const take = (): ChildProcess => {
    for (const child of resting) {
      resting.delete(child);
      if (child.connected) return child;
    }
    return start();
  };
  const rest = (child: ChildProcess): void => {
    resting.add(child);
    setTimeout(() => {
      if (resting.delete(child)) child.kill();
    }, REST_MS).unref();
  };
  const turn = async (): Promise<void> => {
    if (busy < settings.atOnceMax) busy++;
    else await new Promise<void>((resolve) => line.push(resolve));
  };
  const pass = (): void => {
    const next = line.shift();
    if (next) next();
    else busy--;
  };

  return async (job) => {
    await turn();
    const child = take();
    const end = await runIn(child, job, settings.msMax);
    if (end) rest(child);
    pass();
    return end ?? poison(job);
  };
}

/** Null when the process died or was too slow, and had to. */
function runIn(child: ChildProcess, job: Job, msMax: number): Promise<JobEnd | null> {
  return new Promise((resolve) => {
    const done = (end: JobEnd | null): void => {
      clearTimeout(late);
      child.off('message', answered).off('exit', died).off('error', died);
      resolve(end);
    };
    const answered = (end: unknown): void => done(end as JobEnd);
    const died = (): void => done(null);
    const late = setTimeout(() => child.kill('SIGKILL'), msMax);
    child.once('message', answered).once('exit', died).once('error', died);
    child.send(job, (error) => {
      if (error) child.kill('SIGKILL');
    });
  });
}

function poison(job: Job): JobEnd {
  return { outcome: 'faulty', verdict: 'unparsed', attempts: job.history, detail: { error: INTERNAL_ERROR }, ageMs: 0 };
}

/** The other side: runs what it is sent, one after the other. */
export function serveIsolated(run: JobHandler): void {
  process.on('message', (job) => {
    run(job as Job).then(
      (end) => process.send?.(end),
      () => process.exit(1),
    );
  });
  process.once('disconnect', () => process.exit(0));
}
