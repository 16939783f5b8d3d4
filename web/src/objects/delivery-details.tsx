// The delivery attempts of one callback, with what each sent and received.
import { useState } from 'preact/hooks';
import { bytes, ms } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Code } from '../parts/code.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';
import type { Access } from './access.ts';

type Headers = Readonly<Record<string, string>>;

interface DeliveryAttempt {
  readonly attempt: number;
  readonly state: 'delivered' | 'failed';
  readonly status: number | null;
  readonly reason: string | null;
  readonly ms: number;
  readonly at: string;
  readonly request: { readonly url: string; readonly headers: Headers; readonly body: string | null; readonly bytes: number } | null;
  readonly response: { readonly headers: Headers; readonly body: string; readonly bytes: number; readonly firstByteMs: number } | null;
}

const REFRESH_SECONDS = 5;

export function DeliveryDetails({ as, root, id }: Access & { readonly id: string }) {
  const loaded = useApi<{ items: readonly DeliveryAttempt[] }>(`${root}/${id}/deliveries`, as, REFRESH_SECONDS);
  return (
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
      <div class="stacked attempt">
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
      </div>
    </details>
  );
}

function HeaderList({ headers }: { readonly headers: Headers }) {
  return <Pairs pairs={Object.entries(headers).map(([name, value]) => [name, <code key={name}>{value}</code>] as const)} />;
}
