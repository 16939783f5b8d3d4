// Projects: all tracked domains with their figures, and the first steps of a new user.
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { credits, number, percent } from '../format.ts';
import { lazy } from '../parts/lazy.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { go, linkTo, type Route } from '../route.ts';
import { modeOf, useSession } from '../session.ts';
import { useApi } from '../use-api.ts';
import { Sparkline } from './drawings.tsx';
import { scheduleText } from './schedule.ts';
import type { Project, ProjectOverview } from './types.ts';
import { ProjectStateBadge } from './values.tsx';
import '../style/tracking.css';

const NewProjectPage = lazy(() => import('./new-project.tsx').then((page) => page.NewProjectPage));
const RELOAD_SECONDS = 60;

export function Projects({ route }: { readonly route: Route }) {
  return route.id === 'new' ? <NewProjectPage /> : <ProjectList />;
}

function ProjectList() {
  const loaded = useApi<{ items: readonly ProjectOverview[] }>('/projects', 'key', RELOAD_SECONDS);
  const isEmpty = loaded.data?.items.length === 0;
  return (
    <Page
      title="Projects"
      about="Keywords that are checked on a schedule. The history stays when the results expire."
      actions={
        !isEmpty && (
          <a class="button primary" href={linkTo('projects', {}, 'new')}>
            Create project
          </a>
        )
      }
    >
      <WhenLoaded from={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <FirstSteps />
          ) : (
            <ul class="projects">
              {items.map((overview) => (
                <ProjectCard key={overview.project.id} overview={overview} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Page>
  );
}

function FirstSteps() {
  const { key } = useSession();
  const isTest = key !== undefined && modeOf(key) === 'test';
  return (
    <section class="card">
      <Empty title="Track positions day by day">
        <p>
          Enter your domain, its competitors and the keywords that matter. Sextant checks them on your schedule, keeps the positions for
          years, and tells you what changed. You see the price per month before you save.
        </p>
        <div class="row">
          <a class="button primary" href={linkTo('projects', {}, 'new')}>
            Create project
          </a>
          {isTest && <DemoButton />}
        </div>
        {isTest && <p class="tiny">The demo has 90 days of history from the sandbox. Creating it costs nothing.</p>}
      </Empty>
    </section>
  );
}

function DemoButton() {
  const { busy, problem, run } = useAction<void>();
  const open = () =>
    run(async () => {
      const { id } = await call<Project>('/projects/demo', { method: 'POST' });
      go(linkTo('project', {}, id));
    });
  return (
    <>
      <button type="button" class="button" disabled={busy} onClick={open}>
        {busy ? 'Creating the demo…' : 'Open demo project'}
      </button>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}

function ProjectCard({ overview: { project, now, before, visibility, unreadAlerts } }: { readonly overview: ProjectOverview }) {
  const change = now && before && now.visibility !== null && before.visibility !== null ? now.visibility - before.visibility : null;
  const missing = (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">No checks yet</span>
    </span>
  );
  return (
    <li class="card project-card">
      <header>
        <h2>
          <a href={linkTo('project', {}, project.id)}>{project.name}</a>
        </h2>
        <ProjectStateBadge state={project.state} />
      </header>
      <p class="tiny muted break">{project.domains.map(({ domain }) => domain).join(', ')}</p>
      <Sparkline label={`Visibility of ${project.name} over 30 days`} values={visibility} />
      <dl class="figures">
        <div>
          <dt>Visibility</dt>
          <dd>
            {now === null || now.visibility === null ? missing : percent(now.visibility)}{' '}
            {change !== null && Math.abs(change) >= 0.0005 && (
              <small class={change > 0 ? 'up' : 'down'}>
                {change > 0 ? '▲' : '▼'} {(Math.abs(change) * 100).toFixed(1)}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>Average position</dt>
          <dd>{now === null ? missing : now.average === null ? 'None found' : now.average.toFixed(1)}</dd>
        </div>
        <div>
          <dt>Keywords</dt>
          <dd>{number(project.keywords)}</dd>
        </div>
      </dl>
      <p class="tiny muted">
        {scheduleText(project.schedule)}.{' '}
        {project.nextAt && (
          <>
            Next run <Time at={project.nextAt} />.{' '}
          </>
        )}
        {credits(project.forecast.creditsPerMonth)} per month.
      </p>
      {unreadAlerts > 0 && (
        <p>
          <a class="badge wait" href={linkTo('project', { tab: 'alerts' }, project.id)}>
            {number(unreadAlerts)} new {unreadAlerts === 1 ? 'alert' : 'alerts'}
          </a>
        </p>
      )}
    </li>
  );
}
