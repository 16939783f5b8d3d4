// Runs jobs that crashed workers in dedicated processes, one job at a time, so that a crash loses only that job.
import { type ChildProcess, fork } from 'node:child_process';
import { INTERNAL_ERROR } from '../contract/failures.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import type { JobHandler } from './loop.ts';

const HEAP_MEGABYTES = 512;
/** An idle process is stopped after this time. Jobs that crash workers often come in groups. */
const REST_MS = 10_000;

export interface IsolatedSettings {
  /** After a crash all jobs of that worker are suspects. A process for each of them at once would exhaust the machine. */
  readonly atOnceMax: number;
  /** Limit for one job, without the wait for a free process. */
  readonly msMax: number;
}

/** `program` is started with the command `run-isolated`. It receives jobs as IPC messages and sends back how each ended. */
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
      // A process that was killed for its last job may still be connected.
      if (child.connected && !child.killed) return child;
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

/** Null when the process died or was killed for taking too long. */
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

/** The child process: runs each job that it receives. */
export function serveIsolated(run: JobHandler): void {
  process.on('message', (job) => {
    run(job as Job).then(
      (end) => process.send?.(end),
      () => process.exit(1),
    );
  });
  process.once('disconnect', () => process.exit(0));
}
