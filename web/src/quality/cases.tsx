// Cases: layouts of pages that a parser may not understand.
import type { Case, CaseList } from '../../../src/contract/cases.ts';
import { counted, percent } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { LongTable } from '../parts/long-table.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import type { Column } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import type { ApiState } from '../use-api.ts';
import { Layouts } from './layouts.tsx';

export const CASE_TONES: Readonly<Record<Case['state'], string>> = { open: 'bad', corrected: 'good', dismissed: 'note', resolved: 'good' };

export function Cases({ loaded }: { readonly loaded: ApiState<CaseList> }) {
  return (
    <Card title="Layouts and cases">
      <WhenLoaded from={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No cases">
              <p>A new layout of pages in which a parser finds less than in others is listed here.</p>
            </Empty>
          ) : (
            <LongTable noun="case" caption="Cases" rows={items} keyOf={({ id }) => id} columns={COLUMNS} stack />
          )
        }
      </WhenLoaded>
      <Layouts />
    </Card>
  );
}

const COLUMNS: readonly Column<Case>[] = [
  {
    name: 'Case',
    kind: 'lead',
    show: ({ id, engine, device, summary }) => (
      <>
        <a href={linkTo('case', {}, id)}>
          {labelOf(engine)}, {device === 'mobile' ? 'phones' : 'desktops'}
        </a>
        <p class="tiny">{summary}</p>
      </>
    ),
  },
  { name: 'State', show: ({ state }) => <Badge value={state} tone={CASE_TONES[state]} /> },
  { name: 'Opened', kind: 'time', show: ({ openedAt }) => <Time at={openedAt} /> },
  { name: 'Share of pages', kind: 'figure', show: ({ figures }) => percent(figures.share) },
  { name: 'Found', kind: 'figure', show: ({ figures }) => (figures.yield === null ? '–' : percent(figures.yield)) },
  { name: 'Kept pages', kind: 'figure', show: ({ pages }) => counted(pages, 'page') },
];
