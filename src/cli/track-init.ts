// `sextant track init`: creates a project, or opens the demo project.
import type { Device, NewProject, Project, Schedule } from '../contract/tracking.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { type Arguments, UsageProblem } from './arguments.ts';
import { priceText, type Read, type TrackCall } from './track-parts.ts';

const REGION_DEFAULT = 'US';

export const devicesOf = (device: string): Device[] => (device === 'both' ? ['desktop', 'mobile'] : [device as Device]);

function wholeNumber(args: Arguments, name: string, least: number, most: number): number {
  const value = Number(args.required(name));
  if (!Number.isInteger(value) || value < least || value > most)
    throw new UsageProblem(`--${name} must be a whole number from ${least} to ${most}.`);
  return value;
}

/** Returns null without an option about the schedule: the service's default applies. */
function scheduleOf(args: Arguments): Schedule | null {
  const [daily, zone] = [args.option('daily'), args.option('zone')];
  const given = ['daily', 'hours', 'manual'].filter((name) => args.flag(name));
  if (given.length > 1) throw new UsageProblem(`Use only one of ${given.map((name) => `--${name}`).join(' and ')}.`);
  if (zone !== undefined && (args.flag('hours') || args.flag('manual'))) throw new UsageProblem('--zone applies only to --daily.');
  if (args.flag('manual')) return { every: 'manual' };
  if (args.flag('hours')) return { every: 'hours', hours: wholeNumber(args, 'hours', 1, 168) };
  if (daily === undefined && zone === undefined) return null;
  return { every: 'weekdays', ...(daily === undefined ? {} : { at: daily }), ...(zone === undefined ? {} : { timeZone: zone }) };
}

/** Returns the project of the arguments. Only given fields are set, so that the service's defaults apply. */
export function newProject(domain: string, args: Arguments): NewProject {
  const [engine, language, device] = [args.option('engine'), args.option('language'), args.option('device')];
  const [competitors, schedule] = [args.all('competitor'), scheduleOf(args)];
  return {
    name: args.option('name') ?? domain,
    domains: [{ domain }],
    ...(competitors.length > 0 ? { competitors: competitors.map((one) => ({ domain: one })) } : {}),
    defaults: {
      region: args.option('region') ?? REGION_DEFAULT,
      ...(engine === undefined ? {} : { searchEngine: engine as EngineName }),
      ...(language === undefined ? {} : { language }),
      ...(device === undefined ? {} : { devices: devicesOf(device) }),
      ...(args.flag('results') ? { maxResults: wholeNumber(args, 'results', 10, 100) } : {}),
    },
    ...(schedule === null ? {} : { schedule }),
  };
}

function scheduleText({ schedule }: Read<Project>): string {
  if (schedule === undefined) return 'default';
  const { every, hours = 1, weekdays, monthdays, at = '06:00', timeZone = 'UTC' } = schedule;
  if (every === 'manual') return 'only with track run';
  if (every === 'hours') return `every ${hours === 1 ? 'hour' : `${hours} hours`}`;
  const days = every === 'monthdays' ? `on days ${(monthdays ?? [1]).join(', ')} of the month` : weekdaysText(weekdays);
  return `${days} from ${at} (${timeZone})`;
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const weekdaysText = (weekdays: readonly number[] = []): string =>
  weekdays.length === 0 || weekdays.length === NAMES.length ? 'daily' : weekdays.map((day) => NAMES[day - 1]).join(', ');

export function projectText(project: Read<Project>): string {
  const { id, name, domains, competitors = [], keywords, nextAt, forecast } = project;
  return [
    `project      ${id}`,
    `name         ${name}`,
    `domains      ${domains.map(({ domain }) => domain).join(', ')}`,
    ...(competitors.length > 0 ? [`competitors  ${competitors.map(({ domain }) => domain).join(', ')}`] : []),
    `schedule     ${scheduleText(project)}`,
    `next check   ${nextAt ?? 'none'}`,
    `keywords     ${keywords}`,
    `price        ${priceText(forecast)}`,
  ].join('\n');
}

/** Returns the exit code. */
export async function trackInit({ args, client, parts, plain }: TrackCall): Promise<number> {
  const [domain, more] = plain;
  if (args.flag('demo') ? domain !== undefined : domain === undefined || more !== undefined)
    throw new UsageProblem('Usage: sextant track init shop.example, or sextant track init --demo. Try: sextant help track');
  const project = args.flag('demo') ? await client.demo() : await client.create(newProject(domain!, args));
  const next = project.keywords === 0 ? `\n\nNext: sextant track add ${project.id} "red shoes"` : '';
  parts.print(args.json ? JSON.stringify(project) : `${projectText(project)}${next}`);
  return 0;
}
