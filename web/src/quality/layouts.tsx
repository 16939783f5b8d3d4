// The layouts of each engine's pages, loaded when the operator opens them.
import { useState } from 'preact/hooks';
import type { Layout, LayoutList } from '../../../src/contract/cases.ts';
import { number, percent } from '../format.ts';
import { labelOf } from '../labels.ts';
import { LongTable } from '../parts/long-table.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import type { Column } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';

export function Layouts() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>All layouts</summary>
      {isOpen && <LayoutTable />}
    </details>
  );
}

function LayoutTable() {
  const loaded = useApi<LayoutList>('/admin/layouts', 'token');
  return (
    <WhenLoaded from={loaded}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="No layouts yet">
            <p>The structure of each parsed live page is recorded.</p>
          </Empty>
        ) : (
          <LongTable noun="layout" caption="Layouts" rows={items} keyOf={({ id }) => id} columns={COLUMNS} stack />
        )
      }
    </WhenLoaded>
  );
}

const share = (value: number | null): string => (value === null ? '–' : percent(value));

const COLUMNS: readonly Column<Layout>[] = [
  {
    name: 'Layout',
    kind: 'lead',
    show: ({ id, engine, device, caseId }) => (
      <>
        <strong>{labelOf(engine)}</strong> <span class="muted">{device === 'mobile' ? 'phone' : 'desktop'}</span>{' '}
        {caseId === null ? <code class="tiny">{id.slice(-6)}</code> : <a href={linkTo('case', {}, caseId)}>case</a>}
      </>
    ),
  },
  { name: 'Pages', kind: 'figure', show: ({ pages }) => number(pages) },
  { name: 'Last hour', kind: 'figure', show: ({ shares }) => share(shares.hour) },
  { name: 'Last day', kind: 'figure', show: ({ shares }) => share(shares.day) },
  { name: 'Last week', kind: 'figure', show: ({ shares }) => share(shares.week) },
  { name: 'Found', kind: 'figure', show: (layout) => share(layout.yield) },
  { name: 'Others find', kind: 'figure', show: ({ neighboursYield }) => share(neighboursYield) },
  { name: 'Parse errors', kind: 'figure', show: ({ unparsed }) => number(unparsed) },
  { name: 'First seen', kind: 'time', show: ({ firstSeen }) => <Time at={firstSeen} /> },
];
