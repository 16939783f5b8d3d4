// The sections of a report, for the dashboard and for share links.
import { day, number, percent } from '../format.ts';
import { Card } from '../parts/page.tsx';
import { Empty } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { ExternalLink } from '../results/external-link.tsx';
import { DrawnLines, StackedArea } from './drawings.tsx';
import { FeatureBars } from './feature-bars.tsx';
import { BANDS, FigureNotes, FigureStats } from './figure-stats.tsx';
import { DEVICE_LABELS } from './labels.ts';
import type { ShareReport } from './types.ts';
import { ownPath, shortUrl } from './urls.ts';
import { ChangeView, FeatureList, PositionView } from './values.tsx';
import '../style/report.css';

const COMPETITORS_DRAWN = 5;

interface SectionProps {
  readonly report: ShareReport;
}

export function ReportView({ report }: SectionProps) {
  const { domains, from, to, tags, now, sections } = report;
  return (
    <div class="report">
      <p class="muted">
        {domains.join(', ')} · {day(from)} to {day(to)}
        {tags.length > 0 && ` · Tags: ${tags.join(', ')}`}
      </p>
      {sections.includes('summary') && (now ? <Figures report={report} /> : <NoFigures />)}
      {report.winners && report.losers && <Movers report={report} />}
      {report.competitors && report.competitors.length > 0 && <Competitors report={report} />}
      {report.features && report.features.length > 0 && <FeatureBars features={report.features} keywords={keywordsIn(report)} />}
      {report.pages && report.pages.length > 0 && <Pages report={report} />}
      {report.keywords && <Keywords report={report} />}
    </div>
  );
}

/** Checked keywords. A report without figures knows them only from its features. */
const keywordsIn = ({ now, features = [] }: ShareReport): number => now?.keywords ?? Math.max(1, ...features.map(({ present }) => present));

function NoFigures() {
  return (
    <Card>
      <Empty title="No finished run yet">
        <p>Figures appear when the first run is done.</p>
      </Empty>
    </Card>
  );
}

function Figures({ report: { now, before = null, days = [], competitors = [] } }: SectionProps) {
  const names = days.map(({ day }) => day);
  return (
    <>
      <FigureStats now={now!} before={before} />
      <FigureNotes now={now!} />
      {names.length > 0 && (
        <div class="columns">
          <Card title="Visibility">
            <DrawnLines
              label="Visibility by day"
              days={names}
              show={percent}
              lines={[
                { name: 'Domain', values: days.map(({ figures }) => figures.visibility) },
                ...competitors.slice(0, COMPETITORS_DRAWN).map(({ name, days: theirs }) => {
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
        </div>
      )}
    </>
  );
}

function Movers({ report: { winners = [], losers = [] } }: SectionProps) {
  const lists = [
    ['Improved', winners],
    ['Dropped', losers],
  ] as const;
  return (
    <div class="columns">
      {lists.map(([title, movers]) => (
        <Card key={title} title={title}>
          {movers.length === 0 ? (
            <p class="muted">No changes between comparable checks.</p>
          ) : (
            <Table
              caption={`${title} keywords`}
              rows={movers}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Keyword', kind: 'break', show: ({ keyword }) => keyword },
                { name: 'Position', kind: 'figure', show: ({ position }) => position ?? 'Not found' },
                { name: 'Change', kind: 'figure', show: ({ change }) => <ChangeView change={change} /> },
              ]}
            />
          )}
        </Card>
      ))}
    </div>
  );
}

function Competitors({ report: { competitors = [] } }: SectionProps) {
  const show = (share: number | null) => (share === null ? 'No checks' : percent(share));
  return (
    <Card title="Competitors">
      <Table
        caption="Competitors"
        rows={competitors}
        keyOf={({ domain }) => domain}
        columns={[
          { name: 'Domain', kind: 'break', show: ({ name, domain }) => name || domain },
          { name: 'Visibility', kind: 'figure', show: ({ visibility }) => show(visibility) },
          { name: 'Share of voice', kind: 'figure', show: ({ shareOfVoice }) => show(shareOfVoice) },
        ]}
      />
    </Card>
  );
}

function Pages({ report: { pages = [] } }: SectionProps) {
  return (
    <Card title="Ranking pages">
      <Table
        caption="Ranking pages"
        rows={pages}
        keyOf={({ url }) => url}
        stack
        columns={[
          { name: 'Page', kind: 'lead', show: ({ url }) => <ExternalLink url={url}>{shortUrl(url)}</ExternalLink> },
          { name: 'Keywords', kind: 'figure', show: ({ keywords }) => number(keywords) },
          { name: 'Average position', kind: 'figure', show: ({ average }) => average.toFixed(1) },
          { name: 'Visits', kind: 'figure', show: ({ visits }) => (visits === null ? 'Unknown' : number(Math.round(visits))) },
        ]}
      />
    </Card>
  );
}

function Keywords({ report: { keywords = [], domains } }: SectionProps) {
  return (
    <Card title={`Keywords (${number(keywords.length)})`}>
      <Table
        caption="Keywords"
        rows={keywords}
        keyOf={({ id }) => id}
        stack
        columns={[
          { name: 'Keyword', kind: 'lead', show: ({ keyword }) => keyword },
          { name: 'Device', show: ({ device }) => <span class="muted">{DEVICE_LABELS[device]}</span> },
          { name: 'Position', kind: 'figure', show: (keyword) => <PositionView keyword={keyword} /> },
          { name: '7 days', kind: 'figure', show: ({ change7 }) => <ChangeView change={change7} /> },
          { name: '30 days', kind: 'figure', show: ({ change30 }) => <ChangeView change={change30} /> },
          { name: 'Best', kind: 'figure', show: ({ best }) => best ?? 'None' },
          { name: 'Page', kind: 'break', show: ({ url }) => <span class="tiny">{url === null ? 'None' : ownPath(url, domains)}</span> },
          { name: 'Features', kind: 'secondary', show: ({ features, owned }) => <FeatureList features={features} owned={owned} max={2} /> },
        ]}
      />
    </Card>
  );
}
