// The requests that a failing source was attempted for since its canaries last passed, loaded when the operator opens them.
import { useState } from 'preact/hooks';
import type { AttemptedObject, AttemptedObjectList } from '../../../src/contract/attempts.ts';
import { withQuery } from '../api.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { QualityFigure } from '../parts/quality.tsx';
import { WhenLoaded } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';

interface Period {
  readonly engine: string;
  readonly source: string;
  readonly since: string;
}

const SHOWN_MAX = 20;
/** Lookups store no requests. */
const LOOKUPS: readonly string[] = ['whois', 'technologies'];

export function AnsweredRequests(period: Period) {
  const [isOpen, setOpen] = useState(false);
  if (LOOKUPS.includes(period.engine)) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Requests that may be wrong</summary>
      {isOpen && <Requests {...period} />}
    </details>
  );
}

function Requests({ engine, source, since }: Period) {
  const query = { engine, source, from: since, limit: String(SHOWN_MAX) };
  const loaded = useApi<AttemptedObjectList>(withQuery('/admin/attempts', query), 'token');
  return (
    <WhenLoaded from={loaded}>
      {({ items, next }) => (
        <>
          <p class="tiny muted">
            Created since <Time at={since} />. The source may have been wrong before a failure was certain.
          </p>
          {items.length === 0 ? (
            <p class="tiny muted">No request used this source since then.</p>
          ) : (
            <Table
              caption={`Requests to ${labelOf(source)} of ${labelOf(engine)} that may be wrong`}
              rows={items}
              keyOf={({ id }) => id}
              columns={COLUMNS}
              stack
            />
          )}
          {next && (
            <p class="tiny muted">
              There are more: call <code>GET /admin/attempts</code>.
            </p>
          )}
        </>
      )}
    </WhenLoaded>
  );
}

const COLUMNS: readonly Column<AttemptedObject>[] = [
  { name: 'Request', kind: 'lead', show: ({ id, account }) => <a href={linkTo('objects', { account }, id)}>…{id.slice(-6)}</a> },
  { name: 'Created', kind: 'time', show: ({ createdAt }) => <Time at={createdAt} /> },
  { name: 'Verdict', show: ({ verdict, faulty }) => <Badge value={verdict ?? (faulty ? 'faulty' : 'ready')} /> },
  { name: 'Quality', kind: 'figure', show: ({ quality }) => <QualityFigure quality={quality} /> },
];
