// All settings with their value, origin and description.
import { useState } from 'preact/hooks';
import { Badge } from '../parts/badge.tsx';
import { CheckField, TextField } from '../parts/field.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { useApi } from '../use-api.ts';

interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly origin: string;
  readonly reason: string;
}

const valueText = (value: unknown): string =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? 'Not set'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

export function Settings() {
  const loaded = useApi<{ items: readonly Setting[] } | readonly Setting[]>('/admin/settings', 'token');
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const matches = ({ name, reason, origin }: Setting) =>
    `${name} ${reason}`.toLowerCase().includes(search.trim().toLowerCase()) && (!onlyChanged || origin !== 'default');
  return (
    <Page title="Settings" about="Settings are read from the environment or a file when the service starts. Secrets are masked.">
      <Card>
        <div class="fields">
          <TextField label="Search" type="search" value={search} onText={setSearch} placeholder="Name or description" />
          <CheckField label="Only changed settings" value={onlyChanged} onValue={setOnlyChanged} />
        </div>
        <WhenLoaded from={loaded}>
          {(data) => {
            const all = 'items' in data ? data.items : data;
            const rows = all.filter(matches);
            return rows.length === 0 ? (
              <Empty title="No matching settings">
                <p>No setting matches the search. Change it, or clear “Only changed settings”.</p>
              </Empty>
            ) : (
              <Table
                caption="Settings"
                rows={rows}
                keyOf={({ name }) => name}
                stack
                columns={[
                  { name: 'Name', kind: 'lead', show: ({ name }) => <code>{name}</code> },
                  {
                    name: 'Value',
                    kind: 'break',
                    show: ({ value }) => <code class={valueText(value) === 'Not set' ? 'muted' : ''}>{valueText(value)}</code>,
                  },
                  { name: 'Set by', show: ({ origin }) => <Badge value={origin} tone={origin === 'default' ? '' : 'note'} /> },
                  { name: 'Description', show: ({ reason }) => <span class="muted tiny">{reason}</span> },
                ]}
              />
            );
          }}
        </WhenLoaded>
      </Card>
    </Page>
  );
}
