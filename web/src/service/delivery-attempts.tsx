// One callback: its delivery attempts with what was sent and received, and a button that resends it.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { bytes, ms } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Code } from '../parts/code.tsx';
import { Card } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';
import type { DeliveryAttempt } from './delivery-types.ts';
import { REFRESH_SECONDS } from './overview.ts';

export function DeliveryAttempts({
  id,
  onClose,
  onResent,
}: {
  readonly id: string;
  readonly onClose: () => void;
  readonly onResent: () => void;
}) {
  const loaded = useApi<{ items: readonly DeliveryAttempt[] }>(`/admin/objects/${id}/deliveries`, 'token', REFRESH_SECONDS);
  const resending = useAction<string>();
  const resend = () =>
    resending.run(async () => {
      await call(`/admin/deliveries/${id}/resend`, { method: 'POST', as: 'token' });
      loaded.reload();
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
      <WhenLoaded from={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No attempts yet">
              <p>The callback is sent when its request is completed.</p>
            </Empty>
          ) : (
            [...items].reverse().map((attempt, index) => <Attempt key={attempt.attempt} attempt={attempt} isNewest={index === 0} />)
          )
        }
      </WhenLoaded>
    </Card>
  );
}

/** The newest attempt is open at first. */
function Attempt({ attempt: one, isNewest }: { readonly attempt: DeliveryAttempt; readonly isNewest: boolean }) {
  const [open, setOpen] = useState(isNewest);
  const { attempt, state, status, reason, at, request, response } = one;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Attempt {attempt} <Badge value={state} /> {status === null ? reason : `HTTP ${status}`} · {ms(one.ms)} · <Time at={at} />
      </summary>
      {request === null ? (
        <p class="muted">Nothing was sent, or an earlier version of the service sent it.</p>
      ) : (
        <>
          <h3>Request</h3>
          <p class="break">
            POST <code>{request.url}</code>
          </p>
          <HeaderList headers={request.headers} />
          {request.body === null ? (
            <p class="muted">The body was the whole request as GET returns it ({bytes(request.bytes)}).</p>
          ) : (
            <Code label={`Request body of attempt ${attempt}`} text={request.body} />
          )}
        </>
      )}
      {response === null ? (
        request !== null && <p class="muted">No response: {reason}.</p>
      ) : (
        <>
          <h3>Response</h3>
          <p>
            HTTP {status}, first byte after {ms(response.firstByteMs)}, {bytes(response.bytes)}
          </p>
          <HeaderList headers={response.headers} />
          {response.body !== '' && <Code label={`Response body of attempt ${attempt}`} text={response.body} />}
        </>
      )}
    </details>
  );
}

function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return <Pairs pairs={Object.entries(headers).map(([name, value]) => [name, <code key={name}>{value}</code>] as const)} />;
}
