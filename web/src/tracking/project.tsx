// One project: a tab for each view. The tab and its filters are part of the URL.
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, credits } from '../format.ts';
import { type LazyComponent, lazy } from '../parts/lazy.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo, type Route } from '../route.ts';
import { useApi } from '../use-api.ts';
import { FillingNotice, useFilling } from './history-progress.tsx';
import { PROJECT_STATES } from './labels.ts';
import { PricedButton } from './priced-button.tsx';
import { scheduleText } from './schedule.ts';
import type { Project } from './types.ts';
import { ProjectStateBadge } from './values.tsx';
import '../style/tracking.css';

export interface TabProps {
  readonly project: Project;
  readonly route: Route;
  readonly reload: () => void;
  /** The history of the demo is still being generated. */
  readonly isFilling: boolean;
}

const TABS: readonly (readonly [name: string, title: string, view: LazyComponent<TabProps>])[] = [
  ['overview', 'Overview', lazy(() => import('./overview.tsx').then((tab) => tab.Overview))],
  ['keywords', 'Keywords', lazy(() => import('./keywords.tsx').then((tab) => tab.Keywords))],
  ['competitors', 'Competitors', lazy(() => import('./competitors.tsx').then((tab) => tab.Competitors))],
  ['pages', 'Pages', lazy(() => import('./pages.tsx').then((tab) => tab.Pages))],
  ['alerts', 'Alerts', lazy(() => import('./alerts.tsx').then((tab) => tab.Alerts))],
  ['settings', 'Settings', lazy(() => import('./settings.tsx').then((tab) => tab.Settings))],
];
const RELOAD_SECONDS = 30;
/** The worker sums new days at this interval. */
const FIGURES_MS = 5000;

const tabOf = ({ query }: Route) => TABS.find(([one]) => one === query.get('tab')) ?? TABS[0]!;

export function ProjectPage({ route }: { readonly route: Route }) {
  // The code of the tab comes with the project, not after it.
  useEffect(() => tabOf(route)[2].preload(), []);
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
      <WhenLoaded from={loaded}>{(project) => <Tabs key={project.id} project={project} route={route} reload={loaded.reload} />}</WhenLoaded>
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
  return (
    <>
      <PricedButton
        label="Run now"
        confirm="Check all"
        done="Run started."
        path={`/projects/${project.id}/run`}
        disabled={project.enabledKeywords === 0}
        onDone={reload}
      />
      <a class="button small" href={linkTo('report', {}, project.id)}>
        Report
      </a>
    </>
  );
}

function Tabs(props: Omit<TabProps, 'isFilling'>) {
  const { project, route } = props;
  const [name, , View] = tabOf(route);
  const tabs = useRef<HTMLElement>(null);
  // On a phone the tabs scroll sideways.
  useEffect(() => tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [name]);
  const [filled, setFilled] = useState(0);
  // Figures of the last days follow within seconds.
  const filling = useFilling(project, () => setTimeout(() => setFilled((count) => count + 1), FIGURES_MS));
  const help = PROJECT_STATES[project.state][2];
  return (
    <>
      {help !== '' && <p class={`notice ${project.state === 'paused' ? 'wait' : 'bad'}`}>{help}</p>}
      <nav class="tabs" aria-label="Views of the project" ref={tabs}>
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
      {filling && <FillingNotice filling={filling} />}
      <View key={`${project.id} ${name} ${filled}`} {...props} isFilling={filling !== null} />
    </>
  );
}
