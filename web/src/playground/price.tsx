// What the request would cost and how long it would wait, asked for while it is composed.
import { useEffect, useState } from 'preact/hooks';
import type { Quote } from '../answers.ts';
import { asProblem, call, type Problem } from '../api.ts';
import { credits, duration, number } from '../format.ts';
import { ProblemNotice } from '../parts/state.tsx';
import type { Product, Request } from './products.ts';

const WAIT_MS = 300;

export interface Price {
  readonly quote: Quote | null;
  readonly problem: Problem | null;
  readonly asking: boolean;
}

export function usePrice(product: Product, request: Request, complete: boolean): Price {
  const [price, setPrice] = useState<Price>({ quote: null, problem: null, asking: false });
  const text = JSON.stringify(request);
  useEffect(() => {
    if (!complete) return setPrice({ quote: null, problem: null, asking: false });
    const abort = new AbortController();
    setPrice((before) => ({ ...before, asking: true }));
    const timer = setTimeout(() => {
      call<Quote>('/quote', { method: 'POST', body: { type: product.type, request: JSON.parse(text) }, signal: abort.signal }).then(
        (quote) => setPrice({ quote, problem: null, asking: false }),
        (error) => !abort.signal.aborted && setPrice({ quote: null, problem: asProblem(error), asking: false }),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [product.type, text, complete]);
  return price;
}

export function PriceTag({ price: { quote, problem, asking } }: { readonly price: Price }) {
  if (problem) return <ProblemNotice problem={problem} />;
  if (!quote) return <p class="muted tiny">{asking ? 'Asking for the price …' : 'The price appears when the request is complete.'}</p>;
  const wait = quote.expectedWaitSeconds;
  return (
    <div class="price" aria-live="polite">
      <dl class="pairs">
        <dt>Cost</dt>
        <dd>
          <strong>{credits(quote.cost)}</strong>
          {quote.balance !== null && <span class="muted"> of {number(quote.balance)}</span>}
        </dd>
        {quote.budgetLeft !== null && (
          <>
            <dt>Budget</dt>
            <dd>
              {credits(quote.budgetLeft)} <span class="muted">left for this key</span>
            </dd>
          </>
        )}
        <dt>Waits</dt>
        <dd>{wait === null ? 'not known' : wait === 0 ? 'not at all' : `about ${duration(wait)}`}</dd>
        <dt>Route</dt>
        <dd>{quote.route.map(({ source, paid }) => `${source}${paid ? ' (paid)' : ''}`).join(' → ') || 'none'}</dd>
      </dl>
      {!quote.enough && <p class="wrong">It would be refused{quote.warnings.length === 0 ? ': there are not enough credits.' : '.'}</p>}
      {quote.warnings.map((words) => (
        <p key={words} class="notice wait tiny">
          {words}
        </p>
      ))}
    </div>
  );
}
