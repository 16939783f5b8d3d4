// Price and expected wait of the request, updated while it is composed.
import { useEffect, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from '../api.ts';
import type { Quote } from '../api-types.ts';
import { credits, duration, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { ProblemNotice } from '../parts/status.tsx';
import type { Product, Request } from './products.ts';

const WAIT_MS = 300;

export interface Price {
  readonly quote: Quote | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
}

export function usePrice(product: Product, request: Request, complete: boolean): Price {
  const [price, setPrice] = useState<Price>({ quote: null, problem: null, loading: false });
  const text = JSON.stringify(request);
  useEffect(() => {
    if (!complete) return setPrice({ quote: null, problem: null, loading: false });
    const abort = new AbortController();
    setPrice((before) => ({ ...before, loading: true }));
    const timer = setTimeout(() => {
      call<Quote>('/quote', { method: 'POST', body: { type: product.type, request: JSON.parse(text) }, signal: abort.signal }).then(
        (quote) => setPrice({ quote, problem: null, loading: false }),
        (error) => !abort.signal.aborted && setPrice({ quote: null, problem: asProblem(error), loading: false }),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [product.type, text, complete]);
  return price;
}

/** While a request is in progress, its card says what it waits for. A second estimate would contradict it. */
export function PriceTag(props: { readonly price: Price; readonly isInProgress: boolean }) {
  const { quote, problem, loading } = props.price;
  if (problem) return <ProblemNotice problem={problem} />;
  if (!quote) return <p class="muted tiny">{loading ? 'Calculating the price…' : 'Fill in the required fields to see the price.'}</p>;
  const wait = quote.expectedWaitSeconds;
  return (
    <div class="price" aria-live="polite">
      <dl class="pairs">
        <dt>Cost</dt>
        <dd>
          <strong>{credits(quote.cost)}</strong>
          {quote.balance !== null && <span class="muted"> of {number(quote.balance)} available</span>}
        </dd>
        {quote.budgetLeft !== null && (
          <>
            <dt>Budget</dt>
            <dd>
              {credits(quote.budgetLeft)} <span class="muted">remaining for this key</span>
            </dd>
          </>
        )}
        {!props.isInProgress && (
          <>
            <dt>Expected wait</dt>
            <dd>{wait === null ? 'Unknown' : wait === 0 ? 'None' : `About ${duration(wait)}`}</dd>
          </>
        )}
        <dt>Sources</dt>
        <dd>{quote.route.map(({ source, paid }) => `${labelOf(source)}${paid ? ' (paid)' : ''}`).join(' → ') || 'None'}</dd>
      </dl>
      {!quote.enough && <p class="error">This request would be rejected{quote.warnings.length === 0 ? ': not enough credits.' : '.'}</p>}
      {quote.warnings.map((warning) => (
        <p key={warning} class="notice wait tiny">
          {warning}
        </p>
      ))}
    </div>
  );
}
