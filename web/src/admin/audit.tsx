// The audit log: what the operator did, and whether the chain of entries is intact.
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { moment, number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';

interface AuditAnswer {
  readonly items: readonly { id: number; at: string; actor: string; action: string; subject: string | null; detail: object }[];
  readonly intact: boolean;
  readonly entries: number;
  readonly brokenAt: number | null;
  readonly head: string | null;
}

const FIRST = 50;
const MORE = 500;

export function Audit() {
  const [limit, setLimit] = useState(FIRST);
  const answer = useAnswer<AuditAnswer>(`/admin/audit?limit=${limit}`, 'token');
  return (
    <Page
      title="Audit log"
      about="Everything that operators did, and refused attempts to be one, newest first. Each entry carries the hash of the one before it."
    >
      <Shown answer={answer}>
        {({ items, intact, entries, brokenAt, head }) => (
          <>
            <div class={`notice ${intact ? '' : 'bad'}`} role="status">
              <p>
                <Badge word={intact ? 'intact' : 'broken'} tone={intact ? 'good' : 'bad'} />{' '}
                {intact ? `The chain holds. Entries: ${number(entries)}.` : `Entry ${brokenAt} does not fit the one before it.`}
              </p>
              {head && (
                <p class="tiny muted break">
                  Newest hash: <code>{head}</code>
                </p>
              )}
            </div>
            <Card>
              {items.length === 0 ? (
                <Empty title="Nothing was done yet" />
              ) : (
                <Table
                  caption="Audit log"
                  rows={items}
                  keyOf={({ id }) => id}
                  columns={[
                    { name: 'No.', kind: 'figure', show: ({ id }) => id },
                    { name: 'When', kind: 'nowrap', show: ({ at }) => moment(at) },
                    { name: 'What', kind: 'nowrap', show: ({ action }) => <strong>{action}</strong> },
                    { name: 'To', show: ({ subject }) => <code>{subject ?? ''}</code> },
                    { name: 'By', show: ({ actor }) => actor },
                    {
                      name: 'Detail',
                      kind: 'break',
                      show: ({ detail }) => <code class="tiny">{Object.keys(detail).length > 0 ? JSON.stringify(detail) : ''}</code>,
                    },
                  ]}
                />
              )}
              {entries > items.length && (
                <div class="row">
                  <button type="button" class="button small" onClick={() => setLimit(limit + MORE)}>
                    Show more
                  </button>
                </div>
              )}
            </Card>
          </>
        )}
      </Shown>
    </Page>
  );
}
