// Tools that track keywords and report their positions.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Figures, Point, ProjectOverview, Summary } from '../contract/tracking-history.ts';
import type { TrackedKeyword } from '../contract/tracking-keywords.ts';
import { type RankReport, ToolProblem, type Tracked } from './backend.ts';
import { type Costs, toolResult } from './results.ts';
import type { Toolbox } from './toolbox.ts';
import * as schemas from './tracking-schemas.ts';
import { linesOf, masked } from './trim.ts';

type Row = Readonly<Record<string, unknown>>;

const DAYS_DEFAULT = 30;
const TOP_DEFAULT = 20;
const MOVERS_SHOWN = 5;
/** Newest rows of each series that are shown. */
const POINTS_MAX = 100;
const FIRST_SLOT = 'T00:00';

export function addTrackingTools({ add, backend, free }: Toolbox): void {
  add<schemas.TrackInput>(
    {
      name: 'track_keywords',
      title: 'Track keywords',
      description:
        'Tracks positions of a domain for keywords, checked daily. Saving is free; every later check costs credits. Without confirm, nothing is saved and the credits per month are returned.',
      input: schemas.TrackInput,
    },
    async ({ confirm = false, ...fields }, context) =>
      trackedResult(await backend.track({ ...fields, confirm }, context.mcpReq.signal), free()),
  );
  add<schemas.ReportInput>(
    {
      name: 'rank_report',
      title: 'Rank report',
      description:
        'Positions, changes and figures of tracked keywords, or the history of one. Without project: the only one, or the list. Free.',
      input: schemas.ReportInput,
      readOnly: true,
    },
    async ({ days = DAYS_DEFAULT, top = TOP_DEFAULT, ...query }, context) =>
      reportResult(await backend.report({ ...query, days, top }, context.mcpReq.signal), free()),
  );
}

function trackedResult({ project, saved, added, duplicates, creditsBefore, forecast, nextAt }: Tracked, costs: Costs): CallToolResult {
  const { checksPerMonth, creditsPerMonth, balance } = forecast;
  const price = `${creditsPerMonth} credits per month for ${checksPerMonth} checks (before: ${creditsBefore})`;
  const known = duplicates.length === 0 ? '' : ` Tracked already: ${duplicates.length}.`;
  const count = `${added} ${added === 1 ? 'keyword' : 'keywords'}`;
  const next = nextAt === null ? '' : ` The next check is at ${nextAt}.`;
  const text = saved
    ? `Added ${count} to ${project.name} (project ${project.id}).${known} It costs ${price}.${next} Read positions with rank_report.`
    : `Nothing was saved. The call would add ${count} to ${project.name}.${known} The project would cost ${price}${balance === null ? '' : `; the balance is ${balance}`}. ${added === 0 ? 'There is nothing to confirm.' : 'Ask the user, then repeat the call with confirm.'}`;
  const structured = { project, saved, added, duplicates, creditsPerMonth, checksPerMonth, creditsPerMonthBefore: creditsBefore, balance };
  return toolResult({ ...structured, ...(saved ? { nextAt } : {}) }, text, costs);
}

const FIGURES = ['keywords', 'average', 'ranked', 'visibility', 'shareOfVoice', 'visits', 'aiCited', 'failed', 'skipped', 'curve'];
const figuresOf = (figures: Figures | null): Row | null => (figures === null ? null : masked(figures, FIGURES));

/** A failed or skipped check is named and never looks like a position. */
function positionOf({
  state,
  reason,
  position,
  depth,
}: Pick<TrackedKeyword, 'state' | 'position' | 'depth'> & { reason?: string | null }): string {
  if (state === null) return 'not checked yet';
  const judged = position !== null ? String(position) : depth === null ? '' : `not in top ${depth}`;
  if (state === 'found' || state === 'notFound') return judged;
  const problem = `${state}${reason ? `: ${reason}` : ''}`;
  return judged === '' ? problem : `${judged} (last check ${problem})`;
}

const changeOf = (change: TrackedKeyword['change7']): string | number | null => change && (change.value ?? change.movement);

const keywordRow = (one: TrackedKeyword): Row =>
  masked(
    {
      position: positionOf(one),
      keyword: one.keyword,
      url: one.url,
      device: one.device,
      change1: changeOf(one.change1),
      change7: changeOf(one.change7),
      change30: changeOf(one.change30),
      best: one.best,
      volume: one.volume,
    },
    null,
  );

/** Desktop and mobile of one keyword that moved alike are one row. */
function moverRows(movers: Summary['winners']): Row[] {
  const rows = movers.map(({ keyword, position, url, change }) => masked({ keyword, position, url, change: changeOf(change) }, null));
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()].slice(0, MOVERS_SHOWN);
}

/** Equal checks in a row are one row, from `slot` to `until`, because most days change nothing. */
export function pointRows(points: readonly Point[]): Row[] {
  const rows: { slot: string; until: string | null; checks: number; same: Row }[] = [];
  for (const { slot, imported, url, ...point } of points) {
    const same = masked({ position: positionOf(point), url, ...(imported ? { imported } : {}) }, null);
    const [last, time] = [rows.at(-1), slot.replace(FIRST_SLOT, '')];
    if (last && JSON.stringify(last.same) === JSON.stringify(same)) {
      last.until = time;
      last.checks += 1;
    } else rows.push({ slot: time, until: null, checks: 1, same });
  }
  return rows.slice(-POINTS_MAX).map(({ slot, until, checks, same }) => ({ slot, ...(until === null ? {} : { until, checks }), ...same }));
}

const projectRow = ({ project, now, unreadAlerts }: ProjectOverview): Row => ({
  id: project.id,
  name: project.name,
  state: project.state,
  keywords: project.keywords,
  creditsPerMonth: project.forecast.creditsPerMonth,
  ...(unreadAlerts > 0 ? { unreadAlerts } : {}),
  ...masked({ average: now?.average, visibility: now?.visibility }, null),
});

/** Figures are summed some seconds after a run. */
const nothingYet = (keywords: readonly TrackedKeyword[]): string =>
  keywords.some(({ state }) => state !== null) ? 'The figures follow within a minute.' : 'No check has finished yet.';

function reportResult(report: RankReport, costs: Costs): CallToolResult {
  if ('projects' in report) {
    if (report.projects.length === 0) throw new ToolProblem(404, 'There is no project yet.', 'Create one with track_keywords.');
    const projects = report.projects.map(projectRow);
    return toolResult({ projects }, `${linesOf(projects)}\nCall rank_report with one of them as project.`, costs);
  }
  const { id, name, state } = report.project;
  const project = { id, name, ...(state === 'active' ? {} : { state }) };
  const head = state === 'active' ? name : `${name} (no checks: ${state})`;
  if ('histories' in report) {
    const series = report.histories.map(({ keyword, history }) => ({
      ...masked(keyword, ['keyword', 'searchEngine', 'region', 'language', 'device']),
      competitors: history.competitors,
      points: pointRows(history.points),
    }));
    const text = series.map(
      ({ points, competitors: _competitors, ...rest }) => `${linesOf([rest])}\n${linesOf(points) || 'not checked yet'}`,
    );
    return toolResult({ project, series }, `${head}\n${text.join('\n')}`, costs);
  }
  const { summary, keywords, total } = report;
  const rows = keywords.map(keywordRow);
  const [now, before, winners, losers] = [
    figuresOf(summary.now),
    figuresOf(summary.before),
    moverRows(summary.winners),
    moverRows(summary.losers),
  ];
  const text = [
    `${head}: ${rows.length} of ${total} keywords. A positive change is an improvement.`,
    now === null ? nothingYet(keywords) : `now: ${linesOf([now])}`,
    ...(before === null ? [] : [`${summary.days[0]?.day ?? 'before'}: ${linesOf([before])}`]),
    ...(winners.length === 0 ? [] : [`improved:\n${linesOf(winners)}`]),
    ...(losers.length === 0 ? [] : [`dropped:\n${linesOf(losers)}`]),
    linesOf(rows) || 'none',
  ].join('\n');
  return toolResult({ project, now, before, winners, losers, total, keywords: rows }, text, costs);
}
