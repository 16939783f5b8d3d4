// The callback of one request: its state, its deliveries, and a button that resends it.
import { useState } from 'preact/hooks';
import { asProblem, call, type Problem } from '../api.ts';
import type { ObjectTimeline } from '../api-types.ts';
import { ms } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import type { Access } from './access.ts';
import { DeliveryDetails } from './delivery-details.tsx';

export function CallbackCard(props: Access & { readonly timeline: ObjectTimeline; readonly onResent: () => void }) {
  const { timeline, as, root, onResent } = props;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [resent, setResent] = useState(false);
  const [detailed, setDetailed] = useState(false);
  const path = as === 'key' ? `${root}/${timeline.id}/resend` : `/admin/deliveries/${timeline.id}/resend`;
  const resend = async () => {
    setProblem(null);
    try {
      await call(path, { method: 'POST', as });
      setResent(true);
      onResent();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  if (!timeline.request.callback)
    return (
      <Card title="Callback">
        <Empty title="No callback URL">
          <p>The request has no callback URL. Set one in the next request to receive its result when it is completed.</p>
        </Empty>
      </Card>
    );
  return (
    <Card
      title="Callback"
      actions={
        <button type="button" class="button small" disabled={timeline.state === 'waiting'} onClick={resend}>
          Resend callback
        </button>
      }
    >
      <p class="break">
        {timeline.callback && <Badge value={timeline.callback} />} <code>{String(timeline.request.callback)}</code>
      </p>
      {problem && <ProblemNotice problem={problem} />}
      {resent && !problem && (
        <p class="notice tiny" role="status">
          Callback queued for delivery.
        </p>
      )}
      {timeline.deliveries.length > 0 && (
        <Table
          caption="Deliveries"
          rows={timeline.deliveries}
          keyOf={({ attempt, at }) => `${attempt}${at}`}
          columns={[
            { name: 'Attempt', kind: 'figure', show: ({ attempt }) => attempt },
            {
              name: 'Outcome',
              show: ({ ok, status, reason }) => (
                <Badge value={ok ? `OK (HTTP ${status})` : (reason ?? `HTTP ${status}`)} tone={ok ? 'good' : 'bad'} />
              ),
            },
            { name: 'Duration', kind: 'figure', show: (delivery) => ms(delivery.ms) },
            { name: 'Time', kind: 'time', show: ({ at }) => <Time at={at} /> },
          ]}
        />
      )}
      {timeline.deliveries.length > 0 && (
        <p>
          <button type="button" class="button small" onClick={() => setDetailed(!detailed)} aria-expanded={detailed}>
            {detailed ? 'Hide requests and responses' : 'Show requests and responses'}
          </button>
        </p>
      )}
      {detailed && <DeliveryDetails as={as} root={root} id={timeline.id} />}
    </Card>
  );
}
