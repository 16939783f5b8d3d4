// The page of a finished SERP, loaded on first use.
import { lazy } from '../parts/lazy.tsx';
import type { ApiObject } from './use-progress.ts';

const SerpPage = lazy<{ readonly data: ApiObject }>(() => import('../results/serp/page.tsx').then(({ SerpPage }) => SerpPage));

export function ResultPage({ object }: { readonly object: ApiObject }) {
  return <SerpPage data={object} />;
}
