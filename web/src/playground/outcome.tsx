// The progress and the result of the request that was sent last.
import { PhaseNote } from '../objects/phase-note.tsx';
import { Timeline } from '../objects/timeline.tsx';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/status.tsx';
import { linkTo } from '../route.ts';
import { Result } from './result.tsx';
import { usePreloadedView } from './result-page.tsx';
import type { Progress } from './use-progress.ts';

/** Lookups have no object, so that they have a result but no progress. */
export function ProgressCard({ progress }: { readonly progress: Progress }) {
  const { product, sending, id, route, timeline, problem } = progress;
  const isRejected = id === null && problem !== null && problem.code >= 400 && problem.code < 500;
  if (!product)
    return (
      <Card title="Result">
        <Empty title="No request sent yet">
          <p>Select Send request to see a result here. With a test key the built-in sandbox answers, without any network access.</p>
        </Empty>
      </Card>
    );
  if (!product.create) return null;
  return (
    <Card
      title="Progress"
      actions={
        id && (
          <>
            {timeline && <Badge value={timeline.state} />}
            <a class="button small" href={linkTo('objects', {}, id)}>
              View request
            </a>
          </>
        )
      }
    >
      {timeline && <PhaseNote timeline={timeline} route={route} />}
      <div aria-live="polite">
        {timeline ? <Timeline timeline={timeline} live={sending} /> : sending && <Loading what={id ? 'Loading the request' : 'Sending'} />}
      </div>
      {problem && <ProblemNotice problem={problem} />}
      {isRejected && <p class="tiny muted">Nothing was charged.</p>}
    </Card>
  );
}

export function ResultCard({ progress: { product, sending, object, problem } }: { readonly progress: Progress }) {
  usePreloadedView(product);
  if (!product) return null;
  if (object)
    return (
      <Card title="Result">
        <Result product={product} object={object} />
      </Card>
    );
  if (product.create || !(sending || problem)) return null;
  return <Card title="Result">{problem ? <ProblemNotice problem={problem} /> : <Loading what="Looking up" />}</Card>;
}
