// One keyword: its positions over time with competitors, notes and page changes, and every check.
import { useMemo, useState } from 'preact/hooks';
import { withQuery } from '../api.ts';
import { number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Lines } from '../parts/chart.tsx';
import { SelectField } from '../parts/field.tsx';
import { Card, LoadingPage, Page, Stats } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { ExternalLink } from '../results/external-link.tsx';
import { linkTo, type Route } from '../route.ts';
import { useApi } from '../use-api.ts';
import { historyLines } from './history-lines.ts';
import { Checks } from './keyword-checks.tsx';
import { KeywordForm } from './keyword-form.tsx';
import { DEVICE_LABELS } from './labels.ts';
import { PERIODS, periodOf } from './periods.ts';
import { TopPages } from './top-pages.tsx';
import type { KeywordHistory, Note, Project, TrackedKeyword } from './types.ts';
import { shortUrl } from './urls.ts';
import { ChangeView, FeatureList, PositionView } from './values.tsx';
import '../style/tracking.css';

/** Lines have six colours: the own one and five competitors. */
const COMPETITORS_DRAWN = 5;
/** The first results of a longer period would be most of the response. */
const TOP_DAYS_MAX = 90;

export function KeywordPage({ route }: { readonly route: Route }) {
  const [projectId = '', keywordId = ''] = (route.id ?? '').split('.');
  const isKnown = projectId !== '' && keywordId !== '';
  const project = useApi<Project>(isKnown ? `/projects/${projectId}` : null);
  const keyword = useApi<TrackedKeyword>(isKnown ? `/projects/${projectId}/keywords/${keywordId}` : null);
  if (!isKnown)
    return (
      <Page title="Keyword">
        <Empty title="No keyword selected">
          <p>
            Choose one in a <a href="#/projects">project</a>.
          </p>
        </Empty>
      </Page>
    );
  // The header appears with its texts, or it would move what is below it.
  if ((project.loading && !project.data) || (keyword.loading && !keyword.data)) return <LoadingPage what="Loading the keyword" />;
  const back = (
    <a class="button small" href={linkTo('project', { tab: 'keywords' }, projectId)}>
      All keywords
    </a>
  );
  return (
    <Page title={keyword.data?.keyword ?? 'Keyword'} about={keyword.data && <About keyword={keyword.data} />} actions={back}>
      <WhenLoaded from={project}>
        {(known) => (
          <WhenLoaded from={keyword}>
            {(shown) => (
              <>
                <Now keyword={shown} />
                <KeywordChart key={route.id} project={known} keyword={shown} />
                <KeywordForm key={`form ${route.id}`} projectId={projectId} keyword={shown} onSaved={keyword.reload} />
              </>
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  );
}

function About({ keyword: { searchEngine, region, language, device, tags, note } }: { readonly keyword: TrackedKeyword }) {
  return (
    <>
      {labelOf(searchEngine)} · {region} · {language} · {DEVICE_LABELS[device]}
      {tags.length > 0 && ` · ${tags.join(', ')}`}
      {note && ` · ${note}`}
    </>
  );
}

function Now({ keyword }: { readonly keyword: TrackedKeyword }) {
  const { change1, change7, change30, best, bestOn, volume, visits, url, features, owned, citedAs, targetUrl } = keyword;
  return (
    <>
      <Stats
        items={[
          {
            name: 'Position',
            value: <PositionView keyword={keyword} />,
            note: keyword.rank === null ? '' : `Element ${keyword.rank} of the page`,
          },
          { name: '1 day', value: <ChangeView change={change1} /> },
          { name: '7 days', value: <ChangeView change={change7} /> },
          { name: '30 days', value: <ChangeView change={change30} /> },
          { name: 'Best', value: best ?? 'None', note: bestOn ?? '' },
          {
            name: 'Volume',
            value: volume === null ? 'Unknown' : number(volume),
            note: visits === null ? '' : `About ${number(Math.round(visits))} visits`,
          },
        ]}
      />
      <Card title="Result page">
        <dl class="pairs">
          <div class="pair">
            <dt>Ranking page</dt>
            <dd>{url === null ? 'None' : <ExternalLink url={url}>{shortUrl(url)}</ExternalLink>}</dd>
          </div>
          {targetUrl !== null && (
            <div class="pair">
              <dt>Target page</dt>
              <dd>
                <ExternalLink url={targetUrl}>{shortUrl(targetUrl)}</ExternalLink>
              </dd>
            </div>
          )}
          <div class="pair">
            <dt>SERP features</dt>
            <dd>
              <FeatureList features={features} owned={owned} />
            </dd>
          </div>
          {features.includes('aiAnswer') && (
            <div class="pair">
              <dt>AI answer</dt>
              <dd>{citedAs === null ? 'Does not cite your domain' : `Cites your domain, as source ${citedAs}`}</dd>
            </div>
          )}
        </dl>
      </Card>
    </>
  );
}

function KeywordChart({ project, keyword }: { readonly project: Project; readonly keyword: TrackedKeyword }) {
  const [days, setDays] = useState('90');
  const domains = project.domains.map(({ domain }) => domain);
  const { from, to } = periodOf(days, project);
  const query = {
    from,
    to,
    top: Number(days) <= TOP_DAYS_MAX ? 'true' : undefined,
    group: project.schedule?.every === 'hours' && Number(days) > 31 ? 'day' : undefined,
  };
  const history = useApi<KeywordHistory>(withQuery(`/projects/${project.id}/keywords/${keyword.id}/history`, query));
  const notes = useApi<{ items: readonly Note[] }>(`/projects/${project.id}/notes`);
  const points = history.data?.points;
  const drawn = useMemo(() => {
    const own = (notes.data?.items ?? []).filter(({ keywordIds }) => keywordIds === null || keywordIds.includes(keyword.id));
    const competitors = (project.competitors ?? []).slice(0, COMPETITORS_DRAWN).map(({ domain, name }) => name || domain);
    return historyLines(points ?? [], own, { own: project.domains[0]?.domain ?? 'Your domain', competitors });
  }, [points, notes.data, project, keyword.id]);
  return (
    <>
      <Card title="Positions over time" actions={<SelectField label="Period" value={days} options={PERIODS} onText={setDays} />}>
        <WhenLoaded from={history}>
          {({ points: read }) =>
            read.length === 0 ? (
              <Empty title="No checks in this period">
                <p>Choose a longer period, or start a run in the project.</p>
              </Empty>
            ) : (
              <>
                <Lines
                  label={`Positions for ${keyword.keyword} over time`}
                  times={drawn.times}
                  lines={drawn.lines}
                  downward
                  precise={project.schedule?.every === 'hours'}
                />
                <p class="tiny muted">
                  Position 1 is at the top. A gap means that the domain was not found within the checked depth, or that there was no check.
                  Dots mark failed and skipped checks at the bottom, changes of the ranking page on the line, and notes at the top.
                </p>
              </>
            )
          }
        </WhenLoaded>
      </Card>
      {history.data && history.data.points.length > 0 && (
        <>
          <TopPages points={history.data.points} domains={domains} />
          <Checks points={history.data.points} domains={domains} />
        </>
      )}
    </>
  );
}
