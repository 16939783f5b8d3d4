// Settings of a project: names, domains, schedule, pause, shares and removal.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { counted } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Field, SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { go } from '../route.ts';
import { competitorText, DomainsField, LinesField, linesOf, readCompetitors } from './domains-field.tsx';
import type { TabProps } from './project.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { Shares } from './shares.tsx';
import type { NewProject, Project, Schedule } from './types.ts';
import { ForecastView } from './values.tsx';

const DEPTHS = [10, 20, 30, 50, 100].map((depth) => [String(depth), `Top ${depth}`] as const);
const PRIORITIES = (['LOW', 'NORMAL', 'REALTIME', 'INSTANT'] as const).map((priority) => [priority, labelOf(priority)] as const);

export function Settings({ project, reload }: TabProps) {
  return (
    <>
      <TrackedForm project={project} reload={reload} />
      <ScheduleForm project={project} reload={reload} />
      <Shares projectId={project.id} />
      <EndCard project={project} reload={reload} />
    </>
  );
}

type FormProps = Pick<TabProps, 'project' | 'reload'>;

/** Saves changes of a project and reads it again. */
function useSave({ project, reload }: FormProps) {
  const action = useAction<string>();
  const save = (fields: Partial<NewProject> & { readonly state?: 'active' | 'paused' }) =>
    action.run(async () => {
      await call<Project>(`/projects/${project.id}`, { method: 'PATCH', body: fields });
      reload();
      return 'Saved.';
    });
  return { ...action, save };
}

function TrackedForm(props: FormProps) {
  const { project } = props;
  const [name, setName] = useState(project.name);
  const [domains, setDomains] = useState([...project.domains]);
  const [competitors, setCompetitors] = useState(competitorText(project.competitors));
  const [brandTerms, setBrandTerms] = useState((project.brandTerms ?? []).join('\n'));
  const [notes, setNotes] = useState(project.notes ?? '');
  const { busy, result, problem, save } = useSave(props);
  const submit = (event: Event) => {
    event.preventDefault();
    void save({
      name: name.trim(),
      domains: domains.map(({ domain, match }) => ({ domain: domain.trim(), match })),
      competitors: readCompetitors(competitors),
      brandTerms: linesOf(brandTerms),
      notes,
    });
  };
  return (
    <Card title="Domain and competitors">
      <form class="stacked" onSubmit={submit} aria-label="Domain and competitors">
        <div class="fields">
          <TextField label="Name" value={name} onText={setName} required wide />
          <DomainsField value={domains} onValue={setDomains} />
          <LinesField
            label="Competitors"
            help="One domain per line, with a name after a comma if you like. Stored first results give a new competitor a past."
            value={competitors}
            onText={setCompetitors}
          />
          <LinesField
            label="Brand terms"
            help="One per line. Summaries can leave out keywords that contain one."
            value={brandTerms}
            onText={setBrandTerms}
            rows={2}
          />
          <Field label="Description" wide>
            {(control) => (
              <textarea {...control} rows={2} maxLength={2000} value={notes} onInput={(event) => setNotes(event.currentTarget.value)} />
            )}
          </Field>
        </div>
        {problem && <ProblemNotice problem={problem} />}
        <div class="row">
          <button type="submit" class="button" disabled={busy}>
            Save
          </button>
          {result && <span role="status">{result}</span>}
        </div>
      </form>
    </Card>
  );
}

const SCHEDULE_DEFAULT: Schedule = { every: 'weekdays' };

function ScheduleForm(props: FormProps) {
  const { project } = props;
  const [schedule, setSchedule] = useState<Schedule>(project.schedule ?? SCHEDULE_DEFAULT);
  const [defaults, setDefaults] = useState(project.defaults ?? {});
  const { busy, result, problem, save } = useSave(props);
  const submit = (event: Event) => {
    event.preventDefault();
    void save({ schedule, defaults });
  };
  return (
    <Card title="Schedule">
      <form class="stacked" onSubmit={submit} aria-label="Schedule">
        <ScheduleField value={schedule} onValue={setSchedule} />
        <div class="fields narrow">
          <SelectField
            label="Depth"
            value={String(defaults.maxResults ?? 10)}
            options={DEPTHS}
            onText={(text) => setDefaults({ ...defaults, maxResults: Number(text) })}
          />
          <SelectField
            label="Priority"
            value={defaults.priority ?? 'LOW'}
            options={PRIORITIES}
            onText={(text) => setDefaults({ ...defaults, priority: text as NonNullable<typeof defaults.priority> })}
          />
        </div>
        <p class="tiny muted">Checks are charged through the key that saves the schedule. Its budget and its end apply.</p>
        <ForecastView forecast={project.forecast} />
        {problem && <ProblemNotice problem={problem} />}
        <div class="row">
          <button type="submit" class="button" disabled={busy}>
            Save schedule
          </button>
          {result && <span role="status">{result}</span>}
        </div>
      </form>
    </Card>
  );
}

function EndCard(props: FormProps) {
  const { project } = props;
  const [isConfirming, setIsConfirming] = useState(false);
  const { busy, problem, save } = useSave(props);
  const removal = useAction<void>();
  const isPaused = project.state === 'paused';
  const remove = () =>
    removal.run(async () => {
      await call(`/projects/${project.id}`, { method: 'DELETE' });
      go('#/projects');
    });
  return (
    <Card title="Pause or delete">
      <p class="muted">A paused project keeps its history and costs nothing. Runs of the pause are not made up for.</p>
      {(problem ?? removal.problem) && <ProblemNotice problem={(problem ?? removal.problem)!} />}
      <div class="row">
        <button type="button" class="button" disabled={busy} onClick={() => save({ state: isPaused ? 'active' : 'paused' })}>
          {isPaused ? 'Resume project' : 'Pause project'}
        </button>
        {isConfirming ? (
          <>
            <button type="button" class="button primary" disabled={removal.busy} onClick={remove}>
              Delete {counted(project.keywords, 'keyword')} and their history
            </button>
            <button type="button" class="button plain" onClick={() => setIsConfirming(false)}>
              Cancel
            </button>
          </>
        ) : (
          <button type="button" class="button" onClick={() => setIsConfirming(true)}>
            Delete project
          </button>
        )}
      </div>
    </Card>
  );
}
