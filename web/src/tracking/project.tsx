// One project: a tab for each view. The tab and its filters are part of the URL.
import type { ComponentType } from 'preact';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { counted, credits } from '../format.ts';
import { lazy } from '../parts/lazy.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo, type Route } from '../route.ts';
import { useApi } from '../use-api.ts';
import { PROJECT_STATES } from './labels.ts';
import { scheduleText } from './schedule.ts';
import type { Project } from './types.ts';
import { ProjectStateBadge } from './values.tsx';
import '../style/tracking.css';

export interface TabProps {
  readonly project: Project;
  readonly route: Route;
  readonly reload: () => void;
}

const TABS: readonly (readonly [name: string, title: string, view: ComponentType<TabProps>])[] = [
  ['overview', 'Overview', lazy(() => import('./overview.tsx').then((tab) => tab.Overview))],
  ['keywords', 'Keywords', lazy(() => import('./keywords.tsx').then((tab) => tab.Keywords))],
  ['competitors', 'Competitors', lazy(() => import('./competitors.tsx').then((tab) => tab.Competitors))],
  ['pages', 'Pages', lazy(() => import('./pages.tsx').then((tab) => tab.Pages))],
  ['alerts', 'Alerts', lazy(() => import('./alerts.tsx').then((tab) => tab.Alerts))],
  ['settings', 'Settings', lazy(() => import('./settings.tsx').then((tab) => tab.Settings))],
];
const RELOAD_SECONDS = 30;

export function ProjectPage({ route }: { readonly route: Route }) {
  const loaded = useApi<Project>(route.id ? `/projects/${route.id}` : null, 'key', RELOAD_SECONDS);
  if (!route.id)
    return (
      <Page title="Project">
        <Empty title="No project selected">
          <p>
            Choose one of your <a href="#/projects">projects</a>.
          </p>
        </Empty>
      </Page>
    );
  return (
    <Page
      title={loaded.data?.name ?? 'Project'}
      about={loaded.data && <About project={loaded.data} />}
      actions={loaded.data && <Actions project={loaded.data} reload={loaded.reload} />}
    >
      <WhenLoaded from={loaded}>{(project) => <Tabs project={project} route={route} reload={loaded.reload} />}</WhenLoaded>
    </Page>
  );
}

function About({ project: { state, domains, schedule, nextAt, keywords, forecast } }: { readonly project: Project }) {
  return (
    <>
      <ProjectStateBadge state={state} /> {domains.map(({ domain }) => domain).join(', ')} · {counted(keywords, 'keyword')} ·{' '}
      {scheduleText(schedule)}
      {nextAt && (
        <>
          , next run <Time at={nextAt} />
        </>
      )}{' '}
      · {credits(forecast.creditsPerMonth)} per month
    </>
  );
}

function Actions({ project, reload }: { readonly project: Project; readonly reload: () => void }) {
  const { busy, result, problem, run } = useAction<{ readonly cost: number; readonly isStarted: boolean }>();
  const path = `/projects/${project.id}/run`;
  const ask = () =>
    run(async () => ({ ...(await call<{ cost: number }>(path, { method: 'POST', body: { dryRun: true } })), isStarted: false }));
  const start = (cost: number) =>
    run(async () => {
      await call(path, { method: 'POST', body: {} });
      reload();
      return { cost, isStarted: true };
    });
  return (
    <>
      {result && !result.isStarted ? (
        <button type="button" class="button small primary" disabled={busy} onClick={() => start(result.cost)}>
          Check all for {credits(result.cost)}
        </button>
      ) : (
        <button type="button" class="button small" disabled={busy || project.enabledKeywords === 0} onClick={ask}>
          Run now
        </button>
      )}
      {result?.isStarted && <span role="status">Run started.</span>}
      <a class="button small" href={linkTo('report', {}, project.id)}>
        Report
      </a>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}

function Tabs(props: TabProps) {
  const { project, route } = props;
  const [name, , View] = TABS.find(([one]) => one === route.query.get('tab')) ?? TABS[0]!;
  const help = PROJECT_STATES[project.state][2];
  return (
    <>
      {help !== '' && <p class={`notice ${project.state === 'paused' ? 'wait' : 'bad'}`}>{help}</p>}
      <nav class="tabs" aria-label="Views of the project">
        {TABS.map(([one, title]) => (
          <a
            key={one}
            href={linkTo('project', one === 'overview' ? {} : { tab: one }, project.id)}
            aria-current={one === name ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <View key={`${project.id} ${name}`} {...props} />
    </>
  );
}
