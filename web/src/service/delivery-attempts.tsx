// One callback in the delivery log: its attempts, and a button that resends it.
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { DeliveryDetails } from '../objects/delivery-details.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { linkTo } from '../route.ts';

export function DeliveryAttempts({
  id,
  onClose,
  onResent,
}: {
  readonly id: string;
  readonly onClose: () => void;
  readonly onResent: () => void;
}) {
  const resending = useAction<string>();
  const resend = () =>
    resending.run(async () => {
      await call(`/admin/deliveries/${id}/resend`, { method: 'POST', as: 'token' });
      onResent();
      return 'Callback queued for delivery.';
    });
  return (
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
        Request <a href={linkTo('objects', {}, id)}>{id}</a>
      </p>
      {resending.problem && <ProblemNotice problem={resending.problem} />}
      {resending.result && (
        <p class="notice tiny" role="status">
          {resending.result}
        </p>
      )}
      <DeliveryDetails as="token" root="/admin/objects" id={id} />
    </Card>
  );
}
