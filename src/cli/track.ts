// `sextant track`: projects, keywords, runs and reports of a running service.
import { parseArguments, UsageProblem } from './arguments.ts';
import { meant } from './commands.ts';
import { trackAdd, trackImport } from './track-add.ts';
import { trackInit } from './track-init.ts';
import type { TrackCall, TrackParts } from './track-parts.ts';
import { trackReport } from './track-report.ts';
import { trackRun } from './track-run.ts';

const ACTIONS: Readonly<Record<string, (call: TrackCall) => Promise<number>>> = {
  init: trackInit,
  add: trackAdd,
  import: trackImport,
  run: trackRun,
  report: trackReport,
};

/** Returns the exit code. */
export async function trackCommand(argv: readonly string[], parts: TrackParts): Promise<number> {
  const args = parseArguments(argv, 'track');
  const [action = '', ...plain] = args.plain;
  const names = Object.keys(ACTIONS);
  if (!names.includes(action))
    throw new UsageProblem(`Usage: sextant track ${names.join(' | ')}.${meant(action, names, 'track ')} Try: sextant help track`);
  const client = await parts.connect(args.option('url') ?? null, args.option('key') ?? null);
  return ACTIONS[action]!({ args, client, parts, plain });
}
