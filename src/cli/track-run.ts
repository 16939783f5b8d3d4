// `sextant track run`: checks all keywords now, and waits for the checks if asked to.
import type { SlotRun } from '../contract/tracking-history.ts';
import { UsageProblem } from './arguments.ts';
import { counted, projectOf, type Read, type TrackCall, type TrackClient } from './track-parts.ts';

const POLL_MS = 2000;
/** Checks of low priority may wait for others, and a faulty check is tried again after minutes. */
const WAIT_MS_MAX = 2 * 3_600_000;
/** The run that was just started is among the newest. */
const RUNS_READ = 100;

async function findRun(client: TrackClient, project: string, slot: string): Promise<Read<SlotRun> | null> {
  let read = 0;
  for await (const run of client.runs(project)) {
    if (run.slot === slot) return run;
    read += 1;
    if (read >= RUNS_READ) break;
  }
  return null;
}

const isFinished = ({ state, pending }: Read<SlotRun>): boolean => state !== 'running' && pending === 0;

export function runText({ state, reason, placed, pending, found, notFound, failed, skipped, cost }: Read<SlotRun>): string {
  const counts = [`${found} found`, `${notFound} not found`, `${failed} failed`, `${skipped} skipped`, `${pending} pending`];
  const why = reason === null ? '' : ` (${state}: ${reason})`;
  return `${counted(placed, 'check')}: ${counts.join(', ')}; ${counted(cost, 'credit')}${why}`;
}

/** Returns the exit code: 1 if a check failed or was skipped. */
export async function trackRun(call: TrackCall): Promise<number> {
  const { args, client, parts } = call;
  const { project } = await projectOf(call, 'track run PROJECT [--wait]');
  if (project.enabledKeywords === 0)
    throw new UsageProblem(
      project.keywords === 0
        ? `${project.name} has no keywords. Add some with: sextant track add ${project.id} "red shoes"`
        : `All keywords of ${project.name} are disabled. Enable some in the dashboard.`,
    );
  const price = await client.runCost(project.id);
  if (args.flag('dry-run')) {
    parts.print(args.json ? JSON.stringify({ cost: price }) : `A run costs ${counted(price, 'credit')}.`);
    return 0;
  }
  let run = await client.run(project.id);
  if (!args.flag('wait')) {
    parts.print(args.json ? JSON.stringify(run) : `Run ${run.slot} of ${project.name} started: at most ${counted(price, 'credit')}.`);
    return 0;
  }
  const end = parts.now() + WAIT_MS_MAX;
  for (let shown = ''; !isFinished(run) && parts.now() < end; ) {
    await parts.pause(POLL_MS);
    run = (await findRun(client, project.id, run.slot)) ?? run;
    const text = runText(run);
    if (text !== shown && !args.json && !isFinished(run)) parts.log(text);
    shown = text;
  }
  parts.print(args.json ? JSON.stringify(run) : runText(run));
  return isFinished(run) && run.failed + run.skipped === 0 ? 0 : 1;
}
