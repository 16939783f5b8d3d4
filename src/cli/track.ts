// `sextant track`: projects, keywords, runs and reports of a running service.
import { parseArguments, UsageProblem } from './arguments.ts';
import { meant } from './commands.ts';
import { trackAdd } from './track-add.ts';
import { trackImport } from './track-import.ts';
import { trackInit } from './track-init.ts';
import { trackList, trackPause, trackRemove, trackResume, trackShare } from './track-manage.ts';
import type { TrackCall, TrackParts } from './track-parts.ts';
import { trackReport } from './track-print.ts';
import { trackRun } from './track-run.ts';

const ACTIONS: Readonly<Record<string, (call: TrackCall) => Promise<number>>> = {
  init: trackInit,
  add: trackAdd,
  import: trackImport,
  run: trackRun,
  report: trackReport,
  list: trackList,
  share: trackShare,
  pause: trackPause,
  resume: trackResume,
  remove: trackRemove,
};

/** Options that only some actions have. All others apply to every action. An option without effect would mislead. */
export const OPTION_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  name: ['init', 'share'],
  competitor: ['init'],
  match: ['init'],
  engine: ['init', 'add'],
  region: ['init', 'add'],
  language: ['init', 'add'],
  device: ['init', 'add'],
  results: ['init'],
  daily: ['init'],
  weekdays: ['init'],
  hours: ['init'],
  manual: ['init'],
  zone: ['init'],
  demo: ['init'],
  tag: ['add', 'report', 'share'],
  'check-now': ['add'],
  format: ['import'],
  column: ['import'],
  'dry-run': ['add', 'import', 'run'],
  yes: ['add', 'import', 'remove'],
  wait: ['run'],
  days: ['report', 'share'],
  keyword: ['report'],
  top: ['report'],
  csv: ['report'],
  content: ['report'],
};

/** Returns the exit code. */
export async function trackCommand(argv: readonly string[], parts: TrackParts): Promise<number> {
  const args = parseArguments(argv, 'track');
  const [action = '', ...plain] = args.plain;
  const names = Object.keys(ACTIONS);
  if (!names.includes(action))
    throw new UsageProblem(`Usage: sextant track ${names.join(' | ')}.${meant(action, names, 'track ')} Try: sextant help track`);
  for (const [option, actions] of Object.entries(OPTION_ACTIONS))
    if (args.flag(option) && !actions.includes(action))
      throw new UsageProblem(`--${option} belongs to track ${actions.join(', ')}, not to track ${action}. Try: sextant help track`);
  const { client, url } = await parts.connect(args.option('url') ?? null, args.option('key') ?? null);
  return ACTIONS[action]!({ args, client, url, parts, plain });
}

const OPTION_OF: Readonly<Record<string, string>> = {
  'domains[0].domain': 'The domain',
  'schedule.at': '--daily',
  'schedule.timeZone': '--zone',
  'defaults.maxResults': '--results',
};

/** Returns a message of the service with the options of the command instead of the fields of the request. */
export const withOptions = (message: string): string =>
  message
    .replace(/^Bad input parameter: (?:defaults|keywords\[\d+\])\.(region|language)\b/, '--$1')
    .replace(/^Bad input parameter: competitors\[\d+\]\.domain\b/, '--competitor')
    .replace(/^Bad input parameter: (\S+)/, (whole, field: string) => OPTION_OF[field] ?? whole);
