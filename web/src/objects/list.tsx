// The list of objects: filtered by the service, a page at a time, however many there are.
import { useEffect, useState } from 'preact/hooks';
import type { ObjectRow } from '../answers.ts';
import { ago, moment, number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/state.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { linkTo, type Route } from '../route.ts';
import { useSession } from '../session.ts';
import { accessOf } from './access.ts';
import { ExportButtons } from './export.tsx';
import { Filters, filterOf } from './filters.tsx';
import { useObjects } from './use-objects.ts';

export function ObjectListPage({ route }: { readonly route: Route }) {
  const session = useSession();
  const filter = filterOf(route);
  const operator = session.key === undefined || filter.account !== undefined;
  const { as, root } = accessOf(session, operator);
  const text = JSON.stringify(filter);
  /** The cursors of the pages before this one, so that there is a way back. */
  const [trail, setTrail] = useState<readonly string[]>([]);
  useEffect(() => setTrail([]), [text]);
  const { items, next, problem, loading, reload } = useObjects({ as, root }, filter, trail.at(-1));
  return (
    <Page
      title="Objects"
      about="Everything that was asked for, newest first. Each has its own page with its whole life."
      actions={<ExportButtons filter={filter} access={{ as, root }} />}
    >
      <Card>
        <Filters filter={filter} operator={as === 'token'} />
      </Card>
      <Card>
        {problem && <ProblemNotice problem={problem} retry={reload} />}
        {items.length > 0 && <Rows items={items} operator={as === 'token'} />}
        {loading && <Loading what="Looking through the objects" />}
        {items.length === 0 && !loading && !problem && <Nothing filtered={text !== '{}'} paging={next !== null} />}
        <nav class="row" aria-label="Pages of the list">
          <button type="button" class="button small" disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            Newer
          </button>
          <button type="button" class="button small" disabled={next === null || loading} onClick={() => setTrail([...trail, next!])}>
            Older
          </button>
          <button type="button" class="button small plain" onClick={reload}>
            Refresh
          </button>
          <span class="tiny muted" aria-live="polite">
            Page {trail.length + 1}, {loading ? 'looking …' : `${number(items.length)} shown`}
          </span>
        </nav>
      </Card>
    </Page>
  );
}

function Nothing({ filtered, paging }: { readonly filtered: boolean; readonly paging: boolean }) {
  if (paging) return <Empty title="Nothing on this page">The search goes on further back: press Older.</Empty>;
  return filtered ? (
    <Empty title="Nothing matches">
      <p>
        Loosen the filter, or <a href="#/objects">look at all of them</a>.
      </p>
    </Empty>
  ) : (
    <Empty title="No objects yet">
      <p>
        Send your first request in the <a href="#/playground">playground</a>. Objects stay for the days that the service keeps them.
      </p>
    </Empty>
  );
}

function Rows({ items, operator }: { readonly items: readonly ObjectRow[]; readonly operator: boolean }) {
  const columns: Column<ObjectRow>[] = [
    {
      name: 'Asked for',
      kind: 'lead',
      show: ({ id, keyword, kind, account }) => (
        <a href={linkTo('objects', operator && account ? { account } : {}, id)}>{keyword ?? `${kind} ${id.slice(-6)}`}</a>
      ),
    },
    { name: 'State', show: ({ state, verdict }) => <Badge word={state === 'ready' && verdict ? verdict : state} /> },
    { name: 'Engine', kind: 'nowrap', show: ({ kind, engine }) => <span class="muted">{engine ? `${kind} · ${engine}` : kind}</span> },
    { name: 'Region', show: ({ region }) => <span class="muted tiny">{region ?? ''}</span> },
    { name: 'Priority', kind: 'aside', show: ({ priority }) => <span class="muted tiny">{priority ?? ''}</span> },
    { name: 'Credits', kind: 'figure aside', show: ({ cost, state }) => (state === 'faulty' ? <s>{number(cost)}</s> : number(cost)) },
    {
      name: 'Callback',
      kind: 'aside',
      show: ({ callback = 'none' }) => (callback === 'none' ? <span class="muted">–</span> : <Badge word={callback} />),
    },
    ...(operator ? [{ name: 'Account', show: ({ account, mode }: ObjectRow) => `${account ?? ''} ${mode}` }] : []),
    { name: 'Made', kind: 'nowrap', show: ({ createdAt }) => <time title={moment(createdAt)}>{ago(createdAt)}</time> },
  ];
  return <Table caption="Objects" columns={columns} rows={items} keyOf={({ id }) => id} stack />;
}
