// `sextant track init`: creates a project, or opens the demo project.
import type { Device, NewProject, Project, Schedule } from '../contract/tracking.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { type Arguments, UsageProblem } from './arguments.ts';
import { type ProjectView, priceText, type Read, type TrackCall, wholeNumber } from './track-parts.ts';

const REGION_DEFAULT = 'US';

type Match = NonNullable<NewProject['domains'][number]['match']>;

export const devicesOf = (device: string): Device[] => (device === 'both' ? ['desktop', 'mobile'] : [device as Device]);

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Returns the numbers of weekdays such as mon,thu. */
function weekdaysOf(text: string): number[] {
  return text.split(',').map((part) => {
    const word = part.trim().toLowerCase();
    const index = word.length < 2 ? -1 : NAMES.findIndex((name) => name.toLowerCase().startsWith(word));
    if (index < 0) throw new UsageProblem(`--weekdays has the unknown day "${part}". Use names such as mon,thu.`);
    return index + 1;
  });
}

/** Returns null without an option about the schedule: the service's default applies. */
function scheduleOf(args: Arguments): Schedule | null {
  const [daily, zone, weekdays] = [args.option('daily'), args.option('zone'), args.option('weekdays')];
  const given = ['daily', 'hours', 'manual'].filter((name) => args.flag(name));
  if (given.length > 1) throw new UsageProblem(`Use only one of ${given.map((name) => `--${name}`).join(' and ')}.`);
  const daysOnly = ['zone', 'weekdays'].find((name) => args.flag(name));
  if (daysOnly !== undefined && (args.flag('hours') || args.flag('manual')))
    throw new UsageProblem(`--${daysOnly} applies only to --daily.`);
  if (daily !== undefined && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(daily)) throw new UsageProblem('--daily must be a time such as 06:00.');
  if (args.flag('manual')) return { every: 'manual' };
  if (args.flag('hours')) return { every: 'hours', hours: wholeNumber(args, 'hours', 1, 168) };
  if (daily === undefined && zone === undefined && weekdays === undefined) return null;
  return {
    every: 'weekdays',
    ...(weekdays === undefined ? {} : { weekdays: weekdaysOf(weekdays) }),
    ...(daily === undefined ? {} : { at: daily }),
    ...(zone === undefined ? {} : { timeZone: zone }),
  };
}

/** Returns the project of the arguments. Only given fields are set, so that the service's defaults apply. */
export function newProject(domain: string, args: Arguments): NewProject {
  const [engine, language, device] = [args.option('engine'), args.option('language'), args.option('device')];
  const [competitors, schedule, match] = [args.all('competitor'), scheduleOf(args), args.option('match')];
  const results = args.flag('results') ? wholeNumber(args, 'results', 10, 100) : null;
  if (results !== null && results % 10 !== 0) throw new UsageProblem('--results must be 10, 20, … or 100.');
  return {
    name: args.option('name') ?? domain,
    domains: [{ domain, ...(match === undefined ? {} : { match: match as Match }) }],
    ...(competitors.length > 0 ? { competitors: competitors.map((one) => ({ domain: one })) } : {}),
    defaults: {
      region: args.option('region') ?? REGION_DEFAULT,
      ...(engine === undefined ? {} : { searchEngine: engine as EngineName }),
      ...(language === undefined ? {} : { language }),
      ...(device === undefined ? {} : { devices: devicesOf(device) }),
      ...(results === null ? {} : { maxResults: results }),
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

/** A second project of the same name is nearly always a mistake, and later commands could not tell the two apart. */
async function createNew(client: TrackCall['client'], project: NewProject): Promise<ProjectView> {
  const same = (await client.list()).find((other) => other.project.name.toLowerCase() === project.name.toLowerCase());
  if (same)
    throw new UsageProblem(`Project "${project.name}" exists: ${same.project.id}. Add keywords to it, or use --name for another one.`);
  return client.create(project);
}

/** Returns the exit code. */
export async function trackInit({ args, client, parts, plain }: TrackCall): Promise<number> {
  const [domain, more] = plain;
  if (args.flag('demo') ? domain !== undefined : domain === undefined || more !== undefined)
    throw new UsageProblem('Usage: sextant track init shop.example, or sextant track init --demo. Try: sextant help track');
  const project = args.flag('demo') ? await client.demo() : await createNew(client, newProject(domain!, args));
  const name = /^[\w.-]+$/.test(project.name) ? project.name : project.id;
  const next = `\n\nNext: sextant track ${project.keywords === 0 ? `add ${name} "red shoes"` : `report ${project.id}`}`;
  parts.print(args.json ? JSON.stringify(project) : `${projectText(project)}${next}`);
  return 0;
}
