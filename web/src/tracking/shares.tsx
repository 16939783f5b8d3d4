// Share links of a project: read-only reports for readers without an account.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { BASE_PATH } from '../base-path.ts';
import { CopyButton } from '../parts/code.tsx';
import { CheckField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';
import type { Share } from './types.ts';

type Section = Share['sections'][number];
export const SECTION_LABELS: Readonly<Record<Section, string>> = {
  summary: 'Figures',
  keywords: 'Keywords',
  competitors: 'Competitors',
  movers: 'Position changes',
  features: 'SERP features',
  pages: 'Pages',
};
const SECTIONS = Object.keys(SECTION_LABELS) as Section[];

const urlOf = ({ url, token }: Share): string => new URL(url ?? `${BASE_PATH}/share/${token}`, location.origin).href;

export function Shares({ projectId }: { readonly projectId: string }) {
  const path = `/projects/${projectId}/shares`;
  const loaded = useApi<{ items: readonly Share[] }>(path);
  const { busy, problem, run } = useAction<void>();
  const [created, setCreated] = useState<Share | null>(null);
  const revoke = (id: string) =>
    run(async () => {
      await call(`${path}/${id}`, { method: 'DELETE' });
      if (created?.id === id) setCreated(null);
      loaded.reload();
    });
  return (
    <Card title="Share links">
      <p class="muted">Everybody with the link can read the chosen sections, without a key. You can revoke it at any time.</p>
      {created && <CreatedLink share={created} />}
      {problem && <ProblemNotice problem={problem} />}
      <WhenLoaded from={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No share links">
              <p>Create one for a client or a colleague. A spreadsheet can read it too.</p>
            </Empty>
          ) : (
            <Table
              caption="Share links"
              rows={items}
              keyOf={({ id }) => id}
              stack
              columns={[
                { name: 'Name', kind: 'lead', show: ({ name }) => name },
                { name: 'Sections', show: ({ sections }) => sections.map((section) => SECTION_LABELS[section]).join(', ') },
                { name: 'Expires', kind: 'time', show: ({ expiresAt }) => <Time at={expiresAt} empty="Never" /> },
                { name: 'Last used', kind: 'time', show: ({ usedAt }) => <Time at={usedAt} empty="Never" /> },
                {
                  name: 'Link',
                  show: ({ id, name }) => (
                    <button type="button" class="button small" disabled={busy} aria-label={`Revoke ${name}`} onClick={() => revoke(id)}>
                      Revoke
                    </button>
                  ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
      <ShareForm
        path={path}
        onCreated={(share) => {
          setCreated(share);
          loaded.reload();
        }}
      />
    </Card>
  );
}

function CreatedLink({ share }: { readonly share: Share }) {
  const url = urlOf(share);
  return (
    <div class="notice" role="status">
      <p>
        <strong>The link is shown only now.</strong> Copy it before you leave this page.
      </p>
      <p class="row">
        <a href={url} target="_blank" rel="noreferrer noopener" class="break">
          {url}
        </a>
        <CopyButton text={() => url} label="Copy link" />
      </p>
      {share.sections.includes('keywords') && (
        <p class="tiny muted break">
          For spreadsheets: <code>=IMPORTDATA("{url}/ranks.csv")</code>
        </p>
      )}
    </div>
  );
}

function ShareForm({ path, onCreated }: { readonly path: string; readonly onCreated: (share: Share) => void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('30');
  const [end, setEnd] = useState('');
  const [sections, setSections] = useState<readonly Section[]>(['summary', 'keywords', 'movers']);
  const { busy, problem, run } = useAction<void>();
  const create = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const share = await call<Share>(path, {
        method: 'POST',
        body: { name: name.trim(), sections, days: Number(days) || 30, ...(end === '' ? {} : { expiresAt: `${end}T23:59:59Z` }) },
      });
      setName('');
      onCreated(share);
    });
  };
  return (
    <form class="stacked" onSubmit={create} aria-label="New share link">
      <div class="fields narrow">
        <TextField label="Name of the link" value={name} onText={setName} placeholder="Client report" required />
        <TextField label="Days" type="number" value={days} onText={setDays} />
        <TextField label="Last day" type="date" value={end} onText={setEnd} help="Empty: until you revoke it." />
      </div>
      <fieldset class="row">
        <legend>Sections</legend>
        {SECTIONS.map((section) => (
          <CheckField
            key={section}
            label={SECTION_LABELS[section]}
            value={sections.includes(section)}
            onValue={(isOn) => setSections(SECTIONS.filter((one) => (one === section ? isOn : sections.includes(one))))}
          />
        ))}
      </fieldset>
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <button type="submit" class="button" disabled={busy || name.trim() === '' || sections.length === 0}>
          Create link
        </button>
      </div>
    </form>
  );
}
