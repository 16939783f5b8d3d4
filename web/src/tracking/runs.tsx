// The last runs of a project, with what happened to their checks.
import { credits, number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';
import { slotText } from './history-lines.ts';
import { RUN_KINDS, RUN_STATES, reasonText } from './labels.ts';
import type { SlotRun } from './types.ts';

const RUNS_SHOWN = 10;
const RELOAD_SECONDS = 15;

export function Runs({ projectId }: { readonly projectId: string }) {
  const loaded = useApi<{ items: readonly SlotRun[] }>(`/projects/${projectId}/runs?limit=${RUNS_SHOWN}`, 'key', RELOAD_SECONDS);
  return (
    <Card title="Runs">
      <WhenLoaded from={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No runs yet">
              <p>Every due run is listed here, also one that could not take place, with its reason.</p>
            </Empty>
          ) : (
            <Table
              caption="Runs"
              rows={items}
              keyOf={({ slot }) => slot}
              stack
              columns={[
                { name: 'Run', kind: 'lead', show: ({ slot, kind }) => `${slotText(slot)} · ${RUN_KINDS[kind]}` },
                { name: 'State', show: (run) => <RunState run={run} /> },
                { name: 'Checks', show: (run) => <RunChecks run={run} /> },
                { name: 'Credits', kind: 'figure', show: ({ cost }) => <span title={credits(cost)}>{number(cost)}</span> },
                { name: 'Began', kind: 'time', show: ({ dueAt }) => <Time at={dueAt} /> },
              ]}
            />
          )
        }
      </WhenLoaded>
    </Card>
  );
}

function RunState({ run: { state, reason } }: { readonly run: SlotRun }) {
  const [label, tone] = RUN_STATES[state];
  return (
    <>
      <Badge value={label} tone={tone} /> {reason && <span class="tiny muted">{reasonText(reason)}</span>}
    </>
  );
}

function RunChecks({ run: { found, notFound, failed, skipped, pending } }: { readonly run: SlotRun }) {
  const counts = [
    [found, 'found'],
    [notFound, 'not found'],
    [failed, 'failed'],
    [skipped, 'skipped'],
    [pending, 'open'],
  ] as const;
  const shown = counts.filter(([count]) => count > 0).map(([count, name]) => `${number(count)} ${name}`);
  return <span class="tiny">{shown.length > 0 ? shown.join(', ') : 'None'}</span>;
}
