// The tour of a first visit: run a search, see the request, get the code. It can be skipped at any time.
import { useEffect, useState } from 'preact/hooks';
import { linkTo } from '../route.ts';
import '../style/first-run.css';
import { firstRunStep, storeFirstRunStep, type TourStep } from './first-run-step.ts';
import type { Progress } from './use-progress.ts';

const TITLES = ['Run a search', 'See the request', 'Get the code'] as const;

/** `progress` is given in the playground, `codeLink` on the page of a request. */
export function FirstRun({ progress, codeLink }: { readonly progress?: Progress; readonly codeLink?: string }) {
  const [step, setStep] = useState(firstRunStep);
  const moveTo = (next: TourStep | 'done') => {
    storeFirstRunStep(next);
    setStep(next);
  };
  const hasResult = progress?.object != null;
  useEffect(() => {
    if (step === 1 && hasResult) moveTo(2);
    if (step === 2 && codeLink !== undefined) moveTo(3);
  }, [step, hasResult, codeLink]);
  if (step === 'done') return null;
  return (
    <section class="tour" aria-label="First steps">
      <ol>
        {TITLES.map((title, index) => (
          <li key={title} class={index + 1 < step ? 'done' : ''} aria-current={index + 1 === step ? 'step' : undefined}>
            {title}
          </li>
        ))}
      </ol>
      <div class="row">
        <Advice step={step} id={progress?.id ?? null} codeLink={codeLink} onDone={() => moveTo('done')} />
        <button type="button" class="button small plain" onClick={() => moveTo('done')}>
          Skip tour
        </button>
      </div>
    </section>
  );
}

function Advice(props: {
  readonly step: TourStep;
  readonly id: string | null;
  readonly codeLink: string | undefined;
  readonly onDone: () => void;
}) {
  const { step, id, codeLink, onDone } = props;
  if (step === 1) return <p>The form contains an example. Change the keyword if you like, then send it.</p>;
  if (step === 2)
    return (
      <>
        <p>Every request has a page with its timeline, its cost and its result.</p>
        <a class="button small primary" href={id ? linkTo('objects', {}, id) : linkTo('objects')}>
          {id ? 'Open the request' : 'Open your requests'}
        </a>
      </>
    );
  return (
    <>
      <p>Copy the same request as curl, TypeScript or Python, and run it in your own program.</p>
      {codeLink ? (
        <a class="button small primary" href={codeLink}>
          Open the code
        </a>
      ) : (
        <button type="button" class="button small primary" onClick={() => showCode(onDone)}>
          Show the code
        </button>
      )}
    </>
  );
}

function showCode(onDone: () => void): void {
  document.getElementById('code')?.scrollIntoView({ block: 'start' });
  onDone();
}
