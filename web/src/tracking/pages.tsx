// Ranking pages of a project, changes of them, and keywords for which several own pages compete.
import { useState } from 'preact/hooks';
import { withQuery } from '../api.ts';
import { counted, number } from '../format.ts';
import { SelectField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { ExternalLink } from '../results/external-link.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';
import { PERIODS, periodOf } from './periods.ts';
import type { TabProps } from './project.tsx';
import type { Summary } from './types.ts';
import { shortUrl } from './urls.ts';

interface PartProps {
  readonly summary: Summary;
  readonly projectId: string;
}

export function Pages({ project }: TabProps) {
  const [days, setDays] = useState('30');
  const loaded = useApi<Summary>(withQuery(`/projects/${project.id}/summary`, periodOf(days, project)));
  return (
    <>
      <div class="row">
        <SelectField label="Period" value={days} options={PERIODS} onText={setDays} />
      </div>
      <WhenLoaded from={loaded}>
        {(summary) => (
          <>
            <RankingPages summary={summary} projectId={project.id} />
            <Cannibalised summary={summary} projectId={project.id} />
            <PageChanges summary={summary} projectId={project.id} />
          </>
        )}
      </WhenLoaded>
    </>
  );
}

const PageLink = ({ url }: { readonly url: string }) => <ExternalLink url={url}>{shortUrl(url)}</ExternalLink>;

function RankingPages({ summary: { pages }, projectId }: PartProps) {
  return (
    <Card title="Ranking pages">
      {pages.length === 0 ? (
        <Empty title="No ranking pages">
          <p>None of your pages was found for a tracked keyword yet.</p>
        </Empty>
      ) : (
        <Table
          caption="Ranking pages"
          rows={pages}
          keyOf={({ url }) => url}
          stack
          columns={[
            { name: 'Page', kind: 'lead', show: ({ url }) => <PageLink url={url} /> },
            {
              name: 'Keywords',
              kind: 'figure',
              show: ({ url, keywords }) => (
                <a
                  href={linkTo('project', { tab: 'keywords', url: shortUrl(url) }, projectId)}
                  aria-label={`${counted(keywords, 'keyword')} of ${shortUrl(url)}`}
                >
                  {number(keywords)}
                </a>
              ),
            },
            { name: 'Average position', kind: 'figure', show: ({ average }) => average.toFixed(1) },
            {
              name: 'Estimated visits',
              kind: 'figure',
              show: ({ visits }) => (visits === null ? <span class="muted">Unknown</span> : number(Math.round(visits))),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Cannibalised({ summary: { cannibalised }, projectId }: PartProps) {
  return (
    <Card title="Cannibalisation">
      {cannibalised.length === 0 ? (
        <Empty title="No competing pages">
          <p>For every keyword, one page of yours ranks, and it stays the same.</p>
        </Empty>
      ) : (
        <Table
          caption="Keywords with several own pages"
          rows={cannibalised}
          keyOf={({ id }) => id}
          stack
          columns={[
            {
              name: 'Keyword',
              kind: 'lead',
              show: ({ id, keyword }) => <a href={linkTo('keyword', {}, `${projectId}.${id}`)}>{keyword}</a>,
            },
            { name: 'Changes', kind: 'figure', show: ({ changes }) => number(changes) },
            {
              name: 'Pages',
              kind: 'break',
              show: ({ urls }) => (
                <ul>
                  {urls.map(({ url, days, best }) => (
                    <li key={url}>
                      <PageLink url={url} />{' '}
                      <span class="tiny muted">
                        {counted(days, 'day')}, best position {best}
                      </span>
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function PageChanges({ summary: { pageChanges }, projectId }: PartProps) {
  return (
    <Card title="Landing page changes">
      {pageChanges.length === 0 ? (
        <Empty title="No changes">
          <p>In this period no keyword changed its ranking page.</p>
        </Empty>
      ) : (
        <Table
          caption="Landing page changes"
          rows={pageChanges}
          keyOf={({ id, day }) => `${id} ${day}`}
          stack
          columns={[
            {
              name: 'Keyword',
              kind: 'lead',
              show: ({ id, keyword }) => <a href={linkTo('keyword', {}, `${projectId}.${id}`)}>{keyword}</a>,
            },
            { name: 'Day', kind: 'nowrap', show: ({ day }) => day },
            { name: 'Before', kind: 'break', show: ({ before }) => <PageLink url={before} /> },
            { name: 'After', kind: 'break', show: ({ after }) => <PageLink url={after} /> },
          ]}
        />
      )}
    </Card>
  );
}
