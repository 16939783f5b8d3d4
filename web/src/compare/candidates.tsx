// The other requests of one keyword, to choose one for the comparison.
import type { ObjectRow } from '../api-types.ts';
import { labelOf } from '../labels.ts';
import { useObjects } from '../objects/use-objects.ts';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { productOf } from '../playground/products.ts';
import { shareLink } from '../playground/share.ts';
import { linkTo } from '../route.ts';
import { type ComparedSerp, inTimeOrder, sourceNameOf } from './serp.ts';

/** Limits of the API: the length of a search text, and of a keyword in the list. */
const [SEARCH_MAX, LISTED_MAX] = [200, 300];
const ACCESS = { as: 'key', root: '/objects' } as const;

export function Candidates({ serp }: { readonly serp: ComparedSerp }) {
  const { keyword } = serp;
  const { items, problem, loading, reload } = useObjects(
    ACCESS,
    { kind: 'serp', state: 'ready', q: keyword.slice(0, SEARCH_MAX) },
    undefined,
  );
  const hasKeyword = (row: ObjectRow) => row.id !== serp.id && row.keyword?.slice(0, LISTED_MAX) === keyword.slice(0, LISTED_MAX);
  const rows = items.filter(hasKeyword);
  const again = shareLink(productOf('serp'), {
    keyword,
    searchEngine: serp.searchEngine,
    ...(serp.region?.canonicalName ? { region: serp.region.canonicalName } : {}),
  });
  return (
    <Card title={`Compare “${keyword}” with`}>
      <p class="muted">The chosen request: {sourceNameOf(serp)}</p>
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {rows.length > 0 && <Rows serp={serp} rows={rows} />}
      {loading && <Loading what="Loading requests" />}
      {rows.length === 0 && !loading && !problem && (
        <Empty title="No other request of this keyword">
          <p>
            <a href={again}>Send it again</a> later, with another engine or in another region. Then compare both.
          </p>
        </Empty>
      )}
    </Card>
  );
}

function Rows({ serp, rows }: { readonly serp: ComparedSerp; readonly rows: readonly ObjectRow[] }) {
  return (
    <Table
      caption="Requests of this keyword"
      rows={rows}
      keyOf={({ id }) => id}
      stack
      columns={[
        {
          name: 'Request',
          kind: 'lead',
          show: (row) => (
            <a href={linkTo('compare', inTimeOrder(serp, row))}>{[labelOf(row.engine ?? ''), row.region].filter(Boolean).join(' · ')}</a>
          ),
        },
        { name: 'Verdict', show: ({ verdict }) => (verdict ? <Badge value={verdict} /> : '–') },
        { name: 'Created', kind: 'time', show: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}
