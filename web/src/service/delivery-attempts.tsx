// One callback in the delivery log: its attempts, and a button that resends it.
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { DeliveryDetails } from '../objects/delivery-details.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { linkTo } from '../route.ts';

export function DeliveryAttempts(props: {
  readonly id: string;
  readonly account: string | null;
  readonly onClose: () => void;
  readonly onResent: () => void;
}) {
  const { id, account, onClose, onResent } = props;
  const area = useRef<HTMLDivElement>(null);
  // The row that opened it may be far above.
  useEffect(() => {
    area.current?.scrollIntoView({ block: 'start' });
    area.current?.focus({ preventScroll: true });
  }, []);
  const resending = useAction<string>();
  const resend = () =>
    resending.run(async () => {
      await call(`/admin/deliveries/${id}/resend`, { method: 'POST', as: 'token' });
      onResent();
      return 'Callback queued for delivery.';
    });
  return (
    <div class="in-view" ref={area} tabIndex={-1}>
      <Card
        title="Delivery attempts"
        actions={
          <>
            <button type="button" class="button small" disabled={resending.busy} onClick={resend}>
              Resend callback
            </button>
            <button type="button" class="button small" onClick={onClose}>
              Close
            </button>
          </>
        }
      >
        <p>
          Request <a href={linkTo('objects', account === null ? {} : { account }, id)}>{id}</a>
        </p>
        {resending.problem && <ProblemNotice problem={resending.problem} />}
        {resending.result && (
          <p class="notice tiny" role="status">
            {resending.result}
          </p>
        )}
        <DeliveryDetails as="token" root="/admin/objects" id={id} />
      </Card>
    </div>
  );
}
