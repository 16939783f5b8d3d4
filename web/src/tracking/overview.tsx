// Overview of a project: figures, distribution, changes, features, runs and notes.
import { useState } from 'preact/hooks';
import { withQuery } from '../api.ts';
import { percent } from '../format.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';
import { DrawnLines, StackedArea } from './drawings.tsx';
import { FeatureBars } from './feature-bars.tsx';
import { BANDS, FigureNotes, FigureStats } from './figure-stats.tsx';
import { Notes } from './notes.tsx';
import { PERIODS, periodOf } from './periods.ts';
import type { TabProps } from './project.tsx';
import { Runs } from './runs.tsx';
import type { Summary } from './types.ts';
import { ownPath } from './urls.ts';
import { useDebounced } from './use-debounced.ts';
import { ChangeView } from './values.tsx';

const BRANDS = [
  ['with', 'Included'],
  ['without', 'Left out'],
  ['only', 'Only these'],
] as const;
/** A running project changes while it is looked at, and a demo that is being filled does so faster. */
const [RELOAD_SECONDS, FILLING_SECONDS] = [20, 2];

export function Overview({ project, isFilling }: TabProps) {
  const [days, setDays] = useState('30');
  const [tag, setTag] = useState('');
  const [brand, setBrand] = useState('with');
  const hasBrand = (project.brandTerms?.length ?? 0) > 0;
  const query = { ...periodOf(days, project), tag: useDebounced(tag.trim()), brand: brand === 'with' ? undefined : brand };
  const loaded = useApi<Summary>(withQuery(`/projects/${project.id}/summary`, query), 'key', isFilling ? FILLING_SECONDS : RELOAD_SECONDS);
  return (
    <>
      <div class="row">
        <SelectField label="Period" value={days} options={PERIODS} onText={setDays} />
        <TextField label="Tag" value={tag} placeholder="All" onText={setTag} />
        {hasBrand && <SelectField label="Brand terms" value={brand} options={BRANDS} onText={setBrand} />}
      </div>
      <WhenLoaded from={loaded}>
        {(summary) =>
          summary.now === null ? (
            <NothingChecked project={project} isFilling={isFilling} />
          ) : (
            <SummaryView summary={summary} project={project} />
          )
        }
      </WhenLoaded>
      <Runs projectId={project.id} />
      <Notes projectId={project.id} />
    </>
  );
}

function NothingChecked({ project, isFilling }: Pick<TabProps, 'project' | 'isFilling'>) {
  return (
    <Card>
      {project.keywords === 0 ? (
        <Empty title="No keywords yet">
          <p>Add the searches for which your domain should be found. You see the price per month before you save.</p>
          <a class="button primary" href={linkTo('project', { tab: 'keywords', add: 'yes' }, project.id)}>
            Add keywords
          </a>
        </Empty>
      ) : (
        <Empty title="No finished run yet">
          {isFilling ? (
            <p>The first figures appear in a few seconds.</p>
          ) : (
            <p>
              Figures appear when the first run is done. It starts with the schedule, or at once with <strong>Run now</strong>.
            </p>
          )}
        </Empty>
      )}
    </Card>
  );
}

function SummaryView({ summary, project }: { readonly summary: Summary } & Pick<TabProps, 'project'>) {
  const { now, before, days, competitors, winners, losers, features } = summary;
  const names = days.map(({ day }) => day);
  return (
    <>
      <FigureStats now={now!} before={before} />
      <FigureNotes now={now!} />
      <div class="columns">
        <Card title="Visibility">
          <DrawnLines
            label="Visibility by day"
            days={names}
            show={percent}
            lines={[
              { name: 'Your domain', values: days.map(({ figures }) => figures.visibility) },
              ...competitors.slice(0, 5).map(({ name, days: theirs }) => {
                const byDay = new Map(theirs.map(({ day, visibility }) => [day, visibility]));
                return { name, values: names.map((day) => byDay.get(day) ?? null) };
              }),
            ]}
          />
        </Card>
        <Card title="Distribution of positions">
          <StackedArea
            label="Keywords by position and day"
            days={names}
            bands={BANDS.map(([band, name]) => ({ name, values: days.map(({ figures }) => figures.distribution[band]) }))}
          />
        </Card>
        <Movers title="Improved" movers={winners} project={project} />
        <Movers title="Dropped" movers={losers} project={project} />
      </div>
      <FeatureBars features={features} keywords={now!.keywords} />
    </>
  );
}

function Movers(props: { readonly title: string; readonly movers: Summary['winners'] } & Pick<TabProps, 'project'>) {
  const { title, movers, project } = props;
  const domains = project.domains.map(({ domain }) => domain);
  return (
    <Card title={title}>
      {movers.length === 0 ? (
        <Empty title="No changes">
          <p>No keyword has {title.toLowerCase()} between comparable checks of this period.</p>
        </Empty>
      ) : (
        <Table
          caption={`${title} keywords`}
          rows={movers}
          keyOf={({ id }) => id}
          stack
          columns={[
            {
              name: 'Keyword',
              kind: 'lead',
              show: ({ id, keyword }) => <a href={linkTo('keyword', {}, `${project.id}.${id}`)}>{keyword}</a>,
            },
            { name: 'Position', kind: 'figure', show: ({ position }) => (position === null ? 'Not found' : position) },
            { name: 'Change', kind: 'figure', show: ({ change }) => <ChangeView change={change} /> },
            {
              name: 'Page',
              kind: 'break',
              show: ({ url }) => <span class="tiny muted">{url === null ? 'None' : ownPath(url, domains)}</span>,
            },
          ]}
        />
      )}
    </Card>
  );
}
