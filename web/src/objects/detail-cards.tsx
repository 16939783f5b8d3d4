// The ledger entries and source attempts of one request.
import type { ObjectTimeline } from '../api-types.ts';
import { ms, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/page.tsx';
import { Empty } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';

export function LedgerCard({ timeline: { ledger } }: { readonly timeline: ObjectTimeline }) {
  return (
    <Card title="Ledger">
      {ledger.length === 0 ? (
        <Empty title="No ledger entries">
          <p>This request was free of charge.</p>
        </Empty>
      ) : (
        <Table
          caption="Ledger entries of this request"
          rows={ledger}
          keyOf={({ kind, lot = '' }) => `${kind}${lot}`}
          columns={[
            { name: 'Type', show: ({ kind }) => labelOf(kind) },
            { name: 'Credits', kind: 'figure', show: ({ amount }) => (amount > 0 ? `+${number(amount)}` : number(amount)) },
            { name: 'Credit grant', show: ({ lot }) => <code title={lot}>{lot ? `…${lot.slice(-6)}` : ''}</code> },
            { name: 'Time', kind: 'time', show: ({ at }) => <Time at={at} /> },
          ]}
        />
      )}
    </Card>
  );
}

export function AttemptsCard({ timeline: { attempts, state } }: { readonly timeline: ObjectTimeline }) {
  return (
    <Card title="Source attempts">
      {attempts.length === 0 ? (
        <Empty title="No source attempts">
          <p>{state === 'waiting' ? 'The request has not started yet.' : 'The request ended before a source was used.'}</p>
        </Empty>
      ) : (
        <Table
          caption="Source attempts"
          rows={attempts}
          keyOf={(attempt) => attempts.indexOf(attempt)}
          columns={[
            { name: 'Source', show: ({ source }) => labelOf(source) },
            { name: 'Outcome', show: ({ outcome }) => <Badge value={outcome} /> },
            { name: 'Duration', kind: 'figure', show: (attempt) => ms(attempt.ms) },
          ]}
        />
      )}
    </Card>
  );
}
