// The delivery log: a searchable table of attempts that updates by itself.
import { useMemo, useState } from 'preact/hooks';
import { withQuery } from '../api.ts';
import { ms } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { type DeliveryFilter, type DeliveryList, type DeliveryRow, NO_FILTER, queryOf } from './delivery-types.ts';
import { REFRESH_SECONDS } from './overview.ts';

const STATES = [['', 'All states'], ...['delivered', 'failed'].map((state) => [state, labelOf(state)] as const)] as const;
const MODES = [['', 'Live and test'], ...['live', 'test'].map((mode) => [mode, labelOf(mode)] as const)] as const;
const PERIODS = [
  ['', 'Any time'],
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['168', 'Last 7 days'],
] as const;

export function DeliveryLog() {
  const [filter, setFilter] = useState<DeliveryFilter>(NO_FILTER);
  /** Cursors of the pages before this one. Only the first page reloads by itself. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<DeliveryRow | null>(null);
  const after = cursors.at(-1);
  // The start of a period stays until the filter changes. A new path would empty the table.
  const query = useMemo(() => queryOf(filter), [filter]);
  const path = withQuery('/admin/delivery-log', { ...query, ...(after === undefined ? {} : { after }) });
  const loaded = useApi<DeliveryList>(path, 'token', after === undefined ? REFRESH_SECONDS : 0);
  const set = (name: keyof DeliveryFilter) => (text: string) => {
    setFilter({ ...filter, [name]: text });
    setCursors([]);
  };
  return (
    <>
      <Card title="Delivery log">
        <search>
          <div class="fields narrow">
            <TextField label="Host" type="search" value={filter.host} onText={set('host')} placeholder="All hosts" />
            <TextField label="Account ID" type="search" value={filter.account} onText={set('account')} placeholder="All accounts" />
            <SelectField label="State" value={filter.state} options={STATES} onText={set('state')} />
            <SelectField label="Mode" value={filter.mode} options={MODES} onText={set('mode')} />
            <SelectField label="Period" value={filter.hours} options={PERIODS} onText={set('hours')} />
          </div>
        </search>
        <WhenLoaded from={loaded}>
          {({ items, next }) => (
            <>
              {items.length === 0 ? (
                <Empty title={next === null ? 'No delivery attempts' : 'No matches on this page'}>
                  <p>{next === null ? 'Attempts appear when requests with a callback URL are completed.' : 'Select Older to continue.'}</p>
                </Empty>
              ) : (
                <Table caption="Delivery attempts" rows={items} keyOf={({ id }) => id} columns={columnsWith(setOpen)} stack />
              )}
              <div class="row">
                {cursors.length > 0 && (
                  <button type="button" class="button small" onClick={() => setCursors(cursors.slice(0, -1))}>
                    Newer
                  </button>
                )}
                {next !== null && (
                  <button type="button" class="button small" onClick={() => setCursors([...cursors, next])}>
                    Older
                  </button>
                )}
              </div>
            </>
          )}
        </WhenLoaded>
      </Card>
      {open !== null && (
        <DeliveryAttempts
          key={open.objectId}
          id={open.objectId}
          account={open.account}
          onClose={() => setOpen(null)}
          onResent={loaded.reload}
        />
      )}
    </>
  );
}

const columnsWith = (open: (row: DeliveryRow) => void): readonly Column<DeliveryRow>[] => [
  {
    name: 'Time',
    kind: 'lead',
    show: ({ at }) => <Time at={at} />,
  },
  { name: 'Host', kind: 'break', show: ({ host }) => host ?? '–' },
  {
    name: 'Account',
    show: ({ account, mode }) => (
      <>
        {account === null ? '–' : <a href={linkTo('accounts', {}, account)}>{account}</a>} {mode === 'test' && <Badge value="test" />}
      </>
    ),
  },
  {
    name: 'State',
    show: ({ state, status, reason, nextAt }) => (
      <>
        <Badge value={state} /> <span class="tiny muted">{status === null ? reason : `HTTP ${status}`}</span>
        {nextAt && (
          <p class="tiny">
            Next attempt <Time at={nextAt} />
          </p>
        )}
      </>
    ),
  },
  { name: 'Attempt', kind: 'figure', show: ({ attempt }) => attempt },
  { name: 'Duration', kind: 'figure', show: (row) => ms(row.ms) },
  {
    name: 'Details',
    show: (row) => (
      <button type="button" class="button small" onClick={() => open(row)} aria-label={`Show attempts of request ${row.objectId}`}>
        Show attempts
      </button>
    ),
  },
];
