// Alerts of a project, its rules, and where messages about them go.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call, withQuery } from '../api.ts';
import { counted } from '../format.ts';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';
import { Delivery } from './delivery.tsx';
import { ALERT_LABELS, alertTone, DEVICE_LABELS } from './labels.ts';
import type { TabProps } from './project.tsx';
import { Rules } from './rules.tsx';
import type { Device, TrackingAlert } from './types.ts';

const PAGE = 50;
const RELOAD_SECONDS = 60;

export function Alerts({ project, reload }: TabProps) {
  return (
    <>
      <AlertList projectId={project.id} onRead={reload} />
      <div class="columns">
        <Rules projectId={project.id} />
        <Delivery projectId={project.id} />
      </div>
    </>
  );
}

function AlertList({ projectId, onRead }: { readonly projectId: string; readonly onRead: () => void }) {
  /** Cursors of the previous pages. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const path = withQuery(`/projects/${projectId}/alerts`, { limit: PAGE, after: cursors.at(-1) });
  const loaded = useApi<{ items: readonly TrackingAlert[]; next: string | null }>(path, 'key', RELOAD_SECONDS);
  const { busy, problem, run } = useAction<void>();
  const unread = loaded.data?.items.filter(({ read }) => !read) ?? [];
  const markRead = () =>
    run(async () => {
      await call('/tracking/alerts/read', { method: 'POST', body: { ids: unread.map(({ id }) => id) } });
      loaded.reload();
      onRead();
    });
  return (
    <Card
      title="Alerts"
      actions={
        unread.length > 0 && (
          <button type="button" class="button small" disabled={busy} onClick={markRead}>
            Mark {counted(unread.length, 'alert')} as read
          </button>
        )
      }
    >
      {problem && <ProblemNotice problem={problem} />}
      <WhenLoaded from={loaded}>
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty title="No alerts">
              <p>A rule raises an alert when a check shows what it watches for. Failed checks never look like lost positions.</p>
            </Empty>
          ) : (
            <>
              <AlertTable items={items} projectId={projectId} />
              <nav class="row" aria-label="Pages of alerts">
                <button type="button" class="button small" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
                  Newer
                </button>
                <button type="button" class="button small" disabled={next === null} onClick={() => setCursors([...cursors, next!])}>
                  Older
                </button>
              </nav>
            </>
          )
        }
      </WhenLoaded>
    </Card>
  );
}

function AlertTable({ items, projectId }: { readonly items: readonly TrackingAlert[]; readonly projectId: string }) {
  return (
    <Table
      caption="Alerts"
      rows={items}
      keyOf={({ id }) => id}
      stack
      columns={[
        {
          name: 'Alert',
          kind: 'lead',
          show: ({ kind, read }) => (
            <>
              <span class={`badge ${alertTone(kind)}`}>{ALERT_LABELS[kind]}</span> {!read && <span class="badge note">New</span>}
            </>
          ),
        },
        {
          name: 'Keyword',
          show: ({ keyword }) =>
            keyword === null ? (
              <span class="muted">All</span>
            ) : (
              <>
                <a href={linkTo('keyword', {}, `${projectId}.${keyword.id}`)}>{keyword.keyword}</a>{' '}
                <span class="tiny muted">{DEVICE_LABELS[keyword.device as Device] ?? keyword.device}</span>
              </>
            ),
        },
        { name: 'What happened', kind: 'roomy', show: ({ text }) => text },
        { name: 'When', kind: 'time', show: ({ at }) => <Time at={at} /> },
        { name: 'Message', show: (alert) => <Resend alert={alert} projectId={projectId} /> },
      ]}
    />
  );
}

function Resend({ alert, projectId }: { readonly alert: TrackingAlert; readonly projectId: string }) {
  const { busy, result, problem, run } = useAction<string>();
  const resend = () =>
    run(async () => {
      await call(`/projects/${projectId}/alerts/${alert.id}/resend`, { method: 'POST' });
      return 'Sent again.';
    });
  // An alert without a target answers 404.
  if (problem) return <span class="tiny muted">{problem.code === 404 ? 'It has no target.' : problem.message}</span>;
  if (result) return <span role="status">{result}</span>;
  return (
    <button type="button" class="button small plain" disabled={busy} aria-label={`Resend: ${alert.text}`} onClick={resend}>
      Resend
    </button>
  );
}
