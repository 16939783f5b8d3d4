// Hook that asks for a price while a form is filled in. Nothing is saved and nothing is charged.
import { useEffect, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from '../api.ts';
import { useDebounced } from './use-debounced.ts';

interface Price<T> {
  readonly data: T | null;
  readonly problem: Problem | null;
}

/** A null body asks for nothing. Each change of the body asks again, once typing has stopped. */
export function usePrice<T>(path: string, body: object | null): Price<T> {
  const [price, setPrice] = useState<Price<T>>({ data: null, problem: null });
  const text = useDebounced(body === null ? '' : JSON.stringify(body));
  useEffect(() => {
    if (text === '') return setPrice({ data: null, problem: null });
    const abort = new AbortController();
    call<T>(path, { method: 'POST', body: JSON.parse(text), signal: abort.signal }).then(
      (data) => setPrice({ data, problem: null }),
      (error) => {
        if (!abort.signal.aborted) setPrice({ data: null, problem: asProblem(error) });
      },
    );
    return () => abort.abort();
  }, [path, text]);
  return price;
}
