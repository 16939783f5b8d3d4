// The differences between two results as one table, with a filter by change.
import { useState } from 'preact/hooks';
import { Badge } from '../parts/badge.tsx';
import { SelectField } from '../parts/field.tsx';
import { Empty } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { CHANGE_TITLES, CHANGE_TONES, changeMark } from './changes.ts';
import { CHANGES, type Difference } from './diff.ts';
import { ItemText } from './side-by-side.tsx';

export function ChangeTable({ differences }: { readonly differences: readonly Difference[] }) {
  const [only, setOnly] = useState('');
  const rows = differences.filter(({ change }) => (only === '' ? change !== 'same' : change === only));
  return (
    <div class="stacked">
      <SelectField
        label="Change"
        value={only}
        options={[['', 'All changes'] as const, ...CHANGES.map((change) => [change, CHANGE_TITLES[change]] as const)]}
        onText={setOnly}
      />
      {rows.length === 0 ? (
        <Empty title="No changes">
          <p>No item of this list has this change.</p>
        </Empty>
      ) : (
        <Table
          caption="Changes"
          rows={rows}
          keyOf={({ key }) => key}
          stack
          columns={[
            { name: 'Result', kind: 'lead', show: ({ before, after }) => <ItemText item={(after ?? before)!} /> },
            { name: 'Change', show: (row) => <Badge value={changeMark(row)} tone={CHANGE_TONES[row.change]} /> },
            { name: 'Position before', kind: 'figure', show: ({ before }) => before?.position ?? '–' },
            { name: 'Position after', kind: 'figure', show: ({ after }) => after?.position ?? '–' },
          ]}
        />
      )}
    </div>
  );
}
