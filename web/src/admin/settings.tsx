// Settings: every one with its value, where that came from, and why it is there.
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { Badge } from '../parts/badge.tsx';
import { CheckField, TextField } from '../parts/field.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';

interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly origin: string;
  readonly reason: string;
}

const shown = (value: unknown): string =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? 'not set'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

export function Settings() {
  const answer = useAnswer<{ items: readonly Setting[] } | readonly Setting[]>('/admin/settings', 'token');
  const [words, setWords] = useState('');
  const [changed, setChanged] = useState(false);
  const fits = ({ name, reason, origin }: Setting) =>
    `${name} ${reason}`.toLowerCase().includes(words.trim().toLowerCase()) && (!changed || origin !== 'default');
  return (
    <Page title="Settings" about="They come from the environment or a file when the service starts; secrets are masked.">
      <Card>
        <div class="fields">
          <TextField label="Find" type="search" value={words} onText={setWords} placeholder="name or reason" />
          <CheckField label="Only those that are not the default" value={changed} onValue={setChanged} />
        </div>
        <Shown answer={answer}>
          {(data) => {
            const all = 'items' in data ? data.items : data;
            const rows = all.filter(fits);
            return rows.length === 0 ? (
              <Empty title="No such setting" />
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
                    show: ({ value }) => <code class={shown(value) === 'not set' ? 'muted' : ''}>{shown(value)}</code>,
                  },
                  { name: 'From', show: ({ origin }) => <Badge word={origin} tone={origin === 'default' ? '' : 'note'} /> },
                  { name: 'What for', show: ({ reason }) => <span class="muted tiny">{reason}</span> },
                ]}
              />
            );
          }}
        </Shown>
      </Card>
    </Page>
  );
}
