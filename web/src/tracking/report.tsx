// The report of a project, made for print. A share link shows the same to readers without a key.
import { useState } from 'preact/hooks';
import { withQuery } from '../api.ts';
import { SelectField } from '../parts/field.tsx';
import { LoadingPage, Page } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/status.tsx';
import { linkTo, type Route } from '../route.ts';
import { useApi } from '../use-api.ts';
import { PERIODS, periodOf } from './periods.ts';
import { ReportView } from './report-view.tsx';
import type { Project, ShareReport, Summary, TrackedKeyword } from './types.ts';
import '../style/tracking.css';

/** Longer lists belong into the export. */
const KEYWORDS_MAX = 500;
const SECTIONS: ShareReport['sections'] = ['summary', 'movers', 'competitors', 'features', 'pages', 'keywords'];

export function ReportPage({ route: { id } }: { readonly route: Route }) {
  const [days, setDays] = useState('30');
  const project = useApi<Project>(id ? `/projects/${id}` : null);
  const period = project.data && periodOf(days, project.data);
  const summary = useApi<Summary>(period ? withQuery(`/projects/${id}/summary`, period) : null);
  const keywords = useApi<{ items: readonly TrackedKeyword[] }>(
    id ? withQuery(`/projects/${id}/keywords`, { sort: 'position', limit: KEYWORDS_MAX }) : null,
  );
  const problem = project.problem ?? summary.problem ?? keywords.problem;
  if (!id)
    return (
      <Page title="Report">
        <Empty title="No project selected">
          <p>
            Choose one of your <a href="#/projects">projects</a>.
          </p>
        </Empty>
      </Page>
    );
  // The header appears with its texts, or it would move what is below it.
  if (project.loading && !project.data) return <LoadingPage what="Loading the report" />;
  return (
    <Page
      title={project.data ? `Report: ${project.data.name}` : 'Report'}
      actions={
        <div class="row no-print">
          <SelectField label="Period" value={days} options={PERIODS} onText={setDays} />
          <button type="button" class="button small primary" onClick={() => window.print()}>
            Print
          </button>
          <a class="button small" href={linkTo('project', { tab: 'settings' }, id)}>
            Share
          </a>
          <a class="button small" href={linkTo('project', {}, id)}>
            Back to the project
          </a>
        </div>
      }
    >
      {problem && <ProblemNotice problem={problem} />}
      {project.data && period && summary.data && keywords.data ? (
        <ReportView
          report={{
            title: project.data.name,
            domains: project.data.domains.map(({ domain }) => domain),
            sections: SECTIONS,
            tags: [],
            from: period.from,
            to: period.to,
            expiresAt: null,
            ...summary.data,
            keywords: [...keywords.data.items],
          }}
        />
      ) : (
        !problem && <Loading what="Loading the report" />
      )}
    </Page>
  );
}
