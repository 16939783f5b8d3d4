// Runs a job that has killed workers in a process of its own: if it dies again, only it is lost.
import { fork } from 'node:child_process';
import type { Job, JobEnd } from '../contract/order.ts';
import type { JobHandler } from './jobs.ts';

const HEAP_MEGABYTES = 512;

/** `program` is started with the word `alone`; it gets the job as a message and answers with its end. */
export function createRunAlone(program: string): JobHandler {
  return (job) =>
    new Promise((resolve) => {
      const child = fork(program, ['alone'], {
        execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const poison: JobEnd = {
        outcome: 'faulty',
        verdict: 'unparsed',
        attempts: job.history,
        detail: { error: 'It could not be done.' },
        ageMs: 0,
      };
      child.once('message', (end) => {
        resolve(end as JobEnd);
        child.kill();
      });
      child.once('exit', () => resolve(poison));
      child.once('error', () => resolve(poison));
      child.send(job);
    });
}

/** The other side: waits for one job, runs it, answers, and is done. */
export function serveAlone(run: JobHandler): void {
  process.once('message', (job) => {
    run(job as Job).then(
      (end) => process.send?.(end, () => process.exit(0)),
      () => process.exit(1),
    );
  });
  process.once('disconnect', () => process.exit(0));
}
