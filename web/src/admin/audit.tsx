// The audit log: actions of operators, and the check of the hash chain.
import { useState } from 'preact/hooks';
import { number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';

interface AuditLog {
  readonly items: readonly { id: number; at: string; actor: string; action: string; subject: string | null; detail: object }[];
  readonly intact: boolean;
  readonly entries: number;
  readonly brokenAt: number | null;
  readonly head: string | null;
}

const [FIRST_ENTRIES, MORE_ENTRIES] = [50, 500];

export function Audit() {
  const [limit, setLimit] = useState(FIRST_ENTRIES);
  const loaded = useApi<AuditLog>(`/admin/audit?limit=${limit}`, 'token');
  return (
    <Page
      title="Audit log"
      about="All actions of operators and rejected admin tokens, newest first. Each entry contains the hash of the previous one."
    >
      <WhenLoaded from={loaded}>
        {({ items, intact, entries, brokenAt, head }) => (
          <>
            <div class={`notice ${intact ? '' : 'bad'}`} role="status">
              <p>
                <Badge value={intact ? 'Intact' : 'Broken'} tone={intact ? 'good' : 'bad'} />{' '}
                {intact
                  ? `The hash chain is complete. Entries: ${number(entries)}.`
                  : `Entry ${brokenAt} does not match the previous entry. The log may have been changed.`}
              </p>
              {head && (
                <p class="tiny muted break">
                  Newest hash <code>{head}</code>
                </p>
              )}
            </div>
            <Card>
              {items.length === 0 ? (
                <Empty title="No entries yet">
                  <p>Entries appear with the first admin action.</p>
                </Empty>
              ) : (
                <Table
                  caption="Audit log"
                  rows={items}
                  keyOf={({ id }) => id}
                  stack
                  columns={[
                    { name: 'No.', kind: 'figure', show: ({ id }) => id },
                    { name: 'Time', kind: 'time', show: ({ at }) => <Time at={at} /> },
                    { name: 'Action', kind: 'lead', show: ({ action }) => <code>{action}</code> },
                    { name: 'Subject', show: ({ subject }) => <code>{subject ?? ''}</code> },
                    { name: 'Operator', show: ({ actor }) => actor },
                    {
                      name: 'Details',
                      kind: 'break',
                      show: ({ detail }) => <code class="tiny">{Object.keys(detail).length > 0 ? JSON.stringify(detail) : ''}</code>,
                    },
                  ]}
                />
              )}
              {entries > items.length && (
                <div class="row">
                  <button type="button" class="button small" onClick={() => setLimit(limit + MORE_ENTRIES)}>
                    Show more entries
                  </button>
                </div>
              )}
            </Card>
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}
