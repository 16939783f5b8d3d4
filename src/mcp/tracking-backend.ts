// Tracking over the API of a service: prices and adds keywords, and reads reports.
import type { NewProject, Project } from '../contract/tracking.ts';
import type { KeywordHistory, ProjectOverview, Summary } from '../contract/tracking-history.ts';
import type { AddedKeywords, NewTrackedKeyword, TrackedKeyword, TrackedKeywordList } from '../contract/tracking-keywords.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { type Backend, ToolProblem, type Tracked, type TrackFields } from './backend.ts';

/** Calls the API and returns the parsed response. Throws a `ToolProblem`. */
export type CallJson = <T>(method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: unknown) => Promise<T>;

const REGION_DEFAULT = 'US';
const DAY_MS = 86_400_000;
/** Desktop and mobile of one keyword in a few regions. */
const SERIES_MAX = 6;
/** The service returns single checks of schedules by hours for 92 days at most. */
const SINGLE_DAYS_MAX = 90;

const bare = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

/** Returns the project with this id, name or domain, or null. Throws when there are several. */
function chosen(projects: readonly Project[], wanted: string, isDomain: boolean): Project | null {
  const folded = wanted.trim().toLowerCase();
  const byDomain = projects.filter(({ domains }) => domains.some(({ domain }) => bare(domain) === bare(wanted)));
  const byName = isDomain ? [] : projects.filter(({ id, name }) => id === folded || name.toLowerCase() === folded);
  const found = byName.length > 0 ? byName : byDomain;
  if (found.length > 1) {
    const choices = found.map(({ id, name }) => `${id} (${name})`).join(', ');
    throw new ToolProblem(400, `"${wanted}" is ${found.length} projects.`, `Send one of these ids as project: ${choices}.`);
  }
  return found[0] ?? null;
}

function unknown(wanted: string, projects: readonly Project[]): ToolProblem {
  const names = projects.map(({ name }) => name).join(', ');
  return new ToolProblem(404, `Project "${wanted}" not found.`, names === '' ? 'track_keywords creates one.' : `There are: ${names}.`);
}

const newProject = ({ domain, region, engine, devices }: TrackFields): NewProject => ({
  name: domain!,
  domains: [{ domain: domain! }],
  defaults: {
    region: region ?? REGION_DEFAULT,
    ...(engine === undefined ? {} : { searchEngine: engine as EngineName }),
    ...(devices === undefined ? {} : { devices: [...devices] }),
  },
});

/** The name of each input in requests to the API. */
const INPUTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:defaults|keywords\[\d+\])\.region\b/, 'region'],
  [/\b(?:defaults|keywords\[\d+\])\.searchEngine\b/, 'engine'],
  [/\b(?:defaults|keywords\[\d+\])\.devices\b/, 'devices'],
  [/\bdomains\[0\]\.domain\b/, 'domain'],
  [/\bkeywords\[(\d+)\]\.keyword\b/, 'keywords[$1]'],
];

/** Returns a rejection with the names of the tool's inputs. */
function withInputs(error: unknown): unknown {
  if (!(error instanceof ToolProblem) || error.code !== 400) return error;
  const message = INPUTS.reduce((text, [field, input]) => text.replace(field, input), error.message);
  return new ToolProblem(400, message, [error.solution, 'Nothing was saved.'].filter(Boolean).join(' '), { cause: error });
}

/** A domain is checked by the service only when its project is created, which is after the user accepted the price. */
const looksLikeDomain = (domain: string): boolean => /^(?:https?:\/\/)?[^\s/]+\.[^\s/]+\/?$/.test(domain.trim());

/** Without an option, the project's default applies. */
const entryOf = (keyword: string, { region, engine, devices }: TrackFields): NewTrackedKeyword => ({
  keyword,
  ...(region === undefined ? {} : { region }),
  ...(engine === undefined ? {} : { searchEngine: engine as EngineName }),
  ...(devices === undefined ? {} : { devices: [...devices] }),
});

export function createTrackingBackend(call: CallJson): Pick<Backend, 'track' | 'report'> {
  const listProjects = async (signal: AbortSignal): Promise<readonly ProjectOverview[]> =>
    (await call<{ items: ProjectOverview[] }>('GET', '/projects', signal)).items;

  const add = async (project: Project, keywords: readonly NewTrackedKeyword[], confirm: boolean, signal: AbortSignal): Promise<Tracked> => {
    const body = { keywords, ...(confirm ? {} : { dryRun: true }) };
    const { added, duplicates, forecast } = await call<AddedKeywords>('POST', `/projects/${project.id}/keywords`, signal, body);
    return {
      project: { id: project.id, name: project.name },
      saved: confirm,
      added,
      duplicates: duplicates.map(({ keyword }) => keyword),
      creditsBefore: forecast.before.creditsPerMonth,
      forecast: forecast.after,
      nextAt: project.nextAt,
    };
  };

  const trackFields: Backend['track'] = async (fields, signal) => {
    const { project: wanted, domain, keywords, confirm } = fields;
    if ((wanted === undefined) === (domain === undefined))
      throw new ToolProblem(400, 'Exactly one of project and domain is required.', 'Send either project or domain. Nothing was saved.');
    const projects = (await listProjects(signal)).map(({ project }) => project);
    const existing = chosen(projects, wanted ?? domain!, domain !== undefined);
    const entries = keywords.map((keyword) => entryOf(keyword, fields));
    if (existing) return add(existing, entries, confirm, signal);
    if (wanted !== undefined) throw unknown(wanted, projects);
    if (!looksLikeDomain(domain!)) throw new ToolProblem(400, 'domain must be a domain such as shop.example.', 'Nothing was saved.');
    const project = newProject(fields);
    const plain = keywords.map((keyword) => ({ keyword }));
    // Also before saving: a keyword that cannot be tracked must not leave an empty project.
    const forecast = await call<Tracked['forecast']>('POST', '/tracking/forecast', signal, { defaults: project.defaults, keywords: plain });
    if (confirm) return add(await call<Project>('POST', '/projects', signal, project), plain, true, signal);
    // One keyword is tracked per device.
    const added = keywords.length * (fields.devices?.length ?? 1);
    const price = { creditsBefore: 0, forecast, nextAt: null };
    return { project: { id: null, name: project.name }, saved: false, added, duplicates: [], ...price };
  };

  const track: Backend['track'] = (fields, signal) =>
    trackFields(fields, signal).catch((error) => {
      throw withInputs(error);
    });

  const keywordReport = async (project: Project, wanted: string, period: string, signal: AbortSignal) => {
    const path = `/projects/${project.id}/keywords`;
    const { items } = await call<TrackedKeywordList>('GET', `${path}?${new URLSearchParams({ q: wanted, limit: '1000' })}`, signal);
    const matching = items.filter(({ keyword }) => keyword.toLowerCase() === wanted.trim().toLowerCase()).slice(0, SERIES_MAX);
    if (matching.length === 0)
      throw new ToolProblem(
        404,
        `Keyword "${wanted}" is not tracked in ${project.name}.`,
        'Check its spelling, or add it with track_keywords.',
      );
    const histories: { keyword: TrackedKeyword; history: KeywordHistory }[] = [];
    for (const keyword of matching)
      histories.push({ keyword, history: await call<KeywordHistory>('GET', `${path}/${keyword.id}/history?${period}`, signal) });
    return histories;
  };

  const report: Backend['report'] = async ({ project: wanted, keyword, days, top }, signal) => {
    const overviews = await listProjects(signal);
    const projects = overviews.map(({ project }) => project);
    const project = wanted === undefined ? (projects.length === 1 ? projects[0]! : null) : chosen(projects, wanted, false);
    if (wanted !== undefined && !project) throw unknown(wanted, projects);
    if (!project) return { projects: overviews };
    const from = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
    const period = `from=${from}${days > SINGLE_DAYS_MAX ? '&group=day' : ''}`;
    if (keyword !== undefined) return { project, histories: await keywordReport(project, keyword, period, signal) };
    const summary = await call<Summary>('GET', `/projects/${project.id}/summary?from=${from}`, signal);
    const query = new URLSearchParams({ sort: 'position', limit: String(top) });
    const { items, total } = await call<TrackedKeywordList>('GET', `/projects/${project.id}/keywords?${query}`, signal);
    return { project, summary, keywords: items, total };
  };
  return { track, report };
}
