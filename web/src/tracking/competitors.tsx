// Competitors of a project: their visibility over time, and a matrix of positions by keyword.
import { useState } from 'preact/hooks';
import { withQuery } from '../api.ts';
import { counted, number, percent } from '../format.ts';
import { SelectField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';
import { DrawnLines } from './drawings.tsx';
import { slotDay } from './history-lines.ts';
import { PERIODS, periodOf } from './periods.ts';
import type { TabProps } from './project.tsx';
import type { Point, Summary, TrackedKeyword } from './types.ts';
import { useDayPoints } from './use-day-points.ts';
import { PositionView, VariantView } from './values.tsx';

/** Lines have six colours. */
const LINES_MAX = 5;
/** Keywords in the matrix. */
const MATRIX_MAX = 200;

export function Competitors({ project }: TabProps) {
  const [days, setDays] = useState('30');
  const hasCompetitors = (project.competitors?.length ?? 0) > 0;
  const loaded = useApi<Summary>(hasCompetitors ? withQuery(`/projects/${project.id}/summary`, periodOf(days, project)) : null);
  if (!hasCompetitors)
    return (
      <Card>
        <Empty title="No competitors yet">
          <p>
            Their positions come from the same result pages as yours, so they cost nothing. A competitor that you add later has a past as
            far as it was among the stored first results.
          </p>
          <a class="button primary" href={linkTo('project', { tab: 'settings' }, project.id)}>
            Add competitors
          </a>
        </Empty>
      </Card>
    );
  return (
    <>
      <div class="row">
        <SelectField label="Period" value={days} options={PERIODS} onText={setDays} />
      </div>
      <WhenLoaded from={loaded}>{(summary) => <Shares summary={summary} />}</WhenLoaded>
      <Matrix project={project} />
    </>
  );
}

function Shares({ summary: { now, days, competitors } }: { readonly summary: Summary }) {
  const names = days.map(({ day }) => day);
  const own = { name: 'Your domain', visibility: now?.visibility ?? null, shareOfVoice: now?.shareOfVoice ?? null };
  const lines = [
    { name: own.name, values: days.map(({ figures }) => figures.visibility) },
    ...competitors.slice(0, LINES_MAX).map(({ name, days: theirs }) => {
      const byDay = new Map(theirs.map(({ day, visibility }) => [day, visibility]));
      return { name, values: names.map((day) => byDay.get(day) ?? null) };
    }),
  ];
  const show = (share: number | null) => (share === null ? <span class="muted">No checks</span> : percent(share));
  return (
    <Card title="Visibility">
      {names.length > 0 && (
        <DrawnLines label="Visibility of your domain and its competitors by day" days={names} lines={lines} show={percent} />
      )}
      <Table
        caption="Visibility and share of voice"
        rows={[own, ...competitors]}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Domain', kind: 'lead', show: ({ name }) => name },
          { name: 'Visibility', kind: 'figure', show: ({ visibility }) => show(visibility) },
          { name: 'Share of voice', kind: 'figure', show: ({ shareOfVoice }) => show(shareOfVoice) },
        ]}
      />
    </Card>
  );
}

function Matrix({ project }: Pick<TabProps, 'project'>) {
  const path = withQuery(`/projects/${project.id}/keywords`, { limit: MATRIX_MAX, sort: 'volume', descending: 'true' });
  const loaded = useApi<{ items: readonly TrackedKeyword[]; total: number }>(path);
  const newest = loaded.data?.items.reduce((day, { checkedAt }) => (checkedAt !== null && checkedAt > day ? checkedAt : day), '') ?? '';
  const points = useDayPoints(project.id, newest === '' ? null : slotDay(newest));
  const competitors = project.competitors ?? [];
  const columns: Column<TrackedKeyword>[] = [
    {
      name: 'Keyword',
      kind: 'lead',
      show: (row) => (
        <>
          <a href={linkTo('keyword', {}, `${project.id}.${row.id}`)}>{row.keyword}</a> <VariantView keyword={row} />
        </>
      ),
    },
    { name: 'Your domain', kind: 'figure', show: (keyword) => <PositionView keyword={keyword} /> },
    ...competitors.map(
      ({ domain, name }, index): Column<TrackedKeyword> => ({
        name: name || domain,
        kind: 'figure',
        show: ({ id }) => <Place point={points.data?.get(id)} index={index} />,
      }),
    ),
  ];
  return (
    <Card title="Positions by keyword">
      {points.problem && <ProblemNotice problem={points.problem} />}
      <WhenLoaded from={loaded}>
        {({ items, total }) => (
          <>
            <Table caption="Positions of your domain and its competitors" rows={items} keyOf={({ id }) => id} columns={columns} stack />
            <p class="tiny muted">
              {newest !== '' && `Checks of ${slotDay(newest)}. `}
              {total > items.length &&
                `The ${counted(items.length, 'keyword')} with the largest volume, of ${number(total)}. The export has all.`}
            </p>
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}

function Place({ point, index }: { readonly point: Point | undefined; readonly index: number }) {
  if (!point || point.state === 'failed' || point.state === 'skipped') return <span class="muted">No check</span>;
  const position = point.competitors[index] ?? null;
  return <span class={position === null ? 'muted' : ''}>{position ?? `Not in top ${point.depth}`}</span>;
}
