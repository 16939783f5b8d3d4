// The request list: filtered by the API and read page by page.
import { useEffect, useState } from 'preact/hooks';
import type { ObjectRow } from '../api-types.ts';
import { counted, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo, type Route } from '../route.ts';
import { useSession } from '../session.ts';
import { accessOf } from './access.ts';
import { ExportButtons } from './export.tsx';
import { Filters, filterOf } from './filters.tsx';
import { SelectionBar, SelectPage, SelectRow } from './selection.tsx';
import { useObjects } from './use-objects.ts';

export function ObjectListPage({ route }: { readonly route: Route }) {
  const session = useSession();
  const filter = filterOf(route);
  const isOperator = session.key === undefined || filter.account !== undefined;
  const { as, root } = accessOf(session, isOperator);
  const text = JSON.stringify(filter);
  /** Cursors of the previous pages, for the "Newer" button. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  useEffect(() => setCursors([]), [text]);
  const { items, next, problem, loading, reload } = useObjects({ as, root }, filter, cursors.at(-1));
  /** Rows of any page, because a request of today may be compared with one of last week. */
  const [selected, setSelected] = useState<readonly ObjectRow[]>([]);
  return (
    <Page
      title="Requests"
      about="All requests, newest first. Select one to see its timeline and result."
      actions={<ExportButtons filter={filter} access={{ as, root }} selected={selected} />}
    >
      <Card>
        <Filters filter={filter} operator={as === 'token'} />
      </Card>
      <Card>
        {problem && <ProblemNotice problem={problem} retry={reload} />}
        {selected.length > 0 && <SelectionBar selected={selected} onSelected={setSelected} canCompare={as === 'key'} />}
        {items.length > 0 && <Rows items={items} isOperator={as === 'token'} selected={selected} onSelected={setSelected} />}
        {loading && items.length === 0 && <Loading what="Loading requests" />}
        {items.length === 0 && !loading && !problem && <NoRequests filtered={text !== '{}'} paging={next !== null} />}
        <nav class="row" aria-label="Pages of the list">
          <button type="button" class="button small" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </button>
          <button type="button" class="button small" disabled={next === null || loading} onClick={() => setCursors([...cursors, next!])}>
            Older
          </button>
          <button type="button" class="button small plain" onClick={reload}>
            Refresh
          </button>
          <SelectPage rows={items} selected={selected} onSelected={setSelected} />
          <span class="tiny muted" aria-live="polite">
            Page {cursors.length + 1}, {loading ? 'loading…' : counted(items.length, 'request')}
          </span>
        </nav>
      </Card>
    </Page>
  );
}

function NoRequests({ filtered, paging }: { readonly filtered: boolean; readonly paging: boolean }) {
  if (paging)
    return (
      <Empty title="No matches on this page">
        <p>
          Select <strong>Older</strong> to continue.
        </p>
      </Empty>
    );
  return filtered ? (
    <Empty title="No matching requests">
      <p>
        No stored request matches the filters. Change them, or <a href="#/objects">show all requests</a>.
      </p>
    </Empty>
  ) : (
    <Empty title="No requests yet">
      <p>
        You have not sent a request yet, or all requests have expired. Send one in the <a href="#/playground">playground</a>.
      </p>
    </Empty>
  );
}

interface RowsProps {
  readonly items: readonly ObjectRow[];
  readonly isOperator: boolean;
  readonly selected: readonly ObjectRow[];
  readonly onSelected: (rows: readonly ObjectRow[]) => void;
}

function Rows({ items, isOperator, selected, onSelected }: RowsProps) {
  const columns: Column<ObjectRow>[] = [
    { name: 'Select', kind: 'pick', show: (row) => <SelectRow row={row} selected={selected} onSelected={onSelected} /> },
    {
      name: 'Query',
      kind: 'lead',
      show: ({ id, keyword, kind, account }) => (
        <a href={linkTo('objects', isOperator && account ? { account } : {}, id)}>{keyword ?? `${labelOf(kind)} …${id.slice(-6)}`}</a>
      ),
    },
    {
      name: 'State',
      show: ({ state, verdict }) => <Badge value={state === 'ready' && verdict && verdict !== 'valid' ? verdict : state} />,
    },
    {
      name: 'Type and engine',
      kind: 'nowrap',
      show: ({ kind, engine }) => <span class="muted">{engine ? `${labelOf(kind)} · ${labelOf(engine)}` : labelOf(kind)}</span>,
    },
    { name: 'Region', show: ({ region }) => <span class="muted tiny">{region ?? ''}</span> },
    { name: 'Priority', kind: 'secondary', show: ({ priority }) => <span class="muted tiny">{labelOf(priority ?? '')}</span> },
    { name: 'Credits', kind: 'figure secondary', show: ({ cost, state }) => (state === 'faulty' ? <s>{number(cost)}</s> : number(cost)) },
    {
      name: 'Callback',
      kind: 'secondary',
      show: ({ callback = 'none' }) => (callback === 'none' ? <span class="muted">–</span> : <Badge value={callback} />),
    },
    ...(isOperator ? [{ name: 'Account', show: ({ account, mode }: ObjectRow) => `${account ?? ''} ${labelOf(mode)}` }] : []),
    { name: 'Created', kind: 'time', show: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return <Table caption="Requests" columns={columns} rows={items} keyOf={({ id }) => id} stack />;
}
