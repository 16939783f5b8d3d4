// One request: summary, timeline, result, ledger, attempts and callback.
import { useEffect, useState } from 'preact/hooks';
import type { ObjectTimeline } from '../api-types.ts';
import { credits } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Json } from '../parts/code.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { QualityFigure, QualityReasons } from '../parts/quality.tsx';
import { WhenLoaded } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { FirstRun } from '../playground/first-run.tsx';
import { productOfObject } from '../playground/products.ts';
import { Result } from '../playground/result.tsx';
import { usePreloadedView } from '../playground/result-page.tsx';
import { shareLink } from '../playground/share.ts';
import type { ApiObject } from '../playground/use-progress.ts';
import { linkTo } from '../route.ts';
import { useSession } from '../session.ts';
import { useApi } from '../use-api.ts';
import { accessOf } from './access.ts';
import { CallbackCard } from './callback-card.tsx';
import { AttemptsCard, LedgerCard } from './detail-cards.tsx';
import { PhaseNote } from './phase-note.tsx';
import { Timeline } from './timeline.tsx';

/** Reload intervals: while the request is in progress, and while its callback is pending. */
const [LIVE_SECONDS, CALLBACK_SECONDS] = [2, 15];

export function ObjectDetailsPage({ id }: { readonly id: string }) {
  const session = useSession();
  const isForAccount = new URLSearchParams(location.hash.split('?')[1] ?? '').get('account') !== null;
  const { as, root } = accessOf(session, isForAccount);
  const [seconds, setSeconds] = useState(LIVE_SECONDS);
  const loaded = useApi<ObjectTimeline>(`${root}/${encodeURIComponent(id)}/life`, as, seconds);
  const { data, problem } = loaded;
  useEffect(() => {
    const inProgress = data === null || data.state === 'waiting';
    setSeconds(problem ? 0 : inProgress ? LIVE_SECONDS : data.callback === 'pending' ? CALLBACK_SECONDS : 0);
  }, [data, problem]);
  return (
    <Page
      title="Request details"
      about={<code>{id}</code>}
      actions={
        <a class="button small" href="#/objects">
          View all requests
        </a>
      }
    >
      <WhenLoaded from={loaded}>
        {(timeline) => (
          <>
            {as === 'key' && <FirstRun codeLink={editLink(timeline, timeline.id)} />}
            <div class="columns">
              <Summary timeline={timeline} canCompare={as === 'key'} />
              <Card title="Timeline">
                <PhaseNote timeline={timeline} />
                <Timeline timeline={timeline} live />
              </Card>
            </div>
            {as === 'key' && timeline.state !== 'waiting' && <ResultCard timeline={timeline} />}
            <div class="columns">
              <LedgerCard timeline={timeline} />
              <AttemptsCard timeline={timeline} />
              <CallbackCard timeline={timeline} as={as} root={root} onResent={loaded.reload} />
            </div>
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}

const setFields = ({ request }: ObjectTimeline) => Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));

const regionNameOf = ({ request: { region } }: ObjectTimeline): string | undefined =>
  typeof region === 'object' && region !== null ? (region as { canonicalName?: string }).canonicalName : undefined;

/** Link to the playground with the same request. With an id it also shows the result. */
function editLink(timeline: ObjectTimeline, id?: string): string {
  const product = productOfObject(timeline);
  const region = regionNameOf(timeline);
  return shareLink(product, { ...product.example, ...mainFields(setFields(timeline)), ...(region ? { region } : {}) }, id);
}

function Summary({ timeline, canCompare }: { readonly timeline: ObjectTimeline; readonly canCompare: boolean }) {
  const { keyword, prompt, url, keywords } = timeline.request as Record<string, unknown>;
  const query = keyword ?? prompt ?? (Array.isArray(keywords) && keywords.length > 0 ? keywords.join(', ') : url);
  const regionName = regionNameOf(timeline);
  return (
    <Card
      title="Summary"
      actions={
        <>
          {canCompare && timeline.kind === 'serp' && timeline.state === 'ready' && (
            <a class="button small" href={linkTo('compare', { b: timeline.id })}>
              Compare
            </a>
          )}
          <a class="button small" href={editLink(timeline)}>
            Edit and resend
          </a>
        </>
      }
    >
      <Pairs
        pairs={[
          ['Query', <strong key="query">{String(query ?? '–')}</strong>],
          ['State', <Badge key="state" value={timeline.state} />],
          ...(timeline.verdict ? [['Verdict', <Badge key="verdict" value={timeline.verdict} />] as const] : []),
          ...(typeof timeline.quality === 'number'
            ? [['Quality', <QualityFigure key="quality" quality={timeline.quality} />] as const]
            : []),
          ...(timeline.error ? [['Error', timeline.error] as const] : []),
          ['Type', labelOf(timeline.kind)],
          ['Mode', labelOf(timeline.mode)],
          ...(regionName ? [['Region', regionName] as const] : []),
          ['Created', <Time key="created" at={timeline.createdAt} />],
          ['Expires', <Time key="expires" at={timeline.expiresAt} />],
          ...(timeline.account ? [['Account', timeline.account] as const] : []),
        ]}
      />
      {!canCompare && typeof timeline.quality === 'number' && (
        <QualityReasons quality={timeline.quality} reasons={timeline.qualityReasons ?? []} />
      )}
      <details>
        <summary>Request with all defaults</summary>
        <Json value={timeline.request} label="Request" />
      </details>
    </Card>
  );
}

/** The fields that "Edit and resend" copies into the playground. */
function mainFields(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = ['keyword', 'searchEngine', 'maxResults', 'isMobile', 'keywords', 'source', 'suggestions', 'prompt', 'url', 'aiService'];
  return Object.fromEntries(names.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]));
}

function ResultCard({ timeline }: { readonly timeline: ObjectTimeline }) {
  const product = productOfObject(timeline);
  usePreloadedView(product);
  const loaded = useApi<ApiObject>(product.objectPath ? product.objectPath(timeline.id) : null);
  const cost = timeline.ledger.reduce((sum, { amount }) => sum - amount, 0);
  return (
    <Card title="Result" actions={<span class="tiny muted">Total cost: {credits(cost)}</span>}>
      <WhenLoaded from={loaded}>{(object) => <Result product={product} object={object} />}</WhenLoaded>
    </Card>
  );
}
