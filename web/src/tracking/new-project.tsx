// A new project: domain, competitors, search settings, schedule and keywords, with the price before saving.
import { useState } from 'preact/hooks';
import { ENGINES } from '../../../src/contract/vocabulary.ts';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { counted } from '../format.ts';
import { labelOf } from '../labels.ts';
import { CheckField, SelectField, TextField } from '../parts/field.tsx';
import { Card, Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { RegionPicker } from '../region/picker.tsx';
import { go, linkTo } from '../route.ts';
import { chunksOf, KEYWORDS_AT_ONCE_MAX } from './chunks.ts';
import { DomainsField, LinesField, linesOf, readCompetitors } from './domains-field.tsx';
import { DEVICE_LABELS } from './labels.ts';
import { isTimeZone } from './schedule.ts';
import { ScheduleField } from './schedule-field.tsx';
import type { AddedKeywords, Device, Forecast, NewProject, Project } from './types.ts';
import { usePrice } from './use-price.ts';
import { ForecastView } from './values.tsx';

const DEPTHS = [10, 20, 30, 50, 100].map((depth) => [String(depth), `Top ${depth}`] as const);
const DEVICES = Object.keys(DEVICE_LABELS) as Device[];

type Draft = Required<Pick<NewProject, 'name' | 'domains' | 'schedule'>> & {
  readonly defaults: NonNullable<NewProject['defaults']>;
  readonly competitors: string;
  readonly keywords: string;
  readonly checkNow: boolean;
};

const EMPTY = (): Draft => ({
  name: '',
  domains: [{ domain: '', match: 'site' }],
  competitors: '',
  defaults: { searchEngine: 'google', region: 'US', devices: ['desktop'], maxResults: 10 },
  schedule: { every: 'weekdays', at: '06:00', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' },
  keywords: '',
  checkNow: true,
});

async function create({ name, domains, competitors, defaults, schedule, keywords, checkNow }: Draft): Promise<string> {
  const fields: NewProject = {
    name: name.trim() || domains[0]!.domain.trim(),
    domains: domains.map(({ domain, match }) => ({ domain: domain.trim(), ...(match ? { match } : {}) })),
    competitors: readCompetitors(competitors),
    defaults,
    schedule,
  };
  const { id } = await call<Project>('/projects', { method: 'POST', body: fields });
  const lines = linesOf(keywords);
  for (const chunk of chunksOf(lines))
    await call<AddedKeywords>(`/projects/${id}/keywords`, { method: 'POST', body: { keywords: chunk.map((keyword) => ({ keyword })) } });
  // One run for all of them: a project starts at most one a minute.
  if (checkNow && lines.length > 0) await call(`/projects/${id}/run`, { method: 'POST', body: {} });
  return id;
}

export function NewProjectPage() {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const { busy, problem, run } = useAction<void>();
  const set = (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields }));
  const setDefaults = (fields: Partial<Draft['defaults']>) => set({ defaults: { ...draft.defaults, ...fields } });
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => go(linkTo('project', {}, await create(draft))));
  };
  return (
    <Page title="Create project" about="All settings but the identity of a keyword (engine, region, language, device) can change later.">
      <form class="stacked" onSubmit={submit} aria-label="New project">
        <Card title="What to track">
          <div class="fields">
            <DomainsField value={draft.domains} onValue={(domains) => set({ domains })} />
            <TextField
              label="Name"
              value={draft.name}
              placeholder={draft.domains[0]!.domain || 'My shop'}
              onText={(name) => set({ name })}
              wide
            />
            <LinesField
              label="Competitors"
              help="One domain per line. Their positions come from the same result pages, so they cost nothing."
              placeholder="rival.example"
              value={draft.competitors}
              onText={(competitors) => set({ competitors })}
              rows={3}
            />
            <LinesField
              label="Keywords"
              help="One per line. You can add more later, or import a file."
              value={draft.keywords}
              onText={(keywords) => set({ keywords })}
              rows={8}
            />
          </div>
        </Card>
        <Card title="Where to search">
          <SearchFields defaults={draft.defaults} onDefaults={setDefaults} />
        </Card>
        <Card title="When to check">
          <ScheduleField value={draft.schedule} onValue={(schedule) => set({ schedule })} />
          <CheckField
            label="Check once now"
            value={draft.checkNow}
            onValue={(checkNow) => set({ checkNow })}
            help="Charged like every check. Otherwise the first checks run with the schedule."
          />
        </Card>
        <Card title="Price">
          <DraftPrice draft={draft} />
          {problem && <ProblemNotice problem={problem} />}
          <div class="row">
            <button type="submit" class="button primary" disabled={busy}>
              {busy ? 'Saving…' : 'Create project'}
            </button>
            <a class="button plain" href="#/projects">
              Cancel
            </a>
          </div>
        </Card>
      </form>
    </Page>
  );
}

function SearchFields(props: { readonly defaults: Draft['defaults']; readonly onDefaults: (fields: Partial<Draft['defaults']>) => void }) {
  const { defaults, onDefaults } = props;
  const devices = defaults.devices ?? ['desktop'];
  const toggle = (device: Device, isOn: boolean) => {
    const chosen = DEVICES.filter((one) => (one === device ? isOn : devices.includes(one)));
    if (chosen.length > 0) onDefaults({ devices: chosen });
  };
  return (
    <div class="fields">
      <SelectField
        label="Search engine"
        value={defaults.searchEngine ?? 'google'}
        options={ENGINES.map((engine) => [engine, labelOf(engine)] as const)}
        onText={(engine) => onDefaults({ searchEngine: engine as NonNullable<typeof defaults.searchEngine> })}
      />
      <TextField
        label="Language"
        value={defaults.language ?? ''}
        placeholder="That of the region"
        onText={(language) => onDefaults({ language: language.trim() === '' ? undefined : language.trim() })}
      />
      <SelectField
        label="Depth"
        value={String(defaults.maxResults ?? 10)}
        options={DEPTHS}
        onText={(depth) => onDefaults({ maxResults: Number(depth) })}
        help="More results cost more."
      />
      <fieldset class="row">
        <legend>Devices</legend>
        {DEVICES.map((device) => (
          <CheckField
            key={device}
            label={DEVICE_LABELS[device]}
            value={devices.includes(device)}
            onValue={(isOn) => toggle(device, isOn)}
          />
        ))}
      </fieldset>
      <RegionPicker
        value={{ region: defaults.region, regionSearch: undefined }}
        onValue={({ region }) => onDefaults({ region: region ?? 'US' })}
        isByNameOnly
      />
    </div>
  );
}

function DraftPrice({ draft: { defaults, schedule, keywords } }: { readonly draft: Draft }) {
  const lines = linesOf(keywords);
  const sample = lines.slice(0, KEYWORDS_AT_ONCE_MAX).map((keyword) => ({ keyword }));
  // An unknown time zone is named beside its field. The service would only reject it.
  const isReady = sample.length > 0 && isTimeZone(schedule.timeZone ?? 'UTC');
  const { data, problem } = usePrice<Forecast>('/tracking/forecast', isReady ? { defaults, schedule, keywords: sample } : null);
  if (lines.length === 0) return <p class="muted">Enter keywords to see the price per month. The project itself is free.</p>;
  if (!isReady) return <p class="muted">Choose a known time zone to see the price.</p>;
  if (problem) return <ProblemNotice problem={problem} />;
  if (!data) return <p class="muted">Computing the price…</p>;
  return (
    <>
      <ForecastView forecast={data} />
      {lines.length > sample.length && (
        <p class="tiny muted">
          This is the price of the first {counted(sample.length, 'keyword')} of {counted(lines.length, 'keyword')}.
        </p>
      )}
      {data.balance !== null && data.balance < data.creditsPerMonth && (
        <p class="notice wait">Your balance does not last for a month. The project stops with an alert when it is used up.</p>
      )}
    </>
  );
}
