// The list of projects with their figures of the last 30 days and unread alerts.
import type { Project } from '../../../contract/tracking.ts';
import type { ProjectOverview } from '../../../contract/tracking-history.ts';
import type { Db } from '../../../platform/db.ts';
import { dayStart, MINUTES_A_DAY } from '../slots.ts';
import type { Owner, ProjectSettings, Slot, SlotFigures } from '../types.ts';
import { curveOf } from './curve.ts';
import { figuresOf, visibilityOf } from './figures.ts';
import { ALL_VARIANTS, FIGURE_COLUMNS, type FiguresRow, sumsFrom } from './rows.ts';
import { BINS } from './sums.ts';

const DAYS = 30;

const PROJECTS = {
  name: 'tracking_overview_projects',
  text: `select p.id, p.public_id, p.settings, calendar_slot(p, tracking_now()) as today, (
      select count(*) from tracking_alerts a where a.account_id = p.account_id and a.project_id = p.id and a.read_at is null) as unread
    from projects p where p.account_id = $1 and p.live = $2 and p.public_id = any ($3::text[])`,
};
/**
 * The last finished slot of each day, as in a summary. Only the two histograms that visibility needs, because the rows are many, and as
 * JSON, which is parsed four times as fast as the driver parses arrays.
 */
const DAYS_OF = {
  name: 'tracking_overview_days',
  text: `select distinct on (s.project_id, s.slot / ${MINUTES_A_DAY}) s.project_id, s.slot,
      '[' || array_to_string(f.volumes[1:${2 * BINS}], ',') || ']' as volumes
    from unnest($2::integer[], $3::integer[]) as w (project_id, first_slot)
    join project_slots s on s.account_id = $1 and s.project_id = w.project_id and s.slot >= w.first_slot and s.state = 'done' and s.keyword_ids is null
    join slot_figures f on f.account_id = s.account_id and f.project_id = s.project_id and f.slot = s.slot and f.variant_id = ${ALL_VARIANTS}
    where f.counts[1] > 0
    order by s.project_id, s.slot / ${MINUTES_A_DAY}, s.slot desc`,
};
const FIGURES_AT = {
  name: 'tracking_overview_figures',
  text: `select f.project_id, ${FIGURE_COLUMNS}
    from unnest($2::integer[], $3::integer[]) as w (project_id, slot)
    join slot_figures f on f.account_id = $1 and f.project_id = w.project_id and f.slot = w.slot and f.variant_id = ${ALL_VARIANTS}`,
};

interface OverviewRow {
  readonly id: number;
  readonly public_id: string;
  readonly settings: string;
  readonly today: Slot;
  readonly unread: number;
}
interface DayRow {
  readonly project_id: number;
  readonly slot: Slot;
  /** JSON of an array of numbers. */
  readonly volumes: string;
}

export const createOverview =
  (db: Pick<Db, 'query'>) =>
  async (owner: Owner, projects: readonly Project[]): Promise<readonly ProjectOverview[]> => {
    const rows = await db.query<OverviewRow>(PROJECTS, [owner.accountId, owner.mode === 'live', projects.map(({ id }) => id)]);
    const firstOf = ({ today }: OverviewRow): Slot => dayStart(today) - (DAYS - 1) * MINUTES_A_DAY;
    const days = await db.query<DayRow>(DAYS_OF, [owner.accountId, rows.map(({ id }) => id), rows.map(firstOf)]);
    const byProject = new Map<number, DayRow[]>(rows.map(({ id }) => [id, []]));
    for (const day of days) byProject.get(day.project_id)!.push(day);
    // Whole rows only for the two days that are compared.
    const ends = [...byProject.values()].flatMap((some) => [...some.slice(0, 1), ...some.slice(1).slice(-1)]);
    const figures = await db.query<FiguresRow & { project_id: number }>(FIGURES_AT, [
      owner.accountId,
      ends.map((day) => day.project_id),
      ends.map(({ slot }) => slot),
    ]);
    const sums = new Map(figures.map((row) => [`${row.project_id}:${row.slot}`, sumsFrom(row)]));
    const known = new Map(rows.map((row) => [row.public_id, row]));
    return projects.map((project) => {
      const row = known.get(project.id);
      const some = row ? (byProject.get(row.id) ?? []) : [];
      const sumsAt = (day: DayRow | undefined) => (day ? sums.get(`${day.project_id}:${day.slot}`) : undefined);
      return overviewOf(project, row, some, row ? firstOf(row) : 0, [some.length > 1 ? sumsAt(some[0]) : undefined, sumsAt(some.at(-1))]);
    });
  };

function overviewOf(
  project: Project,
  row: OverviewRow | undefined,
  days: readonly DayRow[],
  first: Slot,
  [before, now]: readonly [SlotFigures | undefined, SlotFigures | undefined],
): ProjectOverview {
  const settings = row ? (JSON.parse(row.settings) as ProjectSettings) : null;
  const curve = curveOf(settings ?? { curve: null });
  const indexes = settings?.competitors.flatMap((competitor, index) => (competitor ? [index] : [])) ?? [];
  const visibility = new Map(
    days.map((day) => [Math.floor((day.slot - first) / MINUTES_A_DAY), visibilityOf({ volumes: JSON.parse(day.volumes) }, curve)]),
  );
  return {
    project,
    now: now ? figuresOf(now, curve, indexes) : null,
    before: before ? figuresOf(before, curve, indexes) : null,
    visibility: Array.from({ length: DAYS }, (_, index) => visibility.get(index) ?? null),
    unreadAlerts: row?.unread ?? 0,
  };
}
