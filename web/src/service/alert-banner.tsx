// Banner above every page while alerts are open that no operator has acknowledged or silenced.
import type { AlertList } from '../../../src/contract/alerts.ts';
import { useApi } from '../use-api.ts';

const REFRESH_SECONDS = 10;
const SHOWN_MAX = 3;

export function AlertBanner() {
  const { data, loading } = useApi<AlertList>('/admin/alerts', 'token', REFRESH_SECONDS);
  // The page below waits for the first response, because a banner that appears later would move it.
  if (data === null && loading) return <div class="loading" />;
  const alerts = (data?.open ?? []).filter(({ acknowledgedAt, silencedUntil }) => !acknowledgedAt && !silencedUntil);
  if (alerts.length === 0) return null;
  const tone = alerts.some(({ severity }) => severity === 'critical') ? 'bad' : 'wait';
  return (
    <section class={`notice banner ${tone}`} aria-label="Open alerts" aria-live="polite">
      <ul>
        {alerts.slice(0, SHOWN_MAX).map(({ id, summary }) => (
          <li key={id}>{summary}</li>
        ))}
      </ul>
      <p>
        <a href="#/alerts">{alerts.length > SHOWN_MAX ? `View all ${alerts.length} alerts` : 'View alerts'}</a>
      </p>
    </section>
  );
}
